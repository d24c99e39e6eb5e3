"""Reading a file of rows."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from caselens.adapters.rows.fields import Recipe, Record, recipe
from caselens.adapters.rows.table import Rows
from caselens.ports import PortError
from caselens.text import quoted

SQLITE = ".sqlite", ".sqlite3", ".db"
"""How databases end, which have tables."""

_Reader = Callable[[Path, str], Iterator[Record]]


def read_keys(path: Path, key_fields: Sequence[str], table: str = "") -> Rows:
    """The rows of `path` with their keys alone: whether they can be embedded is not looked at."""
    return _read(path, table, lambda _first: Recipe(tuple(key_fields), ()))


def read_rows(path: Path, key_fields: Sequence[str], input_fields: Sequence[str], table: str = "") -> Rows:
    """The rows of `path`; raises `PortError` for a file that is not entirely in order.

    A key is its fields' texts joined by U+001F, a null being empty. A text is its fields' texts
    joined by a line feed, nulls left out.
    """
    return _read(path, table, lambda first: recipe(key_fields, input_fields, first))


def _read(path: Path, table: str, make_recipe: Callable[[Record], Recipe]) -> Rows:
    keys: dict[str, str] = {}
    texts: list[str] = []
    lines = array("L")
    make = None
    for record in records(path, table):
        if make is None:
            make = make_recipe(record)
        row = make.row(record)
        if row.key in keys:
            raise PortError(
                f"{record.place}: key {quoted(row.key)} stands a second time, first at {keys[row.key]}; "
                "each key must stand once"
            )
        keys[row.key] = record.place
        texts.append(row.text)
        lines.append(row.line)
    if not texts:
        raise PortError(f"{path.name}: no rows; at least one is needed")
    return Rows(tuple(keys), tuple(texts), path.name, lines)


def records(path: Path, table: str = "") -> Iterator[Record]:
    """The records of a file, in its order. Raises `PortError` where one is not in order."""
    return _reader(path)(path, table)


def _reader(path: Path) -> _Reader:
    match path.suffix.lower():
        case ".jsonl" | ".ndjson":
            from caselens.adapters.rows.lines import json_records

            return json_records
        case ".csv":
            from caselens.adapters.rows.lines import csv_records

            return csv_records
        case ending if ending in SQLITE:
            from caselens.adapters.rows.sqlite import sqlite_records

            return sqlite_records
        case ending:
            raise PortError(
                f"{path.name}: ending {quoted(ending)} is unknown; "
                "accepted are .jsonl, .ndjson, .csv, .sqlite, .sqlite3 and .db"
            )
