"""Thirty cases over 100,000 rows in PostgreSQL, beside the same SQL in a loop."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import psycopg

from caselens.adapters.postgres import PostgresSearch, PostgresSource
from caselens.adapters.postgres.search import EXHAUSTIVE, literal
from caselens.ports import Ask
from tests.postgres.conftest import Server
from tests.postgres.tables import GENERATION, Database, specification, unit

ROWS, SIZE, CASES, DEPTH = 100_000, 384, 30, 10

SQL = (
    "SELECT id::text FROM docs WHERE embedding IS NOT NULL AND embedding_generation = %s "
    "ORDER BY embedding <=> %s::vector LIMIT %s"
)

Cells = tuple[str, float, float, float]


def thirty_cases() -> Iterator[Cells]:
    """What is done, ours and plain SQL in seconds, and their ratio."""
    with tempfile.TemporaryDirectory(prefix="caselens-") as folder:
        server = Server(Path(folder) / "data")
        try:
            dsn = server.uri("postgres")
            queries = _filled(dsn)
            yield from _measured(dsn, queries)
        finally:
            server.stop()


def _filled(dsn: str) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Make the table with an index on its vectors; the queries, which are near some rows."""
    spec = specification(size=SIZE)
    centres = unit(2_000, SIZE)
    random = np.random.default_rng(1)
    rows = centres[random.integers(0, len(centres), ROWS)] + random.normal(0, 0.03, (ROWS, SIZE))
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector")
        database = Database(dsn, connection)
        database.fill(spec, [], ["bigint"])
        copy = "COPY docs (id, body, embedding, embedding_generation) FROM STDIN"
        with connection.cursor() as cursor, cursor.copy(copy) as copying:
            for number, vector in enumerate(rows.astype(np.float32).tolist()):
                copying.write_row((number, f"text {number}", literal(vector), GENERATION))
        connection.execute("ALTER TABLE docs ADD PRIMARY KEY (id)")
        connection.execute("SET maintenance_work_mem = '1GB'")
        database.indexed(spec)
    near = rows[random.integers(0, ROWS, CASES)] + random.normal(0, 0.01, (CASES, SIZE))
    return np.asarray(near / np.linalg.norm(near, axis=1, keepdims=True), np.float32)


def _measured(dsn: str, queries: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> Iterator[Cells]:
    spec = specification(size=SIZE)
    search = PostgresSearch(spec, GENERATION, dsn)
    nothing = [Ask(DEPTH, ())] * CASES
    returned = [ranking.exact or () for ranking in search.search(queries, nothing)]
    known = [Ask(DEPTH, tuple(keys[:3])) for keys in returned]
    far = [Ask(DEPTH, (*keys[:2], str(number * 997))) for number, keys in enumerate(returned)]
    with psycopg.connect(dsn, autocommit=True) as usual, psycopg.connect(dsn, autocommit=True) as exhaustive:
        for name, value in EXHAUSTIVE.items():
            exhaustive.execute(f"SET {name} = {value}".encode())

        def plain() -> None:
            for vector in queries.tolist():
                for connection in (usual, exhaustive):
                    connection.execute(SQL, (GENERATION, literal(vector), DEPTH)).fetchall()

        for what, asks in (("all found", known), ("one of three keys beyond the depth", far)):
            theirs = _seconds(plain)
            ours = _seconds(lambda asks=asks: search.search(queries, asks))  # type: ignore[misc]
            yield f"30 cases asked twice, {what}", ours, theirs, ours / theirs

        source = PostgresSource(spec, GENERATION, dsn)
        keys = frozenset(str(number * 997) for number in range(100))
        lookup = "SELECT id::text FROM docs WHERE id::text = %s"
        slowly = _seconds(lambda: [usual.execute(lookup, (key,)).fetchall() for key in sorted(keys)[:10]])
        source.lookup(keys)
        ours = _seconds(lambda: source.lookup(keys))
        yield (
            "100 keys looked up (plain: by text, ten of them, times ten)",
            ours,
            10 * slowly,
            ours / 10 / slowly,
        )
        source.close()
    search.close()


def _seconds(work: Callable[[], object]) -> float:
    taken = []
    for _ in range(3):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return min(taken)


if __name__ == "__main__":
    for cells in thirty_cases():
        print(*cells)
