"""What the rows said of keys so far, while look-ups come back later than edits."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat

from caselens.ports import KeyLookup


class Knowledge:
    """A key is taken to have a row until the rows say that it has none."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        self.missing: set[str] = set()
        self.latest: KeyLookup | None = None
        self.nearest: dict[str, tuple[str, ...]] = {}
        self.outside: set[str] = set()
        self.unembedded: set[str] = set()

    @property
    def unread(self) -> str:
        """Why the rows could not be read, if they could not."""
        return self.latest.unread if self.latest else ""

    @property
    def rows(self) -> int:
        """How many rows there are; 0 where that is not known."""
        return self.latest.rows if self.latest else 0

    def speaks_of(self, keys: Iterable[str]) -> bool:
        """Whether there is something to say of one of some keys."""
        return not all(map(set.isdisjoint, (self.missing, self.outside, self.unembedded), repeat(keys)))

    def lookup(self, keys: Iterable[str]) -> KeyLookup | None:
        """What is known of some keys; None where no generation claims the corpus, or nothing is known yet."""
        if self.latest is None:
            return None
        if self.latest.unread:
            return self.latest
        return self.latest._replace(
            found=frozenset(keys) - self.missing,
            nearest=self.nearest,
            outside=frozenset(self.outside),
            unembedded=frozenset(self.unembedded),
        )

    def learn(self, asked: frozenset[str], told: KeyLookup | None) -> frozenset[str]:
        """Take an answer in; the keys about which it says something new."""
        before = [frozenset(known) for known in (self.missing, self.outside, self.unembedded)]
        self.latest = told
        self.asked |= asked
        if told is None or told.unread:
            for known in (self.missing, self.outside, self.unembedded, self.nearest):
                known.clear()
        else:
            self.missing -= told.found
            self.missing |= asked - told.found
            self.nearest.update(told.nearest)
            self.outside -= asked
            self.outside |= told.outside
            self.unembedded -= asked
            self.unembedded |= told.unembedded
        now = (self.missing, self.outside, self.unembedded)
        return frozenset().union(*(old ^ new for old, new in zip(before, now, strict=True)))

    def keep(self, keys: frozenset[str]) -> None:
        """Forget all keys but these: those that nobody names any more."""
        self.asked &= keys
        self.missing &= keys
        self.outside &= keys
        self.unembedded &= keys
        self.nearest = {key: near for key, near in self.nearest.items() if key in keys}
