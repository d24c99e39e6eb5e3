"""What can be done at a place in the text: fixes, changes of the case, and what the lenses do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from caselens.features.annotate import annotate_case
from caselens.features.change import Action, Target, targets
from caselens.features.picture import Picture
from caselens.features.pointing import touches
from caselens.features.refactors import REWRITE, refactors
from caselens.features.results import Results
from caselens.features.silence import silencing
from caselens.features.verdict import PlacedFinding
from caselens.rules import LINTS
from caselens.rules.rule import Finding, Fix
from caselens.syntax.plain import same_values
from caselens.text import Edit, Piece, SourceText, Span, applied

LARGEST_PIECE = 20_000
"""Characters of a text with anchors, or otherwise without parts, that may be read again for one action."""

FIX_ALL = "source.fixAll.caselens"


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


def mends(picture: Picture, first: int, last: int) -> Iterator[Mend]:
    """The fixes of the findings that stand in the lines from `first` to `last`, and ways to ignore them."""
    ignored: set[tuple[int, str]] = set()
    for placed in picture.findings:
        piece, finding = placed
        line = piece.line + piece.source.line_of(finding.span.start)
        if first <= line <= last:
            for fix in finding.fixes:
                yield Mend(piece, finding, fix, fix.safe and len(finding.fixes) == 1, piece)
            if finding.code in LINTS and (line, finding.code) not in ignored:
                # One comment speaks for all of its line.
                ignored.add((line, finding.code))
                yield from _ignoring(picture, placed, line)


def _ignoring(picture: Picture, placed: PlacedFinding, line: int) -> Iterator[Mend]:
    """The first comment that ignores a finding and changes nothing else."""
    piece, _ = picture.tree_at(line)
    content, code = piece.source.content, placed.finding.code
    if len(content) > LARGEST_PIECE:
        return
    for edit in silencing(piece.source, line - piece.line, code, picture.line_end):
        if same_values(content, applied(content, [edit])):
            yield Mend(placed.piece, placed.finding, Fix(f"Ignore {code} here", (edit,)), False, piece)
            return


def fix_all(picture: Picture) -> Iterator[Action]:
    """Every safe fix of the file that does not touch another."""
    changes: list[tuple[Piece, Edit]] = []
    last = (-1, -1)
    for piece, finding in picture.findings:
        safe = next((fix for fix in finding.fixes if fix.safe), None)
        for edit in sorted(safe.edits) if safe else ():
            start = piece.line + piece.source.line_of(edit.span.start), edit.span.start
            if start > last:
                changes.append((piece, edit))
                last = piece.line + piece.source.line_of(edit.span.end), edit.span.end
    if changes:
        yield Action("Mend all that can be mended safely", FIX_ALL, tuple(changes))


def case_actions(picture: Picture, results: Results, line: int, column: int) -> Iterator[Action]:
    """What can be done with the case at a place, and with what it is pointed at there."""
    for target in targets(picture, line, line + 1):
        if _is_meant(target, line, column):
            yield from refactors(target, results, picture.default_k, line, column)
            yield from annotate_case(target, results, picture.default_k)
    yield from _new_case(picture, line)


def _is_meant(target: Target, line: int, column: int) -> bool:
    """Whether a place is in a case; a piece that is large as a whole is not read again for it."""
    if target.is_alone:
        return target.placed.line <= line < target.placed.end
    is_small = len(target.piece.source.content) <= LARGEST_PIECE
    return is_small and touches(target.piece, target.written.span, line, column)


def _new_case(picture: Picture, line: int) -> Iterator[Action]:
    """Another case below the one whose first line is pointed at, or below an empty list."""
    parts = picture.parts
    if parts is None or line not in parts.starts[:-1]:
        return
    index = parts.starts.index(line)
    text = SourceText(parts.text(index))
    last = max(n for n in range(len(text.starts)) if _is_of_case(text.slice(text.line_span(n)), parts.indent))
    end = text.line_span(last).end
    indent = " " * parts.indent
    lines = ["- id: ", "  query: ", "  required: []"]
    written = "".join(f"{picture.line_end}{indent}{one}" for one in lines)
    yield Action("Add a case below", REWRITE, ((Piece(line, text), Edit(Span(end, end), written)),))


def _is_of_case(line: str, indent: int) -> bool:
    """Whether a line belongs to an item's own text, rather than to what stands between it and the next."""
    text = line.strip()
    return bool(text) and not (text.startswith("#") and len(line) - len(line.lstrip(" ")) <= indent)


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
