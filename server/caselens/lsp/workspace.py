"""The corpora in the folders of the workspace, open or not."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from pygls.uris import from_fs_path, to_fs_path

from caselens.adapters import configuration
from caselens.features.index import Indexed, indexed
from caselens.features.picture import Picture
from caselens.features.recognition import NAMES
from caselens.lsp.background import Background
from caselens.lsp.lookups import Remembered
from caselens.ports import PortError
from caselens.project import claimant
from caselens.settings import Settings

T = TypeVar("T")

MOST_FILES = 5_000
LARGEST_FILE = 16 * 1024 * 1024
SKIPPED = frozenset(["node_modules", "__pycache__", "venv", "dist", "build", "target"])
"""Folders that nobody keeps corpora in; hidden ones are skipped too."""

Claim = tuple[Path, str]
"""The configuration and the generation that a corpus belongs to."""

log = logging.getLogger(__name__)


class Workspace:
    """Everything here that reads happens on one thread, which is not the one that looks up keys."""

    def __init__(self, folders: Callable[[], list[str]]) -> None:
        self._folders = folders
        self._reading = Background("workspace")
        self._settings: Remembered[Settings] = Remembered()
        self._known: dict[Path, tuple[tuple[int, int], Indexed]] = {}
        self._listed: tuple[list[str], list[Path]] | None = None

    def forget(self) -> None:
        """List the files anew: some came or went."""
        self._listed = None

    async def corpora(self) -> list[tuple[Path, Indexed]]:
        """What is known of every corpus file; what cannot be read is left out."""
        folders = self._folders()
        return await self._reading.run(lambda: list(self._corpora(folders)))

    async def claims(self, paths: list[Path]) -> list[Claim | None]:
        """The generation that claims each of some corpora; None for none."""
        return await self._reading.run(lambda: [self._claim(path) for path in paths])

    async def pictures(self, paths: list[Path]) -> list[Picture]:
        """Some files as they stand on the disk, as far as they can be read."""
        return await self._reading.run(lambda: list(map(_picture, paths)))

    def _corpora(self, folders: list[str]) -> Iterator[tuple[Path, Indexed]]:
        if self._listed is None or self._listed[0] != folders:
            self._listed = folders, self._files(folders)
        for path in self._listed[1]:
            try:
                stat = path.stat()
            except OSError:
                continue
            stamp = stat.st_mtime_ns, stat.st_size
            known = self._known.get(path)
            if known is None or known[0] != stamp:
                text = _text(path) if stat.st_size <= LARGEST_FILE else None
                if text is None:
                    continue
                known = self._known[path] = stamp, indexed(Picture(text))
            yield path, known[1]

    def _files(self, folders: list[str]) -> list[Path]:
        """The corpora in some folders, each once whatever leads to it."""
        found: dict[Path, None] = {}
        for folder in folders:
            name = to_fs_path(folder)
            for path in _yaml_files(Path(name)) if name else ():
                if len(found) >= MOST_FILES:
                    log.warning("more than %d corpora; the others are left out of searches", MOST_FILES)
                    return list(found)
                if path.name.endswith(NAMES) or self._claim(path) is not None:
                    found[path.resolve()] = None
        return list(found)

    def _claim(self, path: Path) -> Claim | None:
        try:
            found = configuration.find(path)
            if found is None:
                return None
            settings = self._settings.get(found, found, lambda: configuration.load(found))
        except PortError:
            return None  # its own diagnostics say so
        generation = claimant(settings, path)
        return (found, generation.name) if generation else None


def _yaml_files(folder: Path) -> Iterator[Path]:
    for where, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in SKIPPED)
        yield from (
            Path(where, name)
            for name in sorted(files)
            if name.endswith((".yaml", ".yml")) and name != configuration.NAME
        )


def _picture(path: Path) -> Picture:
    picture = Picture(_text(path) or "")
    picture.settle()
    return picture


def _text(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None


def uri_of(path: Path) -> str:
    return from_fs_path(str(path)) or path.as_uri()
