"""`caselens.yaml` while it is written, and corpora that only it makes corpora."""

from __future__ import annotations

from pathlib import Path

from .client import Client
from .conftest import CONFIGURATION, CORPUS, TEAS, write_rows
from .editor import OpenFile, ranges
from .marks import marked


def test_a_configuration_is_checked_while_it_is_written(client: Client, project: Path) -> None:
    text, places = marked(CONFIGURATION.replace("model: hashing", "⟦modell⟧: hashing"))
    file = OpenFile(client, project / "caselens.yaml", text)
    found = file.diagnostics("configuration")
    assert ranges(found) == places
    assert 'no field "modell"; accepted are name, corpora' in found[0]["message"]
    file.write(CONFIGURATION.replace("- name: tea", "- name: [tea"))
    assert file.diagnostics("configuration")[0]["severity"] == 1
    file.close()
    client.wait_until(lambda: file.published()[-1]["diagnostics"] == [], "an empty list")


def test_what_it_says_of_files_is_checked_too(client: Client, project: Path) -> None:
    text, places = marked(
        CONFIGURATION.replace('["*.corpus.yaml"]', '[⟦"*.corpus.yaml"⟧]')
        .replace("rows: rows.jsonl", "rows: ⟦gone.jsonl⟧")
        .replace("model: hashing", "model: hashing # 🫖")
    )
    file = OpenFile(client, project / "caselens.yaml", text)
    found = file.diagnostics("configuration", "configuration")
    assert ranges(found) == places
    assert [one["message"] for one in found] == [
        'no YAML file below this folder matches "*.corpus.yaml"',
        "gone.jsonl: cannot be read: No such file or directory",
    ]
    (project / "gone.jsonl").write_text((project / "rows.jsonl").read_text())
    (project / "a.corpus.yaml").write_text(CORPUS)
    file.save()
    file.diagnostics()


def test_in_a_workspace_that_is_not_trusted_nothing_else_is_read(project: Path) -> None:
    with Client() as client:
        client.initialize(options={"trusted": False})
        file = OpenFile(client, project / "caselens.yaml", CONFIGURATION.replace("rows.jsonl", "gone.jsonl"))
        file.diagnostics()
        other = OpenFile(client, project / "a.corpus.yaml", CORPUS)
        other.diagnostics()
        assert file.published()[-1]["diagnostics"] == []


def test_a_configuration_decides_what_is_a_corpus(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "questions.yaml", "version: 1\n")
    OpenFile(client, project / "a.corpus.yaml", CORPUS).diagnostics()
    assert file.published() == []
    assert file.completions("version: 1") == []
    configuration = project / "caselens.yaml"
    configuration.write_text(CONFIGURATION.replace("*.corpus.yaml", "quest*.yaml"))
    file.save()
    file.diagnostics("no-cases")
    # Once taken for a corpus, it stays one while it is open.
    file.write("nothing\n")
    file.diagnostics("wrong-type")


def test_a_change_of_it_reaches_the_corpora(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "a.corpus.yaml", CORPUS.replace("[green]", "[gone]"))
    file.diagnostics("unknown-key")
    (project / "more.jsonl").write_text("")
    write_rows(project, {**TEAS, "gone": "here"})
    changed = {"uri": (project / "caselens.yaml").as_uri(), "type": 2}
    client.notify("workspace/didChangeWatchedFiles", {"changes": [changed]})
    file.diagnostics()
    (project / "caselens.yaml").write_text("version: 2\n")
    client.notify("workspace/didChangeWatchedFiles", {"changes": [changed]})
    assert "caselens.yaml:1:1" in file.diagnostics("unchecked-keys")[0]["message"]
