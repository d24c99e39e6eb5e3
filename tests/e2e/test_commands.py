"""What an editor may ask beside the protocol: docs/commands.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from caselens.lsp import commands as _registered  # noqa: F401 - which registers them
from caselens.lsp.server import server

from .client import Client, Refused
from .conftest import write_rows
from .editor import OpenFile
from .test_history import CORPUS, MIXED

DOCUMENTED = Path(__file__).parents[2] / "docs" / "commands.md"


@pytest.fixture
def told(project: Path) -> Iterator[Client]:
    """A client that is told how corpora stand, and shows reports itself."""
    capabilities = {"window": {"showDocument": {"support": True}}}
    with Client() as client:
        options = {"status": True, "showsReports": True}
        client.initialize(capabilities=capabilities, options=options, folders=[project])
        yield client


@pytest.fixture
def file(told: Client, project: Path) -> OpenFile:
    (project / "tea.corpus.yaml").write_text(CORPUS)
    return OpenFile(told, project / "tea.corpus.yaml")


def ask(client: Client, command: str, *arguments: object) -> Any:
    return client.request("workspace/executeCommand", {"command": command, "arguments": [*arguments]})


def stands(client: Client, **wanted: object) -> dict[str, Any]:
    """The first status that the client is told in which these values stand."""

    def found() -> list[dict[str, Any]]:
        said = client.heard("caselens/status")
        return [one for one in said if wanted.items() <= one.items()]

    client.wait_until(found, f"a status with {wanted}")
    return found()[0]


def test_every_command_is_documented_and_none_besides() -> None:
    rows = re.findall(r"^\| `(caselens\.\w+)`", DOCUMENTED.read_text(), re.MULTILINE)
    assert sorted(rows) == sorted(server.protocol.fm.commands)


def test_a_client_is_told_how_a_corpus_stands(file: OpenFile, project: Path) -> None:
    client = file.client
    first = stands(client, cases=2)
    assert file.digest().startswith(f"digest {first['digest'][:12]}")
    assert (first["refusals"], first["answered"], first["recall"], first["running"]) == (0, 0, None, "")
    run = file.click("run all")
    after = stands(client, answered=2, running="", run=run["run"])
    assert (after["recall"], after["mrr"], after["ndcg"], after["isModel"]) == (1.0, 1.0, 1.0, False)
    assert any(one["running"] for one in client.heard("caselens/status"))
    file.replace(("steep green tea", "steep the green tea"))
    edited = stands(client, answered=1, version=file.version)
    assert edited["digest"] not in ("", first["digest"])
    file.replace(("version: 1", "version: 2"))
    assert stands(client, digest="", refusals=1)["cases"] == 2
    write_rows(project, MIXED)
    file.save()
    assert stands(client, outdated=True)
    # Nothing is said twice.
    said = client.heard("caselens/status")
    assert all(one != other for one, other in pairwise(said))
    assert ask(client, "caselens.status", file.uri) == said[-1]
    assert ask(client, "caselens.status", (project / "caselens.yaml").as_uri()) is None


def test_a_client_that_does_not_ask_is_not_told(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "tea.corpus.yaml", CORPUS)
    file.click("run all")
    assert client.heard("caselens/status") == []


def test_the_corpora_of_the_workspace_are_listed_open_or_not(file: OpenFile, project: Path) -> None:
    (project / "deep").mkdir()
    other = project / "deep" / "more.corpus.yaml"
    other.write_text(CORPUS)
    (project / "notes.yaml").write_text("a: 1\n")
    draft = OpenFile(file.client, "untitled:Untitled-9", CORPUS)
    listed = ask(file.client, "caselens.corpora")
    assert sorted(listed) == sorted([file.uri, other.as_uri(), draft.uri])


@pytest.mark.parametrize("is_open", [True, False])
def test_cases_are_listed_with_why_they_cannot_be_run(file: OpenFile, is_open: bool) -> None:
    if not is_open:
        file.close()
    listed = ask(file.client, "caselens.cases", file.uri)
    assert [(case["id"], case["query"], case["refused"]) for case in listed] == [
        ("steep", "steep green tea", ""),
        ("spoons", "polish the spoons", ""),
    ]
    assert [case["range"]["start"] for case in listed] == [
        {"line": 2, "character": 0},
        {"line": 6, "character": 0},
    ]
    assert listed[-1]["range"]["end"] == {"line": 10, "character": 0}


def test_a_case_that_is_refused_says_why_and_the_others_that_they_wait(file: OpenFile) -> None:
    file.replace(("required: [silver]\n    k: 1\n", "required: []"))
    steep, spoons = ask(file.client, "caselens.cases", file.uri)
    assert steep["refused"] == "the corpus is refused (1 finding); mend it to run it"
    assert spoons["refused"].startswith("the case expects nothing")
    assert spoons["range"]["end"] == {"line": 8, "character": 16}


def test_what_is_no_corpus_has_no_cases(told: Client, tmp_path: Path) -> None:
    for uri in ((tmp_path / "gone.corpus.yaml").as_uri(), "untitled:Untitled-7", "x"):
        with pytest.raises(Refused, match="the file is not there, or is no corpus"):
            ask(told, "caselens.cases", uri)


def test_some_cases_are_run_in_one_request(file: OpenFile) -> None:
    ran = ask(file.client, "caselens.runCases", file.uri, ["spoons"])
    assert [case["id"] for case in ran["cases"]] == ["spoons"]
    ran = ask(file.client, "caselens.runCases", file.uri, ["spoons", "steep"])
    assert [case["id"] for case in ran["cases"]] == ["steep", "spoons"]
    with pytest.raises(Refused, match='there is no case "forks" in the file') as refused:
        ask(file.client, "caselens.runCases", file.uri, ["spoons", "forks"])
    assert refused.value.data == {"shown": True}


def test_kept_runs_are_listed_shown_compared_and_deleted(file: OpenFile, project: Path) -> None:
    client = file.client
    first = file.click("run all")["run"]
    second = file.click("run", "steep")["run"]
    third = file.click("run all")["run"]
    ask(client, "caselens.setBaseline", file.uri, first)
    file.close()  # what concerns runs needs no open file
    runs = ask(client, "caselens.runs", file.uri)
    assert [(one["run"], one["asked"], one["isBaseline"]) for one in runs] == [
        (third, 2, False),
        (second, 1, False),
        (first, 2, True),
    ]
    assert runs[0]["means"] == {"recall": 1.0, "mrr": 1.0, "ndcg": 1.0}
    assert (runs[0]["cases"], runs[0]["isModel"], runs[0]["comparable"]) == (2, False, False)

    file.open()
    assert all(one["comparable"] for one in ask(client, "caselens.runs", file.uri))
    shown = ask(client, "caselens.showRun", file.uri, second)
    assert shown["title"].startswith("tea.corpus.yaml · ")
    assert shown["html"].startswith("<!DOCTYPE html>")
    assert "1 of 2 cases" in shown["markdown"]
    compared = ask(client, "caselens.compare", file.uri, third, second)
    assert (compared["base"], compared["current"]) == (second, third)
    # Two that were made within a minute are told apart.
    before, after = compared["title"].removeprefix("tea.corpus.yaml · ").split(" → ")
    assert before != after
    assert client.requested["window/showDocument"] == 0

    assert ask(client, "caselens.deleteRun", file.uri, first) is None
    assert [one["run"] for one in ask(client, "caselens.runs", file.uri)] == [third, second]
    assert len([*(project / ".caselens" / "runs").glob("*.json")]) == 2
    with pytest.raises(Refused, match="no run is called"):
        ask(client, "caselens.deleteRun", file.uri, first)


def test_a_run_is_not_compared_with_itself(file: OpenFile) -> None:
    run = file.click("run all")["run"]
    with pytest.raises(Refused, match="there is no earlier run"):
        ask(file.client, "caselens.compare", file.uri, run, run)
