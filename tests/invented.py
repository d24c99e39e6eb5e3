"""Runs made up for reports: as many cases as wanted; some miss a key, some lost one, some were not asked."""

from __future__ import annotations

import random
from collections.abc import Callable

from caselens.corpus.accepted import Case
from caselens.evaluation.comparison import compare
from caselens.evaluation.judgement import blockers, unmeasured
from caselens.evaluation.result import CaseResult, Run, Source
from caselens.evaluation.run import measured
from caselens.ports import Hit, Place, Ranking
from caselens.reports import Report
from caselens.settings import Gates

ROWS, DEPTH = 20_000, 10


def plain(kind: str, number: int) -> str:
    """An id or a key that nobody could mean anything with."""
    return f"{kind}-{number}"


Naming = Callable[[str, int], str]


def run(cases: int, seed: int = 1, skill: float = 0.2, naming: Naming = plain) -> Run:
    """A run whose model is the better the lower `skill` is; whatever the seed, the corpus is the same."""
    shape, luck = random.Random(5), random.Random(seed)
    results = tuple(_result(number, shape, luck, skill, naming) for number in range(cases))
    return Run(
        "ab" * 32,
        naming("corpus", 0),
        naming("generation", 0),
        naming("model", seed),
        True,
        ROWS,
        results,
        cases=cases,
        corpus_path=naming("path", 0),
        source=Source(naming("rows", 0), "f"),
        configuration={"model": {"name": naming("configured", seed)}},
        completed="2026-12-01T05:00:00.000Z",
    )


def report(current: Run, base: Run | None = None) -> Report:
    comparison, gates = compare(base, current) if base else None, Gates(min_recall=0.9)
    blocking = blockers(current, gates, comparison)
    return Report(current, comparison, blocking, unmeasured(current, gates, comparison), current.corpus_path)


def _result(
    number: int, shape: random.Random, luck: random.Random, skill: float, naming: Naming
) -> CaseResult:
    keys = [naming("key", 10 * number + place) for place in range(shape.randint(1, 8))]
    grades = tuple((key, float(shape.randint(1, 3))) for key in keys)
    required = tuple(keys[: shape.randint(0, 2)])
    is_lost, is_away = shape.random() < 0.1, shape.random() < 0.04
    case = Case(naming("case", number), f"question {number}", DEPTH, required, grades)
    if is_away:
        return CaseResult(case.id, "d", DEPTH, required, dict(grades), incomplete=naming("reason", number))
    scores = {key: 0.75 - abs(luck.gauss(0, skill)) for key in keys}
    scores |= {naming("row", place): 0.7 - abs(luck.gauss(0, 0.2)) for place in range(60)}
    order = sorted(scores, key=lambda key: -scores[key])
    # What is not near is far: most rows are none of those made up here.
    ranks = {key: rank if rank < 30 else 300 * rank for rank, key in enumerate(order, 1)}
    places = {key: Place(ranks[key], scores[key]) for key in keys[: -1 if is_lost else None]}
    hits = tuple(Hit(key, scores[key]) for key in order[:DEPTH] if key not in keys or key in places)
    took = luck.expovariate(0.2) + 1
    return measured(case, 0, DEPTH, Ranking(hits, places, milliseconds=took))
