"""Work-done progress in the client, where it has it."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from caselens.lsp.server import Server

PATIENCE = 1.0
"""Seconds that a client may take to agree to a progress; one that never answers gets none."""


@asynccontextmanager
async def shown_progress(
    server: Server, title: str, cancel: Callable[[], object]
) -> AsyncIterator[Callable[[str, int, int], None]]:
    """A function that reports progress while the block runs. `cancel` is called when the user asks."""
    token = str(uuid.uuid4())
    if not await _agreed(server, token):
        yield lambda *_: None
        return
    shown = server.work_done_progress
    shown.begin(token, types.WorkDoneProgressBegin(title, cancellable=True, percentage=0))
    shown.tokens[token].add_done_callback(lambda future: cancel() if future.cancelled() else None)

    def report(message: str, done: int, total: int) -> None:
        shown.report(
            token, types.WorkDoneProgressReport(message=message, percentage=100 * done // max(1, total))
        )

    try:
        yield report
    finally:
        shown.end(token, types.WorkDoneProgressEnd())
        shown.tokens.pop(token, None)


async def _agreed(server: Server, token: str) -> bool:
    window = server.client_capabilities.window
    if window is None or not window.work_done_progress:
        return False
    try:
        await asyncio.wait_for(server.work_done_progress.create_async(token), PATIENCE)
    except Exception:  # the client may answer with any error: then there is no progress to show
        return False
    return True
