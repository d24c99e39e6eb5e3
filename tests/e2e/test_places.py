"""Where files are, and what their URIs look like: new buffers, links, odd spellings, two editors at once."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from caselens.lsp.documents import same

from .client import Client, Refused
from .conftest import CONFIGURATION, CORPUS, TEAS, write_rows
from .editor import OpenFile, untitled

FIRST = CORPUS + "    k: 1\n"
"""Only the very best row counts, so that another text has another recall."""


def test_a_new_buffer_runs_its_own_text_in_the_first_folder(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with Client() as client:
        client.initialize(folders=[project, tmp_path_factory.mktemp("other")])
        (project / "a.corpus.yaml").write_text(FIRST.replace("green]", "silver]"))
        file = OpenFile(client, untitled(), FIRST.replace("[green]", "[green, gone]"))
        file.diagnostics("unknown-key", "unreachable-required")
        file.replace((", gone", ""))
        file.diagnostics()
        assert file.click("run all")["means"]["recall"] == 1.0
        assert "steep green tea" in file.hover("[gre")
        assert [item["label"] for item in file.completions("[gre")] == ["green"]


def test_a_new_buffer_without_a_folder_says_what_it_needs(client: Client) -> None:
    file = OpenFile(client, untitled(), CORPUS)
    file.diagnostics()
    with pytest.raises(Refused, match=r"no place yet; save it, or open a folder with a caselens\.yaml"):
        file.click("run all")


def test_a_new_buffer_is_checked_once_a_folder_comes(client: Client, project: Path) -> None:
    file = OpenFile(client, untitled(), CORPUS.replace("[green]", "[gone]"))
    file.diagnostics()
    folder = {"uri": project.as_uri(), "name": "tea"}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
    file.diagnostics("unknown-key")


def test_what_is_not_saved_is_what_runs(client: Client, project: Path) -> None:
    path = project / "a.corpus.yaml"
    path.write_text(FIRST.replace("[green]", "[silver]"))
    file = OpenFile(client, path, FIRST)
    assert file.click("run all")["means"]["recall"] == 1.0
    path.unlink()
    file.replace(("steep green tea", "steep black tea"))
    assert file.click("run all")["cases"][0]["places"]["green"]["rank"] == 2
    file.close()
    again = OpenFile(client, path, CORPUS)
    again.diagnostics()


def test_other_schemes_are_left_alone(client: Client, project: Path) -> None:
    for scheme in ("git", "vscode-vfs", "output"):
        file = OpenFile(client, f"{scheme}:/x/a.corpus.yaml", CORPUS)
        assert (file.titles(), file.completions("[gre")) == ([], [])
        file.close()
    OpenFile(client, project / "a.corpus.yaml", CORPUS).diagnostics()
    assert not any(said["uri"].startswith("git") for said in client.heard("textDocument/publishDiagnostics"))


@pytest.mark.parametrize("name", ["a b", "a+b", "a#b", "a%b", "😀 ü", "a&b=c?"])
def test_names_that_a_uri_must_escape(client: Client, project: Path, name: str) -> None:
    folder = project / name
    folder.mkdir()
    (folder / "caselens.yaml").write_text(CONFIGURATION)
    write_rows(folder, TEAS)
    file = OpenFile(client, folder / f"{name}.corpus.yaml", CORPUS)
    assert file.click("run all")["means"]["recall"] == 1.0
    target = client.request("textDocument/definition", file.after("[gre"))["uri"]
    assert same(target) == same((folder / "rows.jsonl").as_uri())


def test_one_document_whatever_its_uri_is_spelled_like(client: Client, project: Path) -> None:
    plain = (project / "a(b).corpus.yaml").as_uri()
    file = OpenFile(client, plain, CORPUS)
    file.diagnostics()
    other = "file://" + quote(str(project / "a(b).corpus.yaml"), safe="/")
    assert "%28" in other and "%28" not in plain.replace("%28", "(")
    lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": other}})
    assert lenses[1]["command"]["arguments"] == [plain]
    client.notify("textDocument/didClose", {"textDocument": {"uri": other}})
    assert client.request("textDocument/codeLens", {"textDocument": file.name}) == []


@pytest.mark.parametrize(
    ("one", "other", "are_same"),
    [
        ("file:///c%3A/x/a.yaml", "file:///C:/x/a.yaml", True),
        ("file:///c%3a/x%20y.yaml", "file:///c:/x y.yaml", True),
        ("file://server/share/a.yaml", "file://server/share/a.yaml", True),
        ("file:///x/a.yaml", "file:///X/a.yaml", False),
        ("untitled:a%3A", "untitled:a:", False),
    ],
)
def test_spellings_of_a_uri(one: str, other: str, are_same: bool) -> None:
    assert (same(one) == same(other)) is are_same


@pytest.mark.parametrize(
    "uri", ["file:///c%3A/x/a.corpus.yaml", "file:///C:/x/a.corpus.yaml", "file://server/share/a.corpus.yaml"]
)
def test_drives_and_shares_do_no_harm_elsewhere(client: Client, uri: str) -> None:
    file = OpenFile(client, uri, CORPUS)
    file.diagnostics()
    assert file.digest().startswith("digest ")
    assert file.hover("[gre").startswith("`green`")


def test_a_link_leads_to_both_configurations(client: Client, tmp_path: Path) -> None:
    real, linked = tmp_path / "real", tmp_path / "project" / "linked"
    real.mkdir()
    linked.parent.mkdir()
    linked.symlink_to(real)
    (real / "a.corpus.yaml").write_text(CORPUS)
    # Where it really is, there is none; where it is linked, there is one above.
    (tmp_path / "project" / "caselens.yaml").write_text(CONFIGURATION.replace('"*.corpus', '"**/*.corpus'))
    write_rows(tmp_path / "project", TEAS)
    file = OpenFile(client, linked / "a.corpus.yaml")
    assert file.click("run all")["means"]["recall"] == 1.0
    (tmp_path / "project" / "caselens.yaml").unlink()
    (real / "caselens.yaml").write_text(CONFIGURATION)
    write_rows(real, {**TEAS, "green": "spoons"})
    file.save()
    assert file.click("run all")["cases"][0]["places"]["green"]["rank"] == 3


def test_a_folder_that_goes_away_is_said_to_be_gone(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "a.corpus.yaml", CORPUS)
    file.diagnostics()
    (project / "rows.jsonl").unlink()
    file.save()
    assert "rows.jsonl" in file.diagnostics("unchecked-keys")[0]["message"]
    (project / "caselens.yaml").unlink()
    project.rename(project.with_name("moved"))
    file.save()
    file.diagnostics()
    with pytest.raises(Refused, match=r"no caselens\.yaml"):
        file.click("run all")


def test_two_editors_run_in_one_workspace(project: Path) -> None:
    with Client() as one, Client() as other:
        files = []
        for client in (one, other):
            client.initialize()
            files.append(OpenFile(client, project / "a.corpus.yaml", CORPUS))
        for _ in range(3):
            started = [file.start(file.lens("run all")) for file in files]
            for file, number in zip(files, started, strict=True):
                assert file.client.answer(number)["means"]["recall"] == 1.0
            write_rows(project, {**TEAS, str(_): f"row {_}"})
    stored = list((project / ".caselens" / "vectors").iterdir())
    assert [path.suffix for path in stored] == [".npy"]
