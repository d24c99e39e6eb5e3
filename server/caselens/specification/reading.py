"""A specification read from its text: what it says, or where it is refused and why.

It is decoded as its builder does, value by value, so that `revision: 1.50` is the text "1.50". Nothing is
read besides the text, neither a credential nor an environment.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import accumulate
from typing import Any, NamedTuple

from caselens.corpus.shape import ShapeProblem, Stranger
from caselens.specification import checks
from caselens.specification.accepted import Model, Preprocessing, Source, Specification, Target
from caselens.specification.faults import Fault, of_shape, stranger
from caselens.specification.secrets import hidden, masked
from caselens.specification.written import WrittenSpecification, written
from caselens.syntax.parse import parse
from caselens.syntax.tree import Mapping, Node, Scalar, Tree
from caselens.text import SourceText, Span

SECTIONS: dict[str, Any] = {
    "source": Source,
    "preprocessing": Preprocessing,
    "model": Model,
    "target": Target,
}


class Reading(NamedTuple):
    """The specification, None where it is refused; what is wrong with it, in the order of the text; and the
    text without its secrets, None where it cannot be told what they are.
    """

    specification: Specification | None
    faults: tuple[Fault, ...]
    shown: str | None


def read(content: str) -> Reading:
    """The specification in a text. Never raises on bad input."""
    tree = parse(content)
    source = SourceText(content)
    spec = written(tree.root) if tree.root is not None and not tree.problems else None
    found = _of_tree(tree) if spec is None else _of_shape(spec, tree.root)
    if spec is not None and (isinstance(tree.root, Mapping) or not found):
        found += checks.every(spec)
    faults = dict.fromkeys(fault._replace(span=source.first_line(fault.span)) for fault in found)
    ordered = tuple(sorted(faults, key=lambda fault: fault.span))
    refused = spec is None or any(fault.refuses for fault in ordered)
    accepted = None if spec is None or refused else _accepted(spec)
    return Reading(accepted, ordered, masked(content, tree.root))


def _of_tree(tree: Tree) -> list[Fault]:
    """What keeps a text from being YAML. A name of an anchor may be a token that begins with `*`."""
    if tree.blank:
        return [
            Fault(Span(0, 0), "there is nothing here; a specification is a map that begins with version: 1")
        ]
    return [Fault(p.span, re.sub(r"anchor &\S+ ", "anchor ", p.message)) for p in tree.problems]


def _of_shape(spec: WrittenSpecification, root: Node | None) -> list[Fault]:
    secrets = sorted(hidden(root))
    ends = list(accumulate((secret.end for secret in secrets), max))
    names: dict[int, frozenset[str]] = {}

    def is_secret(span: Span) -> bool:
        before = bisect_left(secrets, span.end, key=lambda secret: secret.start)
        return before > 0 and ends[before - 1] > span.start

    def said(problem: ShapeProblem) -> Fault:
        if not isinstance(problem, Stranger):
            return of_shape(problem, is_secret(problem.span))
        holder = problem.holder
        if id(holder) not in names:
            names[id(holder)] = frozenset(key.text for key, _ in holder.entries if isinstance(key, Scalar))
        return stranger(problem, names[id(holder)])

    return list(map(said, spec.problems))


def _accepted(spec: WrittenSpecification) -> Specification:
    sections = {name: section(**_values(spec, name, section._fields)) for name, section in SECTIONS.items()}
    return Specification(name=spec.text("name"), description=spec.text("description"), **sections)


def _values(spec: WrittenSpecification, section: str, fields: tuple[str, ...]) -> dict[str, Any]:
    """The fields of a section that have a value."""
    found = {}
    for name in fields:
        value = spec.value(section, name)
        if isinstance(value, tuple):
            found[name] = tuple(item.value for item in spec.items(section, name))
        elif value is not None:
            found[name] = value
    return found
