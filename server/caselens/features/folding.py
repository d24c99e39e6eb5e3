"""What can be folded: every line with what is indented below it, and runs of comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Fold(NamedTuple):
    """The lines from `first` to `last`, of which the first stays."""

    first: int
    last: int
    is_comment: bool = False


def folds(lines: Sequence[str]) -> Iterator[Fold]:
    """By indentation alone, so that a broken text folds too."""
    open_: list[tuple[int, int]] = []
    last = comments = -1
    for number, line in enumerate(lines):
        text = line.lstrip(" ")
        if text[:1] in ("", "\r", "\n", "#"):
            if text[:1] == "#" and comments < 0:
                comments = number
            elif text[:1] != "#":
                yield from _run(comments, number)
                comments = -1
            continue
        yield from _run(comments, number)
        comments = -1
        # The dash of an item stands a little deeper than a key in its column: it may belong to that key.
        depth = 2 * (len(line) - len(text)) + (text[:2] in ("- ", "-\n", "-\r"))
        while open_ and open_[-1][0] >= depth:
            begun = open_.pop()[1]
            if last > begun:
                yield Fold(begun, last)
        open_.append((depth, number))
        last = number
    yield from _run(comments, len(lines))
    yield from (Fold(begun, last) for _, begun in reversed(open_) if last > begun)


def _run(first: int, end: int) -> Iterator[Fold]:
    """Comments from a line up to another, where there are several."""
    if 0 <= first < end - 1:
        yield Fold(first, end - 1, is_comment=True)
