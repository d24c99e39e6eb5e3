"""The runs that were kept, read off the event loop."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from caselens.adapters import configuration
from caselens.adapters.runs import RunFiles
from caselens.evaluation.result import Run
from caselens.features.past import KeptRun
from caselens.history import load
from caselens.lsp.background import Background
from caselens.ports import PortError
from caselens.project import relative

if TYPE_CHECKING:
    from caselens.lsp.session import Session

MOST = 12
"""Runs of a corpus that are looked at."""

MOST_READ = 200
"""Runs of which it is remembered what they are of."""


class Kept:
    """A run's file never changes, so each is read once."""

    def __init__(self) -> None:
        self._reading = Background("runs")
        self._read: dict[Path, Run | None] = {}

    async def of(self, session: Session, place: Path | None) -> list[KeptRun]:
        """The last runs of the corpus at a place, the latest first; none where nothing may be looked at."""
        if place is None or not session.server.trusted:
            return []
        return await self._reading.run(lambda: self._of(place))

    def _of(self, corpus: Path) -> list[KeptRun]:
        path = configuration.find(corpus)
        if path is None:
            return []
        files = RunFiles(path.parent)
        try:
            name = relative(corpus, configuration.load(path))
            baselines, names = files.baselines(), files.names()
        except PortError:
            return []  # the next run, or the configuration itself, says what is wrong
        runs = ((called, self._run(files.path(called))) for called in names[:MOST_READ])
        mine = ((called, run) for called, run in runs if run is not None and run.corpus_path == name)
        return [KeptRun(called, run, baselines.get(name) == called) for called, run in islice(mine, MOST)]

    def _run(self, path: Path) -> Run | None:
        """The run in a file; None of one that is broken, which `caselens runs` tells."""
        if path not in self._read:
            if len(self._read) > MOST_READ:
                self._read.clear()
            try:
                self._read[path] = load(path)
            except PortError:
                self._read[path] = None
        return self._read[path]
