"""The rows that generations return for queries, while these are being written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from caselens.lsp.runner import Runner
from caselens.ports import Hit, PortError

PATIENCE = 0.15
"""Seconds that one who asks may be kept waiting."""

DEPTH = 20
MOST_REMEMBERED = 200

Asked = tuple[Path, str]


class Rankings:
    """One ranking is made at a time, in the background; of those that wait, only the latest is wanted.

    Whoever asks waits for a moment, and otherwise comes again with the next keystroke. None is begun while
    `is_busy`: what the author asked for goes first.
    """

    def __init__(self, runner: Runner, is_busy: Callable[[], bool]) -> None:
        self._runner = runner
        self._is_busy = is_busy
        self._known: dict[Asked, tuple[Hit, ...]] = {}
        self._wanted: Asked | None = None
        self._making: asyncio.Task[None] | None = None

    async def of(self, corpus: Path, query: str) -> tuple[Hit, ...]:
        """The best rows for a query, best first; none while they are not known."""
        asked = corpus, query
        if asked not in self._known and not self._is_busy():
            self._wanted = asked
            if self._making is None or self._making.done():
                self._making = asyncio.ensure_future(self._make())
            # Who asked may give up; the ranking goes on.
            await asyncio.wait([self._making], timeout=PATIENCE)
        return self._known.get(asked, ())

    def forget(self) -> None:
        """Take nothing for known: rows or configuration may have changed."""
        # Not cleared: a ranking under way is kept with what is forgotten, and made again if still wanted.
        self._known = {}

    def end(self) -> None:
        if self._making is not None:
            self._making.cancel()

    async def _make(self) -> None:
        while (asked := self._wanted) is not None and asked not in self._known and not self._is_busy():
            known, (path, query) = self._known, asked
            job = {"kind": "rank", "path": str(path), "query": query, "depth": DEPTH}
            try:
                found = await self._runner.run(job)
            except PortError:
                found = None  # a run says what is wrong; nobody has asked for one
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            known[asked] = tuple(Hit(key, score) for key, score in found or ())
