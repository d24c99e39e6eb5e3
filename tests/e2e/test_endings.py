"""However a session ends, the server ends with it, and the process in which it evaluates too."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
from pathlib import Path

import psutil  # type: ignore[import-untyped, unused-ignore]
import pytest

from .client import PATIENCE, SERVER, Client, Json
from .conftest import CORPUS, TEAS, write_rows
from .editor import OpenFile, untitled
from .runs import MANY, Running, ends, running, worker_of


def run_that_lasts(client: Client, project: Path) -> Running:
    """A run that is under way and will be for seconds."""
    write_rows(project, {**TEAS, **MANY})
    return running(OpenFile(client, project / "tea.corpus.yaml", CORPUS))


def test_shutdown_and_exit_end_with_status_0(client: Client) -> None:
    file = OpenFile(client, untitled(), CORPUS)
    assert file.digest().startswith("digest ")
    assert client.request("shutdown") is None
    # Editors close their files and ask for lenses even now.
    file.close()
    client.start("textDocument/codeLens", {"textDocument": file.name})
    client.notify("exit")
    assert client.wait_for_end() == 0
    assert not client.log, client.log


def test_shutdown_in_the_middle_of_a_run_ends_it(client: Client, project: Path) -> None:
    run_that_lasts(client, project)
    worker = worker_of(client)
    assert client.request("shutdown") is None
    assert ends(worker)
    client.notify("exit")
    assert client.wait_for_end() == 0
    assert "Traceback" not in client.log


@pytest.mark.parametrize("busy", [False, True], ids=["idle", "in the middle of a run"])
def test_the_server_ends_when_its_input_does(client: Client, project: Path, busy: bool) -> None:
    if busy:
        run_that_lasts(client, project)
    else:
        file = OpenFile(client, project / "tea.corpus.yaml", CORPUS)
        file.click("run all")
    worker = worker_of(client)
    client.close_input()
    client.wait_for_end(patience=5)
    assert ends(worker, patience=5)
    assert not client.log, client.log


PARENT = """
import subprocess, sys, time
server = subprocess.Popen(sys.argv[1:])
time.sleep(600)
"""


def test_the_server_ends_when_its_parent_does(project: Path) -> None:
    # The parent hands its own pipes on, so the server's input stays open when the parent is killed.
    with Client([sys.executable, "-c", PARENT, *SERVER]) as client:
        client.initialize(parent=client.process.pid)
        run_that_lasts(client, project)
        (server,) = psutil.Process(client.process.pid).children()
        worker = worker_of(client)
        client.process.kill()
        client.process.wait()
        assert ends(server, patience=8)
        assert ends(worker, patience=5)


def test_a_server_that_is_killed_leaves_no_worker(client: Client, project: Path) -> None:
    run_that_lasts(client, project)
    worker = worker_of(client)
    client.process.kill()
    assert ends(worker, patience=5)
    assert client.wait_for_end() == -signal.SIGKILL  # it may outlive its worker by a moment


# -- how it ends, message by message ---------------------------------------------------------------

GREETING: Json = {"processId": None, "rootUri": None, "capabilities": {}}


def framed(
    method: str, number: int | None = None, params: object = None, head: str = "Content-Length: "
) -> bytes:
    message = {"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})}
    body = json.dumps(message if number is None else {**message, "id": number}).encode()
    return f"{head}{len(body)}\r\n\r\n".encode() + body


def spoken(*messages: bytes) -> subprocess.Popen[bytes]:
    """A server that was told all this at once, and whose input stays open."""
    process = subprocess.Popen(SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin
    process.stdin.write(b"".join(messages))
    process.stdin.flush()
    return process


HELLO, SHUTDOWN, EXIT = framed("initialize", 1, GREETING), framed("shutdown", 2), framed("exit")


@pytest.mark.parametrize(
    ("messages", "status", "answered"),
    [
        ((HELLO, SHUTDOWN, EXIT), 0, (1, 2)),
        ((HELLO, EXIT), 1, (1,)),
        ((EXIT,), 1, ()),
        ((HELLO, framed("shutdown", 2, head="content-length:"), EXIT), 0, (1, 2)),
    ],
    ids=["shutdown and exit at once", "no shutdown", "not even a greeting", "a head in lower case"],
)
def test_exit_ends_it_once_all_is_answered(
    messages: tuple[bytes, ...], status: int, answered: tuple[int, ...]
) -> None:
    with spoken(*messages) as process:
        assert process.wait(timeout=PATIENCE) == status
        assert process.stdout
        assert process.stderr
        said = process.stdout.read()
        assert [number for number in (1, 2) if b'"id": %d' % number in said] == list(answered)
        assert process.stderr.read() == b""


def test_it_ends_when_nobody_reads_its_output() -> None:
    with spoken(HELLO) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdin
        assert process.stdout.readline()
        process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(framed("initialized", params={}) + SHUTDOWN)
            process.stdin.flush()
        assert process.wait(timeout=PATIENCE) == 1
        assert process.stderr.read() == b""


def test_without_any_input_it_says_so() -> None:
    command = ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *SERVER]
    done = subprocess.run(command, check=False, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert b"a server needs standard input and output" in done.stderr
