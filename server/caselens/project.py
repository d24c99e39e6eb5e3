"""A corpus in its place: the generation that claims it, that generation's rows, model and search.

The one module below the shells that puts adapters together; both shells use it.
"""

from __future__ import annotations

import os
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caselens.adapters import configuration
from caselens.adapters.claims import UNTITLED, generation_of, glob
from caselens.ports import KeyLookup, PortError
from caselens.rules.rule import Finding, Severity
from caselens.settings import Generation, Settings
from caselens.syntax.parse import parse
from caselens.syntax.tree import grip
from caselens.text import Span, quoted

if TYPE_CHECKING:
    from caselens.adapters.rows import Rows
    from caselens.adapters.specified import Specified


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


def relative(corpus: Path, settings: Settings) -> str:
    """How a corpus is called from the configuration's folder; nothing for one that has no file."""
    if corpus.name == UNTITLED:
        return ""
    return Path(os.path.relpath(corpus.absolute(), settings.folder.absolute())).as_posix()


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
