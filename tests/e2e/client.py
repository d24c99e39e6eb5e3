"""A language client of the plainest kind: frames on the pipes of a process, with a deadline on everything."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

SERVER = (sys.executable, "-m", "caselens", "serve", "--stdio")

PATIENCE = 20.0
"""Seconds after which something that was awaited counts as never coming."""

Json = dict[str, Any]

ANSWERED = (
    "window/workDoneProgress/create",
    "workspace/codeLens/refresh",
    "workspace/inlayHint/refresh",
    "workspace/semanticTokens/refresh",
    "client/registerCapability",
)
"""The requests of a server that this client agrees to. It knows no others."""


class Refused(Exception):  # noqa: N818 - it is an answer
    """The server answered a request with an error."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code, self.message, self.data = code, message, data


class Client:
    """A running server and what it has said so far.

    Messages are kept in the order in which they came; `arrived` is when the latest was complete.
    `answers_requests=False` makes a client that never answers the server's own requests, as a hung editor
    would. The edits that it asks for are kept in `edits` and said to be made, unless `takes_edits` is false.
    """

    def __init__(self, command: Sequence[str] = SERVER, *, answers_requests: bool = True) -> None:
        self.answers_requests = answers_requests
        self.requested: Counter[str] = Counter()
        self.registered: list[Json] = []
        self.edits: list[Json] = []
        self.takes_edits = True
        self.notifications: list[Json] = []
        self.encoding = "utf-16"
        self._answers: dict[int, Json] = {}
        self._numbers = itertools.count(1)
        self._changed = threading.Condition()
        self._writing = threading.Lock()
        self._complaints: list[bytes] = []
        self.ended = False
        self.arrived = 0.0
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self._input: IO[bytes] = self.process.stdin
        self._threads = [
            threading.Thread(target=self._listen, args=[self.process.stdout], daemon=True),
            threading.Thread(target=self._overhear, args=[self.process.stderr], daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self._end()

    # -- sending -------------------------------------------------------------------------------

    def initialize(
        self,
        *encodings: str,
        options: Json | None = None,
        capabilities: Json | None = None,
        parent: int = 0,
        folders: Sequence[Path] = (),
    ) -> Json:
        """Greet the server as an editor that can do everything. The answer is the server's abilities."""
        can: Json = {
            "window": {"workDoneProgress": True},
            "workspace": {
                "codeLens": {"refreshSupport": True},
                "inlayHint": {"refreshSupport": True},
                "didChangeWatchedFiles": {"dynamicRegistration": True},
            },
            "general": {"positionEncodings": list(encodings) or ["utf-16"]},
        }
        answer: Json = self.request(
            "initialize",
            {
                "processId": parent or os.getpid(),
                "rootUri": None,
                "capabilities": can if capabilities is None else capabilities,
                "initializationOptions": options,
                "workspaceFolders": [{"uri": path.as_uri(), "name": path.name} for path in folders] or None,
            },
        )
        self.notify("initialized", {})
        abilities: Json = answer["capabilities"]
        self.encoding = abilities.get("positionEncoding", "utf-16")
        return abilities

    def notify(self, method: str, params: Json | None = None) -> None:
        self._send({"method": method, "params": params})

    def start(self, method: str, params: Json | None = None) -> int:
        """Send a request without awaiting its answer; `answer` takes the number that comes back."""
        number = next(self._numbers)
        self._send({"id": number, "method": method, "params": params})
        return number

    def answer(self, number: int, patience: float = PATIENCE) -> Any:
        """What came of a request. Raises `Refused` for an error."""
        self.wait_until(lambda: number in self._answers, f"an answer to request {number}", patience)
        answer = self._answers.pop(number)
        if "error" in answer:
            raise Refused(**answer["error"])
        return answer["result"]

    def has_answered(self, number: int) -> bool:
        return number in self._answers

    def request(self, method: str, params: Json | None = None, patience: float = PATIENCE) -> Any:
        return self.answer(self.start(method, params), patience)

    def send_body(self, body: bytes) -> None:
        """Send a frame around any bytes at all."""
        with self._writing:
            self._input.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self._input.flush()

    def _send(self, message: Json) -> None:
        # A lone surrogate cannot be UTF-8; the escapes of ASCII carry whatever a text may hold.
        self.send_body(json.dumps({"jsonrpc": "2.0", **message}).encode())

    # -- hearing -------------------------------------------------------------------------------

    def wait_until(self, true: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
        """Wait for something that only a message can bring about."""
        with self._changed:
            self._changed.wait_for(lambda: true() or self.ended, patience)
            if not true():
                ending = "the server ended" if self.ended else f"{patience:g} s passed"
                raise AssertionError(f"{ending} without {what}; it logged: {self.log or 'nothing'}")

    def heard(self, method: str) -> list[Json]:
        """The params of every notification of a kind, so far."""
        return [said["params"] for said in tuple(self.notifications) if said["method"] == method]

    @property
    def log(self) -> str:
        """What the server has written to its standard error."""
        return b"".join(self._complaints).decode()

    def _listen(self, output: IO[bytes]) -> None:
        with output:
            for body in _frames(output):
                self.arrived = time.perf_counter()
                self._take(json.loads(body))
        with self._changed:
            self.ended = True
            self._changed.notify_all()

    def _take(self, message: Json) -> None:
        with self._changed:
            if "method" not in message:
                self._answers[message["id"]] = message
            elif "id" in message:
                self.requested[message["method"]] += 1
                if message["method"] == "client/registerCapability":
                    self.registered.extend(message["params"]["registrations"])
                elif message["method"] == "workspace/applyEdit":
                    self.edits.append(message["params"]["edit"])
            else:
                self.notifications.append(message)
            self._changed.notify_all()
        if "method" in message and "id" in message and self.answers_requests:
            self._reply(message)

    def _reply(self, request: Json) -> None:
        answer: Json = {"result": None}
        if request["method"] == "workspace/applyEdit":
            answer = {"result": {"applied": self.takes_edits}}
        elif request["method"] not in ANSWERED:
            answer = {"error": {"code": -32601, "message": f"no method {request['method']}"}}
        with suppress(BrokenPipeError, ValueError):  # the server may ask and end
            self._send({"id": request["id"], **answer})

    def _overhear(self, errors: IO[bytes]) -> None:
        with errors:
            for line in errors:
                self._complaints.append(line)

    # -- ending --------------------------------------------------------------------------------

    def close_input(self) -> None:
        """Close the server's standard input, as an editor that ended does."""
        with self._writing:
            self._input.close()

    def wait_for_end(self, patience: float = PATIENCE) -> int:
        """The exit status of the process, once everything that it said has been read."""
        status = self.process.wait(patience)
        for thread in self._threads:
            thread.join(patience)
            assert not thread.is_alive(), "a process that outlived the server holds its pipes"
        return status

    def close(self) -> None:
        """Shut the server down as the protocol has it, unless it has ended; end the process in any case."""
        try:
            if self.process.poll() is None and not self._input.closed:
                self.request("shutdown")
                self.notify("exit")
            self.wait_for_end()
        finally:
            self._end()

    def _end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        with suppress(BrokenPipeError):
            self.close_input()


def _frames(stream: IO[bytes]) -> Iterator[bytes]:
    """The bodies of the messages in a stream, until it ends."""
    while header := stream.readline():
        name, _, length = header.partition(b": ")
        assert name == b"Content-Length", header
        while stream.readline().strip():
            pass  # other headers
        yield stream.read(int(length))
