"""The runs that are kept, as an editor sees them: compared, set as baseline, told of, outlived by rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .client import Client
from .conftest import CONFIGURATION, write_rows
from .editor import OpenFile
from .test_runs import assert_refused

CORPUS = """\
version: 1
cases:
  - id: steep
    query: steep green tea
    required: [green]
    k: 1
  - id: spoons
    query: polish the spoons
    required: [silver]
    k: 1
"""

# The same keys, each with another's text: what was first is so no more.
MIXED = {"green": "polish the spoons", "black": "steep black tea", "silver": "steep green tea"}


@pytest.fixture
def file(client: Client, project: Path) -> OpenFile:
    return OpenFile(client, project / "tea.corpus.yaml", CORPUS)


def kept(project: Path) -> list[Path]:
    return sorted((project / ".caselens" / "runs").glob("*.json"))


def execute(file: OpenFile, command: str, *arguments: str) -> Any:
    request = {"command": command, "arguments": [file.uri, *arguments]}
    return file.client.answer(file.client.start("workspace/executeCommand", request))


def test_each_run_is_kept_and_the_next_is_compared_with_it(file: OpenFile, project: Path) -> None:
    first = file.click("run all")
    assert [path.stem for path in kept(project)] == [first["run"]]
    assert not [title for title in file.titles() if title.startswith("compare")]
    file.diagnostics()

    write_rows(project, MIXED)
    file.save()
    file.client.wait_until(
        lambda: any(title.startswith("rows or settings changed since") for title in file.titles()),
        "the results to be called old",
    )
    assert file.hints() == []

    second = file.click("run all")
    assert [path.stem for path in kept(project)] == [first["run"], second["run"]]
    found = file.diagnostics("missed", "broken", "missed", "broken")
    assert {one["source"] for one in found} == {"caselens run"}
    assert found[0]["message"].startswith('"green" is not in the top 1: rank 3 at')
    assert found[1]["message"] == "broken since the run before: green 1 → (3)"
    assert [title for title in file.titles() if title.endswith("broken: green 1 → (3)")]

    told = file.click("compare with the run before")
    assert (told["base"], told["current"]) == (first["run"], second["run"])
    assert told["counts"] == {"broken": 2}
    assert "| broken | `steep` | green 1 → (3) |" in told["markdown"]

    # What the run says goes with the case that it said it of.
    file.replace(("steep green tea", "steep the green tea"))
    assert [one["code"] for one in file.diagnostics("missed", "broken")] == ["missed", "broken"]


def test_a_baseline_is_what_later_runs_are_compared_with(file: OpenFile, project: Path) -> None:
    first = file.click("run all")["run"]
    (action,) = [one for one in file.actions("steep\n", "caselens.runs") if "baseline" in one["title"]]
    assert action["command"]["arguments"] == [file.uri, first]
    assert execute(file, "caselens.setBaseline", first) == {"baseline": first}
    file.click("run all")
    write_rows(project, MIXED)
    file.save()
    file.click("run all")
    assert file.click("compare with the baseline")["base"] == first
    assert execute(file, "caselens.setBaseline", "") == {"baseline": ""}
    assert json.loads((project / ".caselens" / "baselines.json").read_text()) == {}


def columns(rows: list[str]) -> list[str]:
    """The third and fourth column of a table."""
    return [", ".join(row.split(" | ")[2:4]) for row in rows]


def test_a_hover_tells_of_the_last_runs(file: OpenFile, project: Path) -> None:
    assert "Last runs" not in file.hover("id: steep")
    file.click("run all")
    file.click("run", "steep")
    write_rows(project, MIXED)
    file.save()
    file.click("run all")
    told = file.hover("id: steep").splitlines()
    assert told[0] == "Last runs of steep:"
    assert [line.split(" | ")[2:4] for line in told[4:]] == [
        ["green (3)", "0.00"],
        ["green 1", "1.00"],
        ["green 1", "1.00"],
    ]
    corpus = file.hover("version").splitlines()
    at = corpus.index("Last runs:")
    assert columns(corpus[at + 4 :]) == ["2, 0.00", "1 of 2, 1.00", "2, 1.00"]


def test_the_history_of_a_case_is_a_click_away(file: OpenFile) -> None:
    file.click("run all")
    (lens,) = [
        one for one in file.lenses() if one.command == "caselens.history" and "spoons" in one.arguments
    ]
    told = file.client.answer(file.start(lens))
    assert told["markdown"].startswith("Last runs of spoons:")


def test_a_client_that_shows_documents_is_shown_them(project: Path) -> None:
    with Client() as client:
        client.initialize(capabilities={"window": {"showDocument": {"support": True}}})
        file = OpenFile(client, project / "tea.corpus.yaml", CORPUS)
        file.click("run all")
        file.click("run all")
        told = file.click("compare with the run before")
        client.wait_until(lambda: client.requested["window/showDocument"], "the document to be shown")
        shown = project / ".caselens" / "shown" / "tea-corpus-yaml-comparison.md"
        assert shown.read_text() == told["markdown"]


def test_what_cannot_be_said_of_runs_is_refused(file: OpenFile) -> None:
    file.diagnostics()
    command = {"command": "caselens.compare", "arguments": [file.uri]}
    request = file.client.start("workspace/executeCommand", command)
    assert_refused(file, request, "no run of all cases is kept")
    command = {"command": "caselens.setBaseline", "arguments": [file.uri, "2020"]}
    request = file.client.start("workspace/executeCommand", command)
    assert_refused(file, request, 'no run is called "2020"')


def test_a_run_that_cannot_be_kept_is_shown_all_the_same(file: OpenFile, project: Path) -> None:
    file.click("run all")
    for path in kept(project):
        path.unlink()
    (project / ".caselens" / "runs").rmdir()
    (project / ".caselens" / "runs").write_text("")
    told = file.click("run all")
    assert (told["run"], told["means"]["recall"]) == ("", 1.0)
    assert file.hints() == [("green", "rank 1"), ("silver", "rank 1")]
    message = file.client.heard("window/showMessage")[-1]["message"]
    assert message.endswith("/.caselens/runs: the run cannot be kept: File exists")


def test_a_run_is_kept_also_where_its_baseline_is_broken(file: OpenFile, project: Path) -> None:
    first = file.click("run all")["run"]
    execute(file, "caselens.setBaseline", first)
    (baseline,) = kept(project)
    baseline.write_text("{")
    second = file.click("run all")["run"]
    assert [path.stem for path in kept(project)] == [first, second]
    message = file.client.heard("window/showMessage")[-1]["message"]
    assert f"{first}.json is no run: line 1" in message


def test_a_run_of_another_model_is_compared_but_not_mixed(file: OpenFile, project: Path) -> None:
    file.click("run all")
    (project / "caselens.yaml").write_text(CONFIGURATION.replace("[text]", "[id, text]"))
    file.save()
    file.client.wait_until(
        lambda: any(title.startswith("rows or settings changed") for title in file.titles()), "old results"
    )
    file.click("run", "steep")
    assert "1 with a result" in file.titles()[0]
    file.click("run all")
    told = file.click("compare with the run before")
    assert "generation.input" in told["markdown"].replace("\\", "")


def test_a_file_that_is_opened_again_has_its_results(project: Path) -> None:
    path = project / "tea.corpus.yaml"
    path.write_text(CORPUS)
    with Client() as client:
        client.initialize()
        file = OpenFile(client, path)
        file.click("run all")
    with Client() as client:
        client.initialize()
        file = OpenFile(client, path, CORPUS.replace("polish the", "clean the"))
        client.wait_until(lambda: ("green", "rank 1") in file.hints(), "the results of the last run")
        assert ("silver", "rank 1") not in file.hints()
        (action,) = [one for one in file.actions("steep\n", "caselens.runs") if "baseline" in one["title"]]
        assert action["command"]["arguments"] == [file.uri, kept(project)[0].stem]
        file.close()
        # Of other rows, they are no results.
        write_rows(project, MIXED)
        file.open()
        file.settled()
        assert not [title for title in file.titles() if "rank" in title]
