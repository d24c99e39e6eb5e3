"""A tree decoded value by value, as the reference does it: merged, unfolded, and complained about.

Nothing here knows what a corpus is; `reading` says which fields there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from caselens.corpus.described import described, unquoted
from caselens.corpus.shape import Abort, Misfit, Repeat, ShapeProblem, Stranger
from caselens.corpus.written import Written
from caselens.syntax.tree import NULLS, Alias, Mapping, Node, Scalar, Sequence, grip
from caselens.syntax.values import Unreadable, Value, as_float, as_integer, as_text, resolve
from caselens.text import Span

T = TypeVar("T")

# A named tuple made without its Python constructor, where a million are made.
_new: Any = tuple.__new__

# The reference stops a file that unfolds to far more than it holds; these are its figures.
FREE_ALIASES, FREE_NODES, MOST_FOLDED = 100, 1_000, 400_000


class Field(NamedTuple):
    """An entry of a mapping after merging: its name as text, and where it was really written."""

    name: str
    key: Node
    value: Node
    holder: Mapping


class GivenUp(Exception):  # noqa: N818 - never leaves `corpus`
    """The reference stops here; so does reading, because more would not end."""


class Decoder:
    """Decodes the nodes of one tree; what is wrong with them gathers in `problems`."""

    def __init__(self) -> None:
        self.problems: list[ShapeProblem] = []
        self.muted = False
        self.nodes = self.aliased = self.unresolved = 0
        self.unfolding: list[Span] = []

    # -- scalars -------------------------------------------------------------------------------

    def string(self, field: Field) -> Written[str]:
        return self.scalar(field.value, field.key.span, f'"{field.name}" takes a string', as_text)

    def integer(self, field: Field) -> Written[int]:
        return self.scalar(field.value, field.key.span, f'"{field.name}" takes an integer', as_integer)

    def number(self, field: Field, accepted: str) -> Written[float]:
        return self.scalar(field.value, field.key.span, accepted, as_float)

    def key(self, node: Node) -> Written[str]:
        return self.scalar(node, node.span, "a key is a string", as_text)

    def scalar(
        self, node: Node, key: Span, wanted: str, convert: Callable[[Scalar, Value], T | None]
    ) -> Written[T]:
        if convert is as_text and type(node) is Scalar and not node.tag and is_string(node):
            # What nearly every value is.
            self.nodes += 1
            self.aliased += bool(self.unfolding)
            return _new(Written, (node.text, node.span, key, "given", node.text))  # type: ignore[no-any-return]
        target = self._target(node)
        if isinstance(target, Scalar):
            value = self._value(target)
            if value is None:
                return Written(None, node.span, key, "misfit")
            if value.kind == "null":
                return Written(None, node.span, key, "null")
            result = convert(target, value)
            if result is not None:
                return Written(result, node.span, key, text=target.text)
            self._misfit(target, wanted, unquoted(target, convert))
        elif target is not None:
            self._misfit(target, wanted)
        return Written(None, node.span, key, "misfit")

    def _value(self, scalar: Scalar) -> Value | None:
        """What a scalar means; None, and reported, where the reference would give up."""
        try:
            return resolve(scalar)
        except Unreadable as refusal:
            self.problems.append(Abort(scalar.span, str(refusal)))
            return None

    def content(self, node: Node) -> Node | None:
        """What a node holds where a collection or a case goes; None for null or what was reported."""
        target = self._target(node)
        if isinstance(target, Scalar):
            value = self._value(target)
            return None if value is None or value.kind == "null" else target
        return target

    # -- collections ---------------------------------------------------------------------------

    def items(
        self, node: Node, wanted: str, lone: Callable[[Scalar], str | None] | None = None
    ) -> Iterator[Node]:
        """The items of a list; none for null or for something else, which is reported.

        `lone` spells the list that a lone scalar should have been.
        """
        target = self.content(node)
        if isinstance(target, Sequence):
            if target is node:
                yield from target.items
                return
            with self._inside(node):
                yield from target.items
        elif target is not None:
            self._misfit(target, wanted, lone(target) if lone and isinstance(target, Scalar) else None)

    def record(self, node: Node, known: tuple[str, ...], owner: str) -> Iterator[Field]:
        """The fields of a mapping whose names are fixed; others are reported and left out."""
        seen: dict[str, Field] = {}
        for field in self.fields(node, f"{owner} is a mapping"):
            if field.name not in known:
                stranger = Stranger(field.key.span, field.name, owner, known, field.holder, self.muted)
                self.problems.append(stranger)
            elif field.name in seen and seen[field.name].holder is field.holder:
                # Two spellings of one name, such as an alias beside the name itself.
                first = seen[field.name].key.span
                self.problems.append(Repeat(field.key.span, field.name, first, field.holder, self.muted))
            else:
                seen[field.name] = field
                yield field

    def fields(self, node: Node, wanted: str, overridden: set[str] | None = None) -> Iterator[Field]:
        """The entries of a mapping, its own first, then what its merge key brings in."""
        target = self.content(node)
        if not isinstance(target, Mapping):
            if target is not None:
                self._misfit(target, wanted)
            return
        if overridden is None and target is node and _is_simple(target):
            self.nodes += len(target.entries)
            for key, value in target.entries:
                yield Field(key.text, key, value, target)  # type: ignore[union-attr]
            return
        with self._inside(node, muted=self._repeats(target)):
            yield from self._own_and_merged(target, wanted, overridden)

    def _own_and_merged(self, mapping: Mapping, wanted: str, overridden: set[str] | None) -> Iterator[Field]:
        """`overridden` are the names that a mapping merged in may not set, when this is one."""
        merged: Node | None = None
        for entry in mapping.entries:
            if _is_merge(entry.key):
                merged = entry.value
                continue
            name = self.key(entry.key).value
            if name is None or (overridden is not None and name in overridden):
                continue
            if overridden is not None:
                overridden.add(name)
            yield Field(name, entry.key, entry.value, mapping)
        if merged is not None:
            if overridden is None:
                own = (_withstanding(entry.key) for entry in mapping.entries)
                overridden = {name for name in own if name is not None}
            for source in self._merge_sources(merged):
                yield from self.fields(source, wanted, overridden)

    def _merge_sources(self, merged: Node) -> tuple[Node, ...]:
        sources = merged.items if isinstance(merged, Sequence) else (merged,)
        for source in sources:
            target = source.anchor.node if isinstance(source, Alias) else source
            if target is not None and not isinstance(target, Mapping):
                self.problems.append(
                    Abort(grip(source), "<< merges a map or a list of maps, and nothing else")
                )
                return ()
            if source.span in self.unfolding:
                self.problems.append(Abort(source.span, "this merges a map into itself"))
                return ()
        return sources

    @contextmanager
    def _inside(self, node: Node, muted: bool = False) -> Iterator[None]:
        """While the content of a collection is read."""
        was_muted = self.muted
        self.muted |= muted
        if isinstance(node, Alias):
            self.unfolding.append(node.span)
        yield
        if isinstance(node, Alias):
            self.unfolding.pop()
        self.muted = was_muted

    def _repeats(self, mapping: Mapping) -> bool:
        """Report each key that the mapping gives again; compared as written, whatever the quotes."""
        first: dict[tuple[type, str], Node] = {}
        found = False
        for key, _ in mapping.entries:
            text = key.text if isinstance(key, Scalar) else key.anchor.name if isinstance(key, Alias) else ""
            earlier = first.setdefault((type(key), text), key)
            if earlier is not key:
                self.problems.append(Repeat(grip(key), text, grip(earlier), mapping, self.muted))
                found = True
        return found

    # -- aliases and complaints ----------------------------------------------------------------

    def _target(self, node: Node) -> Node | None:
        """The node itself or what it is an alias of; None for an alias of nothing."""
        self.nodes += 1
        self.aliased += bool(self.unfolding)
        few = self.aliased <= FREE_ALIASES or self.nodes <= FREE_NODES
        if not few and self.aliased / self.nodes > _allowed(self.nodes):
            said = "the file unfolds to far more than it holds: too many aliases"
            self.problems.append(Abort(grip(node), said))
            raise GivenUp
        if not isinstance(node, Alias):
            return node
        self.unresolved += node.anchor.node is None
        return node.anchor.node

    @property
    def troubles(self) -> int:
        """How much was wrong so far, aliases of nothing among it, which the parser has reported."""
        return len(self.problems) + self.unresolved

    def _misfit(self, node: Node, wanted: str, replacement: str | None = None) -> None:
        # The reference looks for repeated keys first, and at nothing else where it finds one.
        muted = self.muted or (isinstance(node, Mapping) and self._repeats(node))
        self.problems.append(Misfit(grip(node), described(node), wanted, replacement, muted))


def _allowed(nodes: int) -> float:
    """The share of nodes that may come from aliases: 99 % in a small file, 10 % in a huge one."""
    span = 4_000_000 - MOST_FOLDED
    return 0.99 - 0.89 * min(max(nodes - MOST_FOLDED, 0) / span, 1.0)


def is_string(scalar: Scalar) -> bool:
    """Whether an untagged scalar is its text and no null."""
    return bool(scalar.style) or scalar.text not in NULLS


def _is_simple(mapping: Mapping) -> bool:
    """Whether every key is a string of its own, and none merges: the way mappings are."""
    names = set()
    for key, _ in mapping.entries:
        if type(key) is not Scalar or key.tag or not is_string(key) or key.text == "<<":
            return False
        names.add(key.text)
    return len(names) == len(mapping.entries)


def _is_merge(key: Node) -> bool:
    return (
        isinstance(key, Scalar)
        and key.text == "<<"
        and (key.tag == "!!merge" or (key.tag in ("", "!") and not key.style))
    )


def _withstanding(key: Node) -> str | None:
    """The name under which a mapping's own key withstands a merge.

    The reference compares a merged name with the key's value, not its text: a key that reads as a
    number, a bool or a date does not withstand.
    """
    target = key.anchor.node if isinstance(key, Alias) else key
    if not isinstance(target, Scalar):
        return None
    try:
        value = resolve(target)
    except Unreadable:
        return None
    return None if value.kind in ("null", "bool", "int", "float", "time") else as_text(target, value)
