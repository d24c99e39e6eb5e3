"""The commands behind lenses and code actions."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from caselens.lsp.names import CANCEL, COMPARE, HISTORY, REFRESH, RUN_ALL, RUN_CASE, SET_BASELINE
from caselens.lsp.server import FAILED, Server, server
from caselens.ports import PortError


@server.command(RUN_ALL)
async def run_all(ls: Server, uri: str) -> dict[str, object]:
    return await _run(ls, uri, None)


@server.command(RUN_CASE)
async def run_case(ls: Server, uri: str, case: str) -> dict[str, object]:
    return await _run(ls, uri, [case])


@server.command(REFRESH)
def refresh(ls: Server) -> None:
    """Ask rows, databases and configurations again about everything that is open."""
    ls.session.refresh()


@server.command(CANCEL)
def cancel(ls: Server, uri: str) -> bool:
    return ls.session.runs.cancel(ls.session.corpus(uri))


@server.command(COMPARE)
async def compare(ls: Server, uri: str) -> dict[str, object]:
    """The last run beside the one it is compared with; shown to a client that shows documents."""
    from caselens.lsp.answers import runs

    return await _told(ls, runs.compared(ls.session, uri))


@server.command(HISTORY)
async def history(ls: Server, uri: str, case: str) -> dict[str, object]:
    """How a case did in the last runs."""
    from caselens.lsp.answers import runs

    return await _told(ls, runs.history(ls.session, uri, case))


@server.command(SET_BASELINE)
async def set_baseline(ls: Server, uri: str, run: str) -> dict[str, object]:
    """Compare the file with a kept run from now on; with none where `run` is empty."""
    from caselens.lsp.answers import runs

    return await _told(ls, runs.set_baseline(ls.session, uri, run))


async def _run(ls: Server, uri: str, only: list[str] | None) -> dict[str, object]:
    return await _told(ls, ls.session.runs.run(uri, only))


async def _told(ls: Server, work: Coroutine[Any, Any, dict[str, object]]) -> dict[str, object]:
    try:
        return await work
    except PortError as error:
        # Lenses have no place for an answer, so the reason is also shown; it is the user's matter.
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"Caselens: {error}"))
        raise JsonRpcException(str(error), FAILED) from None
