"""What is remembered of a corpus that is not open: its cases and the keys it names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from caselens.features.outline import Symbol, outline
from caselens.features.picture import Picture

MOST_FOUND = 200


class Indexed(NamedTuple):
    """The cases of a corpus, and every source key that it names."""

    symbols: tuple[Symbol, ...]
    keys: frozenset[str]


def indexed(picture: Picture) -> Indexed:
    picture.settle()
    return Indexed(tuple(outline(picture)), picture.mentioned)


class Match(NamedTuple):
    """A case that fits what was typed; the lowest `rating` fits best."""

    rating: int
    where: str
    symbol: Symbol


def matches(corpora: Iterable[tuple[str, Iterable[Symbol]]], typed: str) -> list[Match]:
    """The cases whose id or query has every typed word, or whose id has its letters in order; best first."""
    wanted = typed.casefold()
    words = wanted.split()
    found = []
    for where, symbols in corpora:
        for symbol in symbols:
            rating = _rating(symbol.name.casefold(), symbol.detail, wanted, words)
            if rating is not None:
                found.append(Match(rating, where, symbol))
    found.sort()
    return found[:MOST_FOUND]


def _rating(name: str, detail: str, wanted: str, words: list[str]) -> int | None:
    if name.startswith(wanted):
        return 0
    if all(word in name for word in words):
        return 1
    if all(word in name or word in detail.casefold() for word in words):
        return 2
    return 3 if _in_order(wanted, name) else None


def _in_order(wanted: str, name: str) -> bool:
    """Whether all letters stand in a name in their order."""
    place = 0
    for letter in wanted:
        place = name.find(letter, place) + 1
        if place == 0:
            return False
    return True
