"""The entries of a mapping with what its merge keys bring in, as the reference merges."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import NamedTuple

from caselens.corpus.nodes import Nodes
from caselens.corpus.shape import Abort
from caselens.syntax.tree import Mapping, Node, Scalar, Sequence, grip, held
from caselens.syntax.values import Unreadable, as_text, resolve

# Kinds of values that are no text.
NOT_TEXT = frozenset(["null", "bool", "int", "float", "time"])


class Field(NamedTuple):
    """An entry of a mapping after merging: its name as text, and where it was really written."""

    name: str
    key: Node
    value: Node
    holder: Mapping


class _Level(NamedTuple):
    """A mapping that is being read, and what it merges that is still to come."""

    node: Node
    was_muted: bool
    sources: Iterator[Node]


def merged(nodes: Nodes, node: Node, mapping: Mapping) -> Iterator[Field]:
    """The entries of `mapping`, which `node` holds, then of those that it merges, each before those that
    it merges in turn. Without recursion: a chain of them may be as long as the file.
    """
    levels: list[_Level] = []
    overridden: set[str] | None = None
    found: tuple[Node, Mapping] | None = node, mapping
    while found is not None:
        node, mapping = found
        was_muted = nodes.enter(node, muted=nodes.repeats(mapping))
        merge = yield from _own(nodes, mapping, overridden)
        if merge is not None and overridden is None:
            overridden = set(filter(None, [_withstanding(nodes, key) for key, _ in mapping.entries]))
        levels.append(_Level(node, was_muted, iter(_sources(nodes, merge) if merge is not None else ())))
        found = _next(nodes, levels)


def _next(nodes: Nodes, levels: list[_Level]) -> tuple[Node, Mapping] | None:
    """The next mapping to merge, after the node that holds it. Levels with nothing to come are left."""
    while levels:
        source = next(levels[-1].sources, None)
        if source is None:
            done = levels.pop()
            nodes.leave(done.node, done.was_muted)
        elif isinstance(target := nodes.content(source), Mapping):
            return source, target
    return None


def _own(nodes: Nodes, mapping: Mapping, overridden: set[str] | None) -> Generator[Field, None, Node | None]:
    """The mapping's own entries but those `overridden`; what it merges is returned."""
    merge: Node | None = None
    for key, value in mapping.entries:
        if _is_merge(key):
            merge = value
            continue
        written = nodes.key(key)
        name = written.value
        if written.state == "null":
            nodes.nulls.append(key.span)
        if name is None or (overridden is not None and name in overridden):
            continue
        if overridden is not None:
            overridden.add(name)
        yield Field(name, key, value, mapping)
    return merge


def _withstanding(nodes: Nodes, key: Node) -> str | None:
    """The name under which a mapping's own key withstands a merge.

    The reference compares a merged name with the key's value, not its text: a key that reads as a
    number, a bool or a date does not withstand. It decodes the key once more for that, so it counts again.
    """
    target = nodes.held(key)
    if not isinstance(target, Scalar):
        return None
    try:
        value = resolve(target)
    except Unreadable:
        return None
    return None if value.kind in NOT_TEXT else as_text(target, value)


def _sources(nodes: Nodes, merge: Node) -> tuple[Node, ...]:
    """The mappings to merge, or aliases of them; none, and reported, where something else is among them."""
    sources = merge.items if isinstance(merge, Sequence) else (merge,)
    for source in sources:
        target = held(source)
        if target is not None and not isinstance(target, Mapping):
            said = "<< merges a map or a list of maps, and nothing else"
            nodes.problems.append(Abort(grip(source), said, nodes.muted))
            return ()
    return sources


def _is_merge(key: Node) -> bool:
    return (
        isinstance(key, Scalar)
        and key.text == "<<"
        and (key.tag == "!!merge" or (key.tag in ("", "!") and not key.style))
    )
