"""One evaluation: the results of its cases, and their means."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from caselens.corpus.accepted import RUN_DEPTH, Case, Corpus
from caselens.corpus.digest import case_digest, digest
from caselens.evaluation import measures
from caselens.ports import (
    Ask,
    Embedder,
    Hit,
    PartlyEmbedded,
    Place,
    PortError,
    Progress,
    Ranking,
    Searcher,
    silent,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of one case.

    `digest` ties it to the case as it was asked. `places` are where the expected keys really rank
    among all rows; a key without a row has none. `milliseconds` is its share of the time that embedding
    and searching took for all cases together, or its own where the search tells it. `repeated` are hits
    with several rows, which the reference would count several times. When `incomplete` says why the case
    could not be asked, there are no numbers, and it stands in no mean.
    """

    id: str
    digest: str
    depth: int
    hits: tuple[Hit, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    recall: float | None = None
    reciprocal_rank: float | None = None
    ndcg: float | None = None
    exact_agreement: float | None = None
    milliseconds: float = 0.0
    repeated: tuple[str, ...] = ()
    incomplete: str = ""


@dataclass(frozen=True, slots=True)
class Means:
    """Means over the cases that were asked; None where there were none."""

    recall: float | None
    mrr: float | None
    ndcg: float | None
    exact_agreement: float | None


@dataclass(frozen=True, slots=True)
class Run:
    """`embedding` and `searching` are milliseconds over all cases."""

    corpus_digest: str
    corpus_name: str
    generation: str
    model: str
    is_model: bool
    rows: int
    results: tuple[CaseResult, ...]
    embedding: float = 0.0
    searching: float = 0.0

    @property
    def means(self) -> Means:
        return means(self.results)


def means(results: Sequence[CaseResult]) -> Means:
    """The means over `results`, incomplete ones left out."""

    def mean(name: str) -> float | None:
        return measures.mean(value for r in results if (value := getattr(r, name)) is not None)

    return Means(mean("recall"), mean("reciprocal_rank"), mean("ndcg"), mean("exact_agreement"))


def evaluate(
    corpus: Corpus,
    embedder: Embedder,
    searcher: Searcher,
    *,
    generation: str = "",
    run_depth: int = RUN_DEPTH,
    only: frozenset[str] | None = None,
    progress: Progress = silent,
) -> Run:
    """Ask every case of `corpus`, or those whose ids are in `only`.

    `progress` may raise `Cancelled`, which goes through.
    """
    cases = [case for case in corpus.cases if only is None or case.id in only]
    depths = [corpus.depth(case, run_depth) for case in cases]
    asks = [Ask(depth, case.expected) for depth, case in zip(depths, cases, strict=True)]
    started = time.perf_counter()
    vectors, unembedded = _embedded(embedder, [case.query for case in cases], progress)
    embedded = time.perf_counter()
    rankings = _searched(searcher, vectors, asks, unembedded, progress)
    finished = time.perf_counter()
    share = 1000 * (finished - started) / max(1, len(cases))
    results = tuple(
        measured(case, corpus.default_k, depth, ranking, share)
        for case, depth, ranking in zip(cases, depths, rankings, strict=True)
    )
    return Run(
        digest(corpus),
        corpus.name,
        generation,
        embedder.identity,
        embedder.is_model,
        searcher.rows,
        results,
        1000 * (embedded - started),
        1000 * (finished - embedded),
    )


def _embedded(
    embedder: Embedder, queries: Sequence[str], progress: Progress
) -> tuple[NDArray[np.float32] | None, Mapping[int, str]]:
    """The vectors of `queries`, and by its index why one has none."""
    try:
        return embedder.embed(queries, progress), {}
    except PartlyEmbedded as some:
        return some.vectors, some.reasons
    except PortError as error:
        return None, dict.fromkeys(range(len(queries)), str(error))


def _searched(
    searcher: Searcher,
    vectors: NDArray[np.float32] | None,
    asks: Sequence[Ask],
    unembedded: Mapping[int, str],
    progress: Progress,
) -> list[Ranking]:
    """A ranking for each of `asks`, incomplete where there is no vector or the search failed."""
    rankings = [Ranking((), {}, incomplete=unembedded.get(index, "")) for index in range(len(asks))]
    asked = [index for index in range(len(asks)) if index not in unembedded]
    if vectors is None or not asked:
        return rankings
    try:
        found = searcher.search(vectors[asked], [asks[index] for index in asked], progress)
    except PortError as error:
        found = (Ranking((), {}, incomplete=str(error)),) * len(asked)
    for index, ranking in zip(asked, found, strict=True):
        rankings[index] = ranking
    return rankings


def measured(
    case: Case,
    default_k: int,
    depth: int,
    ranking: Ranking,
    milliseconds: float = 0.0,
) -> CaseResult:
    """The result of a case; `milliseconds` is what it took where the ranking does not say."""
    if ranking.incomplete:
        return CaseResult(case.id, case_digest(case, default_k), depth, incomplete=ranking.incomplete)
    hits = ranking.hits[:depth]
    exact = ranking.exact
    top = [hit.key for hit in hits]
    return CaseResult(
        case.id,
        case_digest(case, default_k),
        depth,
        hits,
        ranking.places,
        measures.missing(case.required, top),
        measures.recall(case.grades, top),
        measures.reciprocal_rank(case.grades, top),
        measures.ndcg(case.grades, top),
        None if exact is None else measures.exact_agreement(top, exact[:depth]),
        milliseconds if ranking.milliseconds is None else ranking.milliseconds,
        ranking.repeated,
    )


def as_json(run: Run) -> dict[str, Any]:
    """The run as JSON values. No text of a row or a query is in it."""
    return {
        "corpus": {"digest": run.corpus_digest, "name": run.corpus_name},
        "generation": run.generation,
        "model": {"identity": run.model, "is_model": run.is_model},
        "rows": run.rows,
        "milliseconds": {"embedding": round(run.embedding, 3), "searching": round(run.searching, 3)},
        "means": _slots(run.means),
        "cases": [result_as_json(result) for result in run.results],
    }


def result_as_json(result: CaseResult) -> dict[str, Any]:
    values = _slots(result)
    values["hits"] = [{"key": hit.key, "score": hit.score} for hit in result.hits]
    values["places"] = {key: {"rank": p.rank, "score": p.score} for key, p in result.places.items()}
    values["missing"] = list(result.missing)
    values["repeated"] = list(result.repeated)
    return values


def result_from_json(values: Mapping[str, Any]) -> CaseResult:
    """The inverse of `result_as_json`."""
    return CaseResult(
        **{
            **values,
            "hits": tuple(Hit(hit["key"], hit["score"]) for hit in values["hits"]),
            "places": {key: Place(p["rank"], p["score"]) for key, p in values["places"].items()},
            "missing": tuple(values["missing"]),
            "repeated": tuple(values["repeated"]),
        }
    )


def _slots(value: Means | CaseResult) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__slots__}
