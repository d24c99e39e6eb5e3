"""The corpora in the folders of the workspace, open or not."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import NamedTuple

from pygls.uris import from_fs_path, to_fs_path

from caselens.adapters import configuration
from caselens.adapters.claims import generation_of
from caselens.features.index import Cases, Indexed, Match, excerpt, indexed, matches
from caselens.features.picture import LARGEST, Picture
from caselens.features.recognition import NAMES, SPECIFICATIONS, is_corpus
from caselens.lsp.background import Background
from caselens.lsp.lookups import Remembered
from caselens.ports import PortError
from caselens.project import stamp
from caselens.settings import Settings

MOST_FOLDERS = 20_000
MOST_FILES = 5_000
MOST_BYTES = 64 * 1024 * 1024
BEGINNING = 16 * 1024
"""Bytes within which the list of cases begins in a file that is a corpus by its content alone."""
SKIPPED = frozenset(["node_modules", "__pycache__", "site-packages", "venv"])
"""Folders whose files others wrote; hidden ones are skipped too."""

Claim = tuple[Path, str]
"""The configuration and the generation that a corpus belongs to."""

log = logging.getLogger(__name__)


class Listed(NamedTuple):
    """The corpora in some folders, as they are called and where they really are; and what was left out."""

    folders: list[str]
    files: dict[Path, Path]
    gaps: tuple[str, ...]


class Claimed(NamedTuple):
    """Corpora of one generation that may name a key: open ones by their URIs, of the others what names it.

    `gaps` says what could not be looked at.
    """

    opened: tuple[str, ...] = ()
    closed: tuple[tuple[Path, Picture], ...] = ()
    gaps: tuple[str, ...] = ()


class Workspace:
    """Everything here that reads happens on one thread, which is not the one that looks up keys."""

    def __init__(self, folders: Callable[[], list[str]]) -> None:
        self._folders = folders
        self._reading = Background("workspace")
        self._settings: Remembered[Settings] = Remembered()
        self._known: dict[Path, tuple[object, Indexed | None]] = {}
        self._listed: Listed | None = None
        self._gaps: dict[str, None] = {}
        self._said: set[str] = set()

    def forget(self) -> None:
        """List the files anew: some came or went."""
        self._listed = None

    async def matches(
        self, typed: str, opened: Sequence[tuple[str, Cases]], without: Collection[Path]
    ) -> list[Match[str | Path]]:
        """The cases that fit, of some open corpora and of those on the disk, `without` some of these."""
        folders = self._folders()

        def corpora() -> Iterator[tuple[str | Path, Cases]]:
            yield from opened
            yield from ((path, known.cases) for path, known in self._corpora(folders, without))

        return await self._reading.run(lambda: matches(corpora(), typed))

    async def corpora(self) -> dict[Path, Path]:
        """Every corpus file in the folders, as it is called and where it really is."""
        folders = self._folders()
        return await self._reading.run(lambda: self._files_of(folders))

    async def naming(
        self, key: str, place: Path, opened: Mapping[str, Path], without: Collection[Path]
    ) -> Claimed:
        """The corpora of the generation of one at `place` that may name a key; of those on the disk
        `without` some.
        """
        folders = self._folders()
        return await self._reading.run(lambda: self._naming(key, place, opened, folders, without))

    def _naming(
        self, key: str, place: Path, opened: Mapping[str, Path], folders: list[str], without: Collection[Path]
    ) -> Claimed:
        claim = self._claim(place)
        if claim is None:
            return Claimed()
        closed = [
            (path, _picture(excerpt(text, known, key)))
            for path, known in self._corpora(folders, without)
            if known.may_name(key) and self._claim(path) == claim and (text := text_of(path)) is not None
        ]
        ours = tuple(uri for uri, path in opened.items() if self._claim(path) == claim)
        return Claimed(ours, tuple(closed), tuple(self._gaps))

    def _corpora(self, folders: list[str], without: Collection[Path]) -> Iterator[tuple[Path, Indexed]]:
        """What is known of every corpus file, read again where it changed."""
        total = 0
        for path, real in self._files_of(folders).items():
            now = stamp(path)
            if now is None or real in without:
                continue
            total += now[1]
            if total > MOST_BYTES:
                self._leave_out(f"what is beyond {MOST_BYTES:,} bytes of corpora")
                return
            if path not in self._known or self._known[path][0] != now:
                text = text_of(path)
                self._known[path] = now, None if text is None else indexed(_picture(text))
            if (known := self._known[path][1]) is not None:
                yield path, known
            else:
                self._leave_out(f"{path}, which is too large or not UTF-8")

    def _files_of(self, folders: list[str]) -> dict[Path, Path]:
        """The corpora in some folders, listed again where something came or went."""
        if self._listed is None or self._listed.folders != folders:
            self._gaps.clear()
            self._listed = Listed(folders, self._files(folders), tuple(self._gaps))
            self._known = {path: self._known[path] for path in self._listed.files if path in self._known}
        self._gaps = dict.fromkeys(self._listed.gaps)
        return self._listed.files

    def _files(self, folders: list[str]) -> dict[Path, Path]:
        found: dict[Path, Path] = {}
        for path in self._yaml_files(folders):
            if path.name.endswith(NAMES) or self._claim(path) is not None or _begins_as_one(path):
                if len(found) >= MOST_FILES:
                    self._leave_out(f"what is beyond {MOST_FILES:,} corpora")
                    break
                found.setdefault(path.resolve(), path)
        return {path: real for real, path in found.items()}

    def _yaml_files(self, folders: list[str]) -> Iterator[Path]:
        """The YAML files in some folders that may be corpora; links are followed, to each place once."""
        seen: set[str] = set()
        for folder in filter(None, map(to_fs_path, folders)):
            for where, inner, files in os.walk(folder, followlinks=True):
                real = os.path.realpath(where)
                if real in seen:
                    inner.clear()
                    continue
                if len(seen) >= MOST_FOLDERS:
                    self._leave_out(f"what is beyond {MOST_FOLDERS:,} folders")
                    return
                seen.add(real)
                inner[:] = sorted(name for name in inner if not name.startswith(".") and name not in SKIPPED)
                for name in sorted(files):
                    is_other = name == configuration.NAME or name.endswith(SPECIFICATIONS)
                    if name.endswith((".yaml", ".yml")) and not is_other:
                        yield Path(where, name)

    def _claim(self, path: Path) -> Claim | None:
        try:
            found = configuration.find(path)
            if found is None:
                return None
            settings = self._settings.get(found, found, lambda: configuration.load(found))
        except PortError:
            return None  # its own diagnostics say so
        generation = generation_of(settings, path)
        return (found, generation.name) if generation else None

    def _leave_out(self, what: str) -> None:
        self._gaps[what] = None
        if what not in self._said:
            self._said.add(what)
            log.warning("left out of what is searched: %s", what)


def _picture(text: str) -> Picture:
    picture = Picture(text)
    picture.settle()
    return picture


def _begins_as_one(path: Path) -> bool:
    """Whether a file is a corpus by its content, as far as its beginning tells."""
    try:
        with path.open("rb") as file:
            return is_corpus(path.name, file.read(BEGINNING).decode("utf-8", "replace"))
    except OSError:
        return False


def text_of(path: Path) -> str | None:
    """A file as it stands on the disk; None where that is too large, or no text."""
    try:
        return path.read_bytes().decode("utf-8-sig") if path.stat().st_size <= LARGEST else None
    except (OSError, UnicodeDecodeError):
        return None


def uri_of(path: PurePath) -> str:
    return from_fs_path(str(path)) or path.as_uri()
