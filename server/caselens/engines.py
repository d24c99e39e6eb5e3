"""What answers the queries of a corpus: a model and a search, opened for a project, and a run of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from caselens.corpus.accepted import RUN_DEPTH, Corpus
from caselens.ports import Embedder, Progress, Searcher, SourceTable, silent
from caselens.project import Project, relative, state
from caselens.settings import Endpoint, Qdrant

if TYPE_CHECKING:
    from caselens.adapters.postgres import PostgresSource
    from caselens.evaluation.result import CaseResult, Run, Source


class Engine(NamedTuple):
    """What answers queries: the model, and the search over the rows it embedded, which are `source`.

    `acted` is what acts besides the settings, `table` what knows why a row is not searched.
    """

    embedder: Embedder
    searcher: Searcher
    source: Source
    acted: Mapping[str, str] = MappingProxyType({})
    table: PostgresSource | None = None

    def close(self) -> None:
        self.searcher.close()
        if self.table is not None:
            self.table.close()


def open_model(project: Project) -> Embedder:
    """The generation's model. Raises `PortError`."""
    from caselens.adapters.embedders import open_embedder

    return open_embedder(model_of(project))


def model_of(project: Project) -> str | Endpoint:
    """What embeds: as the configuration has it, or the specification. Raises `PortError`."""
    return project.generation.model or project.specified().model()


def open_engine(
    project: Project, embedder: Embedder, warn: Callable[[str], None], progress: Progress = silent
) -> Engine:
    """What answers queries. Raises `PortError`.

    Of a file with rows, an exact search in memory, after those that changed have been embedded; their
    vectors are kept beside the configuration. Of a specification, the search in its database, which
    holds the vectors.
    """
    if project.generation.spec:
        return _open_specified(project, embedder, warn)
    from caselens.adapters.search import ExactSearch
    from caselens.adapters.vectors import row_vectors
    from caselens.evaluation.result import Source

    now = state(project)  # before the rows are read, which may change meanwhile
    rows = project.rows()
    if (collection := project.generation.qdrant) is not None:
        from caselens.adapters.qdrant import QdrantSearch

        queries = open_queries(project, embedder, embedder.dimensions, warn)
        origin = f"{rows.origin}, vectors in Qdrant collection {collection.collection}"
        return Engine(queries, QdrantSearch(collection), Source(origin, rows.fingerprint))
    matrix = row_vectors(
        project.settings.folder, embedder, rows.texts, project.generation.name, progress, warn
    )
    queries = open_queries(project, embedder, matrix.shape[1], warn)
    return Engine(queries, ExactSearch(rows.keys, matrix), Source(rows.origin, rows.fingerprint, now))


def _open_specified(project: Project, embedder: Embedder, warn: Callable[[str], None]) -> Engine:
    from caselens.evaluation.result import Source

    specified = project.specified()
    searcher = specified.search()
    queries = open_queries(project, embedder, specified.specification.model.reported_dimension, warn)
    origin = f"{specified.place()} {specified.table}"
    return Engine(queries, searcher, Source(origin), {"identity": searcher.generation}, specified.source())


def open_queries(
    project: Project, embedder: Embedder, dimensions: int, warn: Callable[[str], None]
) -> Embedder:
    """What embeds queries for rows that `embedder` embedded; what a model has embedded is kept on disk."""
    from caselens.adapters.embedders import for_queries
    from caselens.adapters.vectors import KeptQueries

    queries = for_queries(embedder, dimensions)
    return KeptQueries(project.settings.folder, queries, dimensions, warn) if queries.is_model else queries


def evaluated(
    project: Project,
    engine: Engine,
    corpus: Corpus,
    path: Path,
    *,
    k: int | None = None,
    only: frozenset[str] | None = None,
    progress: Progress = silent,
) -> Run:
    """An evaluation of the corpus at `path`, with what it was made of. `k` is as in `Corpus.depth`."""
    from dataclasses import replace

    from caselens.adapters.runs import now
    from caselens.evaluation.run import evaluate

    started = now()
    run = evaluate(
        corpus,
        engine.embedder,
        engine.searcher,
        generation=project.generation.name,
        run_depth=k or RUN_DEPTH,
        only=only,
        progress=progress,
    )
    acted = {
        name: _as_json(value)
        for name, value in project.generation._asdict().items()
        if value and name not in ("name", "corpora", "database")
    }
    return replace(
        run,
        results=_explained(run.results, engine.table),
        corpus_path=relative(path, project.settings),
        source=engine.source,
        configuration={"generation": {**acted, **engine.acted}, **({"k": k} if k else {})},
        started=started,
        completed=now(),
    )


def _explained(results: Sequence[CaseResult], table: SourceTable | None) -> tuple[CaseResult, ...]:
    """Results that say why an expected key was not searched, as far as `table` tells."""
    from dataclasses import replace

    unplaced = frozenset(
        key for r in results if not r.incomplete for key in r.expected if key not in r.places
    )
    if table is None or not unplaced:
        return tuple(results)
    told = table.lookup(unplaced)
    why = dict.fromkeys(told.unembedded, "its row has no vector in this generation")
    why |= dict.fromkeys(told.outside, "its row is outside the filter of the specification")
    return tuple(
        replace(r, absent={key: why[key] for key in r.expected if key in why and key not in r.places})
        for r in results
    )


def _as_json(value: str | tuple[str, ...] | Endpoint | Qdrant) -> Any:
    """A field of a generation in a run: of an endpoint, what acts on the vectors."""
    if isinstance(value, Qdrant):
        return {k: v for k, v in value._asdict().items() if v and k not in ("url", "credential")}
    if isinstance(value, Endpoint):
        return {k: v for k, v in value._asdict().items() if v and k not in ("endpoint", "credential")}
    return list(value) if isinstance(value, tuple) else value
