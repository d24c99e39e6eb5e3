"""The commands behind lenses and code actions."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from caselens.lsp.names import (
    CANCEL,
    CASES,
    COLUMNS,
    COMPARE,
    CONFIGURE,
    CORPORA,
    DELETE_RUN,
    HISTORY,
    JUDGE,
    REFRESH,
    RETURNED,
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

SHOWN = {"shown": True}
"""Of an error: its reason has been shown, and need not be again."""


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


@server.command(RETURNED)
async def returned(ls: Server, uri: str, case: str) -> list[dict[str, object]]:
    """The rows that a case's last run returned, and those it expects."""
    from caselens.lsp.answers import judging

    return await _quietly(judging.returned(ls.session, uri, case))


@server.command(JUDGE)
async def judge(ls: Server, uri: str, case: str, judgements: Any) -> bool:
    """Write into a case what its author says of some rows."""
    from caselens.lsp.answers import judging

    return await _quietly(judging.judge(ls.session, uri, case, judgements))


@server.command(COLUMNS)
async def columns(ls: Server, uri: str, *named: str) -> dict[str, object]:
    """The columns of a file of rows, or of a table of it, that is about to be configured."""
    table, *_ = (*named, "")
    from caselens.lsp.answers import configuring

    return await _quietly(configuring.columns(ls.session, uri, table))


@server.command(CONFIGURE)
async def configure(ls: Server, uri: str, chosen: Any) -> str:
    """Make a folder's caselens.yaml."""
    from caselens.lsp.answers import configuring

    return await _quietly(configuring.configure(ls.session, uri, chosen))


async def _run(ls: Server, uri: str, only: list[str] | None) -> dict[str, object]:
    return await _told(ls, ls.session.runs.run(uri, only))


async def _quietly(work: Coroutine[Any, Any, T]) -> T:
    """For what an editor asks by itself, or has a place for the reason of."""
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
        raise JsonRpcException(str(error), FAILED, SHOWN) from None
