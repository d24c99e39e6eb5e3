"""One more case, written as those around it are; what only its author knows is left to fill in."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import takewhile

from caselens.corpus.accepted import Case, accept_case
from caselens.corpus.entries import with_part
from caselens.corpus.reading import read
from caselens.features.change import Action, Target
from caselens.features.picture import Picture
from caselens.features.refactors import REWRITE
from caselens.syntax.parse import parse
from caselens.syntax.tree import Mapping, Scalar, Sequence
from caselens.text import Edit, Piece, SourceText, Span, applied

BELOW, AT_END, FIRST = "Add a case below", "Add a case at the end", "Add the first case"

START = re.compile(r"[ ]*-(?P<gap>[ \t]+(?![\s#])|[ \t]*(?:#[^\r\n]*)?(?P<end>\r\n|\r|\n)[ ]*)(?P<brace>\{)?")
"""How an item of a list begins: its first field in the line of the dash, or in one below it."""


def new_case(picture: Picture, target: Target | None, line: int, at: int) -> Iterator[Action]:
    """A case below the one whose first line is pointed at, at the end of the list, or the first of all."""
    parts = picture.parts
    if parts is not None and parts.starts[0] <= line < parts.starts[-1]:
        index = bisect_right(parts.starts, line) - 1
        if parts.starts[index] == line and not parts.chunks[index].broken:
            yield from _below(picture, index, BELOW)
    elif parts is not None and line == _line_of_cases(picture):
        if parts.chunks and not parts.chunks[-1].broken:
            yield from _below(picture, len(parts.chunks) - 1, AT_END)
    elif parts is None:
        yield from _in_whole(picture, target, line, at)


def _below(picture: Picture, index: int, title: str) -> Iterator[Action]:
    parts = picture.parts
    assert parts is not None  # who asks has looked
    text = SourceText(parts.text(index))
    own = takewhile(_is_of_document, (text.slice(text.line_span(n)) for n in range(len(text.starts))))
    last = max(n for n, line in enumerate(own) if _is_of_case(line, parts.indent))
    written, stops = _lines(text.content, parts.indent, picture.line_end)
    if last + 1 < len(text.starts):
        # At the start of a line: what an editor fills in for an author, it may indent like the line before.
        start, written = text.starts[last + 1], written + picture.line_end
    else:
        start, written = text.line_span(last).end, picture.line_end + written
        stops = tuple(stop + len(picture.line_end) for stop in stops)
    edit = Edit(Span(start, start), written)
    # A block of text at the end of the file may have no line end, and would get one.
    if _cases(applied(text.content, [edit]))[:-1] == _cases(text.content):
        yield Action(title, REWRITE, ((Piece(parts.starts[index], text), edit),), stops)


def _cases(items: str) -> list[Case]:
    """The cases of some items of a list, whatever is wrong with them."""
    return [accept_case(case) for case in read(parse(f"cases:\n{items}")).cases]


def _is_of_document(line: str) -> bool:
    return not line.startswith(("---", "..."))


def _is_of_case(line: str, indent: int) -> bool:
    """Whether a line belongs to an item's own text, rather than to what stands between it and the next."""
    text = line.strip()
    return bool(text) and not (text.startswith("#") and len(line) - len(line.lstrip(" ")) <= indent)


def _lines(like: str, indent: int, line_end: str) -> tuple[str, tuple[int, ...]]:
    """The lines of a case that begins as another does, and where something is to be filled in."""
    found = START.match(like)
    dash = " " * indent + "-"
    if found and found["brace"]:
        text = f"{dash}{' ' if found['end'] else found['gap']}{_in_braces('')}"
        return text, _stops(text)
    gap = found["gap"] if found else " "
    below = bool(found and found["end"])
    column = len(gap) - gap.rfind("\n") - 1 if below else indent + 1 + len(gap)
    if column <= indent:
        gap, below, column = " ", False, indent + 2  # nothing stands behind the dash
    first = f"{line_end}{' ' * column}" if below else gap
    text = f"{dash}{first}id: " + "".join(
        f"{line_end}{' ' * column}{rest}" for rest in ("query: ", "required: []")
    )
    return text, _stops(text)


def _in_braces(quote: str) -> str:
    names = (f"{quote}{name}{quote}" for name in ("id", "query", "required"))
    values = zip(names, ('""', '""', "[]"), strict=True)
    return ", ".join(f"{name}: {value}" for name, value in values).join("{}")


def _stops(text: str) -> tuple[int, ...]:
    """Inside each pair of quotes or brackets that holds nothing, or else behind the colon of the field."""
    return tuple(
        found.end() - (1 if found[1] else 0)
        for found in re.finditer(r"""(?:id|query|required)"?: (""|\[\])?""", text)
    )


def _line_of_cases(picture: Picture) -> int | None:
    frame = picture.parts.frame if picture.parts else None
    field = frame.corpus.cases_at if frame else None
    return frame.source.line_of(field.key.start) if frame and field else None


def _in_whole(picture: Picture, target: Target | None, line: int, at: int) -> Iterator[Action]:
    """Where the list is in brackets, or is none yet."""
    piece, root = picture.tree_at(line)
    entries = root.entries if isinstance(root, Mapping) else ()
    field = next((one for one in entries if isinstance(one.key, Scalar) and one.key.text == "cases"), None)
    if field is None or not isinstance(root, Mapping):
        return
    source, held = piece.source, field.value
    quote = '"' if source.slice(field.key.span).startswith('"') else ""
    if isinstance(held, Sequence) and held.flow and held.items:
        if target is None or not target.holds("id", at):
            return
        index = next((i for i, one in enumerate(held.items) if one.span == target.written.span), None)
        text = _in_braces(quote)
        edits = with_part(source, held, text, picture.line_end, index) if index is not None else []
        if edits:
            yield Action(BELOW, REWRITE, tuple((piece, edit) for edit in edits))
    elif line == piece.line + source.line_of(field.key.span.start):
        yield from _first(picture, piece, root, field.key.span, held)


def _first(picture: Picture, piece: Piece, root: Mapping, key: Span, held: object) -> Iterator[Action]:
    """A case in a list that has none."""
    source = piece.source
    is_empty = isinstance(held, Sequence) and held.flow and not source.slice(held.span)[1:-1].strip()
    if isinstance(held, Sequence) and is_empty and root.flow:
        quote = '"' if source.slice(key).startswith('"') else ""
        yield Action(FIRST, REWRITE, ((piece, Edit(held.span, f"[{_in_braces(quote)}]")),))
    elif (is_empty or (isinstance(held, Scalar) and not source.slice(held.span))) and not root.flow:
        colon = source.content.find(":", key.end) + 1
        end = source.line_span(source.line_of(colon)).end
        emptied = held.span if isinstance(held, Sequence) else Span(colon, colon)
        if source.line_of(emptied.end) != source.line_of(colon):
            return
        lines, _ = _lines("", source.line_column(key.start)[1] + 2, picture.line_end)
        edits = [Edit(Span(colon, emptied.end), "")] if emptied.end > colon else []
        tail = f"{picture.line_end}{lines}"
        if edits and emptied.end == end:
            edits = [Edit(Span(colon, end), tail)]
        else:
            edits.append(Edit(Span(end, end), tail))
        yield Action(FIRST, REWRITE, tuple((piece, edit) for edit in edits))
