"""A corpus in its place: the generation that claims it, that generation's rows, model and search.

The one module below the shells that puts adapters together; both shells use it.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caselens.adapters import configuration
from caselens.ports import Embedder, KeyLookup, PortError, Progress, Searcher, silent
from caselens.settings import Generation, Settings

if TYPE_CHECKING:
    from caselens.adapters.rows import Rows


class Project(NamedTuple):
    """The settings that govern a corpus, and the generation in them that claims it."""

    settings: Settings
    generation: Generation

    @property
    def rows_path(self) -> Path:
        return self.settings.resolve(self.generation.rows)

    def rows(self) -> Rows:
        """The generation's rows, read anew. Raises `PortError`."""
        from caselens.adapters.rows import read_rows

        generation = self.generation
        return read_rows(self.rows_path, generation.key_fields, generation.input_fields, generation.table)

    def keys(self) -> Rows:
        """The generation's rows, their keys alone. Raises `PortError`."""
        from caselens.adapters.rows import read_keys

        return read_keys(self.rows_path, self.generation.key_fields, self.generation.table)


class Engine(NamedTuple):
    """What answers queries: the model, and the search over the rows it embedded."""

    embedder: Embedder
    searcher: Searcher


def find_project(corpus: Path) -> Project | None:
    """The project of a corpus file; None when no configuration claims it. Raises `PortError`."""
    path = configuration.find(corpus)
    if path is None:
        return None
    settings = configuration.load(path)
    generation = claimant(settings, corpus)
    return Project(settings, generation) if generation else None


def stamp(path: Path) -> tuple[int, int] | None:
    """What changes when a file does: its time and size; None when it is not there."""
    try:
        stat = path.stat()
    except (OSError, ValueError):
        return None
    return stat.st_mtime_ns, stat.st_size


def claimant(settings: Settings, corpus: Path) -> Generation | None:
    """The first generation one of whose globs matches the corpus."""
    relative = Path(os.path.relpath(corpus.resolve(), settings.folder.resolve())).as_posix()
    return next(
        (g for g in settings.generations if any(_glob(pattern).fullmatch(relative) for pattern in g.corpora)),
        None,
    )


def check_keys(project: Project, keys: frozenset[str]) -> KeyLookup:
    """What the project's rows say of `keys`; never raises."""
    try:
        return project.keys().lookup(keys)
    except PortError as error:
        return KeyLookup(project.rows_path.name, unread=str(error))


def open_model(project: Project, name: str = "") -> Embedder:
    """The generation's model, or the one called `name`. Raises `PortError`."""
    from caselens.adapters.embedders import open_embedder

    return open_embedder(name or project.generation.model)


def open_engine(
    project: Project,
    rows: Rows,
    embedder: Embedder,
    warn: Callable[[str], None],
    progress: Progress = silent,
) -> Engine:
    """A model and an exact search over the generation's rows, embedding those that changed.

    Vectors are kept beside the configuration. Raises `PortError`.
    """
    from caselens.adapters.search import ExactSearch
    from caselens.adapters.vectors import row_vectors

    matrix = row_vectors(
        project.settings.folder, embedder, rows.texts, project.generation.name, progress, warn
    )
    return Engine(embedder, ExactSearch(rows.keys, matrix))


def _glob(pattern: str) -> re.Pattern[str]:
    """A glob over a relative path: `*` and `?` stay within a folder, `**/` crosses folders, downward."""
    pieces = re.split(r"(\*\*/|\*|\?)", posixpath.normpath(pattern))
    special = {"**/": r"(?:(?!\.\./)[^/]+/)*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(special.get(piece) or re.escape(piece) for piece in pieces))
