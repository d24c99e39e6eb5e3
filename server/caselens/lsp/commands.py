"""The commands behind lenses and code actions."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from caselens.lsp.names import (
    CANCEL,
    CASES,
    COMPARE,
    CORPORA,
    DELETE_RUN,
    HISTORY,
    REFRESH,
    RUN_ALL,
    RUN_CASE,
    RUN_CASES,
    RUNS,
    SET_BASELINE,
    SHOW_RUN,
    STATUS,
)
from caselens.lsp.protocol import Encoded
from caselens.lsp.server import FAILED, Server, server
from caselens.ports import PortError

T = TypeVar("T")


@server.command(RUN_ALL)
async def run_all(ls: Server, uri: str) -> dict[str, object]:
    return await _run(ls, uri, None)


@server.command(RUN_CASE)
async def run_case(ls: Server, uri: str, case: str) -> dict[str, object]:
    return await _run(ls, uri, [case])


@server.command(RUN_CASES)
async def run_cases(ls: Server, uri: str, cases: list[str]) -> dict[str, object]:
    return await _run(ls, uri, cases)


@server.command(REFRESH)
def refresh(ls: Server) -> None:
    """Ask rows, databases and configurations again about everything that is open."""
    ls.session.refresh()


@server.command(CANCEL)
def cancel(ls: Server, uri: str) -> bool:
    return ls.session.runs.cancel(ls.session.corpus(uri))


@server.command(CORPORA)
async def corpora(ls: Server) -> list[str]:
    from caselens.lsp.answers import corpora

    return await corpora.corpora(ls.session)


@server.command(CASES)
async def cases(ls: Server, uri: str) -> Encoded:
    from caselens.lsp.answers import corpora

    return await _quietly(corpora.cases(ls.session, uri))


@server.command(STATUS)
def status(ls: Server, uri: str) -> dict[str, object] | None:
    from caselens.lsp.answers import corpora

    return corpora.status(ls.session, uri)


@server.command(COMPARE)
async def compare(ls: Server, uri: str, *named: str) -> dict[str, object]:
    """A run beside another, either of which may be named; shown to a client that shows documents."""
    run, base, *_ = (*named, "", "")
    from caselens.lsp.answers import runs

    return await _told(ls, runs.compared(ls.session, uri, run, base))


@server.command(SHOW_RUN)
async def show_run(ls: Server, uri: str, run: str) -> dict[str, object]:
    from caselens.lsp.answers import runs

    return await _told(ls, runs.shown(ls.session, uri, run))


@server.command(HISTORY)
async def history(ls: Server, uri: str, case: str) -> dict[str, object]:
    """How a case did in the last runs."""
    from caselens.lsp.answers import runs

    return await _told(ls, runs.history(ls.session, uri, case))


@server.command(RUNS)
async def kept_runs(ls: Server, uri: str) -> list[dict[str, object]]:
    from caselens.lsp.answers import runs

    return await _quietly(runs.kept(ls.session, uri))


@server.command(SET_BASELINE)
async def set_baseline(ls: Server, uri: str, run: str) -> dict[str, object]:
    """Compare the file with a kept run from now on; with none where `run` is empty."""
    from caselens.lsp.answers import runs

    return await _told(ls, runs.set_baseline(ls.session, uri, run))


@server.command(DELETE_RUN)
async def delete_run(ls: Server, uri: str, run: str) -> None:
    from caselens.lsp.answers import runs

    await _told(ls, runs.delete(ls.session, uri, run))


async def _run(ls: Server, uri: str, only: list[str] | None) -> dict[str, object]:
    return await _told(ls, ls.session.runs.run(uri, only))


async def _quietly(work: Coroutine[Any, Any, T]) -> T:
    """For what an editor asks by itself: nobody is waiting for the reason."""
    try:
        return await work
    except PortError as error:
        raise JsonRpcException(str(error), FAILED) from None


async def _told(ls: Server, work: Coroutine[Any, Any, T]) -> T:
    try:
        return await work
    except PortError as error:
        # Lenses have no place for an answer, so the reason is also shown; it is the user's matter.
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"Caselens: {error}"))
        raise JsonRpcException(str(error), FAILED) from None
