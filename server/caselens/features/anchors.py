"""Anchors and their aliases: a name that stands for a value within one file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from caselens.features.picture import Picture
from caselens.features.pointing import parts_of, touches
from caselens.syntax.tree import Alias, Anchor, Node
from caselens.text import Piece, Span


class Anchored(NamedTuple):
    """An anchor, `&` and its name, and each alias of it, `*` and the name, in a piece of the text."""

    piece: Piece
    name: str
    anchor: Span | None
    aliases: tuple[Span, ...]

    @property
    def spans(self) -> tuple[Span, ...]:
        return (self.anchor, *self.aliases) if self.anchor else self.aliases


def anchored_at(picture: Picture, line: int, column: int) -> Anchored | None:
    """What a place belongs to that stands in an alias or an anchor."""
    piece, root = picture.tree_at(line)
    aliases: dict[Anchor, list[Span]] = {}
    for node in _nodes(root):
        if isinstance(node, Alias):
            aliases.setdefault(node.anchor, []).append(node.span)
    for anchor, spans in aliases.items():
        found = Anchored(piece, anchor.name, _written(piece, anchor), tuple(spans))
        if any(touches(piece, span, line, column) for span in found.spans):
            return found
    return None


def anchors(picture: Picture, line: int) -> frozenset[str]:
    """The names of all anchors in the text that a line stands in."""
    nodes = _nodes(picture.tree_at(line)[1])
    return frozenset(node.anchor for node in nodes if not isinstance(node, Alias) and node.anchor)


def _written(piece: Piece, anchor: Anchor) -> Span | None:
    """Where an anchor is written: before a scalar that it names, at the start of anything else."""
    if anchor.node is None:
        return None
    mark, content, begin = f"&{anchor.name}", piece.source.content, anchor.node.span.start
    start = content.find(mark, begin) if content[begin] in "&!" else content.rfind(mark, 0, begin)
    return Span(start, start + len(mark)) if start >= 0 else None


def _nodes(root: Node | None) -> Iterator[Node]:
    pending = [root] if root is not None else []
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(list(parts_of(node))))
