"""A table that is spread over several servers."""

from __future__ import annotations

import psycopg

from caselens.specification.accepted import Specification
from tests.postgres.conftest import Server
from tests.postgres.tables import Database

COLUMNS = "(id text, body text, embedding vector({size}), embedding_generation text)"


def spread(
    database: Database, shards: list[Server], spec: Specification, options: str = "extensions 'vector'"
) -> None:
    """A table of three partitions, two of them on the shards, each with an index of its own."""
    columns = COLUMNS.format(size=spec.model.reported_dimension)
    name = database.dsn.partition("?")[0].rpartition("/")[2]
    database.run("CREATE EXTENSION postgres_fdw")
    database.run(f"CREATE TABLE docs {columns} PARTITION BY HASH (id)")
    database.run("CREATE TABLE docs_2 PARTITION OF docs FOR VALUES WITH (MODULUS 3, REMAINDER 2)")
    for number, shard in enumerate(shards):
        with psycopg.connect(shard.uri("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        with psycopg.connect(shard.uri(name), autocommit=True) as connection:
            connection.execute(f"CREATE EXTENSION vector; CREATE TABLE docs_{number} {columns}".encode())
            connection.execute(
                f"CREATE INDEX ON docs_{number} USING hnsw (embedding vector_cosine_ops) "
                "WITH (m = 2, ef_construction = 4)".encode()
            )
        database.run(
            f"CREATE SERVER shard_{number} FOREIGN DATA WRAPPER postgres_fdw "
            f"OPTIONS (host '{shard.folder}', dbname '{name}', {options})"
        )
        database.run(f"CREATE USER MAPPING FOR CURRENT_USER SERVER shard_{number} OPTIONS (user 'postgres')")
        database.run(
            f"CREATE FOREIGN TABLE docs_{number} PARTITION OF docs FOR VALUES WITH "
            f"(MODULUS 3, REMAINDER {number}) SERVER shard_{number} OPTIONS (table_name 'docs_{number}')"
        )
