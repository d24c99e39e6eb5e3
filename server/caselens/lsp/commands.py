"""The commands behind lenses and code actions."""

from __future__ import annotations

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from caselens.lsp.names import CANCEL, RUN_ALL, RUN_CASE
from caselens.lsp.server import FAILED, Server, server
from caselens.ports import PortError


@server.command(RUN_ALL)
async def run_all(ls: Server, uri: str) -> dict[str, object]:
    return await _run(ls, uri, None)


@server.command(RUN_CASE)
async def run_case(ls: Server, uri: str, case: str) -> dict[str, object]:
    return await _run(ls, uri, [case])


@server.command(CANCEL)
def cancel(ls: Server, uri: str) -> bool:
    return ls.session.runs.cancel(ls.session.corpus(uri))


async def _run(ls: Server, uri: str, only: list[str] | None) -> dict[str, object]:
    try:
        return await ls.session.runs.run(uri, only)
    except PortError as error:
        # Lenses have no place for an answer, so the reason is also shown; it is the user's matter.
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"Caselens: {error}"))
        raise JsonRpcException(str(error), FAILED) from None
