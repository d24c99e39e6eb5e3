"""The tree of a YAML document: what was written and where, nothing decided yet.

Spans are code-point offsets. A block collection's span ends where its last item ends: the parser's
own end mark lies at the next token, often lines and comments later.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from caselens.text import Span

NULLS = frozenset(["", "~", "null", "Null", "NULL"])

NO_NAMES = NULLS | {"<<"}
"""What an unquoted key cannot be called: null is no string, and the last one merges."""


class Scalar(NamedTuple):
    """`style` is empty for a plain scalar, else the indicator: `'`, `"`, `|` or `>`.

    `tag` is empty or `!` when none was written, short (`!!int`) for YAML's own. The span leaves out
    the tag and the anchor.
    """

    span: Span
    text: str
    style: str
    tag: str
    anchor: str | None


class Quoted(NamedTuple):
    """A scalar, without its place, that is text whatever it says: in quotes, or a block."""

    text: str


Plain = str | Quoted | list[Any] | dict[str, Any] | None
"""A node without its place: an unquoted scalar is its text, keys of mappings are strings, each once. None
for any other, which must be looked at as it stands.
"""


class Entry(NamedTuple):
    key: Node
    value: Node

    @property
    def span(self) -> Span:
        """From the start of its key to the end of whichever of the two ends last."""
        return Span(self.key.span.start, max(self.key.span.end, self.value.span.end))


class Mapping(NamedTuple):
    """Entries in the order of the file, repeats kept, merge keys not yet merged."""

    span: Span
    entries: tuple[Entry, ...]
    flow: bool
    tag: str
    anchor: str | None


class Sequence(NamedTuple):
    span: Span
    items: tuple[Node, ...]
    flow: bool
    tag: str
    anchor: str | None


class Anchor:
    """A name and the node it was given to; the one thing here that changes, because an alias may
    stand inside the node it means, before that node is complete.
    """

    __slots__ = ("name", "node")

    def __init__(self, name: str, node: Node | None = None) -> None:
        self.name = name
        self.node = node


class Alias(NamedTuple):
    """`anchor.node` is None where no such anchor stands before."""

    span: Span
    anchor: Anchor


Node = Scalar | Mapping | Sequence | Alias


class SyntaxProblem(NamedTuple):
    """`needs_quotes` is the value around which quotes are missing, where that is what is wrong."""

    span: Span
    message: str
    needs_quotes: Span | None = None


class Tree(NamedTuple):
    """The first document of a text.

    `root` is None when there is no document, or when it could not be parsed to its end. `blank` tells the
    two apart: there was nothing but white space and comments. `anchored` is whether a part of the text may
    depend on another: there are anchors or aliases, or something that counts over all of it. `end` is where
    the document ended: what follows there is ignored.
    """

    root: Node | None
    problems: tuple[SyntaxProblem, ...]
    blank: bool = False
    anchored: bool = False
    end: int = 0


def is_string(scalar: Scalar) -> bool:
    """Whether an untagged scalar is its text and no null."""
    return bool(scalar.style) or scalar.text not in NULLS


def held(node: Node | None) -> Node | None:
    """The node itself or what it is an alias of; None for none, and for an alias of nothing."""
    return node.anchor.node if isinstance(node, Alias) else node


def grip(node: Node) -> Span:
    """The short thing to underline for a node: itself when it is a scalar or in flow style, else
    its first key, or the dash of its first item.
    """
    while isinstance(node, Mapping) and not node.flow and node.entries:
        node = node.entries[0].key
    if isinstance(node, Sequence) and not node.flow:
        return Span(node.span.start, node.span.start + 1)
    return node.span
