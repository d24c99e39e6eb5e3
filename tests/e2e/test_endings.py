"""However a session ends, the server ends with it, and the process in which it evaluates too."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import psutil  # type: ignore[import-untyped, unused-ignore]
import pytest

from .client import SERVER, Client
from .conftest import CORPUS, TEAS, write_rows
from .editor import OpenFile, untitled
from .runs import MANY, Running, ends, running, worker_of


def run_that_lasts(client: Client, project: Path) -> Running:
    """A run that is under way and will be for seconds."""
    write_rows(project, {**TEAS, **MANY})
    return running(OpenFile(client, project / "tea.corpus.yaml", CORPUS))


def test_shutdown_and_exit_end_with_status_0(client: Client) -> None:
    assert OpenFile(client, untitled(), CORPUS).digest().startswith("digest ")
    assert client.request("shutdown") is None
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
