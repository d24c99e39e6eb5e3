"""The runs that are kept: whole or not at all, each under a name of its own, the broken ones told."""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest

from caselens.adapters.runs import RunFiles, now
from caselens.evaluation.result import CaseResult, Run
from caselens.history import Stored, base_of, expired, kept, load, named, of_corpus, save
from caselens.ports import PortError

RUN = Run(
    "0123456789abcdef" * 4,
    "letters",
    "docs",
    "a-model",
    True,
    26,
    (CaseResult("one", "d", 5, ("a",), {"a": 1.0}, recall=1.0, reciprocal_rank=1.0, ndcg=1.0),),
    cases=1,
    corpus_path="letters.corpus.yaml",
    completed="2026-11-30T10:00:00.250Z",
)


def at(second: int, **fields: object) -> Run:
    return replace(RUN, completed=f"2026-11-30T10:00:{second:02}.000Z", **fields)  # type: ignore[arg-type]


def test_a_run_is_kept_under_its_time_and_digest(tmp_path: Path) -> None:
    files = RunFiles(tmp_path)
    assert save(files, RUN) == "20261130T100000250Z-0123456789ab"
    assert load(files.path("20261130T100000250Z-0123456789ab")) == RUN
    assert (tmp_path / ".caselens" / ".gitignore").read_text() == "*\n"


def test_two_runs_of_one_millisecond_are_both_kept(tmp_path: Path) -> None:
    files = RunFiles(tmp_path)
    names = [save(files, replace(RUN, model=model)) for model in "abc"]
    assert names == [f"20261130T100000250Z-0123456789ab{end}" for end in ("", "-2", "-3")]
    assert [load(files.path(name)).model for name in names] == ["a", "b", "c"]
    assert files.names() == names[::-1]


def _save_many(folder: str, model: str) -> None:
    for _ in range(40):
        save(RunFiles(Path(folder)), replace(RUN, model=model))


def test_processes_do_not_take_each_other_s_names(tmp_path: Path) -> None:
    several = [multiprocessing.Process(target=_save_many, args=(str(tmp_path), model)) for model in "abc"]
    for one in several:
        one.start()
    for one in several:
        one.join()
    models = [load(RunFiles(tmp_path).path(name)).model for name in RunFiles(tmp_path).names()]
    assert sorted(models) == sorted("abc" * 40)


def _save_up_to(folder: str, size: int) -> None:
    # The system ends who writes more than that, in the middle of it.
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    save(RunFiles(Path(folder)), replace(RUN, results=RUN.results * 200, cases=200))


def test_a_process_that_ends_in_the_middle_of_writing_leaves_no_part_of_a_run(tmp_path: Path) -> None:
    name = save(RunFiles(tmp_path), RUN)
    process = multiprocessing.Process(target=_save_up_to, args=(str(tmp_path), 20_000))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGXFSZ
    assert list(kept(RunFiles(tmp_path))) == [Stored(name, RUN)]


def _save_for_ever(folder: str) -> None:
    large = replace(RUN, results=RUN.results * 2_000, cases=2_000)
    while True:
        save(RunFiles(Path(folder)), replace(large, completed=now()))


def test_a_process_that_is_killed_leaves_whole_runs_only(tmp_path: Path) -> None:
    for _ in range(3):
        process = multiprocessing.Process(target=_save_for_ever, args=(str(tmp_path),))
        process.start()
        before = len(RunFiles(tmp_path).names())
        deadline = time.monotonic() + 30
        while len(RunFiles(tmp_path).names()) < before + 3 and time.monotonic() < deadline:
            time.sleep(0.01)
        os.kill(process.pid or 0, signal.SIGKILL)
        process.join()
    found = list(kept(RunFiles(tmp_path)))
    assert len(found) >= 9
    assert [name for name, run, _ in found if run is None] == []


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "is no run: line 1, column 2: Expecting property name enclosed in double quotes"),
        ("[]", "is no run: [] is not a mapping"),
        ("{}", "is a run of version None; this Caselens reads version 1"),
        ('{"version": 9}', "is a run of version 9; this Caselens reads version 1"),
        ('{"version": 1}', 'is no run: "corpus" is missing'),
        ('{"version": 1, "corpus": []}', "is no run: corpus: [] is not a mapping"),
        ("\x00", "is no run: line 1, column 1: Expecting value"),
        ("[" * 100_000, "is no run: "),
    ],
)
def test_a_broken_run_is_listed_and_says_why(tmp_path: Path, content: str, reason: str) -> None:
    files = RunFiles(tmp_path)
    name = save(files, RUN)
    broken = files.path("20261130T110000000Z-broken")
    broken.write_text(content)
    first, second = kept(files)
    assert (first.name, first.run, second.name, second.run) == (broken.stem, None, name, RUN)
    assert f"{broken} {reason}" in first.broken
    files.delete(broken.stem)
    assert [one.name for one in kept(files)] == [name]


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("cases", 0, "recall"), "x", 'recall: "x" is no number'),
        (("cases", 0, "recall"), True, "recall: true is no number"),
        (("cases", 0, "ndcg"), float("nan"), "ndcg: NaN is no finite number"),
        (("cases", 0, "id"), 5, "id: 5 is not a text"),
        (("cases", 0, "depth"), None, "depth: null is not a whole number"),
        (("cases", 0, "depth"), -1, "depth: -1 is no count"),
        (("cases", 0, "depth"), False, "depth: false is no count"),
        (("cases", 0, "required"), "abc", 'required: "abc" is not a list'),
        (("cases", 0, "grades"), {"a": "x"}, 'grades: "x" is no number'),
        (("cases", 0, "hits"), [{"key": "a", "score": None}], "hits: score: null is no number"),
        (("cases", 0, "places"), {"a": {"rank": 1e999, "score": 1}}, "rank: Infinity is not a whole number"),
        (("cases", 0, "incomplete"), None, "incomplete: null is not a text"),
        (("cases",), {}, "cases: {} is not a list"),
        (("corpus", "cases"), 1e999, "cases: Infinity is not a whole number"),
        (("corpus", "path"), None, "path: null is not a text"),
        (("milliseconds", "embedding"), 10**400, "is no finite number"),
        (("parameters",), {"a": 3}, "parameters: 3 is not a text"),
        (("model", "is_model"), "no", 'is_model: "no" is not true or false'),
        (("completed",), None, "completed: null is not a text"),
    ],
)
def test_a_value_that_cannot_be_breaks_its_own_run_alone(
    tmp_path: Path, path: tuple[str | int, ...], value: object, reason: str
) -> None:
    files = RunFiles(tmp_path)
    name, odd = save(files, RUN), save(files, at(1))
    document = part = json.loads(files.path(odd).read_text())
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    files.path(odd).write_text(json.dumps(document))
    found = {one.name: one.broken for one in kept(files)}
    assert found[name] == ""
    assert reason in found[odd]
    assert named(files, "latest") == name


def test_what_cannot_be_kept_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / ".caselens").write_text("in the way")
    with pytest.raises(PortError, match="the run cannot be kept: "):
        save(RunFiles(tmp_path), RUN)
    assert [path.name for path in tmp_path.iterdir()] == [".caselens"]


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    (tmp_path / ".caselens" / "runs").mkdir(parents=True)
    (tmp_path / ".caselens" / ".gitignore").write_text("*\n")
    with pytest.raises(PortError, match="the run cannot be kept: No space left on device"):
        save(RunFiles(tmp_path), RUN)
    assert list((tmp_path / ".caselens" / "runs").iterdir()) == []


def test_what_somebody_means_by_a_name(tmp_path: Path) -> None:
    files = RunFiles(tmp_path)
    part = at(3, cases=2)
    names = [save(files, run) for run in (at(1), at(2, corpus_digest="f" * 64), part)]
    assert named(files, "20261130T100001") == names[0]
    assert named(files, "ffff") == names[1]
    assert named(files, names[2]) == names[2]
    files.path("odd").write_text("{")
    assert named(files, "odd") == "odd"
    # A run of some cases is not what others are compared with.
    assert named(files, "latest", RUN.corpus_path) == names[1]
    with pytest.raises(PortError, match=r'3 runs begin with "2026": '):
        named(files, "2026")
    with pytest.raises(PortError, match=r'no run is called "2027"; the latest: odd, 2026'):
        named(files, "2027")
    with pytest.raises(PortError, match=r"no run of all cases of other\.yaml is kept"):
        named(files, "latest", "other.yaml")
    with pytest.raises(PortError, match="no run is set as the baseline of letters"):
        named(files, "baseline", RUN.corpus_path)


def test_a_baseline_is_set_and_goes_with_its_run(tmp_path: Path) -> None:
    files = RunFiles(tmp_path)
    first, second, third = (save(files, at(second)) for second in (1, 2, 3))
    assert base_of(files, RUN.corpus_path, third) == second
    assert base_of(files, RUN.corpus_path) == third
    files.set_baseline(RUN.corpus_path, first)
    files.set_baseline("other.yaml", second)
    assert base_of(files, RUN.corpus_path, third) == first
    assert named(files, "baseline", RUN.corpus_path) == first
    files.delete(first)
    assert files.baselines() == {"other.yaml": second}
    assert [name for name, _ in of_corpus(files, RUN.corpus_path)] == [third, second]
    files.set_baseline("other.yaml", "")
    assert files.baselines() == {}


@pytest.mark.parametrize("content", ["", "[]", "{", "\x00"])
def test_baselines_that_are_broken_are_not_forgotten_in_silence(tmp_path: Path, content: str) -> None:
    (tmp_path / ".caselens").mkdir()
    (tmp_path / ".caselens" / "baselines.json").write_text(content)
    with pytest.raises(PortError, match="names no baselines any more; delete it"):
        RunFiles(tmp_path).baselines()


def test_runs_that_cannot_be_listed_are_not_taken_for_none(tmp_path: Path) -> None:
    files = RunFiles(tmp_path)
    assert files.names() == []
    (tmp_path / ".caselens").mkdir()
    (tmp_path / ".caselens" / "runs").write_text("in the way")
    (tmp_path / ".caselens" / "baselines.json").mkdir()
    with pytest.raises(PortError, match="runs cannot be read: Not a directory"):
        files.names()
    with pytest.raises(PortError, match=r"baselines\.json cannot be read: Is a directory"):
        files.baselines()


def test_what_may_go_is_beyond_the_latest_of_each_corpus(tmp_path: Path) -> None:
    files = RunFiles(tmp_path)
    mine = [save(files, at(second)) for second in range(5)]
    others = [save(files, at(second, corpus_path="other.yaml")) for second in range(10, 12)]
    files.path("20260101T000000000Z-broken").write_text("{")
    assert expired(kept(files), 2, [mine[1]]) == [mine[2], mine[0]]
    assert expired(kept(files), 1, []) == [others[0], *mine[3::-1]]
    assert expired(kept(files), 9, []) == []
    assert json.loads(files.path(mine[0]).read_text())["version"] == 1
