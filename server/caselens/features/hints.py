"""What stands after each key once its case has been asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from caselens.features.analysis import Analysis
from caselens.features.lenses import rank_text
from caselens.features.results import Results
from caselens.text import Span


class Hint(NamedTuple):
    """A label to show at `offset`, and what it says when pointed at."""

    offset: int
    label: str
    tooltip: str


def hints(analysis: Analysis, results: Results, within: Span) -> Iterator[Hint]:
    """The hints in a range of the text: where each named key really ranks."""
    corpus = analysis.corpus
    if corpus is None:
        return
    for written, case in zip(analysis.written.cases, corpus.cases, strict=True):
        result = results.current(case, corpus.default_k)
        if result is None or result.incomplete:
            continue
        for key in written.named_keys():
            if key.value is None or not within.start <= key.span.end <= within.end:
                continue
            place = result.places.get(key.value)
            if place is None:
                yield Hint(key.span.end, "not in this generation", "no row of the generation has this key")
            else:
                above = [f"{hit.key} {hit.score:.3f}" for hit in result.hits[: place.rank - 1]]
                tooltip = f"score {place.score:.3f}" + (f"; above it {', '.join(above)}" if above else "")
                yield Hint(key.span.end, rank_text(place.rank, result.depth), tooltip)
