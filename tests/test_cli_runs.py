# ruff: noqa: E501 - what is printed is as wide as it is
"""Runs that are kept, compared, gated, watched and reported, by the command as it is installed."""

from __future__ import annotations

import json
import queue
import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

import pytest
from inline_snapshot import snapshot

from .test_cli import COMMAND, CORPUS, LOST, SETTINGS, Told, caselens, evaluate, folder, surroundings

__all__ = ["folder"]

# The same keys with other texts: what was found is so no more.
MIXED = """\
{"id": "cold", "text": "the lift is stuck between two floors"}
{"id": "bill", "text": "an invoice was paid twice"}
{"id": "door", "text": "the front door does not lock"}
{"id": "lift", "text": "the radiator stays cold in winter"}
"""


def names(folder: Path) -> list[str]:
    return sorted(path.stem for path in (folder / ".caselens" / "runs").glob("*.json"))


def nameless(told: Told) -> str:
    """What was printed, without times and names that differ each time."""
    out = re.sub(r"\d{8}T\d{9}Z", "TIME", told.out)
    return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", "WHEN UTC", out)


@pytest.fixture
def twice(folder: Path) -> list[str]:
    """Two runs of one corpus, the second over other rows."""
    assert evaluate(folder).status == 0
    (folder / "rows.jsonl").write_text(MIXED)
    assert evaluate(folder).status == 1
    return names(folder)


# -- kept ---------------------------------------------------------------------------------------


def test_there_are_no_runs_before_the_first(folder: Path) -> None:
    assert caselens(folder, "runs") == snapshot(
        Told(status=0, out="no runs are kept; `caselens evaluate` keeps each\n")
    )


def test_runs_are_listed_the_latest_first_and_the_broken_ones_too(folder: Path, twice: list[str]) -> None:
    evaluate(folder, "--case", "heat", corpus="lost.corpus.yaml")
    (folder / ".caselens" / "runs" / "20200101T000000000Z-abc.json").write_text("{")
    told = caselens(folder, "runs", "list")
    assert (told.status, nameless(told)) == snapshot(
        (
            0,
            """\
TIME-a776bb4f3e03  recall 0.00  MRR 0.00  NDCG 0.00  1 of 3 cases  lost.corpus.yaml · house · hashing-384-v1
TIME-ec2d39706c2f  recall 0.25  MRR 0.50  NDCG 0.38  2 cases  house.corpus.yaml · house · hashing-384-v1
TIME-ec2d39706c2f  recall 0.75  MRR 1.00  NDCG 0.88  2 cases  house.corpus.yaml · house · hashing-384-v1
TIME-abc           broken: FOLDER/.caselens/runs/TIME-abc.json is no run: line 1, column 2: Expecting property name enclosed in double quotes
""",
        )
    )
    assert len(caselens(folder, "runs", "list", "house.corpus.yaml").out.splitlines()) == 3
    assert caselens(folder, "runs", "list", "absent.yaml") == snapshot(
        Told(status=2, out="", err="caselens: absent.yaml is no file\n")
    )


def test_a_run_is_not_kept_where_that_is_said(folder: Path) -> None:
    assert evaluate(folder, "--no-keep").status == 0
    assert names(folder) == []


def test_a_kept_run_is_shown_as_it_was(folder: Path, twice: list[str]) -> None:
    shown = caselens(folder, "runs", "show", twice[0]).out
    assert "heat     1    1.00  1.00   1.00  cold* 1" in shown
    assert json.loads(caselens(folder, "runs", "show", twice[0], "--json").out)["means"]["recall"] == 0.75


def test_the_latest_is_the_latest_of_all_where_no_corpus_is_named(folder: Path, twice: list[str]) -> None:
    evaluate(folder, corpus="lost.corpus.yaml")
    evaluate(folder, "--case", "heat")
    *_, lost, _part = names(folder)
    assert "lost" in caselens(folder, "runs", "show", "latest").out
    told = caselens(folder, "runs", "baseline", "latest")
    assert told.out == f"lost.corpus.yaml is compared with {lost} from now on\n"
    told = caselens(folder, "runs", "baseline", "latest", "house.corpus.yaml")
    assert told.out == f"house.corpus.yaml is compared with {twice[1]} from now on\n"


def test_runs_are_forgotten_by_name_all_or_none(folder: Path, twice: list[str]) -> None:
    told = caselens(folder, "runs", "delete", twice[0], "nobody")
    assert (told.status, told.err) == (
        2,
        f'caselens: no run is called "nobody"; the latest: {twice[1]}, {twice[0]}\n',
    )
    assert names(folder) == twice
    assert caselens(folder, "runs", "delete", twice[0]).out == f"{twice[0]} deleted\n"
    assert names(folder) == twice[1:]


def test_pruning_leaves_the_latest_and_the_baseline(folder: Path, twice: list[str]) -> None:
    caselens(folder, "runs", "baseline", twice[0])
    evaluate(folder)
    assert caselens(folder, "runs", "prune", "--keep", "1").out == "1 run deleted, 2 runs left\n"
    assert twice[0] in names(folder)
    assert twice[1] not in names(folder)


# -- compared -----------------------------------------------------------------------------------


def test_two_runs_beside_each_other(folder: Path, twice: list[str]) -> None:
    told = caselens(folder, "compare", *twice)
    assert (told.status, nameless(told)) == snapshot(
        (
            1,
            """\
compared with house · hashing-384-v1 · WHEN UTC · digest ec2d39706c2f
                base  now    change  95 % interval
recall          0.750 0.250  -0.500  -1.000 to +0.000  too few cases to tell (2 cases)
MRR             1.000 0.500  -0.500  -1.000 to +0.000  too few cases to tell (2 cases)
NDCG            0.880 0.380  -0.500  -1.000 to +0.000  too few cases to tell (2 cases)
1 broken, 1 same
broken   heat  cold 1 → (2)
rows fingerprint: ec76dc92683c → 46b119dad7e3

not measured
  - quality: hashing-384-v1 is not a model; its numbers say nothing about any embedding
  - exact agreement: the search itself looked at every row, so there is no index to compare

blocks
  - heat: the required key "cold" is not in the top 1

blocked by 1 finding
""",
        )
    )
    assert caselens(folder, "compare", twice[0]).out == told.out
    again = caselens(folder, "compare", twice[1])
    assert (again.status, again.err) == (
        2,
        f"caselens: {twice[1]} is the latest run of its corpus; there is none to compare it with\n",
    )


def test_another_corpus_is_compared_case_by_case_alone(folder: Path) -> None:
    evaluate(folder)
    (folder / "house.corpus.yaml").write_text(CORPUS.replace("paid twice", "paid once") + LOST)
    told = evaluate(folder, "--baseline", "latest", "--max-recall-drop", "0")
    assert "no difference of means is given: the corpus was edited between them: digests" in told.out
    assert "1 edited, 1 added, 1 same" in told.out
    assert "change: the corpus was edited between them" in told.out
    assert not re.search("fell by", told.out)


def test_a_drop_beyond_what_is_allowed_blocks(folder: Path, twice: list[str]) -> None:
    told = evaluate(folder, "--baseline", twice[0], "--max-mrr-drop", "0.5", "--max-recall-drop", "0.4")
    assert told.status == 1
    assert re.findall(r"mean \w+ fell by [^:]*", told.out.replace("\n    ", " ")) == snapshot(
        ["mean recall fell by 0.500, more than 0.4"]
    )
    (folder / "caselens.yaml").write_text(SETTINGS + "gates: {max_mrr_drop: 0.1}\n")
    assert "mean MRR fell by 0.500, more than 0.1" in evaluate(folder, "--baseline", twice[0]).out
    assert "fell by" not in evaluate(folder, "--baseline", twice[0], "--max-mrr-drop", "0.6").out


def test_the_baseline_that_is_set_is_compared_with(folder: Path, twice: list[str]) -> None:
    assert "compared with" not in evaluate(folder).out
    told = caselens(folder, "runs", "baseline", twice[0])
    assert told.out == f"house.corpus.yaml is compared with {twice[0]} from now on\n"
    assert "compared with house · hashing-384-v1" in evaluate(folder).out
    assert f"{twice[0]}  recall 0.75" in caselens(folder, "runs").out
    assert caselens(folder, "runs").out.count("baseline") == 1
    assert "compared with" not in evaluate(folder, "--baseline", "none").out
    assert caselens(folder, "runs", "baseline", "none", "house.corpus.yaml").status == 0
    assert "compared with" not in evaluate(folder).out


def test_the_baseline_that_is_set_has_a_name(folder: Path, twice: list[str]) -> None:
    told = caselens(folder, "compare", "baseline")
    assert told.err == (
        "caselens: no run is set as the baseline of a corpus; `caselens runs baseline` sets one\n"
    )
    caselens(folder, "runs", "baseline", twice[0])
    assert "broken   heat" in caselens(folder, "compare", "baseline").out
    assert "broken   heat" in caselens(folder, "compare", twice[0], "latest").out
    evaluate(folder, corpus="lost.corpus.yaml")
    caselens(folder, "runs", "baseline", "latest")
    told = caselens(folder, "runs", "show", "baseline")
    assert told.err == (
        "caselens: 2 corpora have a baseline: house.corpus.yaml, lost.corpus.yaml; name the run\n"
    )


def test_a_baseline_that_went_without_a_word_is_missed(folder: Path, twice: list[str]) -> None:
    caselens(folder, "runs", "baseline", twice[0])
    (folder / ".caselens" / "runs" / f"{twice[0]}.json").unlink()
    told = evaluate(folder, "--max-recall-drop", "0.01")
    assert (told.status, nameless(Told(0, told.err))) == snapshot(
        (
            2,
            "caselens: TIME-ec2d39706c2f, the baseline of house.corpus.yaml, is not kept any more; `caselens runs baseline` sets another\n",
        )
    )
    (folder / ".caselens" / "baselines.json").write_text("{")
    told = evaluate(folder, "--max-recall-drop", "0.01")
    assert (told.status, told.err) == snapshot(
        (
            2,
            "caselens: FOLDER/.caselens/baselines.json names no baselines any more; delete it, and set them again\n",
        )
    )


def test_a_run_of_some_cases_is_no_baseline(folder: Path) -> None:
    evaluate(folder, "--case", "heat")
    (part,) = names(folder)
    told = caselens(folder, "runs", "baseline", part)
    assert (told.status, told.err) == (
        2,
        f"caselens: {part} asked 1 of 2 cases; a baseline asks all\n",
    )


def test_another_generation_is_asked_beside_the_first(folder: Path) -> None:
    both = SETTINGS + '  - {name: titles, corpora: ["no"], rows: titles.jsonl, model: hashing}\n'
    (folder / "caselens.yaml").write_text(both)
    (folder / "titles.jsonl").write_text(MIXED)
    told = evaluate(folder, "--baseline", "titles")
    assert told.status == 0
    assert "compared with titles · hashing-384-v1" in told.out
    assert "fixed    heat" in told.out
    assert "generation.rows: titles.jsonl → rows.jsonl" in told.out


@pytest.mark.parametrize(
    ("baseline", "said"),
    [
        ("nobody", 'no run is called "nobody"; none is kept'),
        ("latest", "no run of all cases of house.corpus.yaml is kept"),
        ("absent.json", 'no run is called "absent.json"; none is kept'),
    ],
)
def test_a_baseline_that_is_not_there(folder: Path, baseline: str, said: str) -> None:
    told = evaluate(folder, "--baseline", baseline)
    assert (told.status, told.out, told.err) == (2, "", f"caselens: --baseline {baseline}: {said}\n")
    assert names(folder) == []


def test_a_file_is_a_baseline_too(folder: Path, twice: list[str]) -> None:
    (folder / "base.json").write_bytes((folder / ".caselens" / "runs" / f"{twice[0]}.json").read_bytes())
    assert "broken   heat" in evaluate(folder, "--baseline", "base.json").out
    (folder / "base.json").write_text('{"version": 7}')
    told = evaluate(folder, "--baseline", "base.json")
    assert (told.status, told.err) == (
        2,
        "caselens: base.json is a run of version 7; this Caselens reads version 1\n",
    )


# -- reports ------------------------------------------------------------------------------------


def test_reports_go_where_they_are_wanted(folder: Path, twice: list[str]) -> None:
    told = evaluate(
        folder, "--baseline", twice[0], "--output", "a.md", "--output", "b.xml", "--output", "c.json"
    )
    assert told.status == 1
    assert "| broken | `heat` | cold 1 → (2) |" in (folder / "a.md").read_text()
    suite = ElementTree.parse(folder / "b.xml").getroot()[0]
    assert {name: suite.get(name) for name in ("tests", "failures", "errors")} == {
        "tests": "2",
        "failures": "1",
        "errors": "0",
    }
    assert json.loads((folder / "c.json").read_text())["comparison"]["counts"] == {"broken": 1, "same": 1}
    assert sorted(path.name for path in folder.iterdir() if path.suffix == ".tmp") == []


def test_what_a_workflow_is_told(folder: Path, twice: list[str]) -> None:
    told = evaluate(folder, "--baseline", twice[0], "--format", "github", "--min-recall", "0.9")
    assert (told.status, told.out) == snapshot(
        (
            1,
            """\
::error file=house.corpus.yaml,title=Caselens::heat: the required key "cold" is not in the top 1
::error file=house.corpus.yaml,title=Caselens::mean recall 0.250 is under 0.9
::notice file=house.corpus.yaml,title=Caselens · not measured::quality: hashing-384-v1 is not a model; its numbers say nothing about any embedding
::notice file=house.corpus.yaml,title=Caselens · not measured::exact agreement: the search itself looked at every row, so there is no index to compare
::notice file=house.corpus.yaml,title=Caselens::recall 0.25, MRR 0.50, NDCG 0.38; recall -0.500 (too few cases to tell); MRR -0.500 (too few cases to tell); NDCG -0.500 (too few cases to tell)
""",
        )
    )


def test_gates_are_tests_of_their_own(folder: Path) -> None:
    told = evaluate(folder, "--min-recall", "0.9", "--format", "junit")
    suite = ElementTree.fromstring(told.out)[0]
    failed = [(test.get("name"), test[0].get("message")) for test in suite if len(test)]
    assert failed == [("gates", "mean recall 0.750 is under 0.9")]


@pytest.mark.parametrize("path", ["report", "report.pdf", "report.yaml"])
def test_an_ending_that_tells_no_format_is_refused_before_anything_is_done(folder: Path, path: str) -> None:
    told = evaluate(folder, "--output", path)
    assert (told.status, told.out, told.err) == (
        2,
        "",
        f"caselens: {path}: no format has this ending; accepted are .json, .md, .xml, .html\n",
    )
    assert names(folder) == []


def test_a_report_that_cannot_be_written(folder: Path) -> None:
    told = evaluate(folder, "--output", "absent/report.md", "--output", "no/a.xml", "--output", "a.json")
    assert told.status == 2
    assert told.err == (
        "caselens: absent/report.md cannot be written: No such file or directory\n"
        "caselens: no/a.xml cannot be written: No such file or directory\n"
    )
    # The result is on the screen and in the other file all the same.
    assert "mean       " in told.out
    assert json.loads((folder / "a.json").read_text())["means"]["recall"] == 0.75
    assert len(names(folder)) == 1


def test_names_do_nothing_in_markdown(folder: Path) -> None:
    corpus = r"""
        version: 1
        name: "<b>x</b> | [a](b)"
        cases:
          - {id: "a|b`c`<script>", query: radiator, required: ["*bold*", "acme\x1f1"]}
        """
    (folder / "house.corpus.yaml").write_text(corpus, "utf-8")
    written = evaluate(folder, "--format", "markdown").out
    assert "<script>" not in written
    assert r"## \<b\>x\</b\> \| \[a\](b): blocked by 2 findings" in written
    (row,) = [line for line in written.splitlines() if "script" in line and line.startswith("| a")]
    assert len(re.findall(r"(?<!\\)\|", row)) == 7
    assert r"\*bold\* –" in row


# -- watched ------------------------------------------------------------------------------------


@contextmanager
def watching(folder: Path) -> Iterator[queue.Queue[str]]:
    """The lines of `caselens watch`, as they come; ended by Ctrl-C."""
    command = [*COMMAND, "watch", "house.corpus.yaml"]
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=surroundings(100),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    lines: queue.Queue[str] = queue.Queue()
    assert process.stdout is not None
    output = process.stdout

    def read() -> None:
        for line in output:
            lines.put(line.rstrip("\n"))

    reader = threading.Thread(target=read)
    reader.start()
    try:
        yield lines
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
        reader.join()
        output.close()


def said(lines: queue.Queue[str]) -> str:
    """The next line, without the time."""
    return re.sub(r"^\d\d:\d\d:\d\d  ", "", lines.get(timeout=30))


def test_a_corpus_is_asked_again_as_far_as_it_was_edited(folder: Path) -> None:
    corpus = folder / "house.corpus.yaml"
    with watching(folder) as lines:
        assert said(lines) == "recall 0.75  MRR 1.00  NDCG 0.88  asked 2 of 2 cases"
        corpus.write_text(CORPUS.replace("my radiator is cold", "the lift is stuck"))
        assert said(lines) == "recall 0.25  MRR 0.50  NDCG 0.38  asked 1 of 2 cases"
        assert said(lines) == "  heat: broken, cold 1 → (3)"
        # A comment asks nothing again.
        corpus.write_text("# a comment\n" + corpus.read_text())
        assert said(lines) == "recall 0.25  MRR 0.50  NDCG 0.38  asked 0 of 2 cases"
        corpus.write_text(CORPUS.replace("version: 1", "version: 2"))
        assert said(lines).startswith("house.corpus.yaml:1:10: error[bad-version]")
        while not said(lines).startswith("house.corpus.yaml is refused"):
            pass
        corpus.write_text(CORPUS + LOST)
        assert said(lines) == "recall 0.50  MRR 0.67  NDCG 0.59  asked 2 of 3 cases"
        assert said(lines) == "  heat: fixed, cold (3) → 1"
        assert said(lines) == "  lost: bill (4), gone –"
        # Other rows ask everything again.
        (folder / "rows.jsonl").write_text(MIXED)
        assert said(lines) == "recall 0.17  MRR 0.33  NDCG 0.25  asked 3 of 3 cases"
        assert said(lines) == "  heat: cold (2)"
        assert said(lines) == "  lost: bill (4), gone –"
        corpus.write_text(CORPUS)
        assert said(lines) == "recall 0.25  MRR 0.50  NDCG 0.38  asked 0 of 2 cases"
        assert said(lines) == "  lost: removed"
