"""Nodes from a stream of libyaml's events, bottom-up and without recursion."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import yaml

from caselens.syntax import dialect
from caselens.syntax.dressing import Dressed
from caselens.syntax.tree import Alias, Anchor, Entry, Mapping, Node, Scalar, Sequence, SyntaxProblem
from caselens.text import Span

# The anchor and the tag before a value.
PROPERTIES = re.compile(r"(?:[&!]\S*\s+)+")

ITEM_DEPTH = 2
"""How many collections are open around an item of a list that is a field of the document."""

YAML_TAG = "tag:yaml.org,2002:"

# A named tuple made without its Python constructor, where a million are made.
_new: Any = tuple.__new__


class Builder:
    """The nodes, anchors and problems of one pass over a text."""

    def __init__(self, content: str, given: Dressed, shift: int) -> None:
        self.content = content
        self.given = given
        self.shift = shift
        self.root: Node | None = None
        self.end = 0
        self.explicit_end = False
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
                self.explicit_end = event.explicit
                return False
            else:
                return True

    def _span(self, event: Any) -> Span:
        return Span(event.start_mark.index + self.shift, event.end_mark.index + self.shift)

    def _scalar(self, event: Any) -> Scalar:
        span, style, tag, anchor = self._span(event), event.style or "", event.tag, event.anchor
        if tag:
            self.given.check_tag(span.start)
        if tag or anchor is not None:
            span = _without_properties(self.content, span)
        if style == '"':
            self.problems.extend(dialect.slash_escapes(self.content, span))
        text = self.given.undressed(event.value, style)
        scalar = Scalar(span, text, style, _short(tag), anchor)
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
        if event.version is not None:
            end = event.end_mark.index + self.shift
            problem = dialect.version_problem(self.content, tuple(event.version), end)
            self.problems.extend([problem] if problem else [])

    def _collection(self, start: Any, end: Any, children: list[Node]) -> Node:
        first = start.start_mark.index + self.shift
        flow = bool(start.flow_style)
        if start.tag:
            self.given.check_tag(first)
        last = end.end_mark.index + self.shift if flow else children[-1].span.end if children else first
        if flow and self.content.find("?", first, last) >= 0:
            self.problems.extend(dialect.question_marks(self.content, children))
        span, tag = _new(Span, (first, last)), _short(start.tag)
        if type(start) is yaml.SequenceStartEvent:
            return Sequence(span, tuple(children), flow, tag, start.anchor)
        pairs = zip(children[::2], children[1::2], strict=True)
        return Mapping(span, tuple([_new(Entry, pair) for pair in pairs]), flow, tag, start.anchor)


def _without_properties(content: str, span: Span) -> Span:
    match = PROPERTIES.match(content, span.start, span.end)
    return Span(match.end(), span.end) if match and match.end() < span.end else span


def _short(tag: str | None) -> str:
    if tag is None:
        return ""
    return "!!" + tag[len(YAML_TAG) :] if tag.startswith(YAML_TAG) else tag
