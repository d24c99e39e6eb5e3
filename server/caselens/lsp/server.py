"""The features of the language server, each in a few lines that ask `features` and convert."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from caselens import __version__
from caselens.features import actions as doable
from caselens.features.hints import hints
from caselens.features.lenses import Lens, lenses
from caselens.lsp.convert import Ruler, diagnostic
from caselens.lsp.documents import Document
from caselens.lsp.protocol import Protocol
from caselens.lsp.session import Session
from caselens.ports import PortError

RUN_ALL, RUN_CASE, CANCEL = "caselens.runAll", "caselens.runCase", "caselens.cancel"
RUN_KIND = "caselens.run"
FAILED = -32803
"""LSP's RequestFailed: the request was right and could not be carried out."""

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
        self.session = Session(self)
        self.watching: asyncio.Task[None] | None = None

    def report_server_error(self, error: Exception, source: Any) -> None:  # noqa: ARG002
        log.error("%s", error, exc_info=True)  # pygls reports from where it caught the error


server = Server()


@server.feature(types.INITIALIZE)
def initialize(ls: Server, params: types.InitializeParams) -> None:
    options = params.initialization_options if isinstance(params.initialization_options, dict) else {}
    ls.session.trusted = options.get("trusted") is not False
    largest = options.get("largestFile")
    if isinstance(largest, int) and largest > 0:
        ls.session.largest = largest
    if params.process_id is not None and os.name == "posix":  # elsewhere, os.kill would end the client
        ls.watching = asyncio.ensure_future(_end_with(params.process_id))


@server.feature(types.SHUTDOWN)
async def shutdown(ls: Server, _params: None) -> None:
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
def code_lens(ls: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
    document = ls.session.corpus(params.text_document.uri)
    if document is None:
        return []
    found = lenses(document.picture, document.results, document.running, ls.session.trusted)
    return [types.CodeLens(_at(lens.line), _command(lens, document)) for lens in found]


def _at(line: int) -> types.Range:
    return types.Range(types.Position(line, 0), types.Position(line, 0))


def _command(lens: Lens, document: Document) -> types.Command:
    match lens.action:
        case "run-all":
            return types.Command(lens.title, RUN_ALL, arguments=[document.uri])
        case "run-case":
            return types.Command(lens.title, RUN_CASE, arguments=[document.uri, lens.case])
        case "cancel":
            return types.Command(lens.title, CANCEL, arguments=[document.uri])
    return types.Command(lens.title, "")


@server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
def inlay_hint(ls: Server, params: types.InlayHintParams) -> list[types.InlayHint]:
    document = ls.session.corpus(params.text_document.uri)
    if document is None:
        return []
    found = hints(document.picture, document.results, params.range.start.line, params.range.end.line + 1)
    return [
        types.InlayHint(
            Ruler(hint.piece, ls.session.encoding).position(hint.offset),
            hint.label,
            tooltip=hint.tooltip,
            padding_left=True,
        )
        for hint in found
    ]


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, RUN_KIND]),
)
def code_action(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    document = ls.session.corpus(params.text_document.uri)
    if document is None:
        return []
    picture, encoding = document.picture, ls.session.encoding
    first, last = params.range.start.line, params.range.end.line
    found: list[types.CodeAction] = []
    if _wanted(params, types.CodeActionKind.QuickFix):
        for mend in doable.mends(picture, first, last):
            ruler = Ruler(mend.piece, encoding)
            edits = [types.TextEdit(ruler.range(edit.span), edit.replacement) for edit in mend.fix.edits]
            found.append(
                types.CodeAction(
                    mend.fix.title,
                    types.CodeActionKind.QuickFix,
                    diagnostics=[diagnostic(mend.piece, mend.finding, document.uri, encoding)],
                    is_preferred=mend.preferred,
                    edit=types.WorkspaceEdit(changes={document.uri: edits}),
                )
            )
    if _wanted(params, RUN_KIND) and ls.session.trusted:
        for run in doable.runs(picture, first):
            name, arguments = (RUN_CASE, [document.uri, run.case]) if run.case else (RUN_ALL, [document.uri])
            command = types.Command(run.title, name, arguments=arguments)
            found.append(types.CodeAction(run.title, RUN_KIND, command=command))
    return found


def _wanted(params: types.CodeActionParams, kind: str) -> bool:
    only = params.context.only
    return not only or any(kind == wanted or kind.startswith(f"{wanted}.") for wanted in only)


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
    server.start_io()
    return 0
