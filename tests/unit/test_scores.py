"""The reference's numbers of one case: every row of `tests/vectors/scores.jsonl`."""

import json
from pathlib import Path
from typing import Any

import pytest

from caselens.corpus.accepted import Case
from caselens.evaluation import measures
from caselens.evaluation.result import CaseResult
from caselens.evaluation.run import measured
from caselens.ports import Hit, Ranking

VECTORS = Path(__file__).parents[1] / "vectors" / "scores.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines()]

CLOSE = 1e-12
"""The order of a sum differs; nothing else does."""


@pytest.mark.parametrize("row", ROWS, ids=map(str, range(1, len(ROWS) + 1)))
def test_a_result_has_the_reference_numbers(row: dict[str, Any]) -> None:
    given, wanted = row["case"], row["scores"]
    result = result_of(given)
    assert (result.recall, result.reciprocal_rank, result.ndcg, result.exact_agreement) == pytest.approx(
        (wanted["recall"], wanted["reciprocal_rank"], wanted["ndcg"], wanted["exact_agreement"]),
        rel=0,
        abs=CLOSE,
    )
    assert list(result.missing) == wanted["missing_required"]
    assert [hit.key for hit in result.hits] == given["keys"][: given["k"]]


@pytest.mark.parametrize("row", ROWS, ids=map(str, range(1, len(ROWS) + 1)))
def test_the_measures_alone_have_them_too(row: dict[str, Any]) -> None:
    given, wanted = row["case"], row["scores"]
    top, exact = given["keys"][: given["k"]], given["exact"][: given["k"]]
    grades = given["relevant"] or dict.fromkeys(given["required"], 1.0)
    found = {
        "recall": measures.recall(grades, top),
        "reciprocal_rank": measures.reciprocal_rank(grades, top),
        "ndcg": measures.ndcg(grades, top),
        "exact_agreement": measures.exact_agreement(top, exact),
        "missing_required": list(measures.missing(given["required"], top)),
    }
    assert found == {
        name: value if isinstance(value, list) else pytest.approx(value, rel=0, abs=CLOSE)
        for name, value in wanted.items()
    }


def test_the_vectors_reach_what_is_hard() -> None:
    """That the rows above would show a mistake: what a hasty reading of the format gets wrong."""
    cases = [row["case"] for row in ROWS]
    assert any(len(case["keys"]) < case["k"] < len(case["relevant"]) for case in cases)
    assert any(len(set(case["keys"])) < len(case["keys"]) for case in cases)
    assert any(not case["keys"] for case in cases)
    assert any(case["required"] and case["relevant"] for case in cases)
    assert any(len(case["exact"]) > case["k"] for case in cases)
    assert any(grade % 1 for case in cases for grade in case["relevant"].values())


def result_of(given: dict[str, Any]) -> CaseResult:
    """The result of a case whose search returned `keys`, beside an exhaustive one."""
    case = Case("case", "query", given["k"], tuple(given["required"]), tuple(given["relevant"].items()))
    hits = tuple(Hit(key, 1 - place / 100) for place, key in enumerate(given["keys"]))
    return measured(case, 0, given["k"], Ranking(hits, {}, tuple(given["exact"])))
