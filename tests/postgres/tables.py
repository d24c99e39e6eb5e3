"""Tables with vectors, and the specification of what is in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import psycopg
from numpy.typing import NDArray
from psycopg.sql import SQL, Identifier

from caselens.specification.accepted import Model, Preprocessing, Source, Specification, Target

GENERATION = "9a" * 32

OPERATOR_CLASS = {"cosine": "cosine_ops", "l2": "l2_ops", "inner_product": "ip_ops"}


def name(*parts: str) -> Identifier:
    return Identifier(*(part.replace("%", "%%") for part in parts))


class Database(NamedTuple):
    """A database and a connection that may write."""

    dsn: str
    connection: psycopg.Connection[tuple[Any, ...]]

    def run(self, statement: str, *values: object) -> None:
        self.connection.execute(statement.encode(), values)

    def fill(
        self,
        specification: Specification,
        rows: Iterable[tuple[Sequence[object], str | None, Sequence[float] | None]],
        types: Sequence[str] = ("text",),
        generation: str = GENERATION,
    ) -> None:
        """Make the table if it is not there, and put rows in: key, text, vector."""
        source, target = specification.source, specification.target
        keys = source.key_fields
        table = name(source.schema, source.table)
        self.connection.execute(SQL("CREATE SCHEMA IF NOT EXISTS {}").format(name(source.schema)), ())
        columns = [SQL("{} {}").format(name(k), SQL(t)) for k, t in zip(keys, types, strict=True)]
        column = target.column
        size = specification.model.reported_dimension
        columns += [
            SQL("body text, {} {}, {} text").format(
                name(column), SQL(f"{target.representation}({size})"), name(f"{column}_generation")
            )
        ]
        self.connection.execute(
            SQL("CREATE TABLE IF NOT EXISTS {} ({})").format(table, SQL(", ").join(columns)), ()
        )
        put = SQL("INSERT INTO {} VALUES ({}, %s, %s::vector::{}, %s)").format(
            table, SQL(", ").join([SQL("%s")] * len(keys)), SQL(target.representation)
        )
        values = [
            (*key, text, None if vector is None else str([float(x) for x in vector]), generation)
            for key, text, vector in rows
        ]
        with self.connection.cursor() as cursor, self.connection.transaction():
            cursor.executemany(put, values)

    def indexed(self, specification: Specification, method: str = "hnsw", options: str = "") -> None:
        target = specification.target
        kind = f"{target.representation}_{OPERATOR_CLASS[target.metric]}"
        made = SQL("CREATE INDEX ON {} USING {} ({} {}) {}")
        table = name(target.schema, target.table)
        self.connection.execute(made.format(table, SQL(method), name(target.column), SQL(kind), SQL(options)))
        self.connection.execute(SQL("ANALYZE {}").format(table))


def specification(
    schema: str = "public",
    table: str = "docs",
    keys: tuple[str, ...] = ("id",),
    size: int = 3,
    column: str = "embedding",
    **more: str,
) -> Specification:
    """A specification; `more` are fields of the target, `filter` and `truncate`."""
    target = {"representation": "vector", "metric": "cosine", "schema": schema, "table": table}
    target |= {name: value for name, value in more.items() if name in Target._fields}
    return Specification(
        source=Source(schema, table, more.get("filter", ""), keys, ("body",)),
        preprocessing=Preprocessing(truncate=more.get("truncate", "")),
        model=Model(reported_dimension=size),
        target=Target(column=column, **target),
    )


def unit(count: int, size: int, seed: int = 0) -> NDArray[np.float32]:
    """Random vectors of unit length."""
    drawn = np.random.default_rng(seed).standard_normal((count, size)).astype(np.float32)
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True), np.float32)


def keyed(vectors: NDArray[np.float32], texts: Mapping[str, str] | None = None) -> list[tuple[Any, ...]]:
    """Rows d0, d1, … with the vectors."""
    return [((f"d{n}",), (texts or {}).get(f"d{n}", f"text {n}"), v) for n, v in enumerate(vectors.tolist())]
