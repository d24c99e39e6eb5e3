"""Which of many items have a name that an earlier one has, kept while they come and go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress, count
from typing import Generic, TypeVar

T = TypeVar("T")


class Repeats(Generic[T]):
    """`name` is an item's name, the same as long as it stays; None for one that has none to compare."""

    def __init__(self, name: Callable[[T], str | None]) -> None:
        self._name = name
        self._times: dict[str, int] = {}
        self._several: set[str | None] = set()
        self._pairs: list[tuple[int, int]] | None = None

    def count(self, item: T, by: int) -> None:
        """Note that an item came (1) or went (-1)."""
        name = self._name(item)
        if not name:
            return
        many = self._times[name] = self._times.get(name, 0) + by
        if many > 1:
            self._several.add(name)
            self._pairs = None
        elif by < 0:
            if many:
                self._several.discard(name)
                self._pairs = None
            else:
                del self._times[name]

    def moved(self) -> None:
        """Note that items may stand in other places."""
        self._pairs = None

    def pairs(self, items: Sequence[T]) -> list[tuple[int, int]]:
        """The place in `items` of each whose name an earlier one has, and the place of the first of these."""
        if self._pairs is None:
            self._pairs = self._found(items) if self._several else []
        return self._pairs

    def _found(self, items: Sequence[T]) -> list[tuple[int, int]]:
        first: dict[str | None, int] = {}
        found = []
        for index in compress(count(), map(self._several.__contains__, map(self._name, items))):
            earlier = first.setdefault(self._name(items[index]), index)
            if earlier != index:
                found.append((index, earlier))
        return found
