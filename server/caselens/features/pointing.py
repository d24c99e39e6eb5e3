"""What stands at a place in the text: names that the author gave, and the nodes around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from caselens.corpus.written import Written, WrittenCase
from caselens.features.picture import Picture
from caselens.features.placed import PlacedCase
from caselens.syntax.tree import Mapping, Node, Sequence
from caselens.text import Piece, Span


class Named(NamedTuple):
    """The id of a case, or a source key in one of its fields, in a piece of the text."""

    piece: Piece
    placed: PlacedCase
    case: WrittenCase
    field: Literal["id", "required", "relevant"]
    written: Written[str]

    @property
    def name(self) -> str:
        assert self.written.value is not None  # what is no name is not yielded
        return self.written.value


def named_at(picture: Picture, line: int, column: int) -> Named | None:
    """The name that a place touches."""
    found = named_between(picture, line, line + 1)
    return next((named for named in found if touches(named.piece, named.written.span, line, column)), None)


def named_between(picture: Picture, first: int = 0, last: int | None = None) -> Iterator[Named]:
    """Every name in the cases that stand in the lines from `first` up to `last`.

    Of a broken case there is none: what is shown of it is no longer in the text.
    """
    for placed in picture.cases(first, last):
        if placed.broken or (read := placed.read()) is None:
            continue
        piece, case = read
        if case.id is not None and case.id.value is not None:
            yield Named(piece, placed, case, "id", case.id)
        for key in case.required:
            if key.value is not None:
                yield Named(piece, placed, case, "required", key)
        for judgment in case.relevant:
            if judgment.key.value is not None:
                yield Named(piece, placed, case, "relevant", judgment.key)


def nodes_at(picture: Picture, line: int, column: int) -> tuple[Piece, list[Node]]:
    """The nodes around a place, the outermost first, in the piece of the text that it stands in."""
    piece, node = picture.tree_at(line)
    around: list[Node] = []
    while node is not None and touches(piece, node.span, line, column):
        around.append(node)
        node = next((part for part in parts_of(node) if touches(piece, part.span, line, column)), None)
    return piece, around


def parts_of(node: Node) -> Iterator[Node]:
    """What a node directly consists of, in the order of the text."""
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield key
            yield value
    elif isinstance(node, Sequence):
        yield from node.items


def touches(piece: Piece, span: Span, line: int, column: int) -> bool:
    """Whether a place in the whole text stands in a span of a piece, or right before or after it."""
    starts = piece.source.starts
    if not 0 <= line - piece.line < len(starts):
        return False
    return span.start <= starts[line - piece.line] + column <= span.end
