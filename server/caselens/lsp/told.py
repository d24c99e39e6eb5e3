"""What the server is told: that a client is there, what happens to documents and files, and the end."""

from __future__ import annotations

import asyncio
import os

from lsprotocol import types

from caselens.features.recognition import is_configuration
from caselens.lsp.server import Server, server

WATCHED = ("**/*.{yaml,yml}", "**/*.{jsonl,ndjson,csv,sqlite,sqlite3,db}")
"""Corpora, configurations, and what may hold rows: when one changes, what depends on it is read again."""

PARENT_PAUSE = 3.0
"""Seconds between two looks at whether the client still lives."""


@server.feature(types.INITIALIZE)
def initialize(ls: Server, params: types.InitializeParams) -> None:
    if isinstance(params.initialization_options, dict):
        ls.options = params.initialization_options
    root = ls.workspace.root_uri
    if params.workspace_folders is None and root:  # as an older client says it
        ls.workspace.add_folder(types.WorkspaceFolder(root, root.rpartition("/")[2]))
    if params.process_id is not None and os.name == "posix":  # elsewhere, os.kill would end the client
        ls.watching = asyncio.ensure_future(_end_with(params.process_id))


@server.feature(types.INITIALIZED)
def initialized(ls: Server, _params: types.InitializedParams) -> None:
    assert ls.session  # from here on it is worth its import
    if _is_told_of_files(ls):
        watchers = [types.FileSystemWatcher(pattern) for pattern in WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        registration = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        ls.client_register_capability(types.RegistrationParams([registration]))


def _is_told_of_files(ls: Server) -> bool:
    workspace = ls.client_capabilities.workspace
    watching = workspace.did_change_watched_files if workspace else None
    return bool(watching and watching.dynamic_registration)


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
def did_save(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    if not _is_told_of_files(ls) or is_configuration(params.text_document.uri):
        ls.session.workspace.forget()
    ls.session.refresh()


@server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
def watched(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    written = types.FileChangeType.Changed
    if any(change.type != written or is_configuration(change.uri) for change in params.changes):
        ls.session.workspace.forget()
    ls.session.refresh()


@server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
def folders_changed(ls: Server, _params: types.DidChangeWorkspaceFoldersParams) -> None:
    ls.session.refresh()


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
