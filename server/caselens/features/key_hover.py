"""What is said of a source key: where its row ranked, what it is worth, and what stands in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from caselens.features.hints import told
from caselens.features.picture import Picture
from caselens.features.pointing import Named, named_between, touches
from caselens.features.results import Results
from caselens.ports import Row
from caselens.text import Span, visible

MOST_LINES, MOST_CHARACTERS = 8, 600
"""How much of a row's text is shown."""


class Source(NamedTuple):
    """What the rows said of a key. `unread` is why they have no texts, if they have none."""

    row: Row | None
    origin: str
    unread: str = ""


class KeyAt(NamedTuple):
    """A key at a place, and what was pointed at: itself, or its grade."""

    named: Named
    span: Span


def key_at(picture: Picture, line: int, column: int) -> KeyAt | None:
    """The source key that a place touches, or whose grade it touches."""
    for named in named_between(picture, line, line + 1):
        if named.field == "id":
            continue
        spans = [named.written.span]
        spans += [j.grade.span for j in named.case.relevant if j.key == named.written]
        for span in spans:
            if touches(named.piece, span, line, column):
                return KeyAt(named, span)
    return None


def key_text(named: Named, picture: Picture, results: Results, source: Source | None) -> str:
    """All that is known of a key, in Markdown."""
    case = named.placed.case
    result = results.current(case, picture.default_k) if case else None
    name = _code("".join(map(visible, named.name)))
    if result is None or result.incomplete:
        parts = [f"{name}: not asked yet, or edited since"]
    else:
        label, more = told(named.name, result)
        parts = [f"{name}: **{label}**", more]
    parts += _worth(named)
    if source is not None:
        parts.append(row_text(source.row, source.origin, source.unread))
    return "\n\n".join(parts)


def _worth(named: Named) -> Iterator[str]:
    """The grade of a key, and who says so."""
    case = named.case
    written = next((j.grade for j in case.relevant if j.key.value == named.name), None)
    if written is not None:
        yield (
            f"Grade {written.text}, as `relevant` says." if written.value is not None else "It has no grade."
        )
    elif case.relevant:
        yield "Grade 0: `relevant` is given and does not list it. It is required all the same."
    else:
        yield "Grade 1, because `relevant` is not given."


def row_text(row: Row | None, origin: str, unread: str = "") -> str:
    """A row as it stands in its file, cut to a few lines."""
    if row is None:
        return f"No row of {origin} has this key."
    where = f"{origin}:{row.line}" if row.line else origin
    if unread:
        return f"A row of {where}; its text cannot be shown: {_inert(unread)}"
    text = row.text.strip()
    lines = text[:MOST_CHARACTERS].splitlines()[:MOST_LINES]
    cut = "\n".join(lines)
    # What stands in a row must not act: the fence is longer than any in it.
    fence = _fence(cut, "```")
    return f"{where}\n\n{fence}text\n{cut}{'…' if len(cut) < len(text) else ''}\n{fence}"


def _fence(text: str, least: str) -> str:
    """Backticks that do not stand in a text."""
    while least in text:
        least += "`"
    return least


def _code(text: str) -> str:
    """A text as a span of code, whatever is in it."""
    fence = _fence(text, "`")
    return f"{fence} {text} {fence}" if "`" in text else f"{fence}{text}{fence}"


def _inert(text: str) -> str:
    """A message in which names stand as they were found, so that none of it acts."""
    return re.sub(r"[\\`*\[\]<>]", r"\\\g<0>", text)
