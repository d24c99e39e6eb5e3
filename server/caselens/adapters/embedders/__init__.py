"""Embedders by what a configuration says of the model: a name, or an endpoint."""

from collections.abc import Callable

from caselens.ports import Embedder, PortError
from caselens.settings import Endpoint
from caselens.text import quoted


def _minilm() -> Embedder:
    from caselens.adapters.embedders.minilm import MiniLm

    return MiniLm()


def _hashing() -> Embedder:
    from caselens.adapters.embedders.hashing import Hashing

    return Hashing()


_OPENERS: dict[str, Callable[[], Embedder]] = {"minilm": _minilm, "hashing": _hashing}

MODELS = tuple(_OPENERS)


def open_embedder(model: str | Endpoint) -> Embedder:
    """The embedder of rows for `model`; raises `PortError` for a name or a package that is not there."""
    if isinstance(model, Endpoint):
        from caselens.adapters.embedders.endpoint import Served

        return Served(model)
    opener = _OPENERS.get(model)
    if opener is None:
        raise PortError(f"model {quoted(model)} is unknown; accepted are {' and '.join(MODELS)}")
    return opener()


def for_queries(rows: Embedder, dimensions: int) -> Embedder:
    """What embeds the queries for rows that `rows` embedded, in vectors of as many dimensions."""
    from caselens.adapters.embedders.endpoint import Served

    return rows.for_queries(dimensions) if isinstance(rows, Served) else rows
