"""Nodes from a stream of libyaml's events, bottom-up and without recursion."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import yaml

from caselens.syntax import dialect
from caselens.syntax.dressing import Dressed
from caselens.syntax.tree import (
    NO_NAMES,
    Alias,
    Anchor,
    Entry,
    Mapping,
    Node,
    Plain,
    Quoted,
    Scalar,
    Sequence,
    SyntaxProblem,
)
from caselens.text import Span

# The anchor and the tag before a value.
PROPERTIES = r"(?:[&!]\S*\s+)+"

SCALAR, MAPPING, SEQUENCE = yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent
MAPPING_END, SEQUENCE_END = yaml.MappingEndEvent, yaml.SequenceEndEvent

Reduce = Callable[[Plain, Span], Any]

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
        self.as_is = not given.letters and dialect.SLASH_ESCAPE not in content
        self.problems: list[SyntaxProblem] = []
        self.anchors: dict[str, Anchor] = {}

    @property
    def anchored(self) -> bool:
        return bool(self.anchors or self.problems)

    def run(self, next_event: Callable[[], Any], reduce: Reduce | None, depth: int) -> bool:
        """Consume the first document; true when there is none. `reduce` and `depth` as in `parse`.

        A large file has a million events, nearly all of them scalars without tag or anchor: for those,
        nothing is called.
        """
        shift, as_is = self.shift, self.as_is
        nodes: list[Any] = []
        open_: list[tuple[list[Any], Any, Anchor | None]] = []
        next_event()  # the stream's start
        while True:
            event = next_event()
            kind = type(event)
            if kind is SCALAR:
                if as_is and event.tag is None and event.anchor is None:
                    span = _new(Span, (event.start_mark.index + shift, event.end_mark.index + shift))
                    nodes.append(_new(Scalar, (span, event.value, event.style or "", "", None)))
                else:
                    nodes.append(self._scalar(event))
            elif kind is MAPPING or kind is SEQUENCE:
                if reduce is not None and len(open_) == depth:
                    nodes.append(reduce(*self._item(next_event, event)))
                    continue
                open_.append((nodes, event, None if event.anchor is None else self._anchor(event)))
                nodes = []
            elif kind is MAPPING_END or kind is SEQUENCE_END:
                children = nodes
                nodes, start, anchor = open_.pop()
                nodes.append(self._collection(start, event, children))
                if anchor is not None:
                    anchor.node = nodes[-1]
            elif kind is yaml.AliasEvent:
                nodes.append(self._alias(event))
            elif kind is yaml.DocumentStartEvent:
                self._document(event)
            else:
                return self._ended(event, nodes)

    def _ended(self, event: Any, nodes: list[Any]) -> bool:
        """After the first document, or after none."""
        if not isinstance(event, yaml.DocumentEndEvent):
            return True
        self.root = nodes[0]
        self.end = self._span(event).end
        self.explicit_end = bool(event.explicit)
        return False

    def _item(self, next_event: Callable[[], Any], start: Any) -> tuple[Plain, Span]:
        """What the collection that `start` begins holds, and where it stands."""
        as_is = self.as_is
        nodes: list[Any] = []
        open_: list[tuple[list[Any], Any]] = [([], start)]
        last = start
        while open_:
            event = next_event()
            kind = type(event)
            if kind is SCALAR:
                last = event
                if as_is and event.tag is None and event.anchor is None:
                    nodes.append(_new(Quoted, (event.value,)) if event.style else event.value)
                else:
                    nodes.append(self._scalar(event))
            elif kind is MAPPING or kind is SEQUENCE:
                open_.append((nodes, event))
                nodes = []
            elif kind is yaml.AliasEvent:
                nodes.append(self._alias(event))
                last = event
            else:
                children = nodes
                nodes, begun = open_.pop()
                nodes.append(self._plain(begun, event, children))
                last = event if begun.flow_style else last
        return nodes[0], self._between(start, last)

    def _span(self, event: Any) -> Span:
        return self._between(event, event)

    def _between(self, first: Any, last: Any) -> Span:
        return Span(first.start_mark.index + self.shift, last.end_mark.index + self.shift)

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

    def _plain(self, start: Any, end: Any, children: list[Any]) -> Plain:
        """A collection without its place; None where there is more to it."""
        if start.anchor is not None:
            self._anchor(start)
        if start.tag is not None or start.anchor is not None:
            return None
        if start.flow_style and self._asks(self._between(start, end)) and any(map(_may_be_key, children)):
            return None
        if type(start) is SEQUENCE:
            return children
        named = {}
        rest = iter(children)
        for key in rest:
            if type(key) is Quoted:
                named[key.text] = next(rest)
            elif type(key) is str and key not in NO_NAMES:
                named[key] = next(rest)
            else:
                return None
        return named if 2 * len(named) == len(children) else None

    def _asks(self, span: Span) -> bool:
        """Whether there is a question mark, which has its own meaning in a collection of flow style."""
        return self.content.find("?", *span) >= 0

    def _collection(self, start: Any, end: Any, children: list[Node]) -> Node:
        first = start.start_mark.index + self.shift
        flow = bool(start.flow_style)
        if start.tag:
            self.given.check_tag(first)
        last = end.end_mark.index + self.shift if flow else children[-1].span.end if children else first
        if flow and self._asks(Span(first, last)):
            self.problems.extend(dialect.question_marks(self.content, children))
        span, tag = _new(Span, (first, last)), _short(start.tag)
        if type(start) is SEQUENCE:
            return Sequence(span, tuple(children), flow, tag, start.anchor)
        pairs = zip(children[::2], children[1::2], strict=True)
        return Mapping(span, tuple([_new(Entry, pair) for pair in pairs]), flow, tag, start.anchor)


def _may_be_key(child: Plain) -> bool:
    """Whether a question mark in a collection of flow style may mean something in this item of it."""
    return type(child) is dict or (type(child) is str and "?" in child)


def _without_properties(content: str, span: Span) -> Span:
    match = re.compile(PROPERTIES).match(content, span.start, span.end)
    return Span(match.end(), span.end) if match and match.end() < span.end else span


def _short(tag: str | None) -> str:
    if tag is None:
        return ""
    return "!!" + tag[len(YAML_TAG) :] if tag.startswith(YAML_TAG) else tag
