"""The content address of a generation: what decides whether two files speak of the same vectors."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from caselens.corpus.digest import joined
from caselens.specification.accepted import Specification

LABELLED = {
    "source": ("schema", "table", "filter", "version_strategy", "version_field"),
    "pre": (
        "separator",
        "prefix",
        "null_policy",
        "empty_policy",
        "unicode_normalization",
        "collapse_whitespace",
        "max_input_bytes",
        "truncate",
    ),
    "model": (
        "provider",
        "endpoint_class",
        "identifier",
        "revision",
        "requested_dimension",
        "reported_dimension",
        "normalization",
        "pooling",
    ),
    "target": ("schema", "table", "column", "representation", "metric", "index_method"),
}
"""The fields that count, in the order in which they do, by the word that their labels begin with."""

LISTS_COUNTED = {"key_fields": True, "input_fields": False}
"""The lists of columns behind them, and whether a number says how many there are."""


def identity(specification: Specification) -> str:
    """SHA-256 of everything that decides the vectors, in lower-case hex, framed as a corpus's digest is."""
    return hashlib.sha256(joined(_parts(specification))).hexdigest()


def _parts(specification: Specification) -> Iterator[str]:
    yield from ("spec", "1", "contract", "1")
    source = specification.source
    sections = (source, specification.preprocessing, specification.model, specification.target)
    for (label, names), section in zip(LABELLED.items(), sections, strict=True):
        for name in names:
            yield from (f"{label}.{name}", _text(getattr(section, name)))
    for name, counted in LISTS_COUNTED.items():
        columns: tuple[str, ...] = getattr(source, name)
        yield f"source.{name}"
        if counted:
            yield str(len(columns))
        yield from columns


def _text(value: str | bool | int) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
