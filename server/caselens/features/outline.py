"""The outline of a corpus: its cases, as far as they are known."""

from __future__ import annotations

from typing import Any, NamedTuple

from caselens.features.picture import Picture
from caselens.features.placed import PlacedCase

# A named tuple made without its Python constructor.
_new: Any = tuple.__new__


class Symbol(NamedTuple):
    """A case from its first line up to the line after its last, by its id, or without one by its query."""

    line: int
    end: int
    name: str
    detail: str


def outline(picture: Picture) -> list[Symbol]:
    """Every case; of one that is broken, what was last good there."""
    if picture.parts is None or not picture.trusted:
        return list(map(_symbol, picture.cases()))
    symbols: list[Symbol] = []
    # There may be ten thousand: of most, nothing else needs to be made.
    for line, chunk in zip(picture.parts.starts, picture.parts.chunks, strict=False):
        case = chunk.case
        if case is not None:
            symbols.append(_new(Symbol, (line, line + chunk.lines, case.id, case.query)))
        else:
            symbols.extend(map(_symbol, picture.cases(line, line + 1)))
    return symbols


def _symbol(placed: PlacedCase) -> Symbol:
    # A case that repeats a refused one by an alias counts as accepted, though it may have no id.
    if placed.case is not None and placed.case.id:
        return Symbol(placed.line, placed.end, placed.case.id, placed.case.query)
    read = None if placed.broken else placed.read()
    written = (read[1].id, read[1].query) if read else ()
    names = [(value.value if value else None) or "" for value in written] or ["", ""]
    name = next((name for name in names if name.strip()), "a case without an id")
    return Symbol(placed.line, placed.end, name, names[1])
