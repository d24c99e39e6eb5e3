"""The source keys of a corpus, told apart by whether they have a row that is searched."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from caselens.features.knowledge import Knowledge
from caselens.features.picture import Picture
from caselens.features.pointing import named_between


class State(StrEnum):
    """What is known of a key: it has a row that is searched, none, or one outside the generation's filter."""

    FOUND = "found"
    MISSING = "missing"
    OUTSIDE = "outside"


class Token(NamedTuple):
    """A key in one line, from column to column in code points."""

    line: int
    start: int
    end: int
    key: str
    state: State


def tokens(picture: Picture, first: int, last: int) -> Iterator[Token]:
    """The keys in the lines from `first` up to `last` of which it is known whether they have a row."""
    known = picture.knowledge
    if known.latest is None or known.unread:
        return
    found = []
    for named in named_between(picture, first, last):
        if named.field == "id" or named.name not in known.asked:
            continue
        source = named.piece.source
        line, start = source.line_column(named.written.span.start)
        end_line, end = source.line_column(named.written.span.end)
        if end_line == line and first <= named.piece.line + line < last:
            found.append(Token(named.piece.line + line, start, end, named.name, _state(named.name, known)))
    yield from sorted(set(found))


def _state(key: str, known: Knowledge) -> State:
    if key in known.missing:
        return State.MISSING
    return State.OUTSIDE if key in known.outside else State.FOUND
