"""The files that a configuration names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from caselens.syntax.parse import parse
from caselens.syntax.tree import Mapping, Node, Scalar, Sequence, held
from caselens.text import Piece, SourceText, Span

WILD = frozenset("*?[")


class Link(NamedTuple):
    """A path as it is written, relative to the configuration, and where it stands."""

    piece: Piece
    span: Span
    path: str


def configuration_links(content: str) -> Iterator[Link]:
    """The rows and the corpora of each generation; a glob that may mean several files is no link."""
    piece = Piece(0, SourceText(content))
    for generations in _values(parse(content).root, "generations"):
        for generation in generations.items if isinstance(generations, Sequence) else ():
            for rows in _values(generation, "rows"):
                yield from _link(piece, rows)
            for corpora in _values(generation, "corpora"):
                for corpus in corpora.items if isinstance(corpora, Sequence) else ():
                    yield from _link(piece, corpus)


def _link(piece: Piece, node: Node) -> Iterator[Link]:
    if isinstance(node, Scalar) and node.text and WILD.isdisjoint(node.text):
        yield Link(piece, node.span, node.text)


def _values(node: Node | None, name: str) -> Iterator[Node]:
    node = held(node)
    if isinstance(node, Mapping):
        yield from (value for key, value in node.entries if isinstance(key, Scalar) and key.text == name)
