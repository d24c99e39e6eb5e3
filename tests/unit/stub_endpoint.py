"""An embedding endpoint on loopback whose answers a test writes."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any, NamedTuple

from caselens.adapters.embedders.hashing import Hashing


class Reply(NamedTuple):
    status: int = 200
    body: bytes | str | dict[str, Any] = b""
    headers: Mapping[str, str] = MappingProxyType({})


class Hang(NamedTuple):
    """No answer until the test is over, or half of one."""

    half: bool = False


Script = Callable[[list[str], int], "Reply | Hang"]
"""What is answered to texts, at the request of a number counted from 0."""


def embeddings(texts: list[str]) -> dict[str, Any]:
    vectors = Hashing().embed(texts)
    return {"data": [{"index": i, "embedding": [float(x) for x in v]} for i, v in enumerate(vectors)]}


def plainly(texts: list[str], _number: int) -> Reply:
    return Reply(body=embeddings(texts))


class Stub(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), _Request)
        self.script = script
        self.asked: list[list[str]] = []
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.bodies: list[dict[str, Any]] = []
        self.lock = threading.Lock()
        self.over = threading.Event()
        self.now = self.most = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is what some tests are about."""


class _Request(BaseHTTPRequestHandler):
    server: Stub

    def do_POST(self) -> None:
        stub = self.server
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with stub.lock:
            number = len(stub.asked)
            stub.asked.append(body["input"])
            stub.paths.append(self.path)
            stub.headers.append(dict(self.headers.items()))
            stub.bodies.append(body)
            stub.now += 1
            stub.most = max(stub.most, stub.now)
        try:
            reply = stub.script(body["input"], number)
        finally:
            with stub.lock:
                stub.now -= 1
        if isinstance(reply, Hang):
            if reply.half:
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
                return
            stub.over.wait(30)
            return
        content = reply.body if isinstance(reply.body, bytes | str) else json.dumps(reply.body)
        data = content.encode() if isinstance(content, str) else content
        self.send_response(reply.status)
        for name, value in {"Content-Length": str(len(data)), **reply.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Say nothing."""


@contextmanager
def stub(script: Script = plainly) -> Iterator[Stub]:
    server = Stub(script)
    thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.02))
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        server.shutdown()
        thread.join()
        server.server_close()
