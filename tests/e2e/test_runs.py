"""Runs that go wrong, get in each other's way or are cut short: each says so, and the next one works."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .client import Client, Refused
from .conftest import CONFIGURATION, CORPUS, TEAS, write_rows
from .editor import OpenFile
from .runs import CANCELLED, CANCELS, MANY, cancel, ends, running, worker_of

HANDBOOK = Path(__file__).parents[2] / "examples" / "handbook"

FAILED = -32803
WARNING = 2


def run_all(file: OpenFile) -> int:
    """Ask for a run as a key binding would: whether or not there is a lens for it."""
    command = {"command": "caselens.runAll", "arguments": [file.uri]}
    return file.client.start("workspace/executeCommand", command)


def assert_refused(file: OpenFile, request: int, reason: str) -> None:
    """The answer says why, and so does a message, since a lens has no place for an answer."""
    with pytest.raises(Refused) as refusal:
        file.client.answer(request)
    assert refusal.value.code == FAILED
    assert reason in refusal.value.message
    message = file.client.heard("window/showMessage")[-1]
    assert message == {"type": WARNING, "message": f"Caselens: {refusal.value.message}"}


@pytest.fixture
def file(client: Client, project: Path) -> OpenFile:
    """A corpus that can be run."""
    return OpenFile(client, project / "tea.corpus.yaml", CORPUS)


def assert_runs(file: OpenFile) -> None:
    run = file.click("run all")
    assert run["means"]["recall"] == 1.0
    assert file.hints() == [("green", "rank 1")]


# -- the bundled model ---------------------------------------------------------------------------


def test_the_handbook_is_asked_and_has_one_miss(client: Client, tmp_path: Path) -> None:
    folder = shutil.copytree(HANDBOOK, tmp_path / "handbook", ignore=shutil.ignore_patterns(".caselens"))
    file = OpenFile(client, folder / "handbook.corpus.yaml")
    file.diagnostics()
    run = file.click("run all", patience=60)
    assert run["model"]["is_model"]
    assert len(run["cases"]) == 24
    (missed,) = [case for case in run["cases"] if case["missing"]]
    titles = file.titles()
    assert [title for title in titles if title.startswith("missed 1 of 1 required")]
    beyond = [(key, label) for key, label in file.hints() if "beyond k 5" in label]
    assert missed["missing"][0] in [key for key, _ in beyond]
    assert 0.8 < run["means"]["recall"] < 1

    # Vectors and the model are kept: one case more costs little.
    again = file.click("run", missed["id"])
    assert again["cases"][0]["hits"] == missed["hits"]


def test_a_run_of_the_model_is_cancelled_at_once(client: Client, project: Path) -> None:
    (project / "caselens.yaml").write_text(CONFIGURATION.replace("hashing", "minilm"))
    write_rows(project, {**TEAS, **dict(list(MANY.items())[:3_000])})
    file = OpenFile(client, project / "tea.corpus.yaml", CORPUS)
    for way in CANCELS:
        cancel(running(file), way)
    write_rows(project, TEAS)
    assert_runs(file)


# -- cancelling ----------------------------------------------------------------------------------


def test_a_run_is_cancelled_before_it_has_begun(file: OpenFile) -> None:
    for _ in range(3):
        request = run_all(file)
        file.client.notify("$/cancelRequest", {"id": request})
        with pytest.raises(Refused) as refusal:
            file.client.answer(request)
        assert refusal.value.code == CANCELLED
    assert_runs(file)


def test_cancelling_many_times_over_harms_nothing(file: OpenFile, project: Path) -> None:
    write_rows(project, {**TEAS, **MANY})
    run = running(file)
    lens = next(lens for lens in file.lenses() if lens.command == "caselens.cancel")
    for _ in range(3):
        file.start(lens)
        file.client.notify("window/workDoneProgress/cancel", {"token": run.token})
        file.client.notify("$/cancelRequest", {"id": run.request})
    with pytest.raises(Refused) as refusal:
        file.client.answer(run.request)
    assert refusal.value.code == CANCELLED
    write_rows(project, TEAS)
    assert_runs(file)


def test_lenses_follow_a_run(file: OpenFile, project: Path) -> None:
    write_rows(project, {**TEAS, **MANY})
    client, run = file.client, running(file)
    begun = client.requested["workspace/codeLens/refresh"]
    client.wait_until(lambda: client.requested["workspace/codeLens/refresh"] > begun, "lenses to be renewed")
    assert next(lens.title for lens in file.lenses() if lens.title.startswith("embedding"))
    cancel(run, "the lens")


def test_closing_a_file_ends_its_run(file: OpenFile, project: Path) -> None:
    write_rows(project, {**TEAS, **MANY})
    run = running(file)
    file.close()
    with pytest.raises(Refused) as refusal:
        file.client.answer(run.request)
    assert refusal.value.code == CANCELLED
    file.open()
    write_rows(project, TEAS)
    assert_runs(file)


# -- refusals ------------------------------------------------------------------------------------


def test_a_run_of_what_cannot_be_run_says_why(file: OpenFile, project: Path) -> None:
    client = file.client
    file.write(CORPUS.replace("required", "requried"))
    assert_refused(file, run_all(file), "the corpus is refused")
    file.write(CORPUS)
    lost = {"command": "caselens.runCase", "arguments": [file.uri, "nobody"]}
    assert_refused(file, client.start("workspace/executeCommand", lost), 'there is no case "nobody"')
    (project / "rows.jsonl").unlink()
    assert_refused(file, run_all(file), "rows.jsonl")
    (project / "caselens.yaml").unlink()
    assert_refused(file, run_all(file), "no caselens.yaml")
    file.close()
    assert_refused(file, run_all(file), "not open")
    assert len(client.heard("window/showMessage")) == 5
    client.close()
    assert not client.log, client.log


def test_a_file_has_one_run_at_a_time(file: OpenFile, project: Path) -> None:
    write_rows(project, {**TEAS, **MANY})
    run = running(file)
    assert not [lens for lens in file.lenses() if lens.command in ("caselens.runAll", "caselens.runCase")]
    assert_refused(file, run_all(file), "under way")
    # What is asked of the file meanwhile is answered, and what was refused has not touched the run.
    file.write(CORPUS.replace("required", "requried"))
    assert_refused(file, run_all(file), "the corpus is refused")
    file.write(CORPUS)
    cancel(run, "the lens")


def test_two_files_run_one_after_the_other(file: OpenFile, project: Path) -> None:
    write_rows(project, {**TEAS, **MANY})
    other = OpenFile(file.client, project / "other.corpus.yaml", CORPUS)
    run = running(file)
    waiting = run_all(other)
    write_rows(project, TEAS)
    cancel(run, "the lens")
    assert file.client.answer(waiting)["means"]["recall"] == 1.0
    assert other.hints() == [("green", "rank 1")]


# -- the worker ----------------------------------------------------------------------------------


def test_a_worker_that_is_killed_costs_its_run_and_no_other(file: OpenFile, project: Path) -> None:
    write_rows(project, {**TEAS, **MANY})
    run = running(file)
    worker_of(file.client).kill()
    assert_refused(file, run.request, "was ended by signal 9")
    write_rows(project, TEAS)
    assert_runs(file)

    idle = worker_of(file.client)
    idle.kill()
    assert ends(idle)
    file.replace(("green tea", "the green tea"))
    assert_runs(file)


# -- clients that can do less --------------------------------------------------------------------


def test_a_client_that_can_do_nothing_is_asked_for_nothing(project: Path) -> None:
    with Client() as client:
        client.initialize(capabilities={})
        assert client.encoding == "utf-16"
        assert_runs(OpenFile(client, project / "tea.corpus.yaml", CORPUS))
        assert not client.requested
        assert client.heard("$/progress") == []


def test_a_client_that_never_answers_can_run_and_leave(project: Path) -> None:
    with Client(answers_requests=False) as client:
        client.initialize()
        assert_runs(OpenFile(client, project / "tea.corpus.yaml", CORPUS))
        assert client.requested["window/workDoneProgress/create"] == 1
    assert client.process.returncode == 0
    assert not client.log, client.log
