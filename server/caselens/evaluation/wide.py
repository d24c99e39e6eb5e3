"""Measures at fixed depths, beside the headline of the corpus format: what other tools report.

Their depths are their own, not the case's; where fewer rows came back, the rest count as misses. They agree
with trec_eval where it has them. `docs/measures.md` has the definitions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan, log2

from caselens.evaluation import measures
from caselens.evaluation.result import CaseResult

DEEPEST = 20
"""How many rows every case is asked for at least, so that each measure has its depth."""

NAMES = (
    *(f"recall@{depth}" for depth in (5, 10, 20)),
    "precision@5",
    "MAP@5",
    "NDCG@10",
    "hit@1",
    "hit@k",
)


def wide(result: CaseResult) -> dict[str, float] | None:
    """Every measure of one case by its name in `NAMES`; None of a case that was not asked."""
    if result.incomplete:
        return None
    keys = list(dict.fromkeys(hit.key for hit in (*result.hits, *result.beyond)))
    grades = {key: grade for key, grade in result.grades.items() if grade > 0}
    hits = [key in grades for key in keys]
    values = (
        *(measures.recall(grades, keys[:depth]) for depth in (5, 10, 20)),
        sum(hits[:5]) / 5,
        _average_precision(hits[:5], len(grades)),
        _ndcg(grades, keys[:10], 10),
        float(any(hits[:1])),
        float(any(hits[: result.depth])),
    )
    return dict(zip(NAMES, values, strict=True))


def wide_means(results: Sequence[CaseResult]) -> dict[str, float | None]:
    """The mean of each measure over the cases that were asked; None where there were none."""
    found = [values for result in results if (values := wide(result)) is not None]
    return {name: measures.mean(values[name] for values in found) for name in NAMES}


def _average_precision(hits: Sequence[bool], relevant: int) -> float:
    """The sum of the precisions at each hit, over all relevant keys, as trec_eval's `map_cut` divides."""
    found, total = 0, 0.0
    for position, is_hit in enumerate(hits, 1):
        found += is_hit
        total += is_hit * found / position
    return total / relevant if relevant else 0.0


def _ndcg(grades: Mapping[str, float], top: Sequence[str], depth: int) -> float:
    """NDCG with linear gain whose ideal order is cut at `depth` however few rows came back."""
    ideal = _gain(sorted(grades.values(), reverse=True)[:depth])
    share = _gain([grades.get(key, 0.0) for key in top]) / ideal if ideal else 0.0
    return 0.0 if isnan(share) else share  # endless grades leave no share


def _gain(grades: Sequence[float]) -> float:
    return sum(grade / log2(position + 1) for position, grade in enumerate(grades, 1))
