"""What an editor and a terminal show of a specification: findings, its identity, its sections."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from caselens.corpus.digest import SHORT
from caselens.features.outline import Symbol
from caselens.rules.rule import Finding, Fix, Severity
from caselens.specification import NAME
from caselens.specification.faults import Fault
from caselens.specification.identity import identity
from caselens.specification.reading import read
from caselens.syntax.parse import parse
from caselens.syntax.tree import Mapping, Scalar
from caselens.text import SourceText, counted


class Checked(NamedTuple):
    """`identity` is empty where the specification is refused. `shown` is the text without its secrets, None
    where it cannot be told what they are.
    """

    findings: tuple[Finding, ...]
    identity: str
    shown: str | None

    @property
    def refusals(self) -> int:
        return sum(finding.refuses for finding in self.findings)


def checked(content: str) -> Checked:
    """What is wrong with the text of a specification, and its identity. Never raises."""
    reading = read(content)
    named = identity(reading.specification) if reading.specification else ""
    return Checked(tuple(map(_finding, reading.faults)), named, reading.shown)


def _finding(fault: Fault) -> Finding:
    severity = Severity.ERROR if fault.refuses else Severity.WARNING
    fixes = tuple(Fix(mend.title, (mend.edit,)) for mend in fault.mends)
    return Finding(NAME, severity, fault.span, fault.message, fixes=fixes, refuses=fault.refuses)


def headline(content: str) -> str:
    """What stands above the file; nothing above one that has nothing in it yet."""
    found = checked(content)
    if found.identity:
        return f"generation {found.identity[:SHORT]}"
    return f"no identity: {counted(found.refusals, 'refusal')}" if content.strip() else ""


def outline(content: str) -> Iterator[Symbol]:
    """The sections, each up to the next."""
    root, source = parse(content).root, SourceText(content)
    if not isinstance(root, Mapping):
        return
    entries = [(key, value) for key, value in root.entries if isinstance(key, Scalar)]
    lines = [*(source.line_of(key.span.start) for key, _ in entries), len(source.starts)]
    for (key, value), (line, end) in zip(entries, pairwise(lines), strict=True):
        if isinstance(value, Mapping) and line < end:
            names = (inner.text for inner, _ in value.entries if isinstance(inner, Scalar))
            yield Symbol(line, end, key.text, ", ".join(names))
