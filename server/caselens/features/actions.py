"""What can be done at a place in the text: the fixes of its findings, and what the lenses do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from caselens.features.analysis import Analysis
from caselens.rules.rule import Finding, Fix
from caselens.text import Span


class Mend(NamedTuple):
    """A fix and the finding that it mends. `preferred` where it is the only one and safe."""

    finding: Finding
    fix: Fix
    preferred: bool


class RunAction(NamedTuple):
    """`case` is empty for all of them."""

    title: str
    case: str


def mends(analysis: Analysis, within: Span) -> Iterator[Mend]:
    """The fixes of the findings that touch a range."""
    for finding in analysis.findings:
        if finding.span.start <= within.end and within.start <= finding.span.end:
            for fix in finding.fixes:
                yield Mend(finding, fix, fix.safe and len(finding.fixes) == 1)


def runs(analysis: Analysis, within: Span) -> Iterator[RunAction]:
    """Running the case at the start of a range, and running all."""
    corpus = analysis.corpus
    if corpus is None:
        return
    line = analysis.source.line_of(within.start)
    for written, case in zip(analysis.written.cases, corpus.cases, strict=True):
        first = analysis.source.line_of(written.span.start)
        if first <= line <= analysis.source.line_of(max(written.span.start, written.span.end - 1)):
            yield RunAction(f"Run case {case.id}", case.id)
    many = len(corpus.cases)
    yield RunAction(f"Run all {many:,} cases" if many > 1 else "Run the one case", "")
