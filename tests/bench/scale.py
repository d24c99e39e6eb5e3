"""Thirty questions with the true ranks of three keys each: over many rows in memory, and over servers."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import psycopg
from numpy.typing import NDArray

from caselens.adapters.postgres import PostgresSearch
from caselens.adapters.search import ExactSearch
from caselens.ports import Ask, Searcher
from tests.postgres.conftest import Server
from tests.postgres.shards import spread
from tests.postgres.tables import GENERATION, Database, keyed, specification, unit

SIZE, CASES, DEPTH = 384, 30, 20
IN_MEMORY = (10_000, 100_000, 1_000_000)
ON_SERVERS = 10_000
BLOCK = 50_000

Cells = tuple[str, float]


def in_memory() -> Iterator[Cells]:
    """Seconds for thirty questions over a mapped matrix, the best of three."""
    with tempfile.TemporaryDirectory(prefix="caselens-") as folder:
        for count in IN_MEMORY:
            matrix = _mapped(Path(folder) / f"{count}.npy", count)
            search = ExactSearch([str(number) for number in range(count)], matrix)
            queries = np.array(matrix[:CASES]) + 0.1 * unit(CASES, SIZE, seed=5)
            yield f"{count:,} rows in memory, exact", _best(search, queries, _asks(count))


def over_servers() -> Iterator[Cells]:
    """Seconds for thirty questions asked twice, on one server and with the table split over two more."""
    folders = [Path(tempfile.mkdtemp(prefix="caselens-")) for _ in range(3)]
    servers = [Server(folder / "data") for folder in folders]
    try:
        spec, rows = specification(size=SIZE), unit(ON_SERVERS, SIZE, seed=2)
        queries = rows[:CASES]
        for name, split in (("one", False), ("three", True)):
            with psycopg.connect(servers[0].uri("postgres"), autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {name}".encode())
            dsn = servers[0].uri(name)
            with psycopg.connect(dsn, autocommit=True) as connection:
                connection.execute("CREATE EXTENSION vector")
                database = Database(dsn, connection)
                if split:
                    spread(database, servers[1:], spec)
                database.fill(spec, keyed(rows))
            search = PostgresSearch(spec, GENERATION, dsn)
            asks = [
                ask._replace(expected=tuple(f"d{key}" for key in ask.expected)) for ask in _asks(ON_SERVERS)
            ]
            label = f"{ON_SERVERS:,} rows on {name} PostgreSQL server{'s' if split else ''}, asked twice"
            yield label, _best(search, queries, asks)
            search.close()
    finally:
        for server, folder in zip(servers, folders, strict=True):
            server.stop()
            shutil.rmtree(folder, ignore_errors=True)


def _asks(rows: int) -> list[Ask]:
    random = np.random.default_rng(3)
    return [Ask(DEPTH, tuple(map(str, random.integers(0, rows, 3).tolist()))) for _ in range(CASES)]


def _mapped(path: Path, count: int) -> NDArray[np.float32]:
    matrix = np.lib.format.open_memmap(path, "w+", np.float32, (count, SIZE))
    for start in range(0, count, BLOCK):
        many = min(BLOCK, count - start)
        matrix[start : start + many] = unit(many, SIZE, seed=start)
    matrix.flush()
    found: NDArray[np.float32] = np.load(path, mmap_mode="r")
    return found


def _best(search: Searcher, queries: NDArray[np.float32], asks: Sequence[Ask]) -> float:
    taken = []
    for _ in range(3):
        began = time.perf_counter()
        search.search(queries, asks)
        taken.append(time.perf_counter() - began)
    return min(taken)
