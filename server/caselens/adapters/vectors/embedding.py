"""The vectors of a set of rows, from the store as far as it has them, from the embedder for the rest."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from caselens.adapters.vectors.records import Pool, hash_of, make_records, vectors_of
from caselens.adapters.vectors.store import Store
from caselens.ports import Embedder, Progress

# What an interruption can lose: about a second of the bundled model's work.
CHUNK = 64
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
    hashes = [hash_of(text) for text in texts]
    complete = store.complete()
    if complete is not None and complete["hash"].tobytes() == b"".join(hashes):
        return vectors_of(complete)
    del complete  # a mapped file could not be replaced on Windows
    pool = _filled(store, embedder, dict(zip(hashes, texts, strict=True)), progress)
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


def _filled(store: Store, embedder: Embedder, texts: Mapping[bytes, str], progress: Progress) -> Pool:
    """What is stored, and the rest of `texts` embedded; saved in parts, also when interrupted."""
    pool = Pool(store.dtype)
    for stored in store.everything():
        pool.add(stored)
    missing = [text_hash for text_hash in texts if text_hash not in pool]
    unsaved: list[bytes] = []
    try:
        for start in range(0, len(missing), CHUNK):
            chunk = missing[start : start + CHUNK]

            def report(what: str, done: int, _total: int, before: int = start) -> None:
                progress(what, before + done, len(missing))

            vectors = embedder.embed([texts[text_hash] for text_hash in chunk], report)
            pool.add(make_records(store.dtype, chunk, vectors))
            unsaved += chunk
            if len(unsaved) >= PART:
                store.save_part(pool.gather(unsaved))
                unsaved.clear()
    except BaseException:
        if unsaved:
            store.save_part(pool.gather(unsaved))
        raise
    return pool
