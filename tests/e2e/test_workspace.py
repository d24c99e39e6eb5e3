"""Several corpora in several folders, open or not: symbols, definitions, references, other names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from .client import Client, Refused
from .conftest import CONFIGURATION, CORPUS, TEAS, write_rows
from .editor import OpenFile
from .marks import Json

OTHER = """\
version: 1
cases:
  - id: pour
    query: 🫖 pour slowly
    required: ["green", silver]
    relevant: {'green': 2, silver: 1}
"""


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    """Two projects with the same keys, and in the first a second corpus that only a glob names."""
    for name in ("tea", "coffee"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "caselens.yaml").write_text(CONFIGURATION.replace('["*.corpus.yaml"]', '["**/*.yaml"]'))
        write_rows(folder, TEAS)
        (folder / "a.corpus.yaml").write_text(CORPUS)
    (tmp_path / "tea" / "more").mkdir()
    (tmp_path / "tea" / "more" / "b.yaml").write_text(OTHER)
    (tmp_path / "tea" / "node_modules").mkdir()
    (tmp_path / "tea" / "node_modules" / "c.corpus.yaml").write_text(CORPUS.replace("steep", "never"))
    return [tmp_path / "tea", tmp_path / "coffee"]


@pytest.fixture
def workspace(folders: Sequence[Path]) -> Iterator[Client]:
    with Client() as client:
        client.initialize(folders=folders)
        yield client


def symbols(client: Client, typed: str) -> list[tuple[str, str]]:
    found = client.request("workspace/symbol", {"query": typed})
    return sorted((one["name"], one["containerName"]) for one in found)


def test_symbols_of_all_folders(workspace: Client, folders: Sequence[Path]) -> None:
    assert symbols(workspace, "") == [
        ("pour", "b.yaml"),
        ("steep", "a.corpus.yaml"),
        ("steep", "a.corpus.yaml"),
    ]
    assert symbols(workspace, "slowly") == [("pour", "b.yaml")]
    # What is open counts as it stands in the editor, and the disk again once it is closed.
    file = OpenFile(workspace, folders[0] / "more" / "b.yaml")
    file.replace(("pour\n", "brew\n"))
    assert symbols(workspace, "brew") == [("brew", "b.yaml")]
    file.close()
    assert symbols(workspace, "brew") == []


def test_folders_and_files_come_and_go(workspace: Client, folders: Sequence[Path]) -> None:
    assert len(symbols(workspace, "steep")) == 2
    gone = {"uri": folders[1].as_uri(), "name": "coffee"}
    workspace.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [gone]}})
    assert len(symbols(workspace, "steep")) == 1
    (folders[0] / "a.corpus.yaml").unlink()
    assert symbols(workspace, "steep") == []
    (folders[0] / "d.corpus.yaml").write_text(CORPUS)
    changed = {"uri": (folders[0] / "d.corpus.yaml").as_uri(), "type": 1}
    workspace.notify("workspace/didChangeWatchedFiles", {"changes": [changed]})
    assert symbols(workspace, "steep") == [("steep", "d.corpus.yaml")]
    workspace.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [gone], "removed": []}})
    assert len(symbols(workspace, "steep")) == 2


def test_one_file_by_two_names_is_one(folders: Sequence[Path], tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folders[0])
    with Client() as client:
        client.initialize(folders=[folders[0], tmp_path / "link", tmp_path / "missing"])
        assert symbols(client, "steep") == [("steep", "a.corpus.yaml")]
        OpenFile(client, tmp_path / "link" / "a.corpus.yaml")
        assert symbols(client, "steep") == [("steep", "a.corpus.yaml")]


def named(client: Client, where: Json, **context: bool) -> list[tuple[str, int]]:
    found = client.request(
        "textDocument/references", {**where, "context": {"includeDeclaration": True} | context}
    )
    return [(one["uri"].rpartition("/")[2], one["range"]["start"]["line"]) for one in found]


def test_a_key_leads_to_its_row_and_to_every_case_that_names_it(
    workspace: Client, folders: Sequence[Path]
) -> None:
    file = OpenFile(workspace, folders[0] / "a.corpus.yaml")
    row = workspace.request("textDocument/definition", file.after("[gre"))
    assert row == {
        "uri": (folders[0] / "rows.jsonl").as_uri(),
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}},
    }
    assert named(workspace, file.after("[gre")) == [("a.corpus.yaml", 4), ("b.yaml", 4), ("b.yaml", 5)]
    assert named(workspace, file.after("id: st")) == [("a.corpus.yaml", 2)]
    assert named(workspace, file.after("query: st")) == []
    other = OpenFile(workspace, folders[0] / "more" / "b.yaml", OTHER.replace("'green': 2, ", ""))
    assert named(workspace, file.after("[gre")) == [("a.corpus.yaml", 4), ("b.yaml", 4)]
    lit = workspace.request("textDocument/documentHighlight", other.after('["gre'))
    assert [one["range"]["start"]["line"] for one in lit] == [4]


def test_an_alias_leads_to_its_anchor(workspace: Client, folders: Sequence[Path]) -> None:
    text = CORPUS.replace("[green]", "&keys [green]") + "  - {id: b, query: q, required: *keys}\n"
    file = OpenFile(workspace, folders[0] / "a.corpus.yaml", text)
    found = workspace.request("textDocument/definition", file.after("*key"))
    assert found["range"]["start"] == {"line": 4, "character": 14}
    assert named(workspace, file.after("&key")) == [("a.corpus.yaml", 4), ("a.corpus.yaml", 5)]
    edit = workspace.request("textDocument/rename", {**file.after("*key"), "newName": "teas"})
    file.apply(edit["changes"][file.uri])
    assert file.text == text.replace("keys", "teas")


def test_a_key_gets_another_name_in_every_corpus_of_its_generation(folders: Sequence[Path]) -> None:
    with Client() as client:
        client.initialize(
            folders=folders, capabilities={"workspace": {"workspaceEdit": {"documentChanges": True}}}
        )
        file = OpenFile(client, folders[0] / "a.corpus.yaml")
        prepared = client.request("textDocument/prepareRename", file.after("[gre"))
        assert prepared["placeholder"] == "green"
        edit = client.request("textDocument/rename", {**file.after("[gre"), "newName": "acme\\x1f1"})
        here, there = edit["documentChanges"]
        assert here["textDocument"] == {"uri": file.uri, "version": 1}
        assert there["textDocument"] == {"uri": (folders[0] / "more" / "b.yaml").as_uri(), "version": None}
        file.apply(here["edits"])
        assert file.text == CORPUS.replace("[green]", '["acme\\x1f1"]')
        other = OpenFile(client, folders[0] / "more" / "b.yaml")
        other.apply(there["edits"])
        assert other.text == OTHER.replace('"green"', '"acme\\x1f1"').replace("'green'", '"acme\\x1f1"')


def test_what_cannot_be_renamed(workspace: Client, folders: Sequence[Path]) -> None:
    file = OpenFile(workspace, folders[0] / "a.corpus.yaml")
    with pytest.raises(Refused, match=r'b.yaml: the case "pour" has "silver" under required already'):
        workspace.request("textDocument/rename", {**file.after("[gre"), "newName": "silver"})
    with pytest.raises(Refused, match="an id must not be blank"):
        workspace.request("textDocument/rename", {**file.after("id: st"), "newName": " "})
    assert workspace.request("textDocument/prepareRename", file.after("query: st")) is None
    assert workspace.request("textDocument/rename", {**file.after("query: st"), "newName": "x"}) is None


def test_a_corpus_that_nobody_claims_counts_within_itself(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.corpus.yaml").write_text(CORPUS)
    with Client() as client:
        client.initialize(folders=[tmp_path])
        file = OpenFile(client, tmp_path / "a.corpus.yaml")
        assert named(client, file.after("[gre")) == [("a.corpus.yaml", 4)]
        assert client.request("textDocument/definition", file.after("[gre")) is None
