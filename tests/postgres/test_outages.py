"""A database that hangs, is slow or goes away: who types, runs or leaves is not kept waiting."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from psycopg.sql import SQL

from caselens.adapters.postgres import Session, connection
from caselens.ports import PortError
from tests.e2e.client import Client
from tests.e2e.editor import OpenFile
from tests.postgres.conftest import Server
from tests.postgres.tables import Database
from tests.postgres.test_product import CORPUS, SECRET, SETTINGS, SPEC, Place, place
from tests.test_cli import COMMAND, surroundings

__all__ = ["place"]

SOON = 2.5
"""Seconds; a connection is tried for five."""

SLOW_SPEC = SPEC.format(column="embedding").replace(
    "target:\n  schema: public\n  table: docs", "target:\n  table: slow"
)
SLOW = "CREATE VIEW slow AS SELECT * FROM docs WHERE pg_sleep(0.15) IS NOT NULL"
"""A search of it takes more than half a second."""

SEARCHES = "query LIKE 'SELECT%<=>%LIMIT%' AND application_name = 'caselens'"


@pytest.fixture
def hole(place: Place, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A place where connections are taken and nothing is ever said."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        port = listening.getsockname()[1]
        monkeypatch.setenv("DOCS_DATABASE", f"postgresql://u:{SECRET}@127.0.0.1:{port}/x?gssencmode=disable")
        yield listening


@pytest.fixture
def slow(place: Place, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    place.database.run(SLOW)
    place.database.run("GRANT SELECT ON slow TO PUBLIC")
    place.write("docs.spec.yaml", SLOW_SPEC)
    monkeypatch.setenv("DOCS_DATABASE", place.environment["DOCS_DATABASE"])
    yield place


@contextmanager
def running(place: Place, *arguments: str, **streams: int) -> Iterator[subprocess.Popen[bytes]]:
    """A command at work, with the database where the environment of the test says."""
    environment = surroundings() | {"DOCS_DATABASE": os.environ["DOCS_DATABASE"]}
    command = [*COMMAND, *arguments]
    with subprocess.Popen(command, cwd=place.folder, env=environment, **streams) as process:  # type: ignore[call-overload]
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def soon(what: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    assert time.monotonic() - began < SOON, what


def wait_until(true: Callable[[], object], what: str) -> None:
    until = time.monotonic() + 15
    while not true():
        assert time.monotonic() < until, what
        time.sleep(0.02)


def count(database: Database, condition: str) -> int:
    asked = f"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND {condition}"
    ((found,),) = database.connection.execute(asked.encode()).fetchall()
    return int(found)


def test_nobody_waits_for_a_database_that_says_nothing(place: Place, hole: socket.socket) -> None:
    files = '  - {name: files, corpora: ["*.files.yaml"], rows: rows.jsonl, model: hashing}\n'
    place.write("caselens.yaml", SETTINGS + files)
    place.write("rows.jsonl", '{"id": "green", "text": "steep green tea"}\n')
    with Client() as client:
        client.initialize()
        tea = OpenFile(client, place.folder / "tea.corpus.yaml", CORPUS)
        with soon("the findings of another file"):
            OpenFile(client, place.folder / "a.files.yaml", CORPUS).diagnostics("unknown-key", "unknown-key")
        with soon("a hover"):
            assert tea.hover("[gree").startswith("`green`")
        (said,) = tea.diagnostics("unchecked-keys")
        assert said["message"].endswith("no answer within 5 seconds")
        with soon("keys typed later"):
            for number in range(10):
                tea.replace((f"[green{'x' * number}]", f"[green{'x' * (number + 1)}]"))
                tea.diagnostics("unchecked-keys")
                tea.completions("[gree")
        tea.save()
        with soon("the end"):
            client.close()


def test_who_interrupts_the_command_has_it_end(place: Place, hole: socket.socket) -> None:
    hole.settimeout(15)
    with running(place, "evaluate", "tea.corpus.yaml", stderr=subprocess.PIPE) as process:
        taken, _ = hole.accept()
        with taken:
            process.send_signal(signal.SIGINT)
            with soon("the end"):
                _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, b"caselens: interrupted\n")


def test_a_server_that_does_not_keep_its_own_time(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "GRACE_SECONDS", 0.3)
    with Session(database.dsn, seconds=0.2) as session:
        ((backend,),) = session.rows(SQL("SELECT pg_backend_pid()").format())
        os.kill(backend, signal.SIGSTOP)
        try:
            with soon("the answer"), pytest.raises(PortError, match=r"/test_\d+ does not answer$"):
                session.rows(SQL("SELECT 1").format())
        finally:
            os.kill(backend, signal.SIGCONT)
        assert session.rows(SQL("SELECT 1").format()) == [(1,)]


def test_keys_asked_about_in_vain_are_asked_again(
    place: Place, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCS_DATABASE", place.environment["DOCS_DATABASE"])
    server.stop()
    try:
        client = Client()
        client.initialize()
        file = OpenFile(client, place.folder / "tea.corpus.yaml", CORPUS.replace("[green]", "[gren]"))
        file.diagnostics("unchecked-keys")
    finally:
        server.start()
    with client:
        file.save()
        file.diagnostics("unknown-key")


def test_a_server_lost_in_the_middle_of_a_run(slow: Place, server: Server) -> None:
    """What was asked until then keeps its ranking, the rest has one reason, and the next run is whole."""
    more = "".join(f"  - {{id: more-{n}, query: steep black tea, required: [black]}}\n" for n in range(3))
    slow.write("tea.corpus.yaml", CORPUS + more)
    seen: set[object] = set()

    def third() -> bool:
        asked = f"SELECT xact_start FROM pg_stat_activity WHERE state = 'active' AND {SEARCHES}"
        seen.update(slow.database.connection.execute(asked.encode()).fetchall())
        return len(seen) > 2  # each case is asked twice

    arguments = ("evaluate", "tea.corpus.yaml", "--json", "--output", "report.md", "--output", "report.xml")
    with running(slow, *arguments, stdout=subprocess.PIPE) as process:
        wait_until(third, "a third search")
        server.stop()
        try:
            out, _ = process.communicate(timeout=30)
        finally:
            server.start()
    assert process.returncode == 1
    run = json.loads(out)
    first, *others = run["cases"]
    assert (first["incomplete"], first["recall"]) == ("", 1.0)
    (reason,) = {case["incomplete"] for case in others}
    assert re.search(
        r"^(the connection to .* was lost|no connection to .*: (the server is stopping|nothing.*))$", reason
    )
    (blocker,) = [one for one in run["blockers"] if "could not be asked" in one]
    assert blocker == f"4 of 5 cases could not be asked ({reason}): spoons, more-0, more-1, more-2"
    assert (slow.folder / "report.md").read_text().count("not asked") == 4
    assert (slow.folder / "report.xml").read_text().count("<error") == 4
    # Of such a run, the next begins anew.
    again = json.loads(slow.caselens("evaluate", "tea.corpus.yaml", "--json").out)
    assert [case["incomplete"] for case in again["cases"]] == [""] * 5


def test_a_run_is_cancelled_at_once_here_and_in_the_server(slow: Place) -> None:
    with Client() as client:
        client.initialize()
        file = OpenFile(client, slow.folder / "tea.corpus.yaml", CORPUS)
        file.diagnostics()
        run = file.start(file.lens("run all"))
        wait_until(lambda: count(slow.database, f"state = 'active' AND {SEARCHES}"), "a search")
        cancel = next(lens for lens in file.lenses() if lens.command.endswith("cancel"))
        began = time.monotonic()
        file.start(cancel)
        client.wait_until(lambda: client.has_answered(run), "the end of the run")
        assert time.monotonic() - began < 0.25
        wait_until(
            lambda: not count(slow.database, f"state = 'active' AND {SEARCHES}"), "the statement's end"
        )
        assert file.diagnostics() == []


class Overheard(Client):
    """A client that keeps all it is told, answers too."""

    said: list[Any]

    def _take(self, message: dict[str, Any]) -> None:
        self.__dict__.setdefault("said", []).append(message)
        super()._take(message)


@pytest.mark.parametrize("part", ["user", "password", "database"])
def test_no_message_has_a_secret(place: Place, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a connection string that is right, wrong in a part, or no connection string."""
    hidden = "hunter2%40secret"
    right = place.environment["DOCS_DATABASE"]
    dsn = {
        "user": re.sub(r"//[^@]*@", f"//{hidden}:{hidden}@", right),
        "password": right.replace(f":{SECRET}@", f":{hidden}@"),
        "database": f"host=localhost password {hidden}",
    }[part]
    monkeypatch.setenv("DOCS_DATABASE", dsn)
    with Overheard() as client:
        client.initialize()
        file = OpenFile(client, place.folder / "tea.corpus.yaml", CORPUS)
        file.settled()
        file.hover("[gree")
        file.completions("[gre")
        answer = file.start(file.lens("run all"))
        client.wait_until(lambda: client.has_answered(answer), "what comes of the run")
        configuration = OpenFile(
            client, place.folder / "caselens.yaml", SETTINGS.replace("env:DOCS_DATABASE", dsn)
        )
        configuration.diagnostics("configuration")
    heard = repr(client.said) + client.log
    assert "hunter2" not in heard
    for arguments in (("check",), ("evaluate",), ("evaluate", "--json"), ("evaluate", "--format", "github")):
        told = place.caselens(arguments[0], "tea.corpus.yaml", *arguments[1:])
        assert "hunter2" not in told.out + told.err
    for path in place.folder.rglob("*"):
        assert not path.is_file() or b"hunter2" not in path.read_bytes(), path
