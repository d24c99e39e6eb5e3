"""Several corpora in several folders, open or not: symbols, definitions, references, other names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from .client import Client, Refused
from .conftest import CONFIGURATION, CORPUS, TEAS, write_rows
from .editor import OpenFile, untitled
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
    assert symbols(workspace, "slowly") == [("pour · 🫖 pour slowly", "b.yaml")]
    # What is open counts as it stands in the editor, and the disk again once it is closed.
    file = OpenFile(workspace, folders[0] / "more" / "b.yaml")
    file.replace(("pour\n", "brew\n"))
    assert symbols(workspace, "brew") == [("brew", "b.yaml")]
    file.close()
    assert symbols(workspace, "brew") == []


def test_a_corpus_by_its_content_alone_counts_and_other_yaml_does_not(
    workspace: Client, folders: Sequence[Path]
) -> None:
    (folders[0] / "unclaimed").mkdir()
    (folders[0] / "unclaimed" / "plain.yml").write_text(CORPUS.replace("steep\n", "whisk\n"))
    (folders[0] / "unclaimed" / "other.yaml").write_text("jobs:\n  - id: whisk\n    query: whisk it\n")
    changed = {"uri": (folders[0] / "unclaimed" / "plain.yml").as_uri(), "type": 1}
    workspace.notify("workspace/didChangeWatchedFiles", {"changes": [changed]})
    assert symbols(workspace, "whisk") == [("whisk", "plain.yml")]


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
    everywhere = [("a.corpus.yaml", 4), ("b.yaml", 4), ("b.yaml", 5)]
    assert named(workspace, file.after("[gre")) == [("rows.jsonl", 0), *everywhere]
    assert named(workspace, file.after("[gre"), includeDeclaration=False) == everywhere
    assert named(workspace, file.after("id: st")) == [("a.corpus.yaml", 2)]
    assert named(workspace, file.after("id: st"), includeDeclaration=False) == []
    place = workspace.request("textDocument/definition", file.after("id: st"))["range"]
    assert place == {"start": {"line": 2, "character": 8}, "end": {"line": 2, "character": 13}}
    assert named(workspace, file.after("query: st")) == []
    other = OpenFile(workspace, folders[0] / "more" / "b.yaml", OTHER.replace("'green': 2, ", ""))
    assert named(workspace, file.after("[gre"), includeDeclaration=False) == everywhere[:2]
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


def test_a_case_gets_another_name_and_only_there(workspace: Client, folders: Sequence[Path]) -> None:
    file = OpenFile(workspace, folders[0] / "a.corpus.yaml")
    prepared = workspace.request("textDocument/prepareRename", file.after("id: st"))
    start, end = {"line": 2, "character": 8}, {"line": 2, "character": 13}
    assert prepared == {"range": {"start": start, "end": end}, "placeholder": "steep"}
    edit = workspace.request("textDocument/rename", {**file.after("id: st"), "newName": "it's: hot"})
    assert list(edit["changes"]) == [file.uri]
    file.apply(edit["changes"][file.uri])
    assert file.text == CORPUS.replace("id: steep", 'id: "it\'s: hot"')


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


def greet(client: Client, **params: object) -> Json:
    """Say hello as a client of its own kind; what the server can do."""
    answer = client.request("initialize", {"processId": None, "capabilities": {}, **params})
    client.notify("initialized", {})
    abilities: Json = answer["capabilities"]
    return abilities


def test_older_clients_name_one_root(folders: Sequence[Path]) -> None:
    for root in ({"rootUri": folders[0].as_uri()}, {"rootUri": None, "rootPath": str(folders[0])}):
        with Client() as client:
            abilities = greet(client, **root)
            assert abilities["workspace"]["workspaceFolders"]["changeNotifications"]
            assert symbols(client, "steep") == [("steep", "a.corpus.yaml")]
            # It cannot tell of files that come; a save makes the server look for them.
            new = folders[0] / "new.corpus.yaml"
            new.write_text(CORPUS)
            assert len(symbols(client, "steep")) == 1
            file = OpenFile(client, new)
            file.save()
            file.close()
            assert len(symbols(client, "steep")) == 2
            new.unlink()


def test_the_last_folder_goes_away(folders: Sequence[Path]) -> None:
    with Client() as client:
        folder = {"uri": folders[0].as_uri(), "name": "tea"}
        greet(client, rootUri=folders[1].as_uri(), workspaceFolders=[folder])
        file = OpenFile(client, folders[0] / "more" / "b.yaml")
        assert len(symbols(client, "")) == 2
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [folder]}})
        assert symbols(client, "") == [("pour", "b.yaml")]
        file.close()
        assert symbols(client, "") == []
        other = {"uri": folders[1].as_uri().replace("coffee", "%63offee"), "name": "coffee"}
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [other], "removed": []}})
        assert symbols(client, "") == [("steep", "a.corpus.yaml")]


def test_a_folder_whose_name_a_uri_must_escape(tmp_path: Path) -> None:
    folder = tmp_path / "a#b 100%25?"
    folder.mkdir()
    (folder / "a b#.corpus.yaml").write_text(CORPUS)
    with Client() as client:
        client.initialize(folders=[folder])
        (found,) = client.request("workspace/symbol", {"query": "steep"})
        assert found["containerName"] == "a b#.corpus.yaml"
        assert found["location"]["uri"] == (folder / "a b#.corpus.yaml").as_uri()


def test_links_are_followed_but_not_in_circles(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside / "deep", outside, inside / ".hidden"):
        folder.mkdir(parents=True)
    for name in ("up", "above"):
        (inside / "deep" / name).symlink_to(inside)
    (inside / "out").symlink_to(outside)
    (inside / "missing").symlink_to(tmp_path / "nowhere")
    (outside / "o.corpus.yaml").write_text(CORPUS)
    (inside / "deep" / "d.corpus.yml").write_text(CORPUS)
    (inside / "again.corpus.yaml").symlink_to(inside / "deep" / "d.corpus.yml")
    (inside / "gone.corpus.yaml").symlink_to(tmp_path / "nowhere")
    (inside / ".hidden" / "h.corpus.yaml").write_text(CORPUS)
    with Client() as client:
        client.initialize(folders=[inside, inside / "deep", outside])
        assert [where for _, where in symbols(client, "steep")] == ["again.corpus.yaml", "o.corpus.yaml"]
    with Client() as client:
        client.initialize(folders=[inside])
        assert [where for _, where in symbols(client, "steep")] == ["again.corpus.yaml", "o.corpus.yaml"]


def test_a_file_that_changes_untold_is_read_again(workspace: Client, folders: Sequence[Path]) -> None:
    assert symbols(workspace, "boil") == []
    (folders[0] / "a.corpus.yaml").write_text(CORPUS.replace("steep\n", "boiled\n"))
    assert symbols(workspace, "boil") == [("boiled", "a.corpus.yaml")]


def test_a_configuration_decides_which_files_count(workspace: Client, folders: Sequence[Path]) -> None:
    # Half-written, so that its content does not tell what it is.
    (folders[0] / "more" / "b.yaml").write_text(CORPUS.replace("version: 1\n", "").replace("steep", "pour"))
    settings = folders[0] / "caselens.yaml"
    changed = {"changes": [{"uri": settings.as_uri(), "type": 2}]}
    for text, found in (
        (settings.read_text(), [("pour", "b.yaml")]),
        (CONFIGURATION, []),
    ):
        settings.write_text(text)
        workspace.notify("workspace/didChangeWatchedFiles", changed)
        assert symbols(workspace, "pour") == found


def test_new_buffers_count_as_those_of_the_first_folder(workspace: Client, folders: Sequence[Path]) -> None:
    buffers = [OpenFile(workspace, untitled(), CORPUS.replace("steep\n", f"new-{n}\n")) for n in (1, 2)]
    assert [name for name, _ in symbols(workspace, "new-")] == ["new-1", "new-2"]
    file = OpenFile(workspace, folders[0] / "a.corpus.yaml")
    edit = workspace.request("textDocument/rename", {**file.after("[gre"), "newName": "jade"})["changes"]
    assert set(edit) == {file.uri, (folders[0] / "more" / "b.yaml").as_uri(), *(one.uri for one in buffers)}
    # One place in each, two in b.yaml, and the row.
    assert len(named(workspace, buffers[0].after("[gre"))) == len(edit) + 2
    other = OpenFile(workspace, folders[1] / "a.corpus.yaml")
    assert len(named(workspace, other.after("[gre"), includeDeclaration=False)) == 1


def test_without_trust_corpora_are_read_and_rows_are_not(folders: Sequence[Path]) -> None:
    with Client() as client:
        client.initialize(folders=folders, options={"trusted": False})
        file = OpenFile(client, folders[0] / "a.corpus.yaml")
        assert len(symbols(client, "")) == 3
        assert client.request("textDocument/definition", file.after("[gre")) is None
        assert named(client, file.after("[gre")) == [("a.corpus.yaml", 4), ("b.yaml", 4), ("b.yaml", 5)]


def test_what_is_renamed_is_found_again_on_the_disk(workspace: Client, folders: Sequence[Path]) -> None:
    paths = [folders[0] / "a.corpus.yaml", folders[0] / "more" / "b.yaml"]
    paths[1].write_bytes(b"\xef\xbb\xbf" + OTHER.replace("\n", "\r\n").encode())
    file = OpenFile(workspace, paths[0])
    edit = workspace.request("textDocument/rename", {**file.after("[gre"), "newName": "jade"})["changes"]
    assert set(edit) == {path.as_uri() for path in paths}
    file.close()
    for path in paths:
        other = OpenFile(workspace, path, path.read_bytes().decode("utf-8-sig"))
        other.apply(edit[other.uri])
        path.write_bytes(other.text.encode())
        other.close()
    assert paths[1].read_bytes().decode() == OTHER.replace("green", "jade").replace("\n", "\r\n")
    file = OpenFile(workspace, paths[0])
    assert named(workspace, file.after("[jad")) == [("a.corpus.yaml", 4), ("b.yaml", 4), ("b.yaml", 5)]


def test_what_cannot_be_read_is_said_when_a_key_is_renamed(
    workspace: Client, folders: Sequence[Path]
) -> None:
    file, other = OpenFile(workspace, folders[0] / "a.corpus.yaml"), folders[0] / "more" / "b.yaml"
    other.write_text(f"{OTHER}  - id: 'broken\n    required: [green]\n")
    assert len(named(workspace, file.after("[gre"))) == 4
    with pytest.raises(Refused, match=r'b\.yaml: what begins in line 7 cannot be read, and may name "green"'):
        workspace.request("textDocument/rename", {**file.after("[gre"), "newName": "jade"})
    other.write_bytes(b"\xff\xfe")
    workspace.request("textDocument/rename", {**file.after("[gre"), "newName": "jade"})
    (said,) = workspace.heard("window/showMessage")
    assert "b.yaml, which is too large or not UTF-8" in said["message"]
    assert len(symbols(workspace, "steep")) == 2
