"""Values of a JSON document, each taken only where it is what it must be.

Every reader raises `TypeError` for another type, and `ValueError` for a number that is out of bounds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from sys import float_info
from typing import Any, TypeVar

T = TypeVar("T")


def text(value: Any) -> str:
    return _of(value, str, "a text")


def flag(value: Any) -> bool:
    return _of(value, bool, "true or false")


def count(value: Any) -> int:
    """A whole number, 0 or more."""
    if _of(value, int, "a whole number") < 0 or isinstance(value, bool):
        raise ValueError(f"{_shown(value)} is no count")
    return int(value)


def number(value: Any) -> float:
    """A number that is finite."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{_shown(value)} is no number")
    if not -float_info.max <= value <= float_info.max:
        raise ValueError(f"{_shown(value)} is no finite number")
    return float(value)


def optional(read: Callable[[Any], T]) -> Callable[[Any], T | None]:
    return lambda value: None if value is None else read(value)


def several(read: Callable[[Any], T]) -> Callable[[Any], tuple[T, ...]]:
    return lambda value: tuple(map(read, _of(value, list, "a list")))


def named(read: Callable[[Any], T]) -> Callable[[Any], dict[str, T]]:
    """A mapping, each of whose values `read` takes."""
    return lambda value: {name: read(one) for name, one in mapping(value).items()}


def mapping(value: Any) -> Mapping[str, Any]:
    return _of(value, dict, "a mapping")


def at(values: Any, name: str, read: Callable[[Any], T]) -> T:
    """The value of a field, whose name stands before what is wrong with it. Raises `KeyError` where it is
    missing.
    """
    value = mapping(values)[name]
    try:
        return read(value)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: {error}") from None


def _of(value: Any, kind: type[T], said: str) -> T:
    if not isinstance(value, kind):
        raise TypeError(f"{_shown(value)} is not {said}")
    return value


def _shown(value: Any) -> str:
    """The beginning of a value, as the document has it."""
    return json.dumps(value)[:40]
