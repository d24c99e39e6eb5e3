"""Texts with marks in them, and positions as the protocol counts them.

Nothing here comes from the server: it is the second opinion that the tests hold it to.
"""

from __future__ import annotations

import re
from typing import Any

Json = dict[str, Any]

ENCODINGS = ("utf-8", "utf-16", "utf-32")

_LINE_END = re.compile("\r\n|\n|\r")


def marked(text: str, encoding: str = "utf-16") -> tuple[str, list[Json]]:
    """A text without its ⟦marks⟧, and the ranges that stood between them."""
    pieces = re.split("[⟦⟧]", text)
    clean = "".join(pieces)
    ends: list[int] = []
    for piece in pieces[:-1]:
        ends.append((ends[-1] if ends else 0) + len(piece))
    pairs = zip(ends[::2], ends[1::2], strict=True)
    return clean, [span(clean, start, end, encoding) for start, end in pairs]


def span(text: str, start: int, end: int, encoding: str) -> Json:
    """The range from one offset to another."""
    return {"start": position(text, start, encoding), "end": position(text, end, encoding)}


def position(text: str, offset: int, encoding: str) -> Json:
    lines = _LINE_END.split(text[:offset])
    return {"line": len(lines) - 1, "character": units(lines[-1], encoding)}


def offset(text: str, place: Json, encoding: str) -> int:
    """The offset of a position that lies in the text."""
    starts = [0, *(end.end() for end in _LINE_END.finditer(text))]
    start = starts[place["line"]]
    return next(
        o for o in range(start, len(text) + 1) if units(text[start:o], encoding) == place["character"]
    )


def units(text: str, encoding: str) -> int:
    """How many code units a text takes; the -le forms write no BOM."""
    width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    return len(text.encode(encoding if width == 1 else f"{encoding}-le")) // width
