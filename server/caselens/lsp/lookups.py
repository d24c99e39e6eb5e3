"""Key look-ups off the event loop: configurations and rows are read once, and remembered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from caselens.adapters import configuration
from caselens.adapters.claims import generation_of
from caselens.lsp.background import Background
from caselens.lsp.databases import Databases
from caselens.ports import KeyLookup, PortError, Row, SourceTable
from caselens.project import Project, stamp, state
from caselens.settings import Settings

if TYPE_CHECKING:
    from caselens.adapters.postgres import PostgresSource
    from caselens.adapters.rows import Rows

T = TypeVar("T")

MOST_REMEMBERED = 8


class Remembered(Generic[T]):
    """What files gave when they were read, or why they could not be; until their time or size changes."""

    def __init__(self) -> None:
        self._known: dict[object, tuple[object, T | PortError]] = {}

    def get(self, key: object, path: Path, read: Callable[[], T]) -> T:
        now = stamp(path)
        if key not in self._known or self._known[key][0] != now:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            try:
                self._known[key] = now, read()
            except PortError as error:
                self._known[key] = now, error
        found = self._known[key][1]
        if isinstance(found, PortError):
            raise found
        return found


class Told(NamedTuple):
    """What is known of some keys, None where no generation claims the corpus; the rules switched off; and the
    state of settings and rows, as `project.state` has it.
    """

    keys: KeyLookup | None
    ignored: frozenset[str]
    state: str = ""


class Seen(NamedTuple):
    """Some of a generation's rows, what they are called together, their file where they are in one, and why
    they have no texts, if they have none.
    """

    rows: tuple[Row, ...]
    origin: str
    path: Path | None = None
    unread: str = ""


Look = Callable[[SourceTable], tuple[Row, ...]]
Asking = Callable[[Project, "Callable[[PostgresSource], Seen]"], Awaitable[Seen | None]]


class Lookups:
    """Files are read on one thread, one at a time; databases are asked elsewhere, so that no file waits."""

    def __init__(self) -> None:
        self._reading = Background("rows")
        self._databases = Databases()
        self._settings: Remembered[Settings] = Remembered()
        self._named: Remembered[frozenset[Path]] = Remembered()
        self._keys: Remembered[Rows] = Remembered()
        self._rows: Remembered[Rows] = Remembered()

    async def ask(self, corpus: Path, keys: frozenset[str]) -> Told:
        """What the configuration and the rows of a corpus's generation say of it and its keys."""
        told, project = await self._reading.run(lambda: self._answer(corpus, keys))
        return told._replace(keys=await self._databases.lookup(project, keys)) if project else told

    async def row(self, corpus: Path, key: str) -> Seen | None:
        """The row with a key, or none. None where no generation claims the corpus, or rows cannot be read."""
        return await self._seen(corpus, lambda rows: rows.by_key([key]), self._databases.row)

    async def texts(self, corpus: Path, keys: Sequence[str]) -> Seen | None:
        """The rows with some keys, as far as there are; None as in `row`. A database is waited for."""
        return await self._seen(corpus, lambda rows: rows.by_key(keys), self._databases.search)

    async def search(
        self, corpus: Path, typed: str, most: int, without: Collection[str], first: Sequence[str]
    ) -> Seen | None:
        """The rows that some typed words may mean, as `SourceTable.search` has them; None as in `row`."""
        return await self._seen(
            corpus, lambda rows: rows.search(typed, most, without, first), self._databases.search
        )

    async def schema_of(self, file: Path) -> str:
        """The schema of a file that a configuration names as a specification, or claims as a corpus."""
        return await self._reading.run(lambda: self._schema_of(file))

    def forget(self) -> None:
        """Ask databases anew, also one that could not be asked."""
        self._databases.forget()

    async def _seen(self, corpus: Path, look: Look, of_database: Asking) -> Seen | None:
        found = await self._reading.run(lambda: self._in_file(corpus, look))
        if not isinstance(found, Project):
            return found
        return await of_database(found, lambda table: Seen(look(table), table.origin))

    # -- on the thread -------------------------------------------------------------------------

    def _schema_of(self, file: Path) -> str:
        if (found := configuration.find(file)) is not None:
            named = self._named.get(found, found, lambda: configuration.specifications(found))
            if file.resolve() in named:
                return "specification"
        try:
            return "corpus" if self._project(file) is not None else ""
        except PortError:
            return ""

    def _answer(self, corpus: Path, keys: frozenset[str]) -> tuple[Told, Project | None]:
        """What files say; and the project, where its keys are in a database."""
        ignored: frozenset[str] = frozenset()
        try:
            project = self._project(corpus)
            if project is None:
                return Told(None, ignored), None
            ignored, now = project.settings.ignore, state(project)
            if project.generation.spec:
                return Told(None, ignored, now), project
            return Told(self._keys_of(project).lookup(keys), ignored, now), None
        except PortError as error:
            return Told(KeyLookup("", unread=str(error)), ignored), None

    def _in_file(self, corpus: Path, look: Callable[[SourceTable], tuple[Row, ...]]) -> Seen | Project | None:
        """What is found in a file with rows; the project, where they are in a database."""
        try:
            project = self._project(corpus)
            if project is None or project.generation.spec:
                return project
            unread = ""
            try:
                generation = project.generation
                key = (project.rows_path, generation.key_fields, generation.input_fields, generation.table)
                rows = self._rows.get(key, project.rows_path, project.rows)
            except PortError as error:
                # What to embed may be misnamed while the keys are right.
                rows, unread = self._keys_of(project), str(error)
            return Seen(look(rows), project.rows_path.name, project.rows_path, unread)
        except PortError:
            return None  # the corpus says so on its first line

    def _project(self, corpus: Path) -> Project | None:
        path = configuration.find(corpus)
        if path is None:
            return None
        settings = self._settings.get(path, path, lambda: configuration.load(path))
        generation = generation_of(settings, corpus)
        return Project(settings, generation) if generation else None

    def _keys_of(self, project: Project) -> Rows:
        # Only what decides the keys: a change of gates or model does not read them again.
        key = (project.rows_path, project.generation.key_fields, project.generation.table)
        return self._keys.get(key, project.rows_path, project.keys)
