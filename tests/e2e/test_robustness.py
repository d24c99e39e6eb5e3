"""Half-typed files and misbehaving clients: every request has an answer, and no fault of ours is shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from .client import Client, Json, Refused
from .conftest import CORPUS
from .editor import OpenFile, untitled
from .marks import position, span

HANDBOOK = Path(__file__).parents[2] / "examples" / "handbook" / "handbook.corpus.yaml"

NO_SUCH_METHOD, WRONG_ARGUMENTS = -32601, -32602


@pytest.fixture(scope="module")
def patient() -> Iterator[Client]:
    """One server for all that is done to it."""
    with Client() as client:
        client.initialize()
        yield client
    assert client.heard("window/showMessage") == []


@pytest.fixture(scope="module")
def quiet() -> Iterator[Client]:
    """One server that has nothing to complain about."""
    with Client() as client:
        client.initialize()
        yield client
    assert client.heard("window/showMessage") == []
    assert not client.log, client.log


BROKEN_BODIES = {
    "half a message": b'{"jsonrpc": "2.0", "method": "textDocument/did',
    "no text": b"\xff\xfe\x00",
    "a list": b"[]",
    "nothing": b"null",
    "no method": b'{"jsonrpc": "2.0"}',
    "another protocol": b'{"jsonrpc": "1.0", "method": "exit"}',
    "no protocol": b'{"method": "textDocument/didClose"}',
    "an empty notification": b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {}}',
    "a request about a number": b'{"jsonrpc": "2.0", "id": 1e9, "method": "shutdown2", "params": 7}',
    "an answer to nothing": b'{"jsonrpc": "2.0", "id": "nothing", "result": null}',
    "very deep": b"[" * 100_000,
}


@pytest.mark.parametrize("params", [{}, {"x": 1}, [{"command": "caselens.corpora"}, None], 7, "x"])
@pytest.mark.parametrize("method", ["workspace/executeCommand", "textDocument/hover"])
def test_a_request_that_cannot_be_read_is_refused(patient: Client, method: str, params: object) -> None:
    number = patient.start(method, params)  # type: ignore[arg-type]  # as a client with a fault sends it
    with pytest.raises(
        Refused, match=f"the parameters of {method} are not as the protocol has them"
    ) as refused:
        patient.answer(number)
    assert refused.value.code == WRONG_ARGUMENTS


@pytest.mark.parametrize("body", BROKEN_BODIES.values(), ids=BROKEN_BODIES)
def test_a_broken_message_is_survived_in_silence(patient: Client, body: bytes) -> None:
    file = OpenFile(patient, untitled(), CORPUS)
    digest = file.digest()
    patient.send_body(body)
    assert file.digest() == digest


def test_an_unknown_method_is_told_so(patient: Client) -> None:
    patient.notify("caselens/unheardOf", {"a": 1})
    patient.notify("$/unheardOf", {"a": 1})
    with pytest.raises(Refused) as refusal:
        patient.request("caselens/unheardOf", {"a": 1})
    assert refusal.value.code == NO_SUCH_METHOD
    with pytest.raises(Refused) as refusal:
        patient.request("textDocument/hover2", {})
    assert refusal.value.code == NO_SUCH_METHOD
    assert OpenFile(patient, untitled(), CORPUS).digest().startswith("digest ")


COMMANDS: dict[str, Json] = {
    "unknown": {"command": "caselens.unheardOf", "arguments": []},
    "of another server": {"command": "editor.action.format"},
    "without arguments": {"command": "caselens.runAll", "arguments": []},
    "with no arguments at all": {"command": "caselens.runAll"},
    "with too many": {"command": "caselens.runAll", "arguments": ["a", "b", "c"]},
    "with too few": {"command": "caselens.runCase", "arguments": ["a"]},
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_command_that_is_wrongly_called_is_told_so(patient: Client, command: Json) -> None:
    with pytest.raises(Refused) as refusal:
        patient.request("workspace/executeCommand", command)
    assert refusal.value.code == WRONG_ARGUMENTS
    assert OpenFile(patient, untitled(), CORPUS).digest().startswith("digest ")


def test_cancelling_what_does_not_run_is_nothing(patient: Client) -> None:
    file = OpenFile(patient, untitled(), CORPUS)
    patient.notify("$/cancelRequest", {"id": 12345})
    patient.notify("window/workDoneProgress/cancel", {"token": "none"})
    cancel = {"command": "caselens.cancel", "arguments": [file.uri]}
    assert patient.request("workspace/executeCommand", cancel) is False


# -- half-typed files ----------------------------------------------------------------------------

STEP = 7


def request_everything(file: OpenFile) -> list[int]:
    """Ask for all that an editor asks for while somebody types, without awaiting the answers."""
    client, encoding = file.client, file.client.encoding
    whole = span(file.text, 0, len(file.text), encoding)
    end = position(file.text, len(file.text), encoding)
    ranges: list[Json] = [whole, {"start": end, "end": end}]
    document: Json = {"textDocument": file.name}
    return [
        client.start("textDocument/codeLens", document),
        *(client.start("textDocument/hover", {**document, "position": where["end"]}) for where in ranges),
        *(client.start("textDocument/inlayHint", {**document, "range": where}) for where in ranges),
        *(
            client.start(
                "textDocument/codeAction", {**document, "range": where, "context": {"diagnostics": []}}
            )
            for where in ranges
        ),
    ]


def assert_answered(file: OpenFile, requests: list[int]) -> None:
    """None of the answers is an error, and each is such as JSON can hold."""
    for request in requests:
        json.dumps(file.client.answer(request))


def test_every_beginning_of_a_file_is_answered(quiet: Client, project: Path) -> None:
    text = HANDBOOK.read_text()[:1_500]
    file = OpenFile(quiet, project / "typed.corpus.yaml", "")
    asked = request_everything(file)
    for length in range(STEP, len(text), STEP):
        file.splice(len(file.text), len(file.text), text[len(file.text) : length])
        asked += request_everything(file)
    for length in range(len(text) - 3, 0, -STEP * 5):
        file.splice(length, len(file.text), "")
        asked += request_everything(file)
    for length in range(0, len(text), STEP * 5):
        file.close()
        file.text = text[:length]
        file.open()
        asked += request_everything(file)
    assert_answered(file, asked)


HALVES = {
    "a conflict": CORPUS.replace("    query", "<<<<<<< ours\n    query: a\n=======\n    query")
    + ">>>>>>> theirs\n",
    "a flow that is typed": "version: 1\ncases: [{id: a, query: {, required: [}, {]}]\n",
    "tabs": CORPUS.replace("    ", "\t"),
    "deep": "version: 1\ncases: " + "[" * 3_000,
    "aliases of aliases": "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nversion: 1\ncases: [*c, *c]\n",
    "one long line": "version: 1\ncases: [" + "{id: a, query: b, required: [c]}, " * 2_000 + "]\n",
    "a lone surrogate": CORPUS.replace("green tea", "\ud83d"),
    "controls": CORPUS.replace("green tea", "\0\x07\x1f\x85\ufeff"),
    "another language": '{"version": 1, "cases": [{"id": "a", "query": 7, "required": null}]}',
    "documents": "---\n---\nversion: 1\ncases:\n...\n%YAML 1.2\n---\n",
}


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_a_file_in_any_state_is_answered(quiet: Client, project: Path, half: str) -> None:
    file = OpenFile(quiet, project / "half.corpus.yaml", half)
    assert_answered(file, request_everything(file))
    file.write(CORPUS)
    assert file.digest().startswith("digest ")
    file.write(half)
    assert_answered(file, request_everything(file))
    file.close()
