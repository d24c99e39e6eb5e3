"""The runs under way, at most one for each open file."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from caselens.evaluation.record import result_from_json
from caselens.features.listing import why_not
from caselens.features.results import Asked, Moved
from caselens.lsp.documents import Document
from caselens.lsp.progress import shown_progress
from caselens.ports import PortError
from caselens.text import quoted

if TYPE_CHECKING:
    from caselens.lsp.session import Session

LENSES_PAUSE = 1.0
"""Seconds after which lenses say anew how far a run is; a large file has too many of them."""


class Runs:
    def __init__(self, session: Session) -> None:
        self.session = session
        self._tasks: dict[str, asyncio.Task[dict[str, object]]] = {}

    @property
    def any(self) -> bool:
        return bool(self._tasks)

    async def run(self, uri: str, only: list[str] | None) -> dict[str, object]:
        """Run some cases of an open file, or all; what is told to the client that asked."""
        document = self.session.corpus(uri)
        if document is None:
            raise PortError("the file is not open, or is no corpus")
        self.session.settle(document)
        corpus = document.picture.corpus
        if not self.session.server.trusted:
            raise PortError("nothing is run in a workspace that is not trusted")
        place = self.session.place_of(document)
        if place is None:
            raise PortError(
                "the file has no place yet; save it, or open a folder with a caselens.yaml that can claim it"
            )
        if corpus is None:
            raise PortError(why_not(document.picture))
        known = {case.id for case in corpus.cases}
        if lost := [quoted(case) for case in only or () if case not in known]:
            raise PortError(f"there is no case {', '.join(lost)} in the file")
        if document.uri in self._tasks:
            raise PortError("a run of this file is under way; cancel it first")
        task = asyncio.ensure_future(self._run(document, place, only))
        self._tasks[document.uri] = task
        try:
            return await task
        except asyncio.CancelledError:
            task.cancel()
            raise
        finally:
            del self._tasks[document.uri]
            document.running = ""
            self.session.rankings.forget()  # rows that were too many to be embedded unasked may be by now
            self.session.server.refresh_shown()

    async def _run(self, document: Document, place: Path, only: list[str] | None) -> dict[str, object]:
        job = {"kind": "run", "path": str(place), "text": document.picture.content, "only": only}
        document.running = "running"
        async with shown_progress(
            self.session.server, "Caselens", self._tasks[document.uri].cancel
        ) as report:
            self.session.server.refresh_shown()
            shown = monotonic()

            def progress(what: str, done: int, total: int) -> None:
                nonlocal shown
                document.running = f"{what} {done:,} of {total:,}" if total > 1 else what
                report(document.running, done, total)
                self.session.statuses.runs(document)
                if monotonic() - shown > LENSES_PAUSE and document.picture.is_small:
                    shown = monotonic()
                    self.session.server.refresh_lenses()

            told = await self.session.runner.run(job, progress)
        _take(document, told)
        self.session.publish_findings(document)
        if told["trouble"]:
            said = f"Caselens: {told['trouble']}"
            self.session.server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, said))
        run = told["run"]
        return {
            "digest": run["corpus"]["digest"],
            "model": run["model"],
            "means": run["means"],
            "cases": run["cases"],
            "run": told["kept"],
        }

    def cancel(self, document: Document | None) -> bool:
        """Stop the run of a file; whether there was one."""
        task = self._tasks.get(document.uri) if document else None
        return task is not None and task.cancel()

    async def end(self) -> None:
        """Stop every run, and the process that evaluates."""
        for task in self._tasks.values():
            task.cancel()
        await self.session.runner.close()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)


def _take(document: Document, told: dict[str, Any]) -> None:
    """What a run said of a file's cases, as its results."""
    run, compared = told["run"], told["compared"]
    asked = Asked(run["model"]["identity"], run["model"]["is_model"], told["state"])
    results = document.results.joined(map(result_from_json, run["cases"]), asked)
    if compared:
        moved = {name: Moved(*said) for name, said in compared["moved"].items()}
        results = results.compared(moved, compared["base"])
    if told["kept"] and len(run["cases"]) == run["corpus"]["cases"]:
        results = replace(results, kept=told["kept"])
    document.results = results
