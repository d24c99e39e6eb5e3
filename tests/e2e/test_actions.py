"""Code actions over the wire: where they are offered, in which kinds, and what they do to the text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .client import Client
from .conftest import CORPUS
from .editor import OpenFile
from .marks import ENCODINGS, Json

TEXT = CORPUS.replace("steep\n", "🫖 steep\n").replace("required: [green]", "relevant: {🫖: 1, green: 2}")


def titled(file: OpenFile, at: str, title: str, *only: str) -> Json:
    found = file.actions(at, *only)
    action = next((one for one in found if one["title"] == title), None)
    assert action is not None, [one["title"] for one in found]
    return action


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_edits_stand_where_they_should_in_each_encoding(project: Path, encoding: str) -> None:
    with Client() as client:
        client.initialize(encoding)
        file = OpenFile(client, project / "a.corpus.yaml", TEXT.replace("\n", "\r\n"))
        file.apply(file.edits(titled(file, "2}", 'Raise the grade of "green" from 2 to 3')))
        file.apply(file.edits(titled(file, "relevant", "Sort the grades, the best first")))
        file.apply(file.edits(titled(file, "steep green", 'Put "steep green tea" in quotes')))
        assert file.text == TEXT.replace("\n", "\r\n").replace("🫖: 1, green: 2", "green: 3, 🫖: 1").replace(
            "query: steep green tea", 'query: "steep green tea"'
        )


def test_kinds_are_announced_and_asked_for(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "a.corpus.yaml", TEXT.replace("version: 1", "version: 1.0"))
    assert [one["kind"] for one in file.actions("steep green", "refactor")] == ["refactor.rewrite"]
    assert {one["kind"] for one in file.actions("1.0", "quickfix")} == {"quickfix"}
    (mend,) = file.actions("steep green", "source.fixAll")
    assert mend["kind"] == "source.fixAll.caselens"
    file.apply(file.edits(mend))
    assert file.text == TEXT
    assert file.actions("steep green", "source") == []
    # Who only moves the cursor is not shown what concerns the file.
    asked: Any = {"diagnostics": [], "triggerKind": 2}
    where = {**file.after("steep gr"), "context": asked}
    where["range"] = {"start": where["position"], "end": where.pop("position")}
    kinds = {one["kind"] for one in client.request("textDocument/codeAction", where)}
    assert not any(kind.startswith("source") for kind in kinds)


def test_announced_kinds(project: Path) -> None:
    with Client() as client:
        kinds = client.initialize()["codeActionProvider"]["codeActionKinds"]
    assert {"quickfix", "refactor.rewrite", "source.fixAll.caselens", "source.annotate.caselens"} <= set(
        kinds
    )


def test_a_run_is_judged_annotated_and_cleaned_up(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "a.corpus.yaml", CORPUS)
    file.click("run all")
    digest = file.digest()
    file.apply(file.edits(titled(file, "steep\n", "Annotate all cases with their ranks", "source")))
    assert "    required: [green]  # → rank 1 · score " in file.text
    assert "  - id: steep  # → recall 1.00 · RR 1.00 · NDCG 1.00\n" in file.text
    assert file.digest() == digest
    # The results are still those of the case, so that a row they returned can be judged.
    action = titled(file, "[green", 'Require "black" (rank 2)')
    file.apply(file.edits(titled(file, "steep  #", "Remove all annotations", "source")))
    assert file.text == CORPUS
    file.apply(file.edits(titled(file, "[green", 'Require "black" (rank 2)')))
    assert file.text == CORPUS.replace("[green]", "[green, black]")
    assert action["kind"] == "refactor.rewrite.judge"


def test_a_finding_is_ignored_here_and_in_the_configuration(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "a.corpus.yaml", CORPUS.replace("[green]", "[green, green, gone]"))
    file.diagnostics("repeated-key", "unknown-key")
    file.apply(file.edits(titled(file, ", green, gone", "Ignore repeated-key here")))
    file.diagnostics("unknown-key")
    configuration = project / "caselens.yaml"
    configuration.write_text(configuration.read_text() + "ignore: [unknown-key, few-cases]\n")
    file.save()
    file.diagnostics()
    assert all(one["code"] == "no-depth" for one in file.published()[-1]["diagnostics"])


def test_edits_of_a_whole_file_are_worked_out_once_chosen(project: Path) -> None:
    with Client() as client:
        resolving = {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}}
        client.initialize(capabilities={"textDocument": {"codeAction": resolving}})
        text = CORPUS.replace("steep\n", "🫖 steep # \u2192 see tea\n").replace("version: 1", "version: 1.0")
        file = OpenFile(client, project / "a.corpus.yaml", text.replace("\n", "\r\n"))
        file.click("run all")
        offered = {one["kind"]: one for one in file.actions("steep green", "source")}
        assert set(offered) == {"source.fixAll.caselens", "source.annotate.caselens"}
        assert all("edit" not in one for one in offered.values())
        annotate = offered["source.annotate.caselens"]
        file.apply(file.edits(client.request("codeAction/resolve", annotate)))
        assert "see tea  # → recall 1.00 · RR 1.00 · NDCG 1.00\r\n" in file.text
        # What was offered for an older text does nothing to this one.
        assert "edit" not in client.request("codeAction/resolve", annotate)
        for kind in ("source.fixAll", "source.removeAnnotations.caselens"):
            (action,) = file.actions("steep green", kind)
            file.apply(file.edits(client.request("codeAction/resolve", action)))
        assert file.text == text.replace("1.0", "1").replace("\n", "\r\n")
        assert file.actions("steep green", "source.removeAnnotations", "source.organizeImports") == []


def test_what_is_to_be_filled_in_is_a_snippet_for_a_client_that_has_them(project: Path) -> None:
    with Client() as client:
        able = {"documentChanges": True, "snippetEditSupport": True}
        client.initialize(capabilities={"workspace": {"workspaceEdit": able}})
        file = OpenFile(client, project / "a.corpus.yaml", CORPUS)
        (change,) = titled(file, "- id", "Add a case below")["edit"]["documentChanges"]
        (edit,) = change["edits"]
        assert edit["snippet"] == {
            "kind": "snippet",
            "value": "  - id: ${1}\n    query: ${2}\n    required: [${3}]\n",
        }
        assert edit["range"]["start"] == {"line": 5, "character": 0}


def test_a_narrow_kind_is_asked_for(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "a.corpus.yaml", CORPUS)
    file.click("run all")
    found = file.actions("[green", "refactor.rewrite.judge")
    assert {one["kind"] for one in found} == {"refactor.rewrite.judge"}
    assert {one["kind"] for one in file.actions("[green", "refactor.rewrite.annotate")} == {
        "refactor.rewrite.annotate"
    }
    assert file.actions("[green", "refactor.extract") == []


def test_versions_are_named_for_a_client_that_looks_at_them(project: Path) -> None:
    with Client() as client:
        client.initialize(capabilities={"workspace": {"workspaceEdit": {"documentChanges": True}}})
        file = OpenFile(client, project / "a.corpus.yaml", TEXT)
        (change,) = titled(file, "2}", 'Lower the grade of "green" from 2 to 1')["edit"]["documentChanges"]
        assert change["textDocument"] == {"uri": file.uri, "version": 1}
