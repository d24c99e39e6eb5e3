"""A specification as its author wrote it: every field optional, every value with its span."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Literal, NamedTuple

from caselens import schema
from caselens.corpus.decoding import Decoder
from caselens.corpus.described import as_list
from caselens.corpus.merging import Field
from caselens.corpus.nodes import GivenUp
from caselens.corpus.shape import ShapeProblem, Stranger
from caselens.corpus.written import Written
from caselens.specification import NAME
from caselens.specification.secrets import Path
from caselens.syntax.tree import Mapping, Node, grip, held
from caselens.syntax.values import as_bool, as_text
from caselens.text import Span

Items = tuple[Written[str], ...]
State = Literal["given", "null", "misfit"]


class WrittenSpecification(NamedTuple):
    """`fields` are the values by their paths; of a section, only where it stands. `grip` is the short thing
    to underline when the whole is meant.
    """

    grip: Span
    fields: dict[Path, Written[Any]]
    problems: tuple[ShapeProblem, ...]
    nulls: tuple[Span, ...] = ()
    """Items of lists that are null: they vanish."""

    def value(self, *path: str) -> Any:
        """What a field holds; None where it is not there, null, or of another type."""
        written = self.fields.get(path)
        return written.value if written else None

    def place(self, *path: str) -> Span:
        """The value of a field, else its key, else that of its section, else the first key of all."""
        written = self.fields.get(path)
        if written is None:
            return self.key(*path[:-1]) if path else self.grip
        return written.span if written.span.end > written.span.start else written.key

    def key(self, *path: str) -> Span:
        """The key of a field or a section."""
        written = self.fields.get(path)
        return written.key if written else self.grip

    def items(self, *path: str) -> Items:
        """The items of a list, those that are text."""
        return tuple(item for item in self.value(*path) or () if item.value is not None)

    def text(self, *path: str) -> str:
        """The text of a field, as it is written."""
        return self.value(*path) or ""

    @property
    def strangers(self) -> frozenset[tuple[str, str]]:
        """The fields that there are not, with what they stand in: some may be misspelt ones."""
        return frozenset((p.owner, p.name) for p in self.problems if isinstance(p, Stranger))


def written(root: Node) -> WrittenSpecification:
    """The written specification of a tree. What has another type than belongs there is among its problems."""
    decoder = Decoder()
    fields: dict[Path, Written[Any]] = {}
    with suppress(GivenUp):  # it is the last of the problems
        fields.update(_section(decoder, root, ()))
    return WrittenSpecification(grip(root), fields, tuple(decoder.problems), tuple(decoder.nulls))


def owner(path: Path) -> str:
    """What a field stands in, for a message."""
    return path[0] if path else "a specification"


def _section(decoder: Decoder, node: Node, path: Path) -> Iterator[tuple[Path, Written[Any]]]:
    known = (schema.at(NAME, path) or {})["properties"]
    for field in decoder.record(node, tuple(known), owner(path)):
        here = (*path, field.name)
        kind = schema.at(NAME, here) or {}
        if "properties" in kind:
            before = len(decoder.problems)
            inner = list(_section(decoder, field.value, here))
            is_map, is_misfit = isinstance(held(field.value), Mapping), len(decoder.problems) > before
            state: State = "given" if is_map else "misfit" if is_misfit else "null"
            yield here, Written(None, grip(field.value), field.key.span, state)
            yield from inner
        else:
            yield here, _value(decoder, field, kind["type"])


def _value(decoder: Decoder, field: Field, types: str | list[str]) -> Written[Any]:
    """A value, read as the first of the types that its schema names."""
    match types if isinstance(types, str) else types[0]:
        case "boolean":
            said = f'"{field.name}" takes true or false'
            return decoder.scalar(field.value, field.key.span, said, as_bool)
        case "number":
            return decoder.integer(field)
        case "array":
            return _gathered(decoder, field, _items(decoder, field))
        case "object":
            said = f'"{field.name}" takes a map from option to value'
            options = (decoder.string(option) for option in decoder.fields(field.value, said))
            return _gathered(decoder, field, options)
    return decoder.string(field)


def _items(decoder: Decoder, field: Field) -> Iterator[Written[str]]:
    for item in decoder.items(field.value, f'"{field.name}" takes a list of columns', as_list):
        read = decoder.scalar(item, item.span, "a column is named by a string", as_text)
        if read.state == "null":
            decoder.nulls.append(read.span)
        else:
            yield read


def _gathered(decoder: Decoder, field: Field, items: Iterator[Written[str]]) -> Written[Items]:
    before = decoder.troubles
    values = tuple(items)
    state: State = "misfit" if decoder.troubles > before else "given"
    return Written(values, grip(field.value), field.key.span, state)
