"""The keys that look most like one that is not there."""

import heapq
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from operator import eq

import numpy as np
from numpy.typing import NDArray

_MOST = 3
_LEAST_RATIO = 0.6
# How many of the keys that share most pairs of characters are compared exactly.
_COMPARED = 200
_PAIR_CODES = 1 << 16


class Likeness:
    """All keys, prepared for the question which of them are like another.

    The pairs of neighbouring characters of all keys stand in one array, so that counting those
    which a key shares with each other key is a few numpy passes: 100,000 keys take milliseconds.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = keys
        self._folded = [_fold(key) for key in keys]
        lengths = np.fromiter(map(len, self._folded), np.int64, len(keys))
        # Each key stands between two line feeds, which folding leaves in no key.
        self._pairs = _pair_codes("\n" + "".join(f"{folded}\n" for folded in self._folded))
        self._sizes = lengths + 1
        self._starts = np.cumsum(self._sizes) - self._sizes

    def nearest(self, key: str) -> tuple[str, ...]:
        """At most three keys, best first; those that differ only in case or white space come first."""
        folded = _fold(key)
        ranked = heapq.nsmallest(_MOST, self._rated(folded))
        return tuple(candidate for _, _, candidate in ranked)

    def _rated(self, folded: str) -> Iterator[tuple[float, int, str]]:
        """Minus the ratio, minus the number of characters in the same place, and the key."""
        matcher = SequenceMatcher(None, "", folded, autojunk=False)
        for index in self._candidates(folded):
            matcher.set_seq1(self._folded[index])
            if matcher.real_quick_ratio() < _LEAST_RATIO or matcher.quick_ratio() < _LEAST_RATIO:
                continue
            ratio = matcher.ratio()
            if ratio >= _LEAST_RATIO:
                yield -ratio, -sum(map(eq, self._folded[index], folded)), self._keys[index]

    def _candidates(self, folded: str) -> list[int]:
        pairs = _pair_codes(f"\n{folded}\n")
        wanted = np.zeros(_PAIR_CODES, np.int32)
        wanted[pairs] = 1
        shared = np.add.reduceat(wanted[self._pairs], self._starts)
        # Half of Dice's coefficient, what both share against what both have: at most 0.5, and 0.5 for
        # equal keys. A key that repeats a pair shares it no more often than there are pairs wanted.
        likeness = np.minimum(shared, len(pairs)) / (self._sizes + len(pairs))
        if len(likeness) > _COMPARED:
            best = np.argpartition(-likeness, _COMPARED)[:_COMPARED]
        else:
            best = np.arange(len(likeness))
        return [int(index) for index in best if likeness[index] > 0]


def _fold(key: str) -> str:
    return "".join(key.split()).casefold()


def _pair_codes(text: str) -> NDArray[np.uint16]:
    """A code for each two neighbouring characters; a rare clash only compares a key too many."""
    characters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    return (characters[:-1] * np.uint32(251) + characters[1:]).astype(np.uint16)
