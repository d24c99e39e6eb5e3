"""Where a cursor stands in a corpus that is being typed: the field or key that could be written there."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from caselens.features.chunk import read_written
from caselens.features.picture import Picture
from caselens.syntax.cursor import MARK, Cursor, cursor
from caselens.syntax.parse import parse
from caselens.syntax.tree import Mapping, Node, Scalar, Sequence, held
from caselens.text import Piece, SourceText, Span, invisible

CASES = "cases:\n"
ALIAS = re.compile(r"\*([^\s,\[\]{}\"':]+)")


class Place(NamedTuple):
    """`cursor` has its spans in `piece`. `line` is where the case begins that the cursor stands in.

    A case is looked at alone, so that the place costs the same in a file of any size; its path begins
    with `cases` and 0 whichever case it is. `before` are the fields of the corpus before the list.
    """

    cursor: Cursor
    piece: Piece
    line: int | None
    before: tuple[str, ...] = ()
    line_end: str = "\n"

    @property
    def has_colon(self) -> bool:
        """Whether the word at the cursor is the key of an entry already."""
        return self.piece.source.content[self.cursor.span.end :].lstrip(" \t").startswith(":")

    def as_item(self, text: str) -> str:
        """An item of a list, with the dash or the brackets that the place lacks."""
        found = self.cursor
        if found.lacks == "item" or (found.role == "value" and found.alone):
            return f"- {text}"
        return f"[{text}]" if found.role == "value" else text


def place(picture: Picture, line: int, column: int) -> Place | None:
    """What could be written at a place; None where nothing could, or nothing can be made of the text."""
    found = _place(picture, line, column)
    return found._replace(line_end=picture.line_end) if found else None


def _place(picture: Picture, line: int, column: int) -> Place | None:
    if not 0 <= line < len(picture.lines) or picture.too_large:
        return None
    parts = picture.parts
    if parts is None:
        # Without parts, all of it has to be read up to here.
        return _found("", 0, picture.lines, line, column, None) if picture.is_small else None
    begin = parts.frame.chunk.lines
    if line < begin:
        return _found("", 0, picture.lines[:begin], line, column, None)
    index = bisect_right(parts.starts, line, hi=len(parts.chunks)) - 1
    begin = parts.starts[index]
    lines = picture.lines[begin : parts.starts[index + 1]]
    found = _found(_above("".join(lines)), begin, lines, line, column, begin)
    return found._replace(before=tuple(_names(parts.frame.corpus.tree.root))) if found else None


def _above(item: str) -> str:
    """What must stand above an item that is looked at alone: the list, and the anchors that it refers to."""
    names = dict.fromkeys(ALIAS.findall(item)) if "*" in item else ()
    anchors = (f"x{number}: &{name} {{}}\n" for number, name in enumerate(names) if f"&{name}" not in item)
    return f"{''.join(anchors)}{CASES}"


def _found(
    before: str, begin: int, lines: list[str], line: int, column: int, case: int | None
) -> Place | None:
    text = "".join(lines)
    offset = sum(map(len, lines[: line - begin])) + column
    found = cursor(before + text, len(before) + offset)
    if found is None:
        return None
    span = Span(found.span.start - len(before), found.span.end - len(before))
    return Place(found._replace(span=span), Piece(begin, SourceText(text)), case)


def present(where: Place, in_item: bool = False) -> frozenset[str]:
    """What the mapping or list at a cursor has besides the word there, also behind the cursor.

    `in_item`: what the mapping has that begins where the cursor is to write an item.
    """
    found = where.cursor
    source, span = where.piece.source, found.span
    line = source.line_span(source.line_of(span.start))
    before = _above(source.content) if where.line is not None else ""
    path = found.path
    if in_item and isinstance(found.holder, Sequence):
        path = (*path, len(found.holder.items) - 1)
    names = set() if in_item else set(_names(found.holder))
    # The place of the cursor is broken more often than not: then with something in it, or without its line.
    texts = source.content, _without(source, span, MARK), _without(source, line)
    for rest in texts:
        node = parse(before + rest).root
        if node is not None:
            for step in path:
                node = _step(node, step)
            names.update(_names(held(node)))
            break
    if not path:
        names.update(where.before)
    return frozenset(names - {MARK, unquoted(source.slice(span))})


def unquoted(word: str) -> str:
    """What a word means without its quotes and escapes; its closing quote may be yet to come."""
    match word[:1]:
        case '"':
            return invisible(word[1:].removesuffix('"'))
        case "'":
            return word[1:].removesuffix("'").replace("''", "'")
    return word


def _without(source: SourceText, span: Span, instead: str = "") -> str:
    return source.content[: span.start] + instead + source.content[span.end :]


def _step(node: Node | None, step: str | int) -> Node | None:
    node = held(node)
    if isinstance(node, Mapping):
        return next((v for k, v in node.entries if isinstance(k, Scalar) and k.text == step), None)
    if isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
        return node.items[step]
    return None


def _names(node: Node | None) -> list[str]:
    if isinstance(node, Mapping):
        return [key.text for key, _ in node.entries if isinstance(key, Scalar)]
    return (
        [item.text for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []
    )


def query_at(picture: Picture, where: Place) -> str:
    """The query of the case at a place, as far as it is written."""
    if where.line is None:
        return ""
    for placed in picture.cases(where.line, where.line + 1):
        if placed.case is not None:
            return placed.case.query
        read = placed.read()
        if read is not None and not placed.broken and (query := read[1].query) and query.value:
            return query.value
    # The case is broken here: what stands before the line of the cursor may not be.
    source = where.piece.source
    line = source.line_span(source.line_of(where.cursor.span.start))
    before = read_written(source.content[: line.start])
    return (before.query.value if before and before.query else None) or ""
