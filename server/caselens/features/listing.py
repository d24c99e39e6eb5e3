"""The cases of a corpus as a list to choose from, and why some cannot be run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from caselens.features.outline import outline
from caselens.features.picture import Picture
from caselens.text import counted


class Listed(NamedTuple):
    """A case from its first line up to the line after its last. `refused` is empty where it can be run."""

    line: int
    end: int
    id: str
    query: str
    refused: str


def listing(picture: Picture) -> Iterator[Listed]:
    """Every case that an outline has; where one is refused, none can be run."""
    refusals = [placed for placed in picture.findings if placed.finding.refuses]
    refusals.sort(key=lambda placed: placed.line)
    general, number = why_not(picture), 0
    for symbol in outline(picture):
        while number < len(refusals) and refusals[number].line < symbol.line:
            number += 1
        own = number < len(refusals) and refusals[number].line < symbol.end
        yield Listed(*symbol, refusals[number].finding.message if own else general)


def why_not(picture: Picture) -> str:
    """Why a corpus cannot be run; empty where it can."""
    if picture.too_large:
        return "the file is too large to be read, so it cannot be run"
    if picture.corpus is None:
        return f"the corpus is refused ({counted(picture.refusals, 'finding')}); mend it to run it"
    return ""
