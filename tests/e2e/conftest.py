"""What the end-to-end tests share: a small project, and a server to open it with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from .client import Client, Json

CONFIGURATION = """\
version: 1
generations:
  - name: tea
    corpora: ["*.corpus.yaml"]
    rows: rows.jsonl
    key_fields: [id]
    input_fields: [text]
    model: hashing
"""

# A search for "steep green tea" finds them in this order: all of its words, two of them, none.
TEAS = {"green": "steep green tea", "black": "steep black tea", "silver": "polish the spoons"}

CORPUS = """\
version: 1
cases:
  - id: steep
    query: steep green tea
    required: [green]
"""

EDITS: Json = {
    "workspace": {
        "applyEdit": True,
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]},
    }
}


def write_rows(folder: Path, rows: Mapping[str, str]) -> None:
    """Write the rows of a project, by key."""
    lines = (json.dumps({"id": key, "text": text}) + "\n" for key, text in rows.items())
    (folder / "rows.jsonl").write_text("".join(lines))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a configuration and rows, in which any `*.corpus.yaml` is a corpus."""
    (tmp_path / "caselens.yaml").write_text(CONFIGURATION)
    write_rows(tmp_path, TEAS)
    return tmp_path


@pytest.fixture
def client() -> Iterator[Client]:
    """A server that has been greeted. It is shut down in the end."""
    with Client() as client:
        client.initialize()
        yield client


@pytest.fixture
def editor(project: Path) -> Iterator[Client]:
    """A client that makes edits and files for the server."""
    with Client() as client:
        client.initialize(capabilities=EDITS, folders=[project])
        yield client
