"""The case of an item that nothing is wrong with, read without noting where anything stands.

Nearly every case is such a one, and this takes a fraction of the time. It must never accept what a
rule would speak of: in any doubt it gives up, and the item is read in full.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from caselens.corpus.accepted import Case
from caselens.syntax.tree import NO_NAMES, Plain, Quoted
from caselens.syntax.values import as_float, as_integer, is_blank, plain


def plain_case(item: Plain) -> Case | None:
    """The case of an item; None in any doubt."""
    if type(item) is not dict:
        return None
    values: dict[str, Any] = {}
    for name, value in item.items():
        if name not in _READERS:
            return None
        values[name] = found = _READERS[name](value)
        if found is None:
            return None
    required, relevant = values.get("required", ()), values.get("relevant", ())
    if "id" not in values or "query" not in values or not (required or relevant):
        return None
    if relevant and required and not dict(relevant).keys() >= set(required):
        return None
    return Case(values["id"], values["query"], values.get("k", 0), required, relevant)


def _text(value: Plain) -> str | None:
    """The string of a scalar that is one; None of null, and of what might be a merge key."""
    if type(value) is str:
        return None if value in NO_NAMES else value
    return value.text if type(value) is Quoted else None


def _name(value: Plain) -> str | None:
    text = _text(value)
    return None if is_blank(text) else text


def _number(value: Plain) -> float | None:
    return _grade(value) if type(value) is str else None


@lru_cache(1_000)
def _grade(text: str) -> float | None:
    """The number that a plain scalar is. Most grades of a file are spelt alike."""
    return as_float(text, plain(text))


def _k(value: Plain) -> int | None:
    """A number that is neither cut nor taken for none."""
    return as_integer(value, plain(value)) if type(value) is str and value.isdigit() else None


def _required(value: Plain) -> tuple[str, ...] | None:
    if type(value) is not list:
        return None
    keys = [_text(key) for key in value]
    if None in keys or len(set(keys)) < len(keys) or _are_odd("\n".join(keys)):  # type: ignore[arg-type]
        return None
    return tuple(keys)  # type: ignore[arg-type]


def _relevant(value: Plain) -> tuple[tuple[str, float], ...] | None:
    if type(value) is not dict:
        return None
    grades = {key: _number(grade) for key, grade in value.items()}
    if not all(grade is not None and 0 < grade < math.inf for grade in grades.values()):
        return None
    if _are_odd("\n".join(grades)):
        return None
    return tuple(grades.items())  # type: ignore[arg-type]


def _are_odd(keys: str) -> bool:
    """Whether a rule may speak of the spelling of some keys, each in a line."""
    return "\\" in keys or (":" in keys and re.search(LENGTH, keys) is not None)


LENGTH = r"(?m)^[0-9]+:"

_READERS: dict[str, Callable[[Plain], Any]] = {
    "id": _name,
    "query": _name,
    "k": _k,
    "required": _required,
    "relevant": _relevant,
}
