"""Which of many names stand more than once, kept while they come and go."""

from __future__ import annotations

from collections import Counter


class Repeats:
    def __init__(self) -> None:
        self._times: Counter[str] = Counter()
        self.several: set[str] = set()

    def count(self, name: str, by: int) -> None:
        """Note that a name came (1) or went (-1)."""
        many = self._times[name] = self._times[name] + by
        if many > 1:
            self.several.add(name)
        elif by < 0:
            self.several.discard(name)
            if not many:
                del self._times[name]
