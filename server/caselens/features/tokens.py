"""The source keys of a corpus, told apart by whether they have a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from caselens.features.picture import Picture
from caselens.features.pointing import named_between


class Token(NamedTuple):
    """A key in one line, from column to column in code points."""

    line: int
    start: int
    end: int
    key: str
    is_missing: bool


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
            is_missing = named.name in known.missing
            found.append(Token(named.piece.line + line, start, end, named.name, is_missing))
    yield from sorted(set(found))
