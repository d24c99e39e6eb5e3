"""The rows that some typed words may mean."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice

SEARCHED = 200
"""Characters of a row's text that are looked at."""

MOST_RATED = 4
"""Matches by text that are rated, for each that is wanted."""

KEY_IS, KEY_BEGINS, KEY_HAS, WORD_BEGINS, TEXT_HAS = range(5)


class Matching:
    """Keys and texts, folded, all in one string of bytes: ten thousand rows are passed over in a millisecond.

    A row is its key, a line feed, its text, and a zero: neither is left in what is folded.
    """

    def __init__(self, keys: Sequence[str], texts: Sequence[str]) -> None:
        rows = [
            b"%b\n%b\0" % (fold(key), fold(text[:SEARCHED]))
            for key, text in zip(keys, texts or [""] * len(keys), strict=True)
        ]
        self._all = b"\0" + b"".join(rows)
        self._starts = list(accumulate(map(len, rows), initial=1))
        self._keys = b"\0" + b"\0".join(map(fold, keys)) + b"\0"
        self._key_starts = list(accumulate((len(fold(key)) + 1 for key in keys), initial=1))

    def matches(self, typed: str, most: int) -> list[int]:
        """The positions of at most `most` rows whose key or text has every typed word, best first."""
        words = fold(typed).split()
        if not words:
            return list(range(min(most, len(self._starts) - 1)))
        begins = b"\0" + b" ".join(words)
        # The key itself may stand behind any number of keys that only begin with it.
        found = dict.fromkeys(self._by_key(begins + b"\0", most))
        found.update(dict.fromkeys(self._by_key(begins, most)))
        found.update(dict.fromkeys(self._by_key(words[0], most) if len(words) == 1 else ()))
        found.update(dict.fromkeys(islice(self._by_all(words), MOST_RATED * most)))
        return sorted(found, key=lambda row: (self._rating(row, words), row))[:most]

    def has(self, row: int, typed: str) -> bool:
        """Whether a row has every typed word."""
        start, end = self._starts[row], self._starts[row + 1]
        return all(self._all.find(word, start, end) >= 0 for word in fold(typed).split())

    def _by_key(self, part: bytes, most: int) -> Iterator[int]:
        """Rows whose key has a part."""
        place, count = self._keys.find(part), 0
        while place >= 0 and count < most:
            row = bisect_right(self._key_starts, place + (part[0] == 0)) - 1
            if row >= len(self._key_starts) - 1:
                return
            yield row
            count += 1
            place = self._keys.find(part, self._key_starts[row + 1] - 1)

    def _by_all(self, words: Sequence[bytes]) -> Iterator[int]:
        """Rows that have all words, each word searched only from where the others have got to."""
        place, agreed = 1, 0
        while True:
            for word in words:
                hit = self._all.find(word, place)
                if hit < 0:
                    return
                row = bisect_right(self._starts, hit) - 1
                if self._starts[row] > place:
                    place, agreed = self._starts[row], 0
                agreed += 1
                if agreed >= len(words):
                    yield row
                    place, agreed = self._starts[row + 1], 0
                    break

    def _rating(self, row: int, words: Sequence[bytes]) -> int:
        """How well a row fits, the best first."""
        start, end = self._starts[row], self._starts[row + 1]
        key, _, text = self._all[start : end - 1].partition(b"\n")
        whole = b" ".join(words)
        if key == whole:
            return KEY_IS
        if key.startswith(whole):
            return KEY_BEGINS
        if all(word in key for word in words):
            return KEY_HAS
        beginnings = b" " + text
        return WORD_BEGINS if all(b" " + word in beginnings for word in words) else TEXT_HAS


def fold(text: str) -> bytes:
    """A text as it is compared: its case folded, and what separates words or components one blank."""
    return " ".join(text.casefold().replace("\0", " ").split()).encode("utf-8", "replace")
