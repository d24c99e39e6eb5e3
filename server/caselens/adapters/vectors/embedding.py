"""The vectors of a set of rows, from the store as far as it has them, from the embedder for the rest."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from caselens.adapters.vectors.records import Pool, hash_of, make_records, vectors_of
from caselens.adapters.vectors.store import Store, vectors_folder
from caselens.ports import Embedder, PartlyEmbedded, PortError, Progress
from caselens.text import counted, quoted

# What an interruption can lose: about two seconds of the bundled model's work, four requests
# to an endpoint.
CHUNK = 128
# What a killed process can lose: about a quarter of a minute.
PART = 2048


def row_vectors(
    folder: Path,
    embedder: Embedder,
    texts: Sequence[str],
    name: str,
    progress: Progress,
    warn: Callable[[str], None],
) -> NDArray[np.float32]:
    """The vectors of `texts`, shape (len(texts), dimensions), maybe a read-only view of a mapped file.

    `folder` is the configuration's; `name` tells its sets of rows apart. Only texts without a stored
    vector are embedded, each once, and what is embedded is kept even when `progress` or a signal
    raises. When the store cannot be written, `warn` is told so once; the vectors are right all the same.
    """
    if not texts:
        return np.empty((0, embedder.dimensions), np.float32)
    store = Store(folder, embedder, name, warn)
    if not store.dimensions:
        # Nothing but a vector tells how long the vectors of this model are.
        _, refused = _embedded(embedder, texts[:1], progress)
        if refused:
            raise _no_vector(1, len(texts), texts[0], refused[0])
        store = Store(folder, embedder, name, warn)
    hashes = [hash_of(text) for text in texts]
    complete = store.complete()
    if complete is not None and complete["hash"].tobytes() == b"".join(hashes):
        return vectors_of(complete)
    del complete  # a mapped file could not be replaced on Windows
    pool = _filled(folder, store, embedder, dict(zip(hashes, texts, strict=True)), progress)
    records = pool.gather(hashes)
    del pool
    store.finish(records)
    return vectors_of(records)


def unembedded(folder: Path, embedder: Embedder, texts: Sequence[str], name: str) -> int:
    """How many texts have no stored vector; `folder` and `name` as in `row_vectors`."""
    store = Store(folder, embedder, name, lambda _said: None)
    pool = Pool(store.dtype)
    for stored in store.everything():
        pool.add(stored)
    return sum(text_hash not in pool for text_hash in {hash_of(text) for text in texts})


def _filled(
    folder: Path, store: Store, embedder: Embedder, texts: Mapping[bytes, str], progress: Progress
) -> Pool:
    """What is stored, and the rest of `texts` embedded; saved in parts, also when interrupted."""
    pool = Pool(store.dtype)
    for stored in store.everything():
        pool.add(stored)
    missing = [text_hash for text_hash in texts if text_hash not in pool]
    unsaved: list[bytes] = []
    without: dict[bytes, str] = {}
    try:
        for start in range(0, len(missing), CHUNK):
            chunk = missing[start : start + CHUNK]

            def report(what: str, done: int, _total: int, before: int = start) -> None:
                progress(what, before + done, len(missing))

            vectors, refused = _embedded(embedder, [texts[text_hash] for text_hash in chunk], report)
            without.update({chunk[row]: reason for row, reason in refused.items()})
            if vectors.shape[1] != store.dimensions and len(refused) < len(chunk):
                raise PortError(
                    f"the model's vectors have dimension {vectors.shape[1]}, those stored "
                    f"{store.dimensions}; "
                    f"remove {vectors_folder(folder)} to embed all rows again"
                )
            sound = [row for row in range(len(chunk)) if row not in refused]
            pool.add(make_records(store.dtype, [chunk[row] for row in sound], vectors[sound]))
            unsaved += [chunk[row] for row in sound]
            if len(unsaved) >= PART:
                store.save_part(pool.gather(unsaved))
                unsaved.clear()
        if without:
            first, reason = next(iter(without.items()))
            raise _no_vector(len(without), len(texts), texts[first], reason)
    except BaseException:
        if unsaved:
            store.save_part(pool.gather(unsaved))
        raise
    return pool


def _no_vector(number: int, total: int, first: str, reason: str) -> PortError:
    return PortError(
        f"{counted(number, 'row')} of {total:,} cannot be embedded; the first begins with "
        f"{quoted(first.strip()[:60])}: {reason}"
    )


def _embedded(
    embedder: Embedder, texts: Sequence[str], progress: Progress
) -> tuple[NDArray[np.float32], Mapping[int, str]]:
    """The vectors of `texts`, and by its index why one has none."""
    try:
        return embedder.embed(texts, progress), {}
    except PartlyEmbedded as some:
        return some.vectors, some.reasons
