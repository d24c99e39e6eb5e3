"""What can be done at a place in the text: fixes, changes of the case, and what the lenses do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from caselens.features.annotate import ANNOTATE_CASE, annotate_case
from caselens.features.change import Action, target_at
from caselens.features.expectations import JUDGE, expectations, judging
from caselens.features.new_case import new_case
from caselens.features.picture import Picture
from caselens.features.pointing import touches
from caselens.features.refactors import REWRITE, refactors
from caselens.features.results import Results
from caselens.features.silence import silencing
from caselens.features.verdict import PlacedFinding
from caselens.rules import LINTS
from caselens.rules.rule import Finding, Fix
from caselens.syntax.plain import same_values
from caselens.text import Piece, Span, applied

FIX_ALL = "source.fixAll.caselens"
MEND_ALL = "Mend all that can be mended safely"

LARGEST_PIECE = 20_000
"""Characters of a text that may be read again for one action."""

CASE_KINDS = REWRITE, JUDGE, ANNOTATE_CASE
"""The kinds of what is done with a case."""


class Mend(NamedTuple):
    """A fix, with its edits in the piece `at`, and the finding that it mends, in `piece`. `preferred` where
    it is the only one and safe.
    """

    piece: Piece
    finding: Finding
    fix: Fix
    preferred: bool
    at: Piece


class RunAction(NamedTuple):
    """`case` is empty for all of them."""

    title: str
    case: str


def mends(picture: Picture, first: int, last: int, column: int = 0) -> Iterator[Mend]:
    """The fixes of the findings that stand in the lines from `first` to `last`, and then ways to ignore them;
    in both, first of what the place at `column` of the first line touches.
    """
    found = [placed for placed in picture.findings if first <= placed.line <= last]
    found.sort(key=lambda placed: not touches(placed.piece, placed.finding.span, first, column))
    for piece, finding in found:
        for fix in finding.fixes:
            yield Mend(piece, finding, fix, fix.safe and len(finding.fixes) == 1, piece)
    ignored: set[tuple[int, str]] = set()
    for placed in found:
        code = placed.finding.code
        if code in LINTS and (placed.line, code) not in ignored:
            # One comment speaks for all of its line.
            ignored.add((placed.line, code))
            yield from _ignoring(picture, placed, placed.line)


def _ignoring(picture: Picture, placed: PlacedFinding, line: int) -> Iterator[Mend]:
    """The first comment that ignores a finding and changes nothing else."""
    piece = picture.item_at(line)
    if piece is None:
        piece, _ = picture.tree_at(line)
    content, code = piece.source.content, placed.finding.code
    if len(content) > LARGEST_PIECE:
        return  # all of it would have to be read for each
    for edit in silencing(piece.source, line - piece.line, code, picture.line_end):
        if same_values(content, applied(content, [edit])):
            yield Mend(placed.piece, placed.finding, Fix(f"Ignore {code} here", (edit,)), False, piece)
            return


def fix_all(picture: Picture) -> Iterator[Action]:
    """Every safe fix of the file that does not overlap another, each whole or not at all."""
    fixes = [(piece, fix) for piece, finding in picture.findings for fix in _safe(finding)]
    placed = sorted(
        (*_place(piece, edit.span), number) for number, (piece, fix) in enumerate(fixes) for edit in fix.edits
    )
    left_out: set[int] = set()
    end, last = (-1, 0), -1
    for start, until, number in placed:
        if number not in left_out:
            if start < end and number != last:
                left_out.add(number)
            else:
                end, last = until, number
    kept = (fix for number, fix in enumerate(fixes) if number not in left_out)
    if changes := tuple((piece, edit) for piece, fix in kept for edit in fix.edits):
        yield Action(MEND_ALL, FIX_ALL, changes)


def can_fix_all(picture: Picture) -> bool:
    return any(fix for _, finding in picture.findings for fix in _safe(finding))


def _safe(finding: Finding) -> Iterator[Fix]:
    """The first safe fix of a finding."""
    yield from [fix for fix in finding.fixes if fix.safe][:1]


def _place(piece: Piece, span: Span) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where a span begins and ends in the whole text."""
    (line, column), (last, until) = piece.source.line_column(span.start), piece.source.line_column(span.end)
    return (piece.line + line, column), (piece.line + last, until)


def case_actions(picture: Picture, results: Results, line: int, column: int) -> Iterator[Action]:
    """What can be done with the case at a place, and with what is pointed at there."""
    found = target_at(picture, line, column)
    if found is not None:
        yield from refactors(*found)
        yield from expectations(*found)
        yield from judging(found[0], results, picture.default_k, found[1])
        yield from annotate_case(found[0], results, picture.default_k, found[1])
    yield from new_case(picture, found[0] if found else None, line, found[1] if found else 0)


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
