"""Rows in memory, as a source table."""

from functools import cached_property
from typing import TYPE_CHECKING

from caselens.ports import KeyLookup

if TYPE_CHECKING:
    from caselens.adapters.rows.nearest import Likeness

_MOST_MISSING = 50


class Rows:
    """Keys and texts, both in the order of the file, and the file's name."""

    def __init__(self, keys: tuple[str, ...], texts: tuple[str, ...], origin: str) -> None:
        self.keys = keys
        self.texts = texts
        self.origin = origin
        self._positions = {key: position for position, key in enumerate(keys)}
        self._nearest: dict[str, tuple[str, ...]] = {}

    def lookup(self, keys: frozenset[str]) -> KeyLookup:
        """Which of `keys` have a row; for the first 50 others, by code points, the most similar keys."""
        found = frozenset(key for key in keys if key in self._positions)
        nearest = {key: self._nearest_to(key) for key in sorted(keys - found)[:_MOST_MISSING]}
        return KeyLookup(self.origin, found, {key: like for key, like in nearest.items() if like})

    def preview(self, key: str) -> str:
        """The row's whole text, or nothing."""
        position = self._positions.get(key)
        return "" if position is None else self.texts[position]

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
