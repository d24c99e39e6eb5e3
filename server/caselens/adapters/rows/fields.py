"""From a record's fields to a row: its key and its text."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from caselens.ports import PortError, Row
from caselens.text import quoted

KEY_SEPARATOR = "\x1f"


class Record(NamedTuple):
    """A record of a file and where it stands, as a message names it. `line` is 0 where a file has none."""

    place: str
    fields: Mapping[str, object]
    line: int = 0


@dataclass(frozen=True, slots=True)
class Recipe:
    """Which fields make a row's key and which its text, in order."""

    key_fields: Sequence[str]
    input_fields: Sequence[str]

    def row(self, record: Record) -> Row:
        """A row. An input field that this record does not have counts as null."""
        for name in self.key_fields:
            if name not in record.fields:
                raise no_field(record, name)
        key = KEY_SEPARATOR.join(text_of(record, name) or "" for name in self.key_fields)
        inputs = (text_of(record, name) for name in self.input_fields if name in record.fields)
        return Row(key, "\n".join(text for text in inputs if text is not None), record.line)


def recipe(key_fields: Sequence[str], input_fields: Sequence[str], first: Record) -> Recipe:
    """The recipe for a file whose first record is `first`.

    Without input fields, they are all but the keys that hold text, numbers or the like there.
    """
    if not key_fields:
        raise PortError(f"{first.place}: no key field is named; at least one is needed")
    for name in input_fields:
        if name not in first.fields:
            raise no_field(first, name)
    inputs = tuple(input_fields) or tuple(
        name for name, value in first.fields.items() if name not in key_fields and is_text(value)
    )
    if not inputs:
        raise PortError(f"{first.place}: no field besides the key holds text; a row needs some")
    return Recipe(tuple(key_fields), inputs)


def no_field(record: Record, name: str) -> PortError:
    return PortError(f"{record.place}: no field {quoted(name)}; there are {named(record.fields)}")


def is_text(value: object) -> bool:
    return value is None or isinstance(value, str | int | float)


def named(names: Collection[str]) -> str:
    """`names` as a message lists them."""
    shown = [quoted(name) for name in list(names)[:20]]
    return ", ".join(shown + ["…"] * (len(names) > len(shown))) or "none"


def text_of(record: Record, name: str) -> str | None:
    """A field's value in the file's own spelling; nothing for a null."""
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
