"""Key look-ups off the event loop: configurations and rows are read once, and remembered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from caselens.adapters import configuration
from caselens.lsp.background import Background
from caselens.ports import KeyLookup, PortError
from caselens.project import Project, claimant, stamp
from caselens.settings import Settings

if TYPE_CHECKING:
    from caselens.adapters.rows import Rows

T = TypeVar("T")

MOST_REMEMBERED = 8


class Remembered(Generic[T]):
    """What files gave when they were read, or why they could not be; until their time or size changes."""

    def __init__(self) -> None:
        self._known: dict[object, tuple[object, T | PortError]] = {}

    def get(self, key: object, path: Path, read: Callable[[], T]) -> T:
        now = stamp(path)
        if key not in self._known or self._known[key][0] != now:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            try:
                self._known[key] = now, read()
            except PortError as error:
                self._known[key] = now, error
        found = self._known[key][1]
        if isinstance(found, PortError):
            raise found
        return found


class Lookups:
    """Everything here but `ask` happens on one thread, so that files are read one at a time."""

    def __init__(self) -> None:
        self._reading = Background("rows")
        self._settings: Remembered[Settings] = Remembered()
        self._rows: Remembered[Rows] = Remembered()

    async def ask(self, corpus: Path, keys: frozenset[str]) -> KeyLookup | None:
        """What the rows of a corpus's generation say of its keys; None where no generation claims it."""
        return await self._reading.run(lambda: self._answer(corpus, keys))

    def _answer(self, corpus: Path, keys: frozenset[str]) -> KeyLookup | None:
        try:
            path = configuration.find(corpus)
            if path is None:
                return None
            settings = self._settings.get(path, path, lambda: configuration.load(path))
            generation = claimant(settings, corpus)
            if generation is None:
                return None
            project = Project(settings, generation)
            rows = project.rows_path
            # Only what decides the keys: a change of gates or model does not read them again.
            key = (rows, generation.key_fields, generation.table)
            return self._rows.get(key, rows, project.keys).lookup(keys)
        except PortError as error:
            return KeyLookup("", unread=str(error))
