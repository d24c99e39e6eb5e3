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

YAML_TAG = "tag:yaml.org,2002:"

# A named tuple made without its Python constructor, where a million are made.
_new: Any = tuple.__new__


def parse(content: str) -> Tree:
    """The tree of the first document of `content` and every problem on the way. Never raises on bad YAML."""
    forbidden = dialect.forbidden(content)
    if any("\ud800" <= content[problem.span.start] <= "\udfff" for problem in forbidden):
        return Tree(None, forbidden)
    # libyaml skips a byte order mark at the start and does not count it.
    shift = 1 if content.startswith(dialect.BOM) and _CLIB else 0
    given = dialect.dressed(content)
    for _ in range(dialect.MOST_MENDED):
        builder = _Builder(content, given, shift)
        try:
            blank = builder.run(_open(given.text))
            return Tree(builder.root, tuple(builder.problems), blank)
        except yaml.MarkedYAMLError as raised:
            problem = syntax_problem(raised, content, shift)
            mended = dialect.mended(given, raised, shift)
        except yaml.YAMLError:
            # The reader stopped at one of these; it has no mark to place.
            return Tree(None, forbidden)
        if mended is None:
            break
        given = mended
    return Tree(None, (*builder.problems, problem))


class _Builder:
    """Builds nodes bottom-up from a stream of events, without recursion."""

    def __init__(self, content: str, given: dialect.Dressed, shift: int) -> None:
        self.content = content
        self.given = given
        self.shift = shift
        self.root: Node | None = None
        self.problems: list[SyntaxProblem] = []
        self.anchors: dict[str, Anchor] = {}
        self.nodes: list[Node] = []
        self.open: list[tuple[list[Node], Any, Anchor | None]] = []

    def run(self, next_event: Callable[[], Any]) -> bool:
        """Consume the first document; true when there is none."""
        take = {
            yaml.MappingStartEvent: self._start,
            yaml.SequenceStartEvent: self._start,
            yaml.MappingEndEvent: self._end,
            yaml.SequenceEndEvent: self._end,
            yaml.AliasEvent: self._alias,
            yaml.DocumentStartEvent: self._document,
        }
        next_event()  # the stream's start
        scalar_event, shift = yaml.ScalarEvent, self.shift
        as_is = not self.given.letters and dialect.SLASH_ESCAPE not in self.content
        while True:
            event = next_event()
            kind = type(event)
            if kind is scalar_event:
                # Most events are plain scalars, and a large file has a million of them: no calls here.
                if as_is and event.tag is None and event.anchor is None:
                    span = _new(Span, (event.start_mark.index + shift, event.end_mark.index + shift))
                    self.nodes.append(_new(Scalar, (span, event.value, event.style or "", "", None)))
                else:
                    self._scalar(event)
            elif kind is yaml.DocumentEndEvent:
                self.root = self.nodes[0]
                return False
            elif kind is yaml.StreamEndEvent:
                return True
            else:
                take[kind](event)

    def _span(self, event: Any) -> Span:
        return Span(event.start_mark.index + self.shift, event.end_mark.index + self.shift)

    def _scalar(self, event: Any) -> None:
        span, style, tag, anchor = self._span(event), event.style or "", event.tag, event.anchor
        if tag or anchor is not None:
            span = _without_properties(self.content, span)
        if style == '"':
            self.problems.extend(dialect.slash_escapes(self.content, span))
        scalar = Scalar(span, self.given.undressed(event.value), style, _short(tag) if tag else "", anchor)
        self.nodes.append(scalar)
        if anchor is not None:
            self.anchors[anchor] = Anchor(anchor, scalar)

    def _start(self, event: Any) -> None:
        anchor = None
        if event.anchor is not None:
            anchor = self.anchors[event.anchor] = Anchor(event.anchor)
        self.open.append((self.nodes, event, anchor))
        self.nodes = []

    def _end(self, event: Any) -> None:
        children = self.nodes
        self.nodes, start, anchor = self.open.pop()
        node = self._collection(start, event, children)
        self.nodes.append(node)
        if anchor is not None:
            anchor.node = node

    def _alias(self, event: Any) -> None:
        span = self._span(event)
        anchor = self.anchors.get(event.anchor)
        if anchor is None:
            self.problems.append(SyntaxProblem(span, f"no anchor &{event.anchor} stands before this alias"))
        self.nodes.append(Alias(span, anchor or Anchor(event.anchor)))

    def _document(self, event: Any) -> None:
        if event.version is not None and tuple(event.version) != (1, 1):
            end = event.end_mark.index + self.shift
            self.problems.append(dialect.other_version(self.content, event.version, end))

    def _collection(self, start: Any, end: Any, children: list[Node]) -> Node:
        first = start.start_mark.index + self.shift
        flow = bool(start.flow_style)
        last = end.end_mark.index + self.shift if flow else children[-1].span.end if children else first
        tag = _short(start.tag) if start.tag else ""
        if type(start) is yaml.SequenceStartEvent:
            return Sequence(Span(first, last), tuple(children), flow, tag, start.anchor)
        entries = tuple(map(Entry, children[::2], children[1::2]))
        return Mapping(Span(first, last), entries, flow, tag, start.anchor)


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
