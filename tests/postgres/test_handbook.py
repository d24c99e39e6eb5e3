"""The example's specification as it is written, against a table as it describes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from caselens.adapters.postgres import PostgresSearch, PostgresSource
from caselens.ports import Ask
from caselens.specification.accepted import Specification
from caselens.specification.identity import identity
from caselens.specification.reading import read
from tests.postgres.tables import Database, unit

SPECIFICATION = Path(__file__).parents[2] / "examples" / "handbook" / "handbook.spec.yaml"


def test_its_vectors_are_found_by_its_identity(database: Database, closing: Callable[[Any], Any]) -> None:
    spec = read(SPECIFICATION.read_text("utf-8")).specification
    assert spec is not None
    vectors = make(database, spec)
    known = identity(spec)
    search = closing(PostgresSearch(spec, known, database.dsn))
    assert (search.generation, search.rows) == (known, 3)
    (ranking,) = search.search(np.asarray(vectors[:1]), [Ask(2, ("k1", "k2", "k9"))])
    assert (ranking.incomplete, ranking.hits[0].key, ranking.places["k1"].rank) == ("", "k1", 1)
    assert set(ranking.places) == {"k1", "k2"}
    told = closing(PostgresSource(spec, known, database.dsn)).lookup(frozenset(["k1", "k3", "k9"]))
    assert (told.unread, told.found, told.outside, told.rows) == ("", {"k1", "k3"}, {"k3"}, 2)


def make(database: Database, spec: Specification) -> Any:
    source, target, size = spec.source, spec.target, spec.model.reported_dimension
    (key,) = source.key_fields
    texts = ", ".join(f'"{name}" text' for name in dict.fromkeys(source.input_fields))
    schema = source.schema or "public"
    database.run(f'CREATE SCHEMA IF NOT EXISTS "{schema}"')
    database.run(
        f'CREATE TABLE "{schema}"."{source.table}" ("{key}" text PRIMARY KEY, {texts}, '
        f'published boolean, "{target.column}" {target.representation}({size}), '
        f'"{target.column}_generation" text)'
    )
    vectors = unit(3, size)
    for number, vector in enumerate(vectors.tolist(), 1):
        database.run(
            f'INSERT INTO "{schema}"."{source.table}" ("{key}", "{target.column}", '
            f'"{target.column}_generation", published) '
            f"VALUES (%s, %s::vector::{target.representation}, %s, %s)",
            f"k{number}",
            str(vector),
            identity(spec),
            number != 3,
        )
    return vectors
