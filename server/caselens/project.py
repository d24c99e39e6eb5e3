"""A corpus in its place: the generation that claims it, that generation's rows, model and search.

The one module below the shells that puts adapters together; both shells use it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from caselens.adapters import configuration
from caselens.adapters.claims import UNTITLED, generation_of, glob
from caselens.corpus.accepted import RUN_DEPTH, Corpus
from caselens.ports import Embedder, KeyLookup, PortError, Progress, Searcher, SourceTable, silent
from caselens.rules.rule import Finding, Severity
from caselens.settings import Endpoint, Generation, Settings
from caselens.syntax.parse import parse
from caselens.syntax.tree import grip
from caselens.text import Span, quoted

if TYPE_CHECKING:
    from caselens.adapters.postgres import PostgresSource
    from caselens.adapters.rows import Rows
    from caselens.adapters.specified import Specified
    from caselens.evaluation.result import CaseResult, Run, Source


CONFIGURATION = "configuration"
"""The code of everything that is said of a configuration."""


class Project(NamedTuple):
    """The settings that govern a corpus, and the generation in them that claims it."""

    settings: Settings
    generation: Generation

    @property
    def rows_path(self) -> Path:
        """The file that the rows are in, or the specification that says where they are."""
        return self.settings.resolve(self.generation.spec or self.generation.rows)

    def specified(self) -> Specified:
        """The generation that a specification describes. Raises `PortError`."""
        from caselens.adapters.specified import specified

        return specified(self.rows_path, self.generation.database)

    def rows(self) -> Rows:
        """The generation's rows, read anew. Raises `PortError`."""
        from caselens.adapters.rows import read_rows

        generation = self.generation
        return read_rows(self.rows_path, generation.key_fields, generation.input_fields, generation.table)

    def keys(self) -> Rows:
        """The generation's rows in a file, their keys alone. Raises `PortError`."""
        from caselens.adapters.rows import read_keys

        return read_keys(self.rows_path, self.generation.key_fields, self.generation.table)


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


def find_project(corpus: Path) -> Project | None:
    """The project of a corpus file; None when no configuration claims it. Raises `PortError`."""
    path = configuration.find(corpus)
    if path is None:
        return None
    settings = configuration.load(path)
    generation = generation_of(settings, corpus)
    return Project(settings, generation) if generation else None


def stamp(path: Path) -> tuple[int, int] | None:
    """What changes when a file does: its time and size; None when it is not there."""
    try:
        stat = path.stat()
    except (OSError, ValueError):
        return None
    return stat.st_mtime_ns, stat.st_size


def state(project: Project) -> str:
    """What becomes another when settings or rows do, of which a result is."""
    seen = repr((project.generation, project.settings.folder, stamp(project.rows_path)))
    return blake2b(seen.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def check_keys(project: Project, keys: frozenset[str]) -> KeyLookup:
    """What the project's rows say of `keys`; never raises."""
    try:
        if not project.generation.spec:
            return project.keys().lookup(keys)
        with closing(project.specified().source()) as table:
            return table.lookup(keys)
    except PortError as error:
        return KeyLookup(project.rows_path.name, unread=str(error))


def open_model(project: Project, name: str = "") -> Embedder:
    """The generation's model, or the one called `name`. Raises `PortError`."""
    from caselens.adapters.embedders import open_embedder

    return open_embedder(name or model_of(project))


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

    rows = project.rows()
    matrix = row_vectors(
        project.settings.folder, embedder, rows.texts, project.generation.name, progress, warn
    )
    queries = open_queries(project, embedder, matrix.shape[1], warn)
    return Engine(queries, ExactSearch(rows.keys, matrix), Source(rows.origin, rows.fingerprint))


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


def relative(corpus: Path, settings: Settings) -> str:
    """How a corpus is called from the configuration's folder; nothing for one that has no file."""
    if corpus.name == UNTITLED:
        return ""
    return Path(os.path.relpath(corpus.absolute(), settings.folder.absolute())).as_posix()


def _as_json(value: str | tuple[str, ...] | Endpoint) -> Any:
    """A field of a generation in a run: of an endpoint, what acts on the vectors."""
    if isinstance(value, Endpoint):
        return {k: v for k, v in value._asdict().items() if v and k not in ("endpoint", "credential")}
    return list(value) if isinstance(value, tuple) else value


def configuration_findings(content: str, path: Path) -> list[Finding]:
    """What is wrong with the text of a configuration; nothing is read besides. Never raises."""
    faults = configuration.read(content, path.parent).faults
    return [Finding(CONFIGURATION, Severity.ERROR, fault.span, fault.message) for fault in faults]


def surroundings_findings(content: str, path: Path) -> list[Finding]:
    """What a configuration without faults says of files that is not so. Never raises."""
    settings = configuration.read(content, path.parent).settings
    if settings is None:
        return []
    root = parse(content).root
    found: list[Finding] = []

    def say(severity: Severity, message: str, *place: str | int) -> None:
        node = configuration.node_at(root, ("generations", *place))
        found.append(Finding(CONFIGURATION, severity, grip(node) if node else Span(0, 0), message))

    names: set[str] = set()
    paths = [name.relative_to(path.parent).as_posix() for name in path.parent.rglob("*.y*ml")]
    for index, generation in enumerate(settings.generations):
        if generation.name in names:
            say(Severity.ERROR, f"another generation is called {quoted(generation.name)}", index, "name")
        names.add(generation.name)
        for number, pattern in enumerate(generation.corpora):
            if not any(map(glob(pattern).fullmatch, paths)):
                said = f"no YAML file below this folder matches {quoted(pattern)}"
                say(Severity.INFORMATION, said, index, "corpora", number)
        project = Project(settings, generation)
        try:
            # A database is not asked: it may be out of reach from here and in order.
            _ = project.specified() if generation.spec else project.rows()
        except PortError as error:
            say(Severity.ERROR, str(error), index, *_blamed(generation, str(error)))
    return found


def _blamed(generation: Generation, message: str) -> tuple[str | int, ...]:
    """The field of a generation to which a complaint about its rows belongs."""
    for name in ("key_fields", "input_fields"):
        for number, field in enumerate(getattr(generation, name)):
            if f"no field {quoted(field)}" in message and (name, field) != ("key_fields", "id"):
                return name, number
    return ("spec",) if generation.spec else ("rows",)
