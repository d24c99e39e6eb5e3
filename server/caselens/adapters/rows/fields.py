"""From a record's fields to a row: its key and its text."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from caselens.ports import PortError
from caselens.text import quoted

KEY_SEPARATOR = "\x1f"


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it is searched: its source key, and the text that is embedded."""

    key: str
    text: str


class Record(NamedTuple):
    """A record of a file and where it stands, as a message names it."""

    place: str
    fields: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Recipe:
    """Which fields make a row's key and which its text, in order."""

    key_fields: Sequence[str]
    input_fields: Sequence[str]

    def row(self, record: Record) -> Row:
        key = KEY_SEPARATOR.join(_text(record, name) or "" for name in self.key_fields)
        inputs = (_text(record, name) for name in self.input_fields)
        return Row(key, "\n".join(text for text in inputs if text is not None))


def recipe(key_fields: Sequence[str], input_fields: Sequence[str], first: Record) -> Recipe:
    """The recipe for a file whose first record is `first`; without input fields, all but the keys."""
    if not key_fields:
        raise PortError(f"{first.place}: no key field is named; at least one is needed")
    inputs = tuple(input_fields) or tuple(name for name in first.fields if name not in key_fields)
    if not inputs:
        raise PortError(f"{first.place}: there is no field besides the key; a row needs a text")
    return Recipe(tuple(key_fields), inputs)


def named(names: Collection[str]) -> str:
    """`names` as a message lists them."""
    shown = [quoted(name) for name in list(names)[:20]]
    return ", ".join(shown + ["…"] * (len(names) > len(shown))) or "none"


def _text(record: Record, name: str) -> str | None:
    """A field's value in the file's own spelling; nothing for a null."""
    if name not in record.fields:
        raise PortError(f"{record.place}: no field {quoted(name)}; there are {named(record.fields)}")
    value = record.fields[name]
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    found = _KINDS.get(type(value), type(value).__name__)
    raise PortError(
        f"{record.place}: field {quoted(name)} holds {found}; "
        "accepted are text, numbers, true, false and null"
    )


_KINDS: dict[type, str] = {list: "an array", dict: "an object", bytes: "bytes"}
