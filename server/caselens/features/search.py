"""Names and texts in which typed words are looked for, ten thousand in a few milliseconds.

They are kept as two long texts with a line for each: what finds a word in those is written in C.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import accumulate
from typing import NamedTuple

MOST = 200
"""Finds beyond which nobody looks for more."""


class Fit(IntEnum):
    """How what was typed fits, the best first: it is the name, or begins it; its words stand in the name, or
    in name or text; or the name has its letters in their order.
    """

    EXACT, BEGINNING, NAME, QUERY, LETTERS = range(5)


class Lines(NamedTuple):
    """Texts in lower case as the lines of one that begins and ends with a line end; and where each begins."""

    text: str
    starts: Sequence[int]

    def having(self, piece: str) -> Iterator[int]:
        """The lines in which a piece stands, or that follow on its line end."""
        place = self.text.find(piece)
        while place >= 0:
            index = bisect_right(self.starts, place + piece.startswith("\n")) - 1
            if index + 1 >= len(self.starts):
                return
            yield index
            place = self.text.find(piece, self.starts[index + 1] - 1)

    def line(self, index: int) -> str:
        return self.text[self.starts[index] : self.starts[index + 1] - 1]


class Searched(NamedTuple):
    """The names of some things, and the texts that belong to them."""

    names: Lines
    texts: Lines


def searched(names: Sequence[str], texts: Sequence[str]) -> Searched:
    return Searched(_lines(names), _lines(texts))


def _lines(texts: Sequence[str]) -> Lines:
    joined = "\n".join(texts)
    if joined.count("\n") >= len(texts):
        joined = "\n".join(text.replace("\n", " ") for text in texts)
    folded = joined.casefold()
    starts = accumulate((len(line) + 1 for line in folded.split("\n")), initial=1)
    return Lines(f"\n{folded}\n", list(starts) if texts else [1])


class Wanted:
    """What was typed: the words of it, and its letters."""

    def __init__(self, typed: str) -> None:
        self.typed = " ".join(typed.casefold().split())
        self.words = self.typed.split()
        self.counts = [0 for _ in Fit]
        letters = (re.escape(letter) for letter in "".join(self.words))
        # Each takes all up to it for good, so that nothing is tried twice.
        self.letters = re.compile("".join(f"[^{letter}\n]*+{letter}" for letter in letters))

    def found(self, within: Searched) -> Iterator[tuple[Fit, int]]:
        """What fits, each once, the best first; nothing that comes after the `MOST` best found so far."""
        seen: set[int] = set()
        for fit, indices in zip(Fit, self._kinds(within), strict=False):
            while sum(self.counts[: fit + 1]) < MOST and (index := next(indices, None)) is not None:
                if index not in seen:
                    seen.add(index)
                    self.counts[fit] += 1
                    yield fit, index

    def _kinds(self, within: Searched) -> Iterator[Iterator[int]]:
        names, texts = within
        yield names.having(f"\n{self.typed}\n")
        yield names.having(f"\n{self.typed}")
        if not self.words:
            return
        longest = max(self.words, key=len)
        others = [word for word in self.words if word != longest]
        yield (i for i in names.having(longest) if all(word in names.line(i) for word in others))
        either = self._in_either(within, longest)
        yield (i for i in either if all(w in names.line(i) or w in texts.line(i) for w in others))
        yield self._in_order(names)

    def _in_either(self, within: Searched, word: str) -> Iterator[int]:
        yield from within.texts.having(word)
        yield from within.names.having(word)

    def _in_order(self, names: Lines) -> Iterator[int]:
        match, text = self.letters.match, names.text
        return (index for index, start in enumerate(names.starts[:-1]) if match(text, start))
