"""Events to a tree. The only module that knows which YAML library reads.

The events are libyaml's, through PyYAML's extension, because the reference's parser is a port of
libyaml; PyYAML's own parser stands in where that extension is missing. No library's constructor
ever decides a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import yaml

from caselens.syntax import dialect
from caselens.syntax.tree import Alias, Anchor, Entry, Mapping, Node, Scalar, Sequence, SyntaxProblem, Tree
from caselens.syntax.trouble import syntax_problem
from caselens.text import Span

# The anchor and the tag before a value.
PROPERTIES = re.compile(r"(?:[&!]\S*\s+)+")

ITEM_DEPTH = 2
"""How many collections are open around an item of a list that is a field of the document."""

YAML_TAG = "tag:yaml.org,2002:"

# A named tuple made without its Python constructor, where a million are made.
_new: Any = tuple.__new__


def parse(content: str, reduce: Callable[[Node], Any] | None = None) -> Tree:
    """The tree of the first document of `content` and every problem on the way. Never raises on bad YAML.

    `reduce` is for large files: what it gives for a collection two levels below the root, such as an
    item of a list of the document, stands in the tree instead, so that not all of it is there at once.
    It must have a `span`.
    """
    forbidden = dialect.forbidden(content)
    if any("\ud800" <= content[problem.span.start] <= "\udfff" for problem in forbidden):
        return Tree(None, forbidden)
    # libyaml skips a byte order mark at the start and does not count it.
    shift = 1 if content.startswith(dialect.BOM) and _CLIB else 0
    given = dialect.dressed(content)
    for _ in range(dialect.MOST_MENDED):
        builder = _Builder(content, given, shift)
        try:
            blank = builder.run(_open(given.text), reduce)
            return Tree(builder.root, tuple(builder.problems), blank, builder.anchored, builder.end)
        except yaml.MarkedYAMLError as raised:
            problem = syntax_problem(raised, content, shift)
            mended = dialect.mended(given, raised, shift)
        except yaml.YAMLError:
            # The reader stopped at one of these; it has no mark to place.
            return Tree(None, forbidden)
        if mended is None:
            break
        given = mended
    return Tree(None, (*builder.problems, problem), anchored=builder.anchored)


class _Builder:
    """Builds nodes bottom-up from a stream of events, without recursion."""

    def __init__(self, content: str, given: dialect.Dressed, shift: int) -> None:
        self.content = content
        self.given = given
        self.shift = shift
        self.root: Node | None = None
        self.end = 0
        self.problems: list[SyntaxProblem] = []
        self.anchors: dict[str, Anchor] = {}

    @property
    def anchored(self) -> bool:
        return bool(self.anchors or self.problems)

    def run(self, next_event: Callable[[], Any], reduce: Callable[[Node], Any] | None) -> bool:
        """Consume the first document; true when there is none.

        A large file has a million events, nearly all of them scalars without tag or anchor: for those,
        nothing is called.
        """
        shift = self.shift
        as_is = not self.given.letters and dialect.SLASH_ESCAPE not in self.content
        nodes: list[Node] = []
        open_: list[tuple[list[Node], Any, Anchor | None]] = []
        scalar, mapping, sequence = yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent
        mapping_end, sequence_end = yaml.MappingEndEvent, yaml.SequenceEndEvent
        next_event()  # the stream's start
        while True:
            event = next_event()
            kind = type(event)
            if kind is scalar:
                if as_is and event.tag is None and event.anchor is None:
                    span = _new(Span, (event.start_mark.index + shift, event.end_mark.index + shift))
                    nodes.append(_new(Scalar, (span, event.value, event.style or "", "", None)))
                else:
                    nodes.append(self._scalar(event))
            elif kind is mapping or kind is sequence:
                open_.append((nodes, event, None if event.anchor is None else self._anchor(event)))
                nodes = []
            elif kind is mapping_end or kind is sequence_end:
                children = nodes
                nodes, start, anchor = open_.pop()
                node = self._collection(start, event, children)
                nodes.append(reduce(node) if reduce is not None and len(open_) == ITEM_DEPTH else node)
                if anchor is not None:
                    anchor.node = node
            elif kind is yaml.AliasEvent:
                nodes.append(self._alias(event))
            elif kind is yaml.DocumentStartEvent:
                self._document(event)
            elif kind is yaml.DocumentEndEvent:
                self.root = nodes[0]
                self.end = event.end_mark.index + shift
                return False
            else:
                return True

    def _span(self, event: Any) -> Span:
        return Span(event.start_mark.index + self.shift, event.end_mark.index + self.shift)

    def _scalar(self, event: Any) -> Scalar:
        span, style, tag, anchor = self._span(event), event.style or "", event.tag, event.anchor
        if tag or anchor is not None:
            span = _without_properties(self.content, span)
        if style == '"':
            self.problems.extend(dialect.slash_escapes(self.content, span))
        scalar = Scalar(span, self.given.undressed(event.value), style, _short(tag) if tag else "", anchor)
        if anchor is not None:
            self._anchor(event).node = scalar
        return scalar

    def _anchor(self, event: Any) -> Anchor:
        anchor = self.anchors[event.anchor] = Anchor(event.anchor)
        return anchor

    def _alias(self, event: Any) -> Alias:
        span = self._span(event)
        anchor = self.anchors.get(event.anchor)
        if anchor is None:
            self.problems.append(SyntaxProblem(span, f"no anchor &{event.anchor} stands before this alias"))
        return Alias(span, anchor or Anchor(event.anchor))

    def _document(self, event: Any) -> None:
        if event.version is not None and tuple(event.version) != (1, 1):
            end = event.end_mark.index + self.shift
            self.problems.append(dialect.other_version(self.content, event.version, end))

    def _collection(self, start: Any, end: Any, children: list[Node]) -> Node:
        first = start.start_mark.index + self.shift
        flow = bool(start.flow_style)
        last = end.end_mark.index + self.shift if flow else children[-1].span.end if children else first
        head = (_new(Span, (first, last)), flow, _short(start.tag) if start.tag else "", start.anchor)
        if type(start) is yaml.SequenceStartEvent:
            return Sequence(head[0], tuple(children), *head[1:])
        pairs = zip(children[::2], children[1::2], strict=True)
        return Mapping(head[0], tuple([_new(Entry, pair) for pair in pairs]), *head[1:])


def _without_properties(content: str, span: Span) -> Span:
    match = PROPERTIES.match(content, span.start, span.end)
    return Span(match.end(), span.end) if match and match.end() < span.end else span


def _short(tag: str) -> str:
    return "!!" + tag[len(YAML_TAG) :] if tag.startswith(YAML_TAG) else tag


try:
    from yaml.cyaml import CParser  # type: ignore[attr-defined]

    _CLIB = True
except ImportError:  # pragma: no cover - wheels carry the extension; this is for platforms without one
    _CLIB = False


def _open(content: str) -> Callable[[], Any]:
    """The function that gives the next event of `content`."""
    if _CLIB:
        return CParser(content).get_event
    return yaml.SafeLoader(content).get_event
