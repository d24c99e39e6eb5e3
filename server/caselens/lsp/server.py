"""The server itself: what it knows of its client, and how it ends."""

from __future__ import annotations

import asyncio
import logging
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from caselens import __version__
from caselens.lsp.protocol import Protocol

if TYPE_CHECKING:
    from caselens.lsp.session import Session

FAILED = -32803
"""LSP's RequestFailed: the request was right and could not be carried out."""

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

    # Imported when first needed: what the server can do does not depend on it, and an editor waits for
    # that answer.

    @cached_property
    def session(self) -> Session:
        from caselens.lsp.session import Session

        return Session(self)

    @property
    def trusted(self) -> bool:
        """False where the user has not vouched for the workspace: there, nothing is looked up or run."""
        return self.options.get("trusted") is not False

    def refresh_shown(self) -> None:
        """Say how corpora stand, and have the client ask for lenses and hints again, where it can be told."""
        self.session.statuses.all()
        self.refresh_lenses()
        workspace = self.client_capabilities.workspace
        if workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)

    def refresh_lenses(self) -> None:
        workspace = self.client_capabilities.workspace
        if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    def refresh_tokens(self) -> None:
        workspace = self.client_capabilities.workspace
        if workspace and workspace.semantic_tokens and workspace.semantic_tokens.refresh_support:
            self.workspace_semantic_tokens_refresh(None)

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
