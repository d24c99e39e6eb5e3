"""A tree decoded value by value, as the reference does it: merged, unfolded, and complained about.

Nothing here knows what a corpus is; `reading` says which fields there are.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple, TypeVar

from caselens.corpus.described import described, unquoted
from caselens.corpus.shape import Abort, Misfit, Repeat, ShapeProblem, Stranger
from caselens.corpus.unfolding import Unfolding
from caselens.corpus.written import Written
from caselens.syntax.tree import NULLS, Alias, Mapping, Node, Scalar, Sequence, grip, held
from caselens.syntax.values import Unreadable, Value, as_float, as_integer, as_text, resolve
from caselens.text import Span

T = TypeVar("T")

# A named tuple made without its Python constructor, where a million are made.
_new: Any = tuple.__new__

# Kinds of values that are no text.
NOT_TEXT = frozenset(["null", "bool", "int", "float", "time"])


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
        self.unresolved = 0
        self.unfolding = Unfolding()

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
            self._count(node)
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
            self.problems.append(Abort(scalar.span, str(refusal), self.muted))
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

    def fields(self, node: Node, wanted: str) -> Iterator[Field]:
        """The entries of a mapping, its own first, then what its merge key brings in."""
        target = self.content(node)
        if not isinstance(target, Mapping):
            if target is not None:
                self._misfit(target, wanted)
        elif target is node and _is_simple(target):
            self._count(node, len(target.entries))
            for key, value in target.entries:
                yield Field(key.text, key, value, target)  # type: ignore[union-attr]
        else:
            yield from self._merged(node, target, wanted)

    def _merged(self, node: Node, mapping: Mapping, wanted: str) -> Iterator[Field]:
        """The entries of a mapping and of those that it merges, and they merge: each before those below
        it. Without recursion, because a chain of them may be as long as the file.
        """
        # The names that a mapping merged in may not set.
        overridden: set[str] = set()
        open_: list[tuple[AbstractContextManager[None], Iterator[Node]]] = []
        while True:
            inside = self._inside(node, muted=self._repeats(mapping))
            inside.__enter__()
            merged = yield from self._own(mapping, overridden if open_ else None)
            if merged is not None and not open_:
                overridden.update(filter(None, map(self._withstanding, (key for key, _ in mapping.entries))))
            open_.append((inside, iter(self._merge_sources(merged) if merged is not None else ())))
            target: Node | None = None
            while not isinstance(target, Mapping):
                source = next(open_[-1][1], None)
                if source is None:
                    open_.pop()[0].__exit__(None, None, None)
                    if not open_:
                        return
                    continue
                node, target = source, self.content(source)
                if target is not None and not isinstance(target, Mapping):
                    self._misfit(target, wanted)
            mapping = target

    def _own(self, mapping: Mapping, overridden: set[str] | None) -> Generator[Field, None, Node | None]:
        """The mapping's own entries; what it merges is returned. `overridden` where it is merged itself."""
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
        return merged

    def _withstanding(self, key: Node) -> str | None:
        """The name under which a mapping's own key withstands a merge.

        The reference compares a merged name with the key's value, not its text: a key that reads as a
        number, a bool or a date does not withstand.
        """
        target = self._target(key)
        if not isinstance(target, Scalar):
            return None
        try:
            value = resolve(target)
        except Unreadable:
            return None
        return None if value.kind in NOT_TEXT else as_text(target, value)

    def _merge_sources(self, merged: Node) -> tuple[Node, ...]:
        sources = merged.items if isinstance(merged, Sequence) else (merged,)
        for source in sources:
            target = held(source)
            if target is not None and not isinstance(target, Mapping):
                said = "<< merges a map or a list of maps, and nothing else"
                self.problems.append(Abort(grip(source), said, self.muted))
                return ()
            if source.span in self.unfolding.open:
                self.problems.append(Abort(source.span, "this merges a map into itself", self.muted))
                return ()
        return sources

    @contextmanager
    def _inside(self, node: Node, muted: bool = False) -> Iterator[None]:
        """While the content of a collection is read."""
        was_muted = self.muted
        self.muted |= muted
        if isinstance(node, Alias):
            self.unfolding.open[node.span] = None
        yield
        if isinstance(node, Alias):
            del self.unfolding.open[node.span]
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
        """What a node holds, counted."""
        self._count(node)
        if isinstance(node, Alias):
            self._count(node, aliased=True)
            self.unresolved += node.anchor.node is None
        return held(node)

    def _count(self, node: Node, times: int = 1, aliased: bool = False) -> None:
        if self.unfolding.count(times, aliased):
            said = "the file unfolds to far more than it holds: too many aliases"
            self.problems.append(Abort(grip(node), said, self.muted))
            raise GivenUp

    @property
    def troubles(self) -> int:
        """How much was wrong so far, aliases of nothing among it, which the parser has reported."""
        return len(self.problems) + self.unresolved

    def _misfit(self, node: Node, wanted: str, replacement: str | None = None) -> None:
        # The reference looks for repeated keys first, and at nothing else where it finds one.
        muted = self.muted or (isinstance(node, Mapping) and self._repeats(node))
        self.problems.append(Misfit(grip(node), described(node), wanted, replacement, muted))


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
