"""Serving one client on standard input and output."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from contextlib import suppress

from pygls.exceptions import JsonRpcException
from pygls.io_ import run_async

from caselens.lsp import commands, requests, told
from caselens.lsp.server import FAILED, server
from caselens.lsp.stdio import Output, input_stream

FEATURES = (told, requests, commands)
"""What registers the server's features when it is imported."""

ROUTINE = ("Cancel notification for unknown message id", "Server shutting down. No more requests!")

log = logging.getLogger(__name__)


def _is_news(record: logging.LogRecord) -> bool:
    """All but the requests that could not be carried out, which pygls logs as faults: who asked was told;
    cancellations of what has just been answered; and what a client still says as it leaves.
    """
    if str(record.msg).startswith(ROUTINE):
        return False
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
