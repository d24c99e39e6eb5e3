"""A session: it reads only, has bounded time, can be left, and never tells a secret."""

from __future__ import annotations

import time
from pathlib import Path

import psycopg
import pytest
from psycopg.sql import SQL

from caselens.adapters.postgres import PostgresSource, Session
from caselens.adapters.postgres.address import address
from caselens.ports import Cancelled, PortError
from tests.postgres.tables import GENERATION, Database, keyed, specification, unit

SECRET = "s3cr3t%2Fw0rd"


def test_it_only_reads(database: Database) -> None:
    database.run("CREATE TABLE t (n int)")
    with Session(database.dsn) as session:
        with pytest.raises(PortError, match="read-only transaction"):
            session.rows(SQL("INSERT INTO t VALUES (%s) RETURNING n").format(), (1,))
        with pytest.raises(PortError, match="multiple commands"):
            session.rows(SQL("SELECT 1; SELECT 2").format())
        assert session.rows(SQL("SELECT count(*) FROM t").format()) == [(0,)]


def test_a_filter_that_is_two_statements_does_nothing(database: Database) -> None:
    spec = specification()
    database.fill(spec, keyed(unit(2, 3)))
    broken = spec._replace(source=spec.source._replace(filter="true); DROP TABLE docs; --"))
    source = PostgresSource(broken, GENERATION, database.dsn)
    assert source.lookup(frozenset(["d0"])).unread
    source.close()
    assert database.connection.execute("SELECT count(*) FROM docs").fetchall() == [(2,)]


def test_a_statement_has_bounded_time_and_the_next_goes_on(database: Database) -> None:
    with Session(database.dsn, seconds=0.1) as session:
        with pytest.raises(PortError, match=r"did not answer within 0\.1 seconds"):
            session.rows(SQL("SELECT pg_sleep(30)").format())
        assert session.rows(SQL("SELECT %s::int").format(), (3,)) == [(3,)]


@pytest.mark.parametrize("leaving", [Cancelled, KeyboardInterrupt])
def test_who_waits_can_leave_a_long_statement(database: Database, leaving: type[BaseException]) -> None:
    asked: list[float] = []

    def still() -> None:
        asked.append(time.monotonic())
        if len(asked) == 3:
            raise leaving

    with Session(database.dsn) as session:
        with pytest.raises(leaving):
            session.rows(SQL("SELECT pg_sleep(30)").format(), (), still)
        assert time.monotonic() - asked[-1] < 0.25
        assert session.rows(SQL("SELECT 1").format()) == [(1,)]
        until = time.monotonic() + 5
        running = SQL("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE %s")
        while session.rows(running.format(), ("SELECT pg_sleep%",)) != [(0,)]:
            assert time.monotonic() < until, "the statement still runs"


def test_it_says_who_it_is_and_keeps_what_the_connection_string_sets(database: Database) -> None:
    with Session(database.dsn + "&options=-cwork_mem%3D12345kB") as session:
        names = ("application_name", "work_mem", "default_transaction_read_only", "statement_timeout")
        asked = SQL("SELECT ") + SQL(", ").join([SQL("current_setting(%s)")] * len(names))
        assert session.rows(asked, names) == [("caselens", "12345kB", "on", "30s")]


@pytest.mark.parametrize(
    ("dsn", "said"),
    [
        (
            f"postgresql://bobby:{SECRET}@127.0.0.1:1/shop",
            "no connection to 127.0.0.1:1/shop: nothing listens",
        ),
        (f"host=127.0.0.1 port=1 user=bobby password={SECRET}", "no connection to 127.0.0.1:1: nothing"),
        (f"postgresql://bobby:{SECRET}@nowhere.invalid/shop", "nowhere.invalid:5432/shop: no such host"),
        ("postgresql://bobby:s3cr3t/w0rd@127.0.0.1:1/shop", "%2F for / and %40 for @"),
        ("postgresql://bobby:s3cr3t@w0rd@127.0.0.1:1/shop", "%2F for / and %40 for @"),
        ("postgresql://bobby:1/s3cr3tw0rd@127.0.0.1:1/shop", "%2F for / and %40 for @"),
        (f"postgresql://bobby:{SECRET}@[::1/shop", "is no connection string"),
        (f"bobby {SECRET}", "is no connection string"),
        (f"host=x s3cr3t={SECRET}", "is no connection string"),
    ],
)
@pytest.mark.parametrize("kind", ["env", "file", "given"])
def test_no_message_tells_a_secret(
    dsn: str, said: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASELENS_TEST_DATABASE", dsn)
    (tmp_path / "dsn").write_text(dsn + "\n")
    (tmp_path / "dsn").chmod(0o600)
    reference = {"env": "env:CASELENS_TEST_DATABASE", "file": f"file:{tmp_path}/dsn", "given": dsn}[kind]
    with pytest.raises(PortError) as told, Session(reference) as session:
        session.rows(SQL("SELECT 1").format())
    assert said in str(told.value)
    assert told.value.__context__ is None or told.value.__suppress_context__
    assert not any(part in str(told.value) for part in ("s3cr3t", "w0rd", "bobby"))


@pytest.mark.parametrize("user", ["bobby", "database"])
def test_a_user_that_is_refused_is_not_named(database: Database, user: str) -> None:
    dsn = database.dsn.replace("postgres:", f"{user}:", 1).replace("//postgres", f"//{user}", 1)
    with pytest.raises(PortError) as told, Session(dsn) as session:
        session.rows(SQL("SELECT 1").format())
    assert str(told.value).endswith("the server refuses the user or the password")
    assert "bobby" not in str(told.value)


def test_a_database_that_is_not_there_is_named(database: Database) -> None:
    with (
        pytest.raises(PortError, match="/nope: the server has no such database"),
        Session(
            database.dsn.replace("/test_", "/nope?x=").partition("?x=")[0]
            + "?"
            + database.dsn.partition("?")[2]
        ) as session,
    ):
        session.rows(SQL("SELECT 1").format())


@pytest.mark.parametrize(
    ("reference", "said"),
    [
        (
            "env:CASELENS_NOT_SET",
            "environment variable CASELENS_NOT_SET, which holds the credential, is not set",
        ),
        ("file:{}/none", "none cannot be read"),
        ("file:{}/empty", "empty is empty"),
        ("file:{}/open", "open has mode 0644; accepted is one that its owner alone may read"),
        ("file:{}/bytes", "bytes"),
    ],
)
def test_a_reference_that_leads_nowhere(reference: str, said: str, tmp_path: Path) -> None:
    for name, content, mode in (("empty", b"\n", 0o600), ("open", b"x", 0o644), ("bytes", b"\xff", 0o600)):
        (tmp_path / name).write_bytes(content)
        (tmp_path / name).chmod(mode)
    with pytest.raises(PortError) as told:
        address(reference.format(tmp_path))
    assert said in str(told.value)


def test_an_address_shows_its_place_alone() -> None:
    found = address(f"postgresql://bobby:{SECRET}@host:123/shop")
    assert (found.place, repr(found)) == ("host:123/shop", "Address('host:123/shop')")


@pytest.mark.parametrize(
    ("driver", "ours"),
    [
        ("FATAL:  the database system is shutting down", "the server is stopping"),
        ("FATAL:  the database system is starting up", "the server is starting"),
        ('FATAL:  database "role" does not exist', "the server has no such database"),
        ('FATAL:  role "database" does not exist', "the server refuses the user or the password"),
        (
            'FATAL:  permission denied for database "shop"\nDETAIL:  User does not have CONNECT privilege.',
            "the server does not let this user into the database",
        ),
        ('connection to server at "database.role", port 5432 failed: timeout expired', "no answer within 5"),
    ],
)
def test_what_a_driver_says_is_told_in_our_words(
    driver: str, ours: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise psycopg.OperationalError(driver)

    monkeypatch.setattr(psycopg, "connect", refuse)
    with pytest.raises(PortError) as told, Session("postgresql://host:1/shop") as session:
        session.rows(SQL("SELECT 1").format())
    assert str(told.value).startswith(f"no connection to host:1/shop: {ours}")
