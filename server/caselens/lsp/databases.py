"""Tables in databases: each asked on a thread of its own, and left alone for a while when it was silent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from caselens.lsp.background import Background, watched
from caselens.ports import KeyLookup, PortError
from caselens.project import Project, stamp

if TYPE_CHECKING:
    from caselens.adapters.postgres import PostgresSource

T = TypeVar("T")

SILENCE = 30.0
"""Seconds for which a database that could not be asked is left alone."""

PATIENCE = 1.0
"""Seconds that a hover waits for a row; without it, it says the rest."""

LOOKUP, ROW, SEARCH = "lookup", "row", "search"
"""The questions. One that is too slow does not speak for the others, but for a look-up that fails."""


class Databases:
    """The tables of the generations that were asked about so far."""

    def __init__(self) -> None:
        self._tables: dict[object, _Table] = {}

    async def lookup(self, project: Project, keys: frozenset[str]) -> KeyLookup:
        """What a generation's database says of some keys; `unread` where it did not answer, or just now."""
        table = self._of(project)
        return await table.thread.run(lambda: table.lookup(keys))

    async def row(self, project: Project, look: Callable[[PostgresSource], T]) -> T | None:
        """What is found of a row; None where that is not known soon."""
        table = self._of(project)
        try:
            async with asyncio.timeout(PATIENCE):
                return await table.thread.run(lambda: table.look(ROW, look))
        except TimeoutError:
            return None

    async def search(self, project: Project, look: Callable[[PostgresSource], T]) -> T | None:
        """What is found in a generation's table; None where it was not asked or did not answer."""
        table = self._of(project)
        return await table.thread.run(lambda: table.look(SEARCH, look))

    def forget(self) -> None:
        """Ask all of them anew, also those that are left alone."""
        for table in self._tables.values():
            watched(table.thread.run(table.forget))

    def _of(self, project: Project) -> _Table:
        key = project.rows_path, project.generation.database
        if key not in self._tables:
            self._tables[key] = _Table(project)
        return self._tables[key]


class _Table:
    """One table; all of this happens on its thread. A question is left alone until a time, for a reason."""

    def __init__(self, project: Project) -> None:
        self.thread = Background("database")
        self._project = project
        self._source: PostgresSource | None = None
        self._read: object = None
        self._left: dict[str, tuple[float, str]] = {}

    def lookup(self, keys: frozenset[str]) -> KeyLookup:
        try:
            told = self._asked(LOOKUP).lookup(keys)
        except PortError as error:
            told = KeyLookup("", unread=str(error))
        if told.unread:
            self._leave_alone(told.unread, LOOKUP, ROW, SEARCH)
        return told

    def look(self, question: str, look: Callable[[PostgresSource], T]) -> T | None:
        try:
            return look(self._asked(question))
        except PortError as error:
            self._leave_alone(str(error), question)
            return None

    def forget(self) -> None:
        # It remembers what it was told of columns and generations.
        if self._source is not None:
            self._source.close()
        self._source, self._left = None, {}

    def _asked(self, question: str) -> PostgresSource:
        now = stamp(self._project.rows_path)
        if now != self._read:
            self.forget()
            self._read = now
        until, reason = self._left.get(question, (0.0, ""))
        if monotonic() < until:
            raise PortError(reason)
        if self._source is None:
            self._source = self._project.specified().source()
        return self._source

    def _leave_alone(self, reason: str, *questions: str) -> None:
        for question in questions:
            if monotonic() >= self._left.get(question, (0.0, ""))[0]:
                self._left[question] = monotonic() + SILENCE, reason
