"""What the server knows: the open documents, what their rows say, and the runs under way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from lsprotocol import types
from pygls.uris import to_fs_path

from caselens.adapters import configuration
from caselens.adapters.claims import UNTITLED
from caselens.features import specifications
from caselens.features.analysis import analyse
from caselens.features.missed import run_findings
from caselens.features.past import restored
from caselens.features.picture import LARGEST
from caselens.features.verdict import PlacedFinding
from caselens.lsp.background import Background, watched
from caselens.lsp.convert import MOST_PUBLISHED, OF_RUN, diagnostics, note
from caselens.lsp.databases import SILENCE
from caselens.lsp.documents import Document, opened, same, uncollected
from caselens.lsp.kept import Kept
from caselens.lsp.lookups import Lookups, Seen
from caselens.lsp.rankings import Rankings
from caselens.lsp.runner import Runner
from caselens.lsp.runs import Runs
from caselens.lsp.statuses import Statuses
from caselens.lsp.workspace import Workspace
from caselens.project import configuration_findings, surroundings_findings
from caselens.rules.rule import Finding
from caselens.text import Piece, SourceText

if TYPE_CHECKING:
    from caselens.lsp.server import Server

LATEST = 300.0
"""Seconds after which typing asks the rows about all keys again."""

PAUSE, SMALL_PAUSE = 0.15, 0.01
"""Seconds without a change after which a large file, or a small one, is read as a whole."""


T = TypeVar("T")


class Session:
    """The files of one client."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.documents: dict[str, Document] = {}
        largest = server.options.get("largestFile")
        self.largest = largest if isinstance(largest, int) and largest > 0 else LARGEST
        self.runner = Runner()
        self.runs = Runs(self)
        self.lookups = Lookups()
        self.kept = Kept()
        self.statuses = Statuses(self)
        self.rankings = Rankings(self.runner, lambda: self.runs.any)
        self.workspace = Workspace(self._folders)
        self._reading = Background("whole files")
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._settling: dict[str, asyncio.Task[None]] = {}

    @property
    def encoding(self) -> str:
        return types.PositionEncodingKind(self.server.workspace.position_encoding).value

    def _folders(self) -> list[str]:
        """The folders of the workspace, as URIs."""
        return [folder.uri for folder in self.server.workspace.folders.values()]

    # -- documents -----------------------------------------------------------------------------

    def open(self, item: types.TextDocumentItem) -> None:
        document = self.documents[same(item.uri)] = opened(item, self.largest)
        self._changed(document)
        if not document.is_corpus:
            self._recognise(document)

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        document = self.documents.get(same(params.text_document.uri))
        if document is not None:
            document.change(params.content_changes, params.text_document.version, self.encoding)
            self._changed(document)

    def close(self, uri: str) -> None:
        document = self.documents.pop(same(uri), None)
        if document is not None:
            self._cancel_lookup(document.uri)
            self._cancel_settling(document.uri)
            self.runs.cancel(document)
            self.statuses.closed(document)
            if document.is_corpus or document.is_configuration or document.is_specification:
                self._publish(document.uri, [], None)

    def refresh(self) -> None:
        """Look everything up again: rows, configuration or corpora may have changed."""
        self.rankings.forget()
        self.lookups.forget()
        for document in self.documents.values():
            if document.is_configuration:
                self._check_configuration(document)
            elif document.is_corpus:
                document.picture.ask_again()
                self._look_up(document)
            else:
                self._recognise(document)

    def corpus(self, uri: str) -> Document | None:
        """The open file, if there is one and it is a corpus."""
        document = self.documents.get(same(uri))
        if document is None or not document.is_corpus:
            return None
        if document.picture.is_small:
            self.settle(document)
        return document

    def document(self, uri: str) -> Document | None:
        """The open file, if there is one and it is a corpus, a specification or a configuration."""
        document = self.documents.get(same(uri))
        return document if document and document.schema != "corpus" else self.corpus(uri)

    def place_of(self, document: Document) -> Path | None:
        """Where a corpus is looked for in configurations: a buffer without a file in the first folder."""
        if document.path is not None or not document.is_untitled:
            return document.path
        folder = next((name for uri in self._folders() if (name := to_fs_path(uri))), None)
        return Path(folder, UNTITLED) if folder else None

    def _recognise(self, document: Document) -> None:
        """Take a file for what a configuration says it is, whatever it is called."""
        if document.may_be_claimed and document.path is not None:
            self._asking[document.uri] = watched(self._recognise_later(document, document.path))

    async def _recognise_later(self, document: Document, path: Path) -> None:
        schema = await self.lookups.schema_of(path)
        if schema and self._is_open(document):
            document.is_corpus, document.is_specification = schema == "corpus", schema == "specification"
            self._changed(document)

    def _is_open(self, document: Document) -> bool:
        return self.documents.get(same(document.uri)) is document

    async def row(self, document: Document, key: str) -> Seen | None:
        """What the rows say of a key; None where nothing may be asked."""
        corpus = self.place_of(document)
        return await self.lookups.row(corpus, key) if corpus is not None and self.server.trusted else None

    async def row_place(self, document: Document, key: str) -> tuple[Path, int] | None:
        """The file of the row with a key, and its line from 1, or 0 where the file has none."""
        seen = await self.row(document, key)
        return (seen.path, seen.rows[0].line) if seen and seen.rows and seen.path else None

    def _changed(self, document: Document) -> None:
        if document.is_configuration:
            self._check_configuration(document)
        if document.is_specification:
            if document.picture.too_large:
                self.publish_findings(document)  # which says so
            else:
                self._publish_plain(document, specifications.checked(document.picture.content).findings)
        if not document.is_corpus:
            return
        self._cancel_settling(document.uri)
        if document.picture.pending:
            self._settling[document.uri] = watched(self._settle_later(document))
            if document.picture.is_small:
                return  # the wait is too short to be seen, and what the parts say alone might be withdrawn
        self.publish_findings(document)
        self._look_up(document)

    def _check_configuration(self, document: Document) -> None:
        """Say what is wrong with a configuration; what it says of files only once there is a pause."""
        self._cancel_settling(document.uri)
        path = document.path or Path(configuration.NAME)
        found = configuration_findings(document.picture.content, path)
        self._publish_plain(document, found)
        if not found and self.server.trusted and document.path is not None:
            self._settling[document.uri] = watched(self._check_surroundings(document, path))

    async def _check_surroundings(self, document: Document, path: Path) -> None:
        await asyncio.sleep(PAUSE)
        content = document.picture.content
        found = await self._reading.run(lambda: surroundings_findings(content, path))
        self._publish_plain(document, found)

    def _publish_plain(self, document: Document, found: Sequence[Finding]) -> None:
        piece = Piece(0, SourceText(document.picture.content))
        placed = [PlacedFinding(piece, finding) for finding in found]
        self._publish(document.uri, diagnostics(placed, document.uri, self.encoding), document.version)

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
            self.server.refresh_shown()
        self.publish_findings(document)
        self._look_up(document)

    def settle(self, document: Document) -> None:
        if document.picture.pending:
            with uncollected():
                document.picture.settle()

    def _cancel_settling(self, uri: str) -> None:
        if task := self._settling.pop(uri, None):
            task.cancel()

    def publish_findings(self, document: Document) -> None:
        if document.picture.too_large:
            found = [note(f"the file is larger than {self.largest:,} characters, and is not read")]
        else:
            found = diagnostics(document.picture.findings, document.uri, self.encoding)
            of_run = list(islice(run_findings(document.picture, document.results), MOST_PUBLISHED + 1))
            found += diagnostics(of_run[:MOST_PUBLISHED], document.uri, self.encoding, OF_RUN)
            if len(of_run) > MOST_PUBLISHED:
                found.append(
                    note(f"the run says more than these {MOST_PUBLISHED:,} things; its report has all")
                )
        self._publish(document.uri, found, document.version)
        self.statuses.changed(document)

    def _publish(self, uri: str, found: list[types.Diagnostic], version: int | None) -> None:
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))

    async def aside(self, job: Callable[[], T]) -> T:
        """What a long job returns, done off the loop."""
        return await self._reading.run(job)

    # -- keys ----------------------------------------------------------------------------------

    def _look_up(self, document: Document) -> None:
        """Ask the rows about the keys that they have not been asked about."""
        place = self.place_of(document)
        if place is None or not self.server.trusted:
            return
        unread = document.picture.knowledge.unread
        if monotonic() - document.looked_up > (SILENCE if unread else LATEST):
            # What a database said may be so no more, and nobody tells.
            document.looked_up = monotonic()
            document.picture.ask_again()
            self.lookups.forget()
        if asked := document.picture.unasked:
            self._cancel_lookup(document.uri)
            asking = self._look_up_later(document, place, asked)
            self._asking[document.uri] = watched(asking)

    async def _look_up_later(self, document: Document, path: Path, asked: frozenset[str]) -> None:
        told = await self.lookups.ask(path, asked)
        # What the rows said of a key is true of it in any version of the text.
        if self._is_open(document):
            before = document.picture.findings
            document.picture.learn(asked, told.keys)
            document.picture.ignore(told.ignored)
            was = document.results
            document.results = was.seen(told.state)
            if not document.looked_back:
                document.looked_back = True
                past = await self.kept.of(self, path)
                back = restored(past, told.state)
                if back.by_id and not document.results.by_id:  # none was asked meanwhile
                    document.results = back
            if document.picture.findings != before or document.results is not was:
                self.publish_findings(document)
            if document.results is not was:
                self.server.refresh_shown()
            self.server.refresh_tokens()
            if document.picture.unasked and not document.picture.knowledge.unread:
                self._look_up(document)  # it can be read again, and others wait to be asked about

    def _cancel_lookup(self, uri: str) -> None:
        if task := self._asking.pop(uri, None):
            task.cancel()

    async def end(self) -> None:
        """Leave nothing behind."""
        for task in (*self._asking.values(), *self._settling.values()):
            task.cancel()
        self.statuses.end()
        self.rankings.end()
        await self.runs.end()
