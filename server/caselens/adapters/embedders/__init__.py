"""Embedders by the name a configuration gives them."""

from collections.abc import Callable

from caselens.ports import Embedder, PortError
from caselens.text import quoted


def _minilm() -> Embedder:
    from caselens.adapters.embedders.minilm import MiniLm

    return MiniLm()


def _hashing() -> Embedder:
    from caselens.adapters.embedders.hashing import Hashing

    return Hashing()


_OPENERS: dict[str, Callable[[], Embedder]] = {"minilm": _minilm, "hashing": _hashing}

MODELS = tuple(_OPENERS)


def open_embedder(model: str) -> Embedder:
    """The embedder called `model`; raises `PortError` for a name or a package that is not there."""
    opener = _OPENERS.get(model)
    if opener is None:
        raise PortError(f"model {quoted(model)} is unknown; accepted are {' and '.join(MODELS)}")
    return opener()
