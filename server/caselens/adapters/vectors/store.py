"""The files under `.caselens/vectors/`: one for each model and set of rows.

It is an array of records in the order of the rows. Work that was interrupted lies beside it in parts,
until the whole is complete. Nothing here is needed: whatever is lost or damaged is embedded again.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex

import numpy as np
from numpy.typing import NDArray

from caselens.adapters.home import HOME, made, replace
from caselens.adapters.vectors.records import record_type
from caselens.ports import Embedder

FOLDER = "vectors"

_LONGEST_SLUG = 40
_ABANDONED_SECONDS = 3600


def vectors_folder(folder: Path) -> Path:
    """Where the vectors of a configuration's folder are kept. What is stored changes its time."""
    return folder / HOME / FOLDER


class Store:
    """The files of one model and the set of rows called `name`."""

    def __init__(self, folder: Path, embedder: Embedder, name: str, warn: Callable[[str], None]) -> None:
        self._folder = vectors_folder(folder)
        digest = blake2b(f"{embedder.identity}\0{name}".encode(), digest_size=8).hexdigest()
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:_LONGEST_SLUG]
        self._stem = f"{slug or 'rows'}-{digest}"
        self._warn = warn
        self._writable = True
        self.dtype = record_type(embedder.dimensions or self._stored_dimensions())

    @property
    def dimensions(self) -> int:
        """The length of the vectors; 0 while neither the embedder nor a file tells it."""
        return int(self.dtype["vector"].shape[0])

    def complete(self) -> NDArray[np.void] | None:
        """The records of the rows as they were when all of them had been embedded, mapped."""
        return self._read(self._folder / f"{self._stem}.npy")

    def everything(self) -> Iterator[NDArray[np.void]]:
        """All records there are, in any order."""
        for path in (self._folder / f"{self._stem}.npy", *self._parts()):
            records = self._read(path)
            if records is not None:
                yield records

    def save_part(self, records: NDArray[np.void]) -> None:
        self._write(f"{self._stem}.{token_hex(4)}.npy", records)

    def finish(self, records: NDArray[np.void]) -> None:
        """Keep `records` as the complete file, and no parts."""
        parts = self._parts()
        if self._write(f"{self._stem}.npy", records):
            for path in (*parts, *self._abandoned()):
                with suppress(OSError):
                    path.unlink()

    def _parts(self) -> list[Path]:
        try:
            return sorted(self._folder.glob(f"{self._stem}.*.npy"))
        except OSError:  # what cannot be listed is not there; writing will say why
            return []

    def _abandoned(self) -> Iterator[Path]:
        """What a killed process left half written; a younger one may belong to a living process."""
        for path in self._folder.glob("*.tmp"):
            with suppress(OSError):
                if time.time() - path.stat().st_mtime > _ABANDONED_SECONDS:
                    yield path

    def _read(self, path: Path) -> NDArray[np.void] | None:
        """The records of a file; nothing if it is absent, damaged or not one of ours."""
        try:
            records = np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))
        except Exception:  # numpy raises many kinds; whichever it is, the file is of no use
            return None
        return records if records.dtype == self.dtype and records.ndim == 1 else None

    def _write(self, name: str, records: NDArray[np.void]) -> bool:
        """Put `records` under `name`, whole or not at all."""
        if not self._writable:
            return False
        try:
            made(self._folder.parents[1], FOLDER)
            replace(self._folder / name, lambda file: np.save(file, records, allow_pickle=False))
        except OSError as problem:
            self._writable = False
            self._warn(
                f"{self._folder}: vectors cannot be kept: {problem.strerror}; the next run embeds them again"
            )
        return self._writable

    def _stored_dimensions(self) -> int:
        """The length of the vectors in one of our files; 0 where there is none."""
        for path in (self._folder / f"{self._stem}.npy", *self._parts()):
            with suppress(Exception):  # numpy raises many kinds; whichever it is, the file is of no use
                shape = np.load(path, mmap_mode="r", allow_pickle=False).dtype["vector"].shape
                return int(shape[0])
        return 0
