"""What stands after each key once its case has been asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from caselens.evaluation.result import CaseResult
from caselens.features.lenses import rank_text
from caselens.features.picture import Picture
from caselens.features.results import Results
from caselens.text import Piece

MOST_ABOVE = 10
"""Rows above a key that are named; a result holds no more than its case's depth."""


class Hint(NamedTuple):
    """A label to show at `offset` of a piece of the text, and what it says when pointed at."""

    piece: Piece
    offset: int
    label: str
    tooltip: str


def hints(picture: Picture, results: Results, first: int, last: int) -> Iterator[Hint]:
    """The hints in the lines from `first` up to `last`: where each named key really ranks."""
    if not results.by_id:
        return
    for placed in picture.cases(first, last):
        result = results.current(placed.case, picture.default_k) if placed.case else None
        # What is shown of a broken case is no longer in the text, so there is nothing to stand after.
        if result is None or result.incomplete or placed.broken or (read := placed.read()) is None:
            continue
        piece, written = read
        for key in written.named_keys():
            line = piece.line + piece.source.line_of(key.span.end)
            if key.value is not None and first <= line < last:
                yield Hint(piece, key.span.end, *told(key.value, result))


def told(key: str, result: CaseResult) -> tuple[str, str]:
    """Where the row of a key ranked, in a word, and what stood above it."""
    place = result.places.get(key)
    if place is None:
        return "not in this generation", result.absent.get(key, "no row of the generation has this key")
    above = [f"{hit.key} {hit.score:.3f}" for hit in result.hits[: place.rank - 1][:MOST_ABOVE]]
    tooltip = f"score {place.score:.3f}" + (f"; above it {', '.join(above)}" if above else "")
    return rank_text(place.rank, result.depth), tooltip
