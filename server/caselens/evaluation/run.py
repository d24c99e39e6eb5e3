"""One evaluation: every case is asked, and what came back is measured."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from caselens.corpus.accepted import RUN_DEPTH, Case, Corpus
from caselens.corpus.digest import case_digest, digest
from caselens.evaluation import measures
from caselens.evaluation.result import CaseResult, Run
from caselens.evaluation.wide import DEEPEST
from caselens.ports import Ask, Embedder, PartlyEmbedded, PortError, Progress, Ranking, Searcher, silent

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
    asks = [Ask(max(depth, DEEPEST), case.expected) for depth, case in zip(depths, cases, strict=True)]
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
        len(corpus.cases),
        searcher.parameters,
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
    case: Case, default_k: int, depth: int, ranking: Ranking, milliseconds: float = 0.0
) -> CaseResult:
    """The result of a case that came back with a ranking, of more rows perhaps than its depth."""
    asked = CaseResult(case.id, case_digest(case, default_k), depth, case.required, case.grades)
    if ranking.incomplete:
        return replace(asked, incomplete=ranking.incomplete)
    top = [hit.key for hit in ranking.hits[:depth]]
    exact = ranking.exact
    return replace(
        asked,
        hits=ranking.hits[:depth],
        beyond=ranking.hits[depth:],
        places=ranking.places,
        missing=measures.missing(case.required, top),
        recall=measures.recall(case.grades, top),
        reciprocal_rank=measures.reciprocal_rank(case.grades, top),
        ndcg=measures.ndcg(case.grades, top),
        exact_agreement=None if exact is None else measures.exact_agreement(top, exact[:depth]),
        exact=None if exact is None else exact[:depth],
        repeated=ranking.repeated,
        milliseconds=milliseconds,
        searching=ranking.milliseconds,
    )
