"""A text as a list of lines that edits splice, at a cost that does not grow with the text."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import NamedTuple


class Splice(NamedTuple):
    """Lines `first` up to `last` became `lines`; the text grew by so many characters."""

    first: int
    last: int
    lines: list[str]
    grown: int


class Position(NamedTuple):
    """A line and a column in it, both from 0, the column in whatever units the editor counts."""

    line: int
    column: int


def split(content: str) -> list[str]:
    """The lines of a text, each with its end; only the last has none, and may be empty."""
    lines = _lines(content)
    if not lines or lines[-1][-1] in "\r\n":
        lines.append("")
    return lines


def splice(
    lines: list[str], start: Position, end: Position, text: str, index: Callable[[str, int], int]
) -> Splice:
    """Replace what stands between two places, and say which lines changed.

    Places out of range are moved to the nearest that exists. `index` turns a column into an index
    into the line that it is given, which comes without its end.
    """
    first, begin = _within(lines, start, index)
    last, stop = _within(lines, end, index)
    last, stop = max((last, stop), (first, begin))
    if begin == 0 and first > 0 and lines[first - 1].endswith("\r"):
        # A line feed written here would join that carriage return to one line end.
        first, begin = first - 1, len(lines[first - 1])
    segment = lines[first][:begin] + text + lines[last][stop:]
    new = _lines(segment)
    if last == len(lines) - 1 and (not new or new[-1][-1] in "\r\n"):
        new.append("")
    grown = sum(map(len, new)) - sum(map(len, lines[first : last + 1]))
    lines[first : last + 1] = new
    return Splice(first, last + 1, new, grown)


def _within(lines: list[str], place: Position, index: Callable[[str, int], int]) -> tuple[int, int]:
    if place.line >= len(lines):
        return len(lines) - 1, len(lines[-1])
    line = lines[max(0, place.line)].rstrip("\r\n")
    column = index(line, max(0, place.column)) if place.line >= 0 else 0
    return max(0, place.line), min(column, len(line))


def _lines(text: str) -> list[str]:
    """The lines of a text, each with its end: LF, CRLF or CR, as `text.LINE_END` has them."""
    return list(StringIO(text, newline=""))
