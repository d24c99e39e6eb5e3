"""Records of (hash of a row's text, its vector): how they are laid out, made and looked up."""

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

_HASH_BYTES = 16


def record_type(dimensions: int) -> "np.dtype[np.void]":
    return np.dtype([("hash", f"V{_HASH_BYTES}"), ("vector", "<f4", (dimensions,))])


def hash_of(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_HASH_BYTES).digest()


def make_records(
    dtype: "np.dtype[np.void]", hashes: Sequence[bytes], vectors: NDArray[np.float32]
) -> NDArray[np.void]:
    records = np.empty(len(hashes), dtype)
    records["hash"] = np.frombuffer(b"".join(hashes), f"V{_HASH_BYTES}")
    records["vector"] = vectors
    return records


def vectors_of(records: NDArray[np.void]) -> NDArray[np.float32]:
    """The vectors, shape (records, dimensions), as a view: its rows lie a record apart."""
    vectors: NDArray[np.float32] = records["vector"]
    return vectors


class Pool:
    """Records of several arrays, found by hash."""

    def __init__(self, dtype: "np.dtype[np.void]") -> None:
        self._dtype = dtype
        self._arrays: list[NDArray[np.void]] = []
        self._places: dict[bytes, tuple[int, int]] = {}

    def __contains__(self, text_hash: bytes) -> bool:
        return text_hash in self._places

    def add(self, records: NDArray[np.void]) -> None:
        joined = records["hash"].tobytes()
        for row in range(len(records)):
            text_hash = joined[row * _HASH_BYTES : (row + 1) * _HASH_BYTES]
            self._places[text_hash] = (len(self._arrays), row)
        self._arrays.append(records)

    def gather(self, hashes: Sequence[bytes]) -> NDArray[np.void]:
        """The records of `hashes`, in their order."""
        targets: list[list[int]] = [[] for _ in self._arrays]
        sources: list[list[int]] = [[] for _ in self._arrays]
        for target, text_hash in enumerate(hashes):
            array, row = self._places[text_hash]
            targets[array].append(target)
            sources[array].append(row)
        gathered = np.empty(len(hashes), self._dtype)
        for records, into, rows in zip(self._arrays, targets, sources, strict=True):
            gathered[into] = records[rows]
        return gathered
