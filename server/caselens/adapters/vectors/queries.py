"""The vectors of queries under `.caselens/queries/`: one file for each model with its prefixes.

A file holds hashes of texts and their vectors, the oldest first, and no text. It is written whole: of two
processes that write at once one may lose what it learnt, never more.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from caselens.adapters.home import HOME, made, replace
from caselens.adapters.vectors.records import hash_of, make_records, record_type
from caselens.ports import Embedder, PartlyEmbedded, Progress, silent

FOLDER = "queries"

MOST_BYTES = 1 << 25
"""The size of a file, beyond which the oldest vectors go."""

MOST_FILES = 8
"""As many models are remembered, those that were used last."""


class KeptQueries:
    """An embedder that asks the other only for texts without a stored vector."""

    def __init__(self, folder: Path, inner: Embedder, dimensions: int, warn: Callable[[str], None]) -> None:
        self.identity, self.is_model, self.dimensions = inner.identity, inner.is_model, dimensions
        self._inner = inner
        self._dtype = record_type(dimensions)
        digest = blake2b(inner.identity.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
        self._folder = folder
        self._path = folder / HOME / FOLDER / f"{digest}.npy"
        self._warn = warn
        self._warned = False

    def embed(self, texts: Sequence[str], progress: Progress = silent) -> NDArray[np.float32]:
        """As the other does, what it has embedded being kept; raises `PartlyEmbedded` as it does."""
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        known = self._read()
        new = [text for text in dict.fromkeys(texts) if hash_of(text) not in known]
        reasons: Mapping[int, str] = {}
        if new:
            try:
                vectors = self._inner.embed(new, progress)
            except PartlyEmbedded as some:
                vectors, reasons = some.vectors, some.reasons
            learnt = {hash_of(text): vectors[row] for row, text in enumerate(new) if row not in reasons}
            if learnt:
                self._write(learnt)
            known |= learnt
        nothing = np.zeros(self.dimensions, np.float32)
        found = np.stack([known.get(hash_of(text), nothing) for text in texts])
        if reasons:
            why = {new[row]: reason for row, reason in reasons.items()}
            raise PartlyEmbedded(found, {row: why[text] for row, text in enumerate(texts) if text in why})
        return found

    def _read(self) -> dict[bytes, NDArray[np.float32]]:
        """What is stored; nothing where the file is absent, or is none of ours, which is said once."""
        try:
            records = np.load(self._path, allow_pickle=False)
            if records.dtype != self._dtype or records.ndim != 1:
                raise ValueError("it is none of ours")
            if not np.allclose(np.linalg.norm(records["vector"], axis=1), 1.0, atol=1e-3):
                raise ValueError("its vectors are none")
        except FileNotFoundError:
            return {}
        except Exception:  # numpy raises many kinds; whichever it is, the file is of no use
            self._say("stored query vectors cannot be read; they are embedded again")
            return {}
        hashes = (record.tobytes() for record in records["hash"])
        return dict(zip(hashes, records["vector"], strict=True))

    def _write(self, learnt: Mapping[bytes, NDArray[np.float32]]) -> None:
        # Read once more, since another process may have written while the model was asked.
        kept = {text_hash: v for text_hash, v in self._read().items() if text_hash not in learnt}
        every = [*kept.items(), *learnt.items()]
        every = every[-max(1, MOST_BYTES // self._dtype.itemsize) :]
        records = make_records(self._dtype, [h for h, _ in every], np.stack([v for _, v in every]))
        try:
            made(self._folder, FOLDER)
            replace(self._path, lambda file: np.save(file, records, allow_pickle=False))
            self._forget_others()
        except OSError as problem:
            self._say(f"query vectors cannot be kept: {problem.strerror}; the next run embeds them again")

    def _forget_others(self) -> None:
        """Remove the files of models that were not asked for the longest time."""
        with suppress(OSError):  # another process may remove the same
            files = sorted(self._path.parent.glob("*.npy"), key=lambda path: path.stat().st_mtime_ns)
            for path in files[:-MOST_FILES]:
                path.unlink(missing_ok=True)

    def _say(self, said: str) -> None:
        if not self._warned:
            self._warned = True
            self._warn(f"{self._path.parent}: {said}")
