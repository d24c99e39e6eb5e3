"""Cases where they stand, whichever way the text was read."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from caselens.corpus.accepted import Case, accept_case
from caselens.corpus.written import WrittenCase
from caselens.features.analysis import Analysis
from caselens.text import Piece


class PlacedCase(NamedTuple):
    """A case from its first line up to the line after its last.

    `case` is None where a rule refuses it. `broken` where what is shown is the last good reading.
    `read` gives every value with its span, in a piece of the text.
    """

    line: int
    end: int
    case: Case | None
    broken: bool
    read: Callable[[], tuple[Piece, WrittenCase] | None]


def whole_cases(analysis: Analysis, first: int, last: int) -> Iterator[PlacedCase]:
    """The cases of a file that was read as a whole, in the lines from `first` up to `last`."""
    source, cases = analysis.source, analysis.written.cases
    begin = source.starts[first] if first < len(source.starts) else len(source.content)
    piece = Piece(0, source)
    refused = [finding.span.start for finding in analysis.findings if finding.refuses]
    for written in cases[bisect_left(cases, begin, key=lambda case: case.span.end) :]:
        start, end = written.span
        line, final = source.line_of(start), source.line_of(max(start, end - 1))
        if line >= last:
            return
        if final < first:
            continue
        clean = bisect_right(refused, end) == bisect_right(refused, start - 1)
        case = accept_case(written) if clean else None
        yield PlacedCase(line, final + 1, case, False, partial(_placed, piece, written))


def _placed(piece: Piece, written: WrittenCase) -> tuple[Piece, WrittenCase]:
    return piece, written
