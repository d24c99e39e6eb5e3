"""Two runs side by side: what became of each case, and what may be said of the means."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caselens.corpus.accepted import Case
from caselens.evaluation.bootstrap import interval
from caselens.evaluation.comparison import Comparison, Status, compare
from caselens.evaluation.result import CaseResult, Run
from caselens.evaluation.run import measured
from caselens.ports import Hit, Place, Ranking

KEYS = "abcdefgh"


def result(
    identifier: str, returned: str, required: str = "", graded: str = "", query: str = "q"
) -> CaseResult:
    """A case that got the keys `returned`, of which it wanted those that are named."""
    case = Case(identifier, query, 4, tuple(required), tuple((key, 1.0) for key in graded))
    hits = tuple(Hit(key, 1 - place / 10) for place, key in enumerate(returned))
    places = {hit.key: Place(rank, hit.score) for rank, hit in enumerate(hits, 1) if hit.key in case.expected}
    return measured(case, 0, 4, Ranking(hits, places))


def run(*results: CaseResult, digest: str = "0" * 64, **fields: Any) -> Run:
    return Run(digest, "c", "g", "m", True, 8, results, **{"cases": len(results), **fields})


def statuses(base: Run, current: Run) -> dict[str, str]:
    return {change.id: change.status.value for change in compare(base, current).changes}


@pytest.mark.parametrize(
    ("base", "current", "status"),
    [
        (result("x", "abcd", "a"), result("x", "abcd", "a"), "same"),
        (result("x", "bcde", "a"), result("x", "bcda", "a"), "fixed"),
        (result("x", "bcda", "a"), result("x", "bcde", "a"), "broken"),
        # A required key found wins over a first graded one that fell.
        (result("x", "bcde", "a", "ab"), result("x", "cdab", "a", "ab"), "fixed"),
        # Of two required keys one is still missing: the rank decides.
        (result("x", "cdea", "ab"), result("x", "acde", "ab"), "better"),
        (result("x", "acde", "", "a"), result("x", "cade", "", "a"), "worse"),
        # The first graded key stays where it is, a second comes or goes.
        (result("x", "acde", "", "ab"), result("x", "acdb", "", "ab"), "better"),
        (result("x", "acdb", "", "ab"), result("x", "acde", "", "ab"), "worse"),
        (result("x", "abcd", "a"), result("x", "abcd", "a", query="other"), "edited"),
        (
            CaseResult("x", result("x", "a", "a").digest, 4, incomplete="away"),
            result("x", "a", "a"),
            "not asked",
        ),
    ],
)
def test_what_became_of_a_case(base: CaseResult, current: CaseResult, status: str) -> None:
    assert statuses(run(base), run(current)) == {"x": status}


def test_cases_are_matched_by_their_ids() -> None:
    one, two, three = (result(name, "abcd", "a") for name in ("one", "two", "three"))
    found = statuses(run(one, two, digest="1" * 64), run(three, one))
    assert found == {"three": "added", "one": "same", "two": "removed"}


def test_a_run_of_some_cases_takes_the_others_for_neither_gone_nor_new() -> None:
    one, two = (result(name, "abcd", "a") for name in ("one", "two"))
    part, whole = run(one, cases=2), run(one, two)
    assert statuses(whole, part) == statuses(part, whole) == {"one": "same"}
    assert compare(whole, part).reasons == ("the current run asked 1 of 2 cases",)
    assert compare(part, whole).deltas == ()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"digest": "1" * 64}, "the corpus was edited between them: digests 000000000000 and 111111111111"),
        ({"scoring": 2}, "they were scored by different formulas: versions 1 and 2"),
        (
            {"parameters": {"hnsw.ef_search": "40"}},
            "the query parameter hnsw.ef_search was unknown and is 40",
        ),
    ],
)
def test_what_may_not_be_compared_is_not(change: dict[str, Any], reason: str) -> None:
    found = compare(run(result("x", "abcd", "a")), run(result("x", "bacd", "a"), **change))
    assert (found.reasons, found.deltas) == ((reason,), ())
    assert [change.status for change in found.changes] == [Status.WORSE]


def test_depths_that_differ_are_not_compared_as_wholes() -> None:
    base = run(result("x", "abcd", "a"), result("y", "abcd", "b"), result("z", "abcd", "b", query="other"))
    deeper = run(replace(result("x", "abcd", "a"), depth=9), *(replace(r, depth=9) for r in base.results[1:]))
    found = compare(base, deeper)
    assert (found.reasons, found.deltas) == (("the depth of 3 cases was 4 and is 9",), ())
    # Of an edited case, the edit is the reason.
    edited = run(
        base.results[0], base.results[1], replace(result("z", "abcd", "b"), depth=9), digest="1" * 64
    )
    assert [reason.partition(":")[0] for reason in compare(base, edited).reasons] == [
        "the corpus was edited between them"
    ]


def test_the_settings_in_which_two_runs_differ() -> None:
    base = run(configuration={"generation": {"model": "minilm", "rows": "a.csv"}})
    current = replace(base, model="n", configuration={"generation": {"rows": "a.csv"}, "k": 5})
    assert compare(base, current).settings == (
        ("generation.model", "minilm", None),
        ("model identity", "m", "n"),
        ("k", None, 5),
    )


def several(*ranks: int) -> Run:
    """Cases whose one graded key has these ranks."""
    return run(*(result(str(n), "efgh"[: rank - 1] + "a" + "bcd", "", "a") for n, rank in enumerate(ranks)))


@pytest.mark.parametrize(
    ("base", "current", "verdict"),
    [
        (several(*[1] * 12), several(*[1] * 12), "no difference"),
        (several(*[2] * 12), several(*[1] * 12), "better"),
        (several(*[1] * 12), several(*[2] * 12), "worse"),
        (several(*[2] * 9), several(*[1] * 9), "too few cases to tell"),
        (several(*[1] * 11, 2), several(*[1] * 12), "too few cases to tell"),
    ],
)
def test_what_a_difference_says(base: Run, current: Run, verdict: str) -> None:
    (mrr,) = [delta for delta in compare(base, current).deltas if delta.name == "MRR"]
    assert mrr.verdict == verdict


def test_an_interval_is_what_resampling_gives() -> None:
    # Of two values, a resample's mean is 0, 1/2 or 1 with 1/4, 1/2, 1/4.
    assert interval([0.0, 1.0]) == (0.0, 1.0)
    # The standard error of the mean of 400 halves is 1/40; 1.96 of them on each side.
    low, high = interval([0.0, 1.0] * 200)
    assert low == pytest.approx(0.5 - 1.96 / 40, abs=0.003)
    assert high == pytest.approx(0.5 + 1.96 / 40, abs=0.003)


def test_an_interval_is_mirrored_where_two_runs_are_swapped() -> None:
    chance = random.Random(5)
    base, current = (several(*(chance.randint(1, 5) for _ in range(60))) for _ in range(2))
    shuffled = replace(current, results=tuple(chance.sample(current.results, 60)))
    there, back = compare(base, shuffled).deltas, compare(shuffled, base).deltas
    assert [(d.low, d.high) for d in there] == [(-d.high, -d.low) for d in back]
    values = [chance.random() for _ in range(60)]
    low, high = interval(values)
    assert interval([-value for value in values]) == (-high, -low)


# -- what holds always --------------------------------------------------------------------------

RESULTS = st.builds(
    result,
    st.sampled_from("pqrst"),
    st.permutations(KEYS).map(lambda keys: "".join(keys[:4])),
    st.sampled_from(["", "a", "ab"]),
    st.sampled_from(["a", "ab", "abc"]),
    st.sampled_from(["q", "r"]),
)
RUNS = st.lists(RESULTS, max_size=5, unique_by=lambda found: found.id).map(lambda results: run(*results))
OPPOSITE = {
    Status.FIXED: Status.BROKEN,
    Status.BROKEN: Status.FIXED,
    Status.BETTER: Status.WORSE,
    Status.WORSE: Status.BETTER,
    Status.ADDED: Status.REMOVED,
    Status.REMOVED: Status.ADDED,
}


@given(RUNS, RUNS)
@settings(max_examples=50, deadline=None)
def test_swapping_two_runs_turns_everything_around(base: Run, current: Run) -> None:
    there, back = compare(base, current), compare(current, base)
    assert by_id(there) == {name: OPPOSITE.get(status, status) for name, status in by_id(back).items()}
    for forward, backward in zip(there.deltas, back.deltas, strict=True):
        assert forward.difference == -backward.difference
        assert (forward.low, forward.high) == pytest.approx((-backward.high, -backward.low), abs=1e-12)


@given(RUNS)
@settings(max_examples=50, deadline=None)
def test_a_run_is_the_same_as_itself_whatever_it_is_called(one: Run) -> None:
    for other in (one, replace(one, corpus_name="other", corpus_path="elsewhere.yaml")):
        found = compare(one, other)
        assert all(change.status is Status.SAME for change in found.changes)
        assert not found.reasons
        assert not found.settings
        assert all(
            (d.difference, d.low, d.high, d.verdict) == (0, 0, 0, "no difference") for d in found.deltas
        )


def by_id(found: Comparison) -> dict[str, Status]:
    return {change.id: change.status for change in found.changes}


def names(changes: Sequence[Any]) -> list[str]:
    return [change.id for change in changes]


def test_counts_and_groups() -> None:
    base = run(*(result(n, "bcde", "a") for n in "xyz"))
    current = run(result("x", "abcd", "a"), result("y", "bcde", "a"), result("z", "cbda", "a"))
    found = compare(base, current)
    assert found.counts() == {Status.FIXED: 2, Status.SAME: 1}
    assert names(found.of(Status.FIXED)) == ["x", "z"]
