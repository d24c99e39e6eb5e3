"""What the server knows: the open documents, what their rows say, and the runs under way."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from caselens.evaluation.run import result_from_json
from caselens.features.analysis import analyse
from caselens.features.picture import LARGEST
from caselens.lsp.background import Background
from caselens.lsp.convert import diagnostics, note
from caselens.lsp.documents import Document, opened, uncollected
from caselens.lsp.lookups import Lookups
from caselens.lsp.progress import shown_progress
from caselens.lsp.rankings import Rankings
from caselens.lsp.runner import Runner
from caselens.lsp.workspace import Workspace
from caselens.ports import PortError
from caselens.text import counted, quoted

if TYPE_CHECKING:
    from caselens.lsp.server import Server

PAUSE, SMALL_PAUSE = 0.15, 0.01
"""Seconds without a change after which a large file, or a small one, is read as a whole."""

log = logging.getLogger(__name__)


class Session:
    """The files of one client."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.documents: dict[str, Document] = {}
        largest = server.options.get("largestFile")
        self.largest = largest if isinstance(largest, int) and largest > 0 else LARGEST
        self.runner = Runner()
        self.runs: dict[str, asyncio.Task[dict[str, object]]] = {}
        self.lookups = Lookups()
        self.rankings = Rankings(self.runner, lambda: bool(self.runs))
        self.workspace = Workspace(self._folders)
        self._reading = Background("whole files")
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._settling: dict[str, asyncio.Task[None]] = {}

    @property
    def encoding(self) -> str:
        return types.PositionEncodingKind(self.server.workspace.position_encoding).value

    def _folders(self) -> list[str]:
        """The folders of the workspace, as URIs."""
        workspace = self.server.workspace
        return list(workspace.folders) or ([workspace.root_uri] if workspace.root_uri else [])

    # -- documents -----------------------------------------------------------------------------

    def open(self, item: types.TextDocumentItem) -> None:
        document = self.documents[item.uri] = opened(item, self.largest)
        self._changed(document)

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        document = self.documents.get(params.text_document.uri)
        if document is not None:
            document.change(params.content_changes, params.text_document.version, self.encoding)
            self._changed(document)

    def close(self, uri: str) -> None:
        if self.documents.pop(uri, None) is not None:
            self._cancel_lookup(uri)
            self._cancel_settling(uri)
            self.cancel(uri)
            self._publish(uri, [], None)

    def refresh(self) -> None:
        """Look everything up again: rows, configuration or corpora may have changed."""
        self.workspace.forget()
        self.rankings.forget()
        for document in self.documents.values():
            if document.is_corpus:
                document.picture.ask_again()
                self._look_up(document)

    def corpus(self, uri: str) -> Document | None:
        """The open file, if there is one and it is a corpus."""
        document = self.documents.get(uri)
        if document is None or not document.is_corpus:
            return None
        if document.picture.is_small:
            self.settle(document)
        return document

    def document(self, uri: str) -> Document | None:
        """The open file, if there is one and it is a corpus or a configuration."""
        document = self.documents.get(uri)
        return document if document and document.is_configuration else self.corpus(uri)

    def place_of(self, document: Document) -> Path | None:
        """Where a corpus is looked for in configurations."""
        return document.path

    async def row_place(self, document: Document, key: str) -> tuple[Path, int] | None:
        """The file of the row with a key, and its line from 1, or 0 where the file has none."""
        corpus = self.place_of(document)
        if corpus is None or not self.server.trusted:
            return None
        seen = await self.lookups.row(corpus, key)
        return (seen.path, seen.rows[0].line) if seen and seen.rows else None

    def _changed(self, document: Document) -> None:
        if not document.is_corpus:
            return
        self._cancel_settling(document.uri)
        if document.picture.pending:
            self._settling[document.uri] = _watched(self._settle_later(document))
            if document.picture.is_small:
                return  # the wait is too short to be seen, and what the parts say alone might be withdrawn
        self._publish_findings(document)
        self._look_up(document)

    async def _settle_later(self, document: Document) -> None:
        """Read the file as a whole once there is a pause; a change meanwhile cancels this."""
        picture = document.picture
        small = picture.is_small
        await asyncio.sleep(SMALL_PAUSE if small else PAUSE)
        if small:
            self.settle(document)
        else:
            # Not on the loop: a request that comes meanwhile is answered from the parts.
            content = picture.content
            picture.settle(await self._reading.run(lambda: analyse(content)))
            self.refresh_shown()
        self._publish_findings(document)
        self._look_up(document)

    def settle(self, document: Document) -> None:
        if document.picture.pending:
            with uncollected():
                document.picture.settle()

    def _cancel_settling(self, uri: str) -> None:
        if task := self._settling.pop(uri, None):
            task.cancel()

    def _publish_findings(self, document: Document) -> None:
        if document.picture.too_large:
            found = [note(f"the file is larger than {self.largest:,} characters, and is not read")]
        else:
            found = diagnostics(document.picture.findings, document.uri, self.encoding)
        self._publish(document.uri, found, document.version)

    def _publish(self, uri: str, found: list[types.Diagnostic], version: int | None) -> None:
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))

    # -- keys ----------------------------------------------------------------------------------

    def _look_up(self, document: Document) -> None:
        """Ask the rows about the keys that they have not been asked about."""
        asked = document.picture.unasked
        if asked and self.server.trusted and document.path is not None:
            self._cancel_lookup(document.uri)
            asking = self._look_up_later(document, document.path, asked)
            self._asking[document.uri] = _watched(asking)

    async def _look_up_later(self, document: Document, path: Path, asked: frozenset[str]) -> None:
        told = await self.lookups.ask(path, asked)
        # What the rows said of a key is true of it in any version of the text.
        if self.documents.get(document.uri) is document:
            before = document.picture.findings
            document.picture.learn(asked, told.keys)
            document.picture.ignore(told.ignored)
            if document.picture.findings != before:
                self._publish_findings(document)
            self._refresh_tokens()

    def _cancel_lookup(self, uri: str) -> None:
        if task := self._asking.pop(uri, None):
            task.cancel()

    # -- runs ----------------------------------------------------------------------------------

    async def run(self, uri: str, only: list[str] | None) -> dict[str, object]:
        """Run some cases of an open file, or all; what is told to the client that asked."""
        document = self.corpus(uri)
        if document is None:
            raise PortError("the file is not open, or is no corpus")
        self.settle(document)
        corpus = document.picture.corpus
        if not self.server.trusted:
            raise PortError("nothing is run in a workspace that is not trusted")
        if document.path is None:
            raise PortError("the file has no place yet; save it where a caselens.yaml can claim it")
        if corpus is None:
            raise PortError(_why_not(document))
        known = {case.id for case in corpus.cases}
        if lost := [quoted(case) for case in only or () if case not in known]:
            raise PortError(f"there is no case {', '.join(lost)} in the file")
        if uri in self.runs:
            raise PortError("a run of this file is under way; cancel it first")
        task = asyncio.ensure_future(self._run(document, only))
        self.runs[uri] = task
        try:
            return await task
        except asyncio.CancelledError:
            task.cancel()
            raise
        finally:
            del self.runs[uri]
            document.running = ""
            self.refresh_shown()

    async def _run(self, document: Document, only: list[str] | None) -> dict[str, object]:
        job = {"kind": "run", "path": str(document.path), "text": document.picture.content, "only": only}
        document.running = "running"
        async with shown_progress(self.server, "Caselens", self.runs[document.uri].cancel) as report:
            self.refresh_shown()

            def progress(what: str, done: int, total: int) -> None:
                document.running = f"{what} {done:,} of {total:,}" if total > 1 else what
                report(document.running, done, total)

            run = await self.runner.run(job, progress)
        results = tuple(map(result_from_json, run["cases"]))
        document.results = document.results.joined(
            results, run["model"]["identity"], run["model"]["is_model"]
        )
        return {
            "digest": run["corpus"]["digest"],
            "model": run["model"],
            "means": run["means"],
            "cases": run["cases"],
        }

    def cancel(self, uri: str) -> bool:
        """Stop the run of a file; whether there was one."""
        task = self.runs.get(uri)
        return task is not None and task.cancel()

    def refresh_shown(self) -> None:
        """Have the client ask for lenses and hints again, where it can be told to."""
        workspace = self.server.client_capabilities.workspace
        if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
            self.server.workspace_code_lens_refresh(None)
        if workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support:
            self.server.workspace_inlay_hint_refresh(None)

    def _refresh_tokens(self) -> None:
        workspace = self.server.client_capabilities.workspace
        if workspace and workspace.semantic_tokens and workspace.semantic_tokens.refresh_support:
            self.server.workspace_semantic_tokens_refresh(None)

    async def end(self) -> None:
        """Leave nothing behind."""
        for task in (*self.runs.values(), *self._asking.values(), *self._settling.values()):
            task.cancel()
        self.rankings.end()
        await self.runner.close()
        await asyncio.gather(*self.runs.values(), return_exceptions=True)


def _why_not(document: Document) -> str:
    if document.picture.too_large:
        return "the file is too large to be read, so it cannot be run"
    return f"the corpus is refused ({counted(document.picture.refusals, 'finding')}); mend it to run it"


def _watched(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """A task that nobody awaits; a fault in it goes to the log."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(_log_fault)
    return task


def _log_fault(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("%s", error, exc_info=error)
