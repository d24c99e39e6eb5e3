"""A deterministic stand-in for a model: texts are near when they share words and parts of words.

It needs no weights, so it serves tests and first runs. It knows no meaning: reports must say so.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from caselens.ports import Progress, silent

DIMENSIONS = 384

_WORD = re.compile(r"\w+")
_GRAM = 4
_BATCH = 256
_SIGN_BIT = 1 << 63


class Hashing:
    """Signed feature hashing of words and character 4-grams."""

    identity = f"hashing-{DIMENSIONS}-v1"
    is_model = False
    dimensions = DIMENSIONS

    def embed(self, texts: Sequence[str], progress: Progress = silent) -> NDArray[np.float32]:
        """Vectors of `texts`, shape (len(texts), 384), unit length; a text without a word is all zeros."""
        vectors = np.zeros((len(texts), DIMENSIONS), np.float32)
        for start in range(0, len(texts), _BATCH):
            batch = texts[start : start + _BATCH]
            for row, text in enumerate(batch, start):
                vectors[row] = _vector(text)
            progress("embedding", start + len(batch), len(texts))
        return vectors


def _vector(text: str) -> NDArray[np.float64]:
    counts = Counter(feature for word in _WORD.findall(text.lower()) for feature in _features(word))
    if not counts:
        return np.zeros(DIMENSIONS)
    features = np.fromiter(counts, np.uint64, len(counts))
    # A word that stands ten times says more than one that stands once, but not ten times as much.
    weights = np.array([1.0 + math.log(count) for count in counts.values()])
    signed = np.where(features & np.uint64(_SIGN_BIT), -weights, weights)
    places = (features % np.uint64(DIMENSIONS)).astype(np.intp)
    vector = np.bincount(places, signed, DIMENSIONS).astype(np.float64)
    length = float(np.sqrt(vector @ vector))
    # Features of opposite sign can cancel each other completely.
    return vector / length if length else vector


@lru_cache(maxsize=1 << 16)
def _features(word: str) -> tuple[int, ...]:
    return tuple(_hash(feature) for feature in _parts(word))


def _parts(word: str) -> Iterator[str]:
    """The word, then its 4-grams; the marks at its ends keep prefixes apart from middles."""
    yield word
    padded = f"<{word}>"
    for start in range(len(padded) - _GRAM + 1):
        yield "#" + padded[start : start + _GRAM]


def _hash(feature: str) -> int:
    return int.from_bytes(blake2b(feature.encode(), digest_size=8).digest(), "little")
