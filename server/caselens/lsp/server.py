"""The features of the language server, each in a few lines that ask `features` and convert."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from contextlib import suppress
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.io_ import run_async
from pygls.lsp.server import LanguageServer

from caselens import __version__
from caselens.lsp.names import CANCEL, RUN_ALL, RUN_CASE, RUN_KIND
from caselens.lsp.protocol import Protocol
from caselens.lsp.stdio import Output, input_stream
from caselens.ports import PortError

if TYPE_CHECKING:
    from caselens.lsp.session import Session

FAILED = -32803
"""LSP's RequestFailed: the request was right and could not be carried out."""

WATCHED = ("**/caselens.yaml", "**/*.{jsonl,ndjson,csv,sqlite,sqlite3,db}")
"""Configurations and files that may hold rows: when one changes, keys are looked up again."""

PARENT_PAUSE = 3.0
"""Seconds between two looks at whether the client still lives."""

log = logging.getLogger(__name__)


class Server(LanguageServer):
    """A server whose own faults go to the log: the author can do nothing about them."""

    def __init__(self) -> None:
        super().__init__(
            "caselens",
            __version__,
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
            protocol_cls=Protocol,
        )
        self.options: dict[str, Any] = {}
        self.watching: asyncio.Task[None] | None = None
        self.reading: asyncio.Task[None] | None = None
        self.shutting: asyncio.Task[Any] | None = None
        self.status = 0

    # The two are imported when first needed: what the server can do does not depend on them, and an
    # editor waits for that answer.

    @cached_property
    def session(self) -> Session:
        from caselens.lsp.session import Session

        return Session(self)

    @property
    def answers(self) -> ModuleType:
        from caselens.lsp import answers

        return answers

    @property
    def trusted(self) -> bool:
        """False where the user has not vouched for the workspace: there, nothing is looked up or run."""
        return self.options.get("trusted") is not False

    def leave(self) -> None:
        """Read no more once `shutdown` has been answered, which may still be at work."""
        if self.shutting is None:
            self.leave_unheard()
        else:
            self.shutting.add_done_callback(self._stop_reading)

    def leave_unheard(self) -> None:
        """Read no more, because nobody listens, or nobody has asked politely."""
        self.status = 1
        self._stop_reading()

    def _stop_reading(self, _shut: object = None) -> None:
        if self.reading is not None:
            self.reading.cancel()

    def report_server_error(self, error: Exception, source: Any) -> None:  # noqa: ARG002
        log.error("%s", error, exc_info=True)  # pygls reports from where it caught the error


server = Server()


@server.feature(types.INITIALIZE)
def initialize(ls: Server, params: types.InitializeParams) -> None:
    if isinstance(params.initialization_options, dict):
        ls.options = params.initialization_options
    if params.process_id is not None and os.name == "posix":  # elsewhere, os.kill would end the client
        ls.watching = asyncio.ensure_future(_end_with(params.process_id))


@server.feature(types.INITIALIZED)
def initialized(ls: Server, _params: types.InitializedParams) -> None:
    assert ls.session  # from here on it is worth its import
    workspace = ls.client_capabilities.workspace
    watching = workspace.did_change_watched_files if workspace else None
    if watching and watching.dynamic_registration:
        watchers = [types.FileSystemWatcher(pattern) for pattern in WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        registration = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        ls.client_register_capability(types.RegistrationParams([registration]))


@server.feature(types.SHUTDOWN)
async def shutdown(ls: Server, _params: None) -> None:
    ls.shutting = asyncio.current_task()
    await ls.session.end()


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    ls.session.open(params.text_document)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    ls.session.change(params)


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
def did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    ls.session.close(params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_DID_SAVE)
def did_save(ls: Server, _params: types.DidSaveTextDocumentParams) -> None:
    ls.session.refresh()


@server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
def watched(ls: Server, _params: types.DidChangeWatchedFilesParams) -> None:
    ls.session.refresh()


@server.feature(types.TEXT_DOCUMENT_CODE_LENS)
def code_lens(ls: Server, params: types.CodeLensParams) -> list[dict[str, Any]]:
    document = ls.session.corpus(params.text_document.uri)
    return ls.answers.code_lenses(document, ls.trusted) if document else []


@server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
def inlay_hint(ls: Server, params: types.InlayHintParams) -> list[types.InlayHint]:
    document = ls.session.corpus(params.text_document.uri)
    return ls.answers.inlay_hints(document, params.range, ls.session.encoding) if document else []


@server.feature(types.TEXT_DOCUMENT_HOVER)
def hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    document = ls.session.corpus(params.text_document.uri)
    text = ls.client_capabilities.text_document
    formats = text.hover.content_format if text and text.hover else None
    markdown = not formats or types.MarkupKind.Markdown in formats
    return ls.answers.hover(document, params.position, ls.session.encoding, markdown) if document else None


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, RUN_KIND]),
)
def code_action(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    document = ls.session.corpus(params.text_document.uri)
    return ls.answers.code_actions(document, params, ls.trusted, ls.session.encoding) if document else []


@server.command(RUN_ALL)
async def run_all(ls: Server, uri: str) -> dict[str, object]:
    return await _run(ls, uri, None)


@server.command(RUN_CASE)
async def run_case(ls: Server, uri: str, case: str) -> dict[str, object]:
    return await _run(ls, uri, [case])


@server.command(CANCEL)
def cancel(ls: Server, uri: str) -> bool:
    return ls.session.cancel(uri)


async def _run(ls: Server, uri: str, only: list[str] | None) -> dict[str, object]:
    try:
        return await ls.session.run(uri, only)
    except PortError as error:
        # Lenses have no place for an answer, so the reason is also shown; it is the user's matter.
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"Caselens: {error}"))
        raise JsonRpcException(str(error), FAILED) from None


async def _end_with(parent: int) -> None:
    """End this process when the client is gone without a word."""
    while True:
        await asyncio.sleep(PARENT_PAUSE)
        try:
            os.kill(parent, 0)
        except ProcessLookupError:
            os._exit(1)
        except OSError:
            return  # it lives and is not ours to ask about


def _is_news(record: logging.LogRecord) -> bool:
    """All but the requests that could not be carried out, which pygls logs as faults: who asked was told."""
    error = record.exc_info[1] if record.exc_info else None
    return not (isinstance(error, JsonRpcException) and error.code == FAILED)


def serve(level: str = "WARNING") -> int:
    """Serve one client on standard input and output until either ends."""
    stderr = logging.StreamHandler()
    stderr.addFilter(_is_news)
    logging.basicConfig(handlers=[stderr], level=level, format="%(levelname)s %(name)s: %(message)s")
    if sys.stdin is None or sys.stdout is None:
        log.error("a server needs standard input and output, and one of them is closed")
        return 1
    server.protocol.set_writer(Output(server.leave_unheard))
    try:
        return asyncio.run(_serve())
    except KeyboardInterrupt:
        return 1
    finally:
        server.shutdown()  # type: ignore[no-untyped-call]


async def _serve() -> int:
    """What pygls does in `start_io`, with our own input; 1 where the client leaves before `shutdown`."""
    stream = input_stream()
    reading = run_async(threading.Event(), stream, server.protocol, error_handler=server.report_server_error)
    server.reading = asyncio.ensure_future(reading)
    # Cancelled by `exit`; the other is a client that ended in the middle of a message.
    with suppress(asyncio.CancelledError, asyncio.IncompleteReadError):
        await server.reading
    return server.status
