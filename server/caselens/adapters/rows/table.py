"""Rows in memory, as a source table."""

from collections.abc import Collection, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING

from caselens.ports import KeyLookup, Row

if TYPE_CHECKING:
    from caselens.adapters.rows.matching import Matching
    from caselens.adapters.rows.nearest import Likeness

_MOST_MISSING = 50


class Rows:
    """Keys and texts, both in the order of the file, the file's name, and the line of each, 0 for none."""

    def __init__(
        self, keys: tuple[str, ...], texts: tuple[str, ...], origin: str, lines: Sequence[int] = ()
    ) -> None:
        self.keys = keys
        self.texts = texts
        self.origin = origin
        self.lines = lines
        self._positions = {key: position for position, key in enumerate(keys)}
        self._nearest: dict[str, tuple[str, ...]] = {}

    def lookup(self, keys: frozenset[str]) -> KeyLookup:
        """Which of `keys` have a row; for the first 50 others, by code points, the most similar keys."""
        found = frozenset(key for key in keys if key in self._positions)
        nearest = {key: self._nearest_to(key) for key in sorted(keys - found)[:_MOST_MISSING]}
        nearest = {key: like for key, like in nearest.items() if like}
        return KeyLookup(self.origin, found, nearest, rows=len(self.keys))

    def by_key(self, keys: Sequence[str]) -> tuple[Row, ...]:
        """The rows with some keys, each once; a key without a row has none."""
        found = (self._positions.get(key) for key in dict.fromkeys(keys))
        return tuple(self._row(position) for position in found if position is not None)

    def search(
        self, typed: str, most: int, without: Collection[str] = (), first: Sequence[str] = ()
    ) -> tuple[Row, ...]:
        """At most `most` rows whose key or text has every typed word, those of `first` before the others."""
        found = {position: None for key in first if (position := self._positions.get(key)) is not None}
        found = {position: None for position in found if self._matching.has(position, typed)}
        found.update(dict.fromkeys(self._matching.matches(typed, most + len(without))))
        rows = (self._row(position) for position in found if self.keys[position] not in without)
        return tuple(row for row, _ in zip(rows, range(most), strict=False))

    def _row(self, position: int) -> Row:
        line = self.lines[position] if self.lines else 0
        return Row(self.keys[position], self.texts[position] if self.texts else "", line)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of all keys and texts in their order."""
        framed = "".join(f"{len(text)}:{text}" for text in (*self.keys, *self.texts))
        return blake2b(framed.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

    @cached_property
    def _matching(self) -> "Matching":
        from caselens.adapters.rows.matching import Matching

        return Matching(self.keys, self.texts)

    def _nearest_to(self, key: str) -> tuple[str, ...]:
        # While somebody types, the same missing keys are asked for again and again.
        if key not in self._nearest:
            if len(self._nearest) >= 20 * _MOST_MISSING:
                self._nearest.clear()
            self._nearest[key] = self._likeness.nearest(key)
        return self._nearest[key]

    @cached_property
    def _likeness(self) -> "Likeness":
        from caselens.adapters.rows.nearest import Likeness

        return Likeness(self.keys)
