"""What an author selects next: the word, its entry, its case, and so on outward."""

from __future__ import annotations

from collections.abc import Iterator

from caselens.features.picture import Picture
from caselens.features.pointing import nodes_at, touches
from caselens.syntax.tree import Mapping, Node
from caselens.text import Piece, Span


def around(picture: Picture, line: int, column: int) -> tuple[Piece, list[Span]]:
    """The spans around a place in a piece of the text, the widest first, each within the one before."""
    piece, nodes = nodes_at(picture, line, column)
    spans: list[Span] = []
    for span in _spans(piece, nodes, line, column):
        if not spans or (span != spans[-1] and spans[-1].start <= span.start <= span.end <= spans[-1].end):
            spans.append(span)
    return piece, spans


def _spans(piece: Piece, nodes: list[Node], line: int, column: int) -> Iterator[Span]:
    for node in nodes:
        yield node.span
        if isinstance(node, Mapping):
            for entry in node.entries:
                if touches(piece, entry.span, line, column):
                    yield entry.span
                    break
