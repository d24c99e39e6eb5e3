"""Key look-ups off the event loop: one thread reads configurations and rows, and remembers them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from caselens.adapters import configuration
from caselens.ports import KeyLookup, PortError
from caselens.project import Project, claimant, stamp
from caselens.settings import Settings

if TYPE_CHECKING:
    from caselens.adapters.rows import Rows

MOST_REMEMBERED = 8


class Lookups:
    """What was read is read again when the file's time or size has changed, and not before."""

    def __init__(self) -> None:
        # One thread, so that files are read one at a time and nothing here needs a lock.
        self._thread = ThreadPoolExecutor(1, "rows")
        self._settings: dict[Path, tuple[object, Settings]] = {}
        self._rows: dict[Project, tuple[object, Rows]] = {}

    async def ask(self, corpus: Path, keys: frozenset[str]) -> KeyLookup | None:
        """What the rows of a corpus's generation say of its keys; None where no generation claims it."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, corpus, keys)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _answer(self, corpus: Path, keys: frozenset[str]) -> KeyLookup | None:
        try:
            project = self._project(corpus)
            return None if project is None else self._rows_of(project).lookup(keys)
        except PortError as error:
            return KeyLookup("", unread=str(error))

    def _project(self, corpus: Path) -> Project | None:
        path = configuration.find(corpus)
        if path is None:
            return None
        now = stamp(path)
        if path not in self._settings or self._settings[path][0] != now:
            self._settings[path] = now, configuration.load(path)
        settings = self._settings[path][1]
        generation = claimant(settings, corpus)
        return Project(settings, generation) if generation else None

    def _rows_of(self, project: Project) -> Rows:
        now = stamp(project.rows_path)
        if project not in self._rows or self._rows[project][0] != now:
            if len(self._rows) >= MOST_REMEMBERED:
                self._rows.clear()
            self._rows[project] = now, project.rows()
        return self._rows[project][1]
