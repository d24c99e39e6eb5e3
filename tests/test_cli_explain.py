"""A comparison that a chat model is asked about: never by itself, once for a pair, of ids and ranks."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from .test_cli import SECRET, SETTINGS, Told, caselens, folder
from .test_cli_runs import names, twice

__all__ = ["folder", "twice"]

SAID = "The radiator fell.\n\nLook at **cold** <b>first</b>.\x1b[31m"


class Chat:
    """A model on loopback that says what it is told to, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.status = 200
        self.answer: Callable[[str], bytes] = lambda _credential: json.dumps(
            {"choices": [{"message": {"role": "assistant", "content": SAID}}]}
        ).encode()

    def handler(self) -> type[BaseHTTPRequestHandler]:
        chat = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                chat.asked.append({"path": self.path, "credential": self.headers["Authorization"], **body})
                answer = chat.answer(self.headers["Authorization"] or "")
                self.send_response(chat.status)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_said: Any) -> None:
                """Nothing: what was asked is remembered."""

        return Handler


@pytest.fixture
def chat(folder: Path) -> Iterator[Chat]:
    """A model, and a configuration that names it."""
    chat = Chat()
    server = ThreadingHTTPServer(("127.0.0.1", 0), chat.handler())
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    address = f"http://127.0.0.1:{server.server_address[1]}/v1/"
    told = f"explainer: {{endpoint: '{address}', identifier: small-chat, credential: env:CHAT_TOKEN}}\n"
    (folder / "caselens.yaml").write_text(SETTINGS + told)
    try:
        yield chat
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def compare(folder: Path, *arguments: str) -> Told:
    return caselens(folder, "compare", *arguments, CHAT_TOKEN=SECRET)


def test_a_pair_of_runs_is_explained_once(folder: Path, chat: Chat, twice: list[str]) -> None:
    assert "makes of it" not in compare(folder, *twice).out
    assert chat.asked == []
    told = compare(folder, *twice, "--explain")
    assert "what small-chat makes of it\n  The radiator fell.\n" in told.out
    assert "\x1b" not in told.out
    (asked,) = chat.asked
    assert (asked["path"], asked["model"]) == ("/v1/chat/completions", "small-chat")
    assert asked["credential"] == f"Bearer {SECRET}"
    question = asked["messages"][1]["content"]
    assert "| broken | `heat` | cold 1 → (2) |" in question
    # No text of a row or of a question goes out.
    assert "radiator" not in json.dumps(asked)

    assert compare(folder, *twice, "--explain") == told
    written = compare(folder, *twice, "--explain", "--format", "markdown").out
    assert r"> Look at \*\*cold\*\* \<b\>first\</b\>." in written
    assert "<b>first" not in compare(folder, *twice, "--explain", "--format", "html").out
    assert (
        json.loads(compare(folder, *twice, "--explain", "--json").out)["explanation"]["model"] == "small-chat"
    )
    assert len(chat.asked) == 1

    # Another pair is another question, and what is forgotten is forgotten with either run.
    assert "fixed" in compare(folder, *twice[::-1], "--explain").out
    assert len(chat.asked) == 2
    kept = folder / ".caselens" / "explanations"
    assert len(list(kept.iterdir())) == 2
    assert SECRET not in "".join(path.read_text() for path in kept.iterdir())
    caselens(folder, "runs", "delete", twice[0])
    assert list(kept.iterdir()) == []


def test_nobody_is_asked_unless_a_model_is_configured(folder: Path, twice: list[str]) -> None:
    told = compare(folder, *twice, "--explain")
    assert told.status == 2
    assert told.err.startswith("caselens: no `explainer` is configured in caselens.yaml; it names")


@pytest.mark.parametrize(
    ("status", "answer", "said"),
    [
        (500, b"overloaded", "status 500: overloaded"),
        (401, b"CREDENTIAL is wrong", "status 401: "),
        (200, b"<html>", "the answer cannot be used: <html>"),
        (200, b'{"choices": []}', "the answer cannot be used: "),
        (200, b'{"choices": [{"message": {"content": " "}}]}', "the answer is empty"),
        (200, b'{"choices": [{"message": {"content": 5}}]}', "the answer is empty"),
        (307, b"elsewhere", "status 307: elsewhere"),
    ],
)
def test_a_model_that_says_nothing_of_use(
    folder: Path, chat: Chat, twice: list[str], status: int, answer: bytes, said: str
) -> None:
    chat.status = status
    chat.answer = lambda credential: answer.replace(b"CREDENTIAL", credential.encode())
    told = compare(folder, *twice, "--explain")
    assert (told.status, told.out) == (2, "")
    assert f"/v1/chat/completions: {said}" in told.err
    assert not (folder / ".caselens" / "explanations").exists()
    assert names(folder) == twice


def test_a_file_that_is_not_kept_is_not_explained(folder: Path, chat: Chat, twice: list[str]) -> None:
    (folder / "base.json").write_bytes((folder / ".caselens" / "runs" / f"{twice[0]}.json").read_bytes())
    told = compare(folder, "base.json", twice[1], "--explain")
    assert (told.status, chat.asked) == (2, [])
    assert "only runs that are kept are explained" in told.err
