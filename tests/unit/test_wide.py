"""Measures at fixed depths, why a key was missed, and what tells nothing."""

from __future__ import annotations

import random
import warnings
from dataclasses import replace

import numpy as np
import pytest
import pytrec_eval

from caselens.corpus.accepted import Case
from caselens.evaluation.informative import informative_means, uninformative
from caselens.evaluation.latency import latency
from caselens.evaluation.result import CaseResult, Run
from caselens.evaluation.run import measured
from caselens.evaluation.why import Fault, misses, unjudged
from caselens.evaluation.wide import NAMES, wide, wide_means
from caselens.ports import Hit, Place, Ranking

KEYS = "abcdefghijklmnopqrstuvwxyz"


def result(returned: str, grades: dict[str, float], depth: int = 5, required: str = "") -> CaseResult:
    """A case that got `returned`, out of an alphabet of rows in that order."""
    case = Case("case", "q", depth, tuple(required), tuple(grades.items()))
    hits = tuple(Hit(key, 1 - place / 100) for place, key in enumerate(returned))
    places = {hit.key: Place(rank, hit.score) for rank, hit in enumerate(hits, 1) if hit.key in case.expected}
    return measured(case, 0, depth, Ranking(hits, places))


def test_the_wide_measures_agree_with_trec_eval() -> None:
    chance = random.Random(11)
    theirs = {
        "recall@5": "recall_5",
        "recall@10": "recall_10",
        "recall@20": "recall_20",
        "precision@5": "P_5",
        "MAP@5": "map_cut_5",
        "NDCG@10": "ndcg_cut_10",
        "hit@1": "success_1",
    }
    wanted = {"recall.5,10,20", "P.5", "map_cut.5", "ndcg_cut.10", "success.1"}
    for _ in range(300):
        keys = chance.sample(KEYS, 26)
        graded = {key: float(chance.randint(1, 3)) for key in chance.sample(KEYS, chance.randint(1, 12))}
        found = wide(result("".join(keys[:20]), graded, chance.randint(1, 10)))
        assert found is not None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            oracle = pytrec_eval.RelevanceEvaluator({"q": {k: int(g) for k, g in graded.items()}}, wanted)
            expected = oracle.evaluate({"q": {key: float(-place) for place, key in enumerate(keys[:20])}})[
                "q"
            ]
        for ours, name in theirs.items():
            assert found[ours] == pytest.approx(expected[name], abs=1e-12), ours


@pytest.mark.parametrize(
    ("returned", "grades", "depth", "expected"),
    [
        # name: recall@5, @10, @20, precision@5, MAP@5, NDCG@10, hit@1, hit@k
        ("a", {"a": 1}, 3, (1, 1, 1, 0.2, 1, 1, 1, 1)),
        ("bcda", {"a": 2}, 3, (1, 1, 1, 0.2, 0.25, 1 / np.log2(5), 0, 0)),
        ("", {"a": 1}, 3, (0, 0, 0, 0, 0, 0, 0, 0)),
        # Short lists are not forgiven: the second graded key stays in the ideal order.
        ("a", {"a": 1, "b": 1}, 3, (0.5, 0.5, 0.5, 0.2, 0.5, 1 / (1 + 1 / np.log2(3)), 1, 1)),
        ("a", {"a": float("inf")}, 3, (1, 1, 1, 0.2, 1, 0, 1, 1)),
    ],
)
def test_the_wide_measures_by_hand(
    returned: str, grades: dict[str, float], depth: int, expected: tuple[float, ...]
) -> None:
    assert wide(result(returned, grades, depth)) == pytest.approx(dict(zip(NAMES, expected, strict=True)))


def test_a_case_that_was_not_asked_has_no_wide_measures() -> None:
    away = CaseResult("x", "d", 5, incomplete="away")
    assert wide(away) is None
    assert wide_means([away]) == dict.fromkeys(NAMES, None)
    assert wide_means([away, result("a", {"a": 1})])["hit@1"] == 1


# -- why ----------------------------------------------------------------------------------------


def test_why_a_key_was_missed() -> None:
    grades = dict.fromkeys("abgx", 1.0)
    (deep, none) = misses(result("abcdefg", grades, depth=4))
    assert (deep.key, deep.fault, deep.rank) == ("g", Fault.MODEL, 7)
    assert deep.gap == pytest.approx(0.03)
    assert [hit.key for hit in deep.above] == ["a", "b", "c", "d"]
    assert deep.unjudged == ("c", "d")
    assert (none.key, none.fault, none.rank, none.gap) == ("x", Fault.ROW, None, None)


@pytest.mark.parametrize("exact", [("b", "c"), None])
def test_what_only_the_index_loses_is_no_fault_of_the_model(exact: tuple[str, ...] | None) -> None:
    hits = (Hit("c", 0.8), Hit("d", 0.7))
    case = Case("x", "q", 2, ("b",))
    (miss,) = misses(measured(case, 0, 2, Ranking(hits, {"b": Place(1, 0.9)}, exact)))
    assert (miss.fault, miss.above, miss.rank) == (Fault.INDEX, (), 1)


def test_what_was_returned_and_nobody_judged() -> None:
    assert unjudged(result("abcd", {"b": 1}, required="d")) == ("a", "c")
    assert list(misses(CaseResult("x", "d", 5, ("a",), incomplete="away"))) == []


# -- what tells nothing -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grades", "depth", "rows", "reasons"),
    [
        ({"a": 1}, 5, 26, ()),
        ({"a": 1}, 5, 0, ()),
        ({"a": 1, "b": 1}, 2, 2, ("covers-all", "depth")),
        ({"a": 1}, 5, 5, ("depth",)),
        (dict.fromkeys("abc", 1.0), 2, 26, ("ceiling",)),
        (dict.fromkeys("abc", 1.0), 2, 0, ("ceiling",)),
    ],
)
def test_what_tells_nothing(
    grades: dict[str, float], depth: int, rows: int, reasons: tuple[str, ...]
) -> None:
    assert uninformative(result("abcd", grades, depth), rows) == reasons


def test_the_means_without_what_tells_nothing() -> None:
    telling, not_ = result("abcd", {"d": 1}, 3), result("abcd", dict.fromkeys("abcd", 1.0), 3)
    run = Run("0" * 64, "", "g", "m", True, 26, (telling, not_), cases=2)
    found = informative_means(run)
    assert found is not None
    assert (found[0].recall, found[1]) == (0.0, 1)
    assert informative_means(replace(run, results=(telling,))) is None


# -- latency ------------------------------------------------------------------------------------


def test_latency_is_a_time_that_a_search_took() -> None:
    results = [replace(result("a", {"a": 1}), id=f"c{n}", searching=float(n)) for n in range(1, 41)]
    found = latency(results)
    assert found is not None
    assert (found.p50, found.p95, found.slowest, found.longest, found.name_of_p95) == (
        21,
        39,
        "c40",
        40,
        "p95",
    )
    few = latency(results[:20])
    assert few is not None
    assert (few.p95, few.name_of_p95) == (20, "slowest of 20")
    assert latency([result("a", {"a": 1})]) is None
