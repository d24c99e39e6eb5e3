"""A tree as plain Python values, for files whose shape a JSON Schema describes."""

from __future__ import annotations

import math
from typing import Any

from caselens.syntax.parse import parse
from caselens.syntax.tree import Alias, Anchor, Mapping, Node, Scalar, Sequence, grip
from caselens.syntax.values import Unreadable, as_text, resolve
from caselens.text import Span, quoted

MOST_NODES = 10_000
"""Far more than a configuration has; aliases can make them out of a few lines."""


class NotPlain(Exception):  # noqa: N818 - data that went another way, for the one caller
    """A node that has no plain value, and why."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(message)
        self.span = span


def plain_value(root: Node | None, finite: bool = True) -> Any:
    """The value of a tree. Raises `NotPlain`. Merge keys are not merged: a configuration needs none.

    `finite`: a number that is not has no plain value, as in JSON.
    """
    return _Values(finite).of(root)


class _Values:
    def __init__(self, finite: bool) -> None:
        self.finite = finite
        self.left = MOST_NODES
        self.unfolding: set[Anchor] = set()

    def of(self, node: Node | None) -> Any:
        self.left -= 1
        if node is None:
            return None
        if self.left < 0:
            raise NotPlain(grip(node), "aliases unfold this without end")
        if isinstance(node, Alias):
            return self._target(node)
        if isinstance(node, Sequence):
            return [self.of(item) for item in node.items]
        if isinstance(node, Mapping):
            return self._mapping(node)
        return _scalar(node, self.finite)

    def _target(self, alias: Alias) -> Any:
        if alias.anchor in self.unfolding:
            raise NotPlain(alias.span, "this holds itself")
        self.unfolding.add(alias.anchor)
        value = self.of(alias.anchor.node)
        self.unfolding.discard(alias.anchor)
        return value

    def _mapping(self, mapping: Mapping) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key, value in mapping.entries:
            name = str(self.of(key))
            if name in result:
                raise NotPlain(grip(key), f"{quoted(name)} stands here a second time")
            result[name] = self.of(value)
        return result


def _scalar(scalar: Scalar, finite: bool) -> Any:
    try:
        value = resolve(scalar)
    except Unreadable as refusal:
        raise NotPlain(scalar.span, str(refusal)) from None
    match value.kind:
        case "null":
            return None
        case "bool":
            return scalar.text.lower() == "true"
        case "int" | "float":
            if finite and value.number is not None and not math.isfinite(value.number):
                raise NotPlain(scalar.span, f"{scalar.text} is no finite number")
            return value.number
        case _:
            text = as_text(scalar, value)
            if "\0" in text:
                raise NotPlain(scalar.span, "a NUL character cannot stand here")
            return text


def same_values(one: str, other: str) -> bool:
    """Whether two texts mean the same, whatever their comments and spelling."""
    first, second = parse(one), parse(other)
    if first.problems or second.problems:
        return False
    try:
        return repr(plain_value(first.root, finite=False)) == repr(plain_value(second.root, finite=False))
    except (NotPlain, RecursionError):
        return False
