"""pygls's protocol without its documents, with commands as tasks, and long answers sent as they are."""

from __future__ import annotations

import inspect
import json
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.language_server import lsp_method


class Encoded(str):
    """An answer that is JSON already, in ASCII."""

    __slots__ = ()


class Protocol(LanguageServerProtocol):
    """Document notifications go to the server's features alone: it keeps its own documents."""

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        self.fm.features[types.TEXT_DOCUMENT_DID_OPEN](params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE](params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE](params)

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_params: Any) -> None:  # type: ignore[override]
        """Pygls ends the process at once, and with it what is still being shut down."""
        self._server.leave()  # type: ignore[attr-defined]

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]
        self, params: types.ExecuteCommandParams
    ) -> Any:
        """A task, so that cancelling the request stops the command, and a stopped one is answered.

        pygls runs the command beside the request: neither hears of the other's end.
        """
        params.arguments = params.arguments or []
        command, arguments, named = next(super().lsp_workspace__execute_command(params))
        result = command(*arguments, **named)
        return await result if inspect.isawaitable(result) else result

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A request that cannot be read is refused: pygls would leave whoever sent it waiting."""
        try:
            return super().structure_message(data)
        except JsonRpcException:
            if "method" in data and isinstance(number := data.get("id"), int | str):
                said = f"the parameters of {data['method']} are not as the protocol has them"
                self._send_response(number, error=JsonRpcInvalidParams(said).to_response_error())
            raise

    def _send_response(self, msg_id: str | int, result: Any = None, error: Any = None) -> None:
        """A list of plain values as it is: pygls would look into each of thousands for a class of its own."""
        if isinstance(result, Encoded):
            self._result_types.pop(msg_id, None)
            head = f'{{"jsonrpc":"{self.VERSION}","id":{json.dumps(msg_id)},"result":'
            length = len(head) + len(result) + 1
            self.writer.write(f"Content-Length: {length}\r\n\r\n{head}{result}}}".encode("ascii"))  # type: ignore[union-attr]
        elif error is None and isinstance(result, list) and result and isinstance(result[0], dict):
            self._result_types.pop(msg_id, None)
            self._send_data({"jsonrpc": self.VERSION, "id": msg_id, "result": result})
        else:
            super()._send_response(msg_id, result, error)
