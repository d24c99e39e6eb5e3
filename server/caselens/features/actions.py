"""What can be done at a place in the text: the fixes of its findings, and what the lenses do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from caselens.features.picture import Picture
from caselens.rules.rule import Finding, Fix
from caselens.text import Piece


class Mend(NamedTuple):
    """A fix and the finding that it mends. `preferred` where it is the only one and safe."""

    piece: Piece
    finding: Finding
    fix: Fix
    preferred: bool


class RunAction(NamedTuple):
    """`case` is empty for all of them."""

    title: str
    case: str


def mends(picture: Picture, first: int, last: int) -> Iterator[Mend]:
    """The fixes of the findings that stand in the lines from `first` to `last`."""
    for piece, finding in picture.findings:
        line = piece.line + piece.source.line_of(finding.span.start)
        if first <= line <= last:
            for fix in finding.fixes:
                yield Mend(piece, finding, fix, fix.safe and len(finding.fixes) == 1)


def runs(picture: Picture, line: int) -> Iterator[RunAction]:
    """Running the case that stands in a line, and running all."""
    corpus = picture.corpus
    if corpus is None:
        return
    for placed in picture.cases(line, line + 1):
        if placed.case is not None and placed.line <= line < placed.end:
            yield RunAction(f"Run case {placed.case.id}", placed.case.id)
    many = len(corpus.cases)
    yield RunAction(f"Run all {many:,} cases" if many > 1 else "Run the one case", "")
