"""How each open corpus stands, told to a client that wants to know, soon after it has changed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from caselens.features.status import status
from caselens.lsp.documents import Document, same

if TYPE_CHECKING:
    from caselens.lsp.session import Session

STATUS = "caselens/status"

PAUSE = 0.1
"""Seconds without a change after which it is told of; of a run, seconds between two reports."""


class Statuses:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._wanted = session.server.options.get("status") is True
        self._waiting: dict[str, asyncio.TimerHandle] = {}
        self._told: dict[str, dict[str, Any]] = {}

    def changed(self, document: Document) -> None:
        """Tell of a file once it has not changed for a while."""
        if waiting := self._waiting.pop(same(document.uri), None):
            waiting.cancel()
        self.runs(document)

    def runs(self, document: Document) -> None:
        """Tell of a file in a while, whatever happens meanwhile."""
        name = same(document.uri)
        if self._wanted and document.is_corpus and name not in self._waiting:
            later = asyncio.get_running_loop().call_later
            self._waiting[name] = later(PAUSE, lambda: self._tell(document))

    def all(self) -> None:
        """Tell of every open corpus in a while."""
        for document in self._session.documents.values():
            self.runs(document)

    def closed(self, document: Document) -> None:
        """Say no more of a file; when it is opened again, all of it is news."""
        name = same(document.uri)
        self._told.pop(name, None)
        if waiting := self._waiting.pop(name, None):
            waiting.cancel()

    def end(self) -> None:
        for waiting in self._waiting.values():
            waiting.cancel()

    def _tell(self, document: Document) -> None:
        name = same(document.uri)
        self._waiting.pop(name, None)
        if (now := values(document)) != self._told.get(name):
            self._told[name] = now
            self._session.server.protocol.notify(STATUS, now)


def values(document: Document) -> dict[str, Any]:
    """How a corpus stands, as docs/commands.md has it."""
    found, results = status(document.picture, document.results), document.results
    return {
        "uri": document.uri,
        "version": document.version,
        "digest": found.digest or "",
        "refusals": found.refusals,
        "cases": found.cases,
        "answered": found.answered,
        "recall": found.means.recall,
        "mrr": found.means.mrr,
        "ndcg": found.means.ndcg,
        "isModel": results.asked.is_model,
        "outdated": results.outdated,
        "running": document.running,
        "run": results.kept,
        "base": results.base,
    }
