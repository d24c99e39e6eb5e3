"""What the process that evaluates does of itself, when nobody has asked for a run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from caselens.engines import open_engine, open_model
from caselens.lsp.worker import MOST_UNASKED, Worker
from caselens.project import Project, find_project

CONFIGURATION = """\
version: 1
generations:
  - name: tea
    corpora: ["*.yaml"]
    rows: rows.jsonl
    model: hashing
"""


def test_a_worker_whose_server_has_gone_ends_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "caselens.yaml").write_text(CONFIGURATION)
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-P", "-m", "caselens.lsp.worker"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.PIPE, text=True
    ) as worker:
        os.close(writer)
        assert worker.stdin is not None and worker.stderr is not None
        # Its input stays open, as where another process has inherited it.
        print(
            json.dumps({"id": 1, "kind": "run", "path": str(tmp_path / "a.yaml")}),
            file=worker.stdin,
            flush=True,
        )
        assert worker.wait(20) == 0
        assert worker.stderr.read() == ""


def test_many_rows_are_read_once_to_rank_until_vectors_are_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "caselens.yaml").write_text(CONFIGURATION)
    rows = (json.dumps({"id": f"k{n}", "text": f"text {n}"}) + "\n" for n in range(MOST_UNASKED + 1))
    (tmp_path / "rows.jsonl").write_text("".join(rows))
    project = find_project(tmp_path / "a.yaml")
    assert project is not None
    table, reads = project.rows(), []

    def read(found: Project) -> object:
        reads.append(found)
        return table

    monkeypatch.setattr(Project, "rows", read)
    worker = Worker()

    def rank(query: str) -> object:
        return worker.rank({"id": 1, "path": str(tmp_path / "a.yaml"), "query": query, "depth": 1})

    assert (rank("text 7"), rank("text 8"), len(reads)) == (None, None, 1)
    # As a run from the command line does.
    open_engine(project, open_model(project), lambda _said: None)
    found = rank("text 7")
    assert isinstance(found, list) and found[0][0] == "k7"
