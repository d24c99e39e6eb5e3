"""What a file of rows has to choose from, for who has yet to say what its keys and texts are."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from caselens.adapters.rows.fields import is_text, text_of
from caselens.adapters.rows.reading import SQLITE, records
from caselens.ports import PortError


class Columns(NamedTuple):
    """`fields` are those of the first record that hold text or numbers, and `keys` those among them that tell
    all rows apart, the shortest first. `tables` are those of a database of which none was named; then there
    is nothing else.
    """

    fields: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


def columns(path: Path, table: str = "") -> Columns:
    """The columns of a file of rows, all of which are read. Raises `PortError`."""
    if path.suffix.lower() in SQLITE and not table:
        from caselens.adapters.rows.sqlite import tables

        return Columns(tables=tables(path))
    fields: tuple[str, ...] = ()
    seen: dict[str, set[str]] = {}
    for record in records(path, table):
        if not fields:
            fields = tuple(name for name, value in record.fields.items() if is_text(value))
            seen = {name: set() for name in fields}
        for name, values in list(seen.items()):
            value = record.fields.get(name)
            key = text_of(record, name) if value is not None and is_text(value) else None
            if not key or key in values:
                del seen[name]
            else:
                values.add(key)
    if not fields:
        raise PortError(f"{path.name}: no rows with fields of text; at least one is needed")
    keys = sorted(seen, key=lambda name: sum(map(len, seen[name])))
    return Columns(fields, tuple(keys))
