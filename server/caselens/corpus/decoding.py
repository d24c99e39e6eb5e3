"""A tree decoded value by value, as the reference does it: merged, unfolded, and complained about.

Nothing here knows what a corpus is; `reading` says which fields there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from caselens.corpus.merging import Field, merged
from caselens.corpus.nodes import Nodes
from caselens.corpus.shape import Repeat, Stranger
from caselens.corpus.written import Written
from caselens.syntax.tree import Mapping, Node, Scalar, Sequence, is_string
from caselens.syntax.values import as_float, as_integer, as_text


class Decoder(Nodes):
    """The values, lists and records of one tree."""

    def string(self, field: Field) -> Written[str]:
        return self.scalar(field.value, field.key.span, f'"{field.name}" takes a string', as_text)

    def integer(self, field: Field) -> Written[int]:
        return self.scalar(field.value, field.key.span, f'"{field.name}" takes an integer', as_integer)

    def number(self, field: Field, accepted: str) -> Written[float]:
        return self.scalar(field.value, field.key.span, accepted, as_float)

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
            was_muted = self.enter(node)
            yield from target.items
            self.leave(node, was_muted)
        elif target is not None:
            self.misfit(target, wanted, lone(target) if lone and isinstance(target, Scalar) else None)

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
                self.misfit(target, wanted)
        elif target is node and _is_simple(target):
            self._count(node, len(target.entries))
            for key, value in target.entries:
                yield Field(key.text, key, value, target)  # type: ignore[union-attr]
        else:
            yield from merged(self, node, target)


def _is_simple(mapping: Mapping) -> bool:
    """Whether every key is a string of its own, and none merges: the way mappings are."""
    names = set()
    for key, _ in mapping.entries:
        if type(key) is not Scalar or key.tag or key.text == "<<" or not is_string(key):
            return False
        names.add(key.text)
    return len(names) == len(mapping.entries)
