"""One node at a time, as the reference decodes it: what it holds, what it means, what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from caselens.corpus.described import described, unquoted
from caselens.corpus.shape import Abort, Misfit, Repeat, ShapeProblem
from caselens.corpus.unfolding import Unfolding
from caselens.corpus.written import Written
from caselens.syntax.tree import Alias, Mapping, Node, Scalar, grip, held, is_string
from caselens.syntax.values import Unreadable, Value, as_text, resolve
from caselens.text import Span

T = TypeVar("T")

# A named tuple made without its Python constructor, where a million are made.
_new: Any = tuple.__new__


class GivenUp(Exception):  # noqa: N818 - never leaves `corpus`
    """The reference stops here; so does reading, because more would not end."""


class Nodes:
    """What is wrong with the nodes of one tree gathers in `problems`, what vanishes from it in `nulls`."""

    def __init__(self) -> None:
        self.problems: list[ShapeProblem] = []
        self.nulls: list[Span] = []
        self.muted = False
        self.unresolved = 0
        self.unfolding = Unfolding()

    def key(self, node: Node) -> Written[str]:
        return self.scalar(node, node.span, "a key is a string", as_text)

    def scalar(
        self, node: Node, key: Span, wanted: str, convert: Callable[[Scalar, Value], T | None]
    ) -> Written[T]:
        if convert is as_text and type(node) is Scalar and not node.tag and is_string(node):
            # What nearly every value is.
            self._count(node)
            return _new(Written, (node.text, node.span, key, "given", node.text))  # type: ignore[no-any-return]
        target = self.held(node)
        if isinstance(target, Scalar):
            value = self._value(target)
            if value is None:
                return Written(None, node.span, key, "misfit")
            if value.kind == "null":
                return Written(None, node.span, key, "null")
            result = convert(target, value)
            if result is not None:
                return Written(result, node.span, key, text=target.text)
            self.misfit(target, wanted, unquoted(target, convert))
        elif target is not None:
            self.misfit(target, wanted)
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
        target = self.held(node)
        if isinstance(target, Scalar):
            value = self._value(target)
            return None if value is None or value.kind == "null" else target
        return target

    def enter(self, node: Node, muted: bool = False) -> bool:
        """Begin to read the content of a collection; what `leave` must be told."""
        was_muted = self.muted
        self.muted |= muted
        if isinstance(node, Alias):
            self.unfolding.open.add(node.span)
        return was_muted

    def leave(self, node: Node, was_muted: bool) -> None:
        if isinstance(node, Alias):
            self.unfolding.open.remove(node.span)
        self.muted = was_muted

    def repeats(self, mapping: Mapping) -> bool:
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

    def held(self, node: Node) -> Node | None:
        """What a node holds, counted; None, and reported, where an alias stands within what it means."""
        self._count(node)
        if isinstance(node, Alias):
            if node.span in self.unfolding.open:
                self.problems.append(Abort(node.span, "this holds itself", self.muted))
                return None
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

    def misfit(self, node: Node, wanted: str, replacement: str | None = None) -> None:
        # The reference looks for repeated keys first, and at nothing else where it finds one.
        muted = self.muted or (isinstance(node, Mapping) and self.repeats(node))
        self.problems.append(Misfit(grip(node), described(node), wanted, replacement, muted))
