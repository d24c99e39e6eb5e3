"""Measures against trec_eval's, against hand-made sums, and what holds for every input."""

import random
from collections.abc import Mapping, Sequence
from math import inf, log2, nan

import pytest
import pytrec_eval
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from caselens.evaluation import measures

CLOSE = 1e-12


def all_three(grades: Mapping[str, float], top: Sequence[str]) -> tuple[float, float, float]:
    return measures.recall(grades, top), measures.reciprocal_rank(grades, top), ndcg_of(grades, top)


def ndcg_of(grades: Mapping[str, float], top: Sequence[str]) -> float:
    number = measures.ndcg(grades, top)
    assert number is not None
    return number


# -- the oracle ---------------------------------------------------------------------------------


def oracle(grades: Mapping[str, int], top: Sequence[str]) -> tuple[float, float, float]:
    """What trec_eval makes of a list of results that is as long as the depth.

    Its reciprocal rank knows no depth, so it is given the cut list.
    """
    depth = len(top)
    evaluator = pytrec_eval.RelevanceEvaluator(
        {"case": dict(grades)}, {f"recall.{depth}", "recip_rank", f"ndcg_cut.{depth}"}
    )
    scores = {key: float(depth - place) for place, key in enumerate(top)}
    found = evaluator.evaluate({"case": scores})["case"]
    return found[f"recall_{depth}"], found["recip_rank"], found[f"ndcg_cut_{depth}"]


def random_case(seed: int) -> tuple[dict[str, int], list[str]]:
    """Integer grades, and as many different results as the depth: known keys, then unknown ones."""
    rng = random.Random(seed)
    keys = [f"d{number}" for number in range(40)]
    grades = {key: rng.randint(1, 5) for key in rng.sample(keys, rng.randint(1, 15))}
    depth = rng.randint(1, 30)
    returned = rng.sample(keys, rng.randint(0, depth))
    return grades, returned + [f"unknown{number}" for number in range(depth - len(returned))]


def test_equal_to_trec_eval_on_a_thousand_cases() -> None:
    cases = [random_case(seed) for seed in range(1000)]
    found = [all_three(*case) for case in cases]
    assert found == [pytest.approx(oracle(*case), rel=0, abs=CLOSE) for case in cases]
    # The cases tell something: nothing is all zeros or all ones.
    for numbers in zip(*found, strict=True):
        assert sum(0 < number < 1 for number in numbers) / len(cases) > 0.2


# -- by hand ------------------------------------------------------------------------------------

SECOND, THIRD = log2(3), log2(4)


@pytest.mark.parametrize(
    ("grades", "top", "recall", "reciprocal_rank", "ndcg"),
    [
        pytest.param({"a": 1, "b": 1}, ["a", "b"], 1, 1, 1, id="all, in order"),
        pytest.param({"a": 1}, ["x", "a"], 1, 1 / 2, 1 / SECOND, id="second"),
        pytest.param({"a": 1}, ["x", "y"], 0, 0, 0, id="none"),
        pytest.param({"a": 1, "b": 3}, [], 0, 0, 0, id="nothing returned"),
        pytest.param({"a": 3, "b": 2, "c": 1}, ["a"], 1 / 3, 1, 1, id="ideal cut to one result"),
        pytest.param({"a": 3, "b": 2, "c": 1}, ["c"], 1 / 3, 1, 1 / 3, id="the worst of three alone"),
        pytest.param(
            {"a": 3, "b": 2, "c": 1},
            ["b", "x"],
            1 / 3,
            1,
            2 / (3 + 2 / SECOND),
            id="ideal cut to two results",
        ),
        pytest.param(
            {"a": 1, "b": 3},
            ["a", "b", "x"],
            1,
            1,
            (1 + 3 / SECOND) / (3 + 1 / SECOND),
            id="gain is linear",
        ),
        pytest.param(
            {"full": 1, "half": 0.5},
            ["half", "other", "full"],
            1,
            1,
            (0.5 + 1 / THIRD) / (1 + 0.5 / SECOND),
            id="half a grade is a grade",
        ),
        pytest.param({"a": 1e-9}, ["x", "x", "a"], 1, 1 / 3, 1 / THIRD, id="a tiny grade is one too"),
        pytest.param({"a": 1, "b": 1}, ["a", "a"], 1 / 2, 1, 1, id="a repeated hit gains again"),
        pytest.param(
            {"a": 2},
            ["a", "a"],
            1,
            1,
            (2 + 2 / SECOND) / 2,
            id="so that a repeated hit goes beyond one",
        ),
        pytest.param({}, ["a"], 0, 0, 0, id="nothing expected"),
        pytest.param({"": 1}, ["x", ""], 1, 1 / 2, 1 / SECOND, id="an empty key is a key"),
    ],
)
def test_by_hand(
    grades: dict[str, float], top: list[str], recall: float, reciprocal_rank: float, ndcg: float
) -> None:
    assert all_three(grades, top) == pytest.approx((recall, reciprocal_rank, ndcg), rel=0, abs=CLOSE)


@pytest.mark.parametrize(
    ("grades", "top", "ndcg"),
    [
        ({"a": inf, "b": 1}, ["a"], None),
        ({"a": inf, "b": 1}, ["b"], 0),
        ({"a": nan}, ["a"], None),
        ({"a": nan}, ["x"], None),
        (dict.fromkeys("abcd", 1e308), ["a", "b", "c", "d"], None),
        (dict.fromkeys("abcd", 1e308), ["a", "b"], 1),
        ({"a": 5e-324}, ["x", "x", "a"], 0),
    ],
)
def test_a_share_of_infinity_is_no_number(
    grades: dict[str, float], top: list[str], ndcg: float | None
) -> None:
    assert measures.ndcg(grades, top) == ndcg


@pytest.mark.parametrize(
    ("required", "top", "missing"),
    [
        (["a", "b"], ["b", "a"], ()),
        (["b", "c", "a"], ["a"], ("b", "c")),
        (["b", "a", "b"], ["a"], ("b", "b")),
        (["a", "A", "a "], ["a"], ("A", "a ")),
        ([], ["a"], ()),
        (["a"], [], ("a",)),
    ],
)
def test_missing_keeps_order_and_repeats(
    required: list[str], top: list[str], missing: tuple[str, ...]
) -> None:
    assert measures.missing(required, top) == missing


@pytest.mark.parametrize(
    ("top", "exact", "agreement"),
    [
        (["a", "b"], ["b", "a"], 1),
        (["a", "b"], ["a", "b", "c", "d"], 1 / 2),
        (["a", "b"], ["a"], 1),
        (["a", "a", "x"], ["a", "b"], 1),
        ([], ["a"], 0),
        (["a"], [], 0),
    ],
)
def test_exact_agreement_is_a_share_of_what_the_exhaustive_search_found(
    top: list[str], exact: list[str], agreement: float
) -> None:
    assert measures.exact_agreement(top, exact) == agreement


def test_the_mean_of_nothing_is_none() -> None:
    assert measures.mean([]) is None
    assert measures.mean(iter([])) is None
    assert measures.mean([0.0]) == 0.0
    assert measures.mean([0.1] * 10) == 0.1
    assert measures.mean(number / 4 for number in range(5)) == 0.5


# -- whatever the input -------------------------------------------------------------------------

keys = st.sampled_from("abcdefghij")
above_zero = st.floats(min_value=0, max_value=1e6, exclude_min=True, allow_subnormal=False)
grade_maps = st.dictionaries(keys, above_zero, min_size=1)
without_repeats = st.lists(keys, unique=True)
fast = settings(deadline=None, max_examples=200, derandomize=True, database=None)


@fast
@given(grade_maps, without_repeats)
def test_without_repeats_every_number_is_from_zero_to_one(grades: dict[str, float], top: list[str]) -> None:
    assert all(0 <= number <= 1 + CLOSE for number in all_three(grades, top))


@fast
@given(grade_maps, without_repeats)
def test_the_best_order_has_an_ndcg_of_one(grades: dict[str, float], top: list[str]) -> None:
    best = sorted(grades, key=lambda key: -grades[key])
    assert ndcg_of(grades, best) == pytest.approx(1, rel=CLOSE)
    assert ndcg_of(grades, best[:1]) == 1
    assert ndcg_of(grades, [*best, "unjudged"]) == pytest.approx(1, rel=CLOSE)


@fast
@given(grade_maps, st.lists(keys), st.randoms(use_true_random=False))
def test_the_order_of_the_grades_is_irrelevant(
    grades: dict[str, float], top: list[str], rng: random.Random
) -> None:
    shuffled = list(grades.items())
    rng.shuffle(shuffled)
    assert all_three(dict(shuffled), top) == all_three(grades, top)


@fast
@given(grade_maps, st.lists(keys))
def test_an_unjudged_key_at_the_end_never_changes_recall_or_reciprocal_rank(
    grades: dict[str, float], top: list[str]
) -> None:
    assert measures.recall(grades, [*top, "unjudged"]) == measures.recall(grades, top)
    assert measures.reciprocal_rank(grades, [*top, "unjudged"]) == measures.reciprocal_rank(grades, top)


@fast
@given(grade_maps, without_repeats)
def test_only_the_proportions_of_grades_count(grades: dict[str, float], top: list[str]) -> None:
    doubled = {key: 2 * grade for key, grade in grades.items()}
    assert all_three(doubled, top) == pytest.approx(all_three(grades, top), rel=CLOSE)


@fast
@given(grade_maps, without_repeats)
def test_a_better_place_is_never_worse(grades: dict[str, float], top: list[str]) -> None:
    """The first graded key, moved to the front."""
    first = next((key for key in top if key in grades), None)
    assume(first is not None)
    moved = [key for key in top if key == first] + [key for key in top if key != first]
    recall, reciprocal_rank, ndcg = all_three(grades, moved)
    assert (recall, reciprocal_rank) == (measures.recall(grades, top), 1)
    assert ndcg >= ndcg_of(grades, top) - CLOSE


@fast
@given(st.lists(st.floats(allow_nan=False, allow_infinity=False, width=32), min_size=1))
def test_a_mean_lies_between_the_least_and_the_most(numbers: list[float]) -> None:
    mean = measures.mean(numbers)
    assert mean is not None
    assert min(numbers) <= mean <= max(numbers)
