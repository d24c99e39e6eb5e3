"""Records of a table of an SQLite database, which is only read."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from caselens.adapters.rows.fields import Record, named
from caselens.ports import PortError
from caselens.text import quoted


def sqlite_records(path: Path, table: str) -> Iterator[Record]:
    """The rows of `table`, numbered in the order in which SQLite gives them."""
    # Connecting to an absent file says only "unable to open database file".
    if not path.is_file():
        raise PortError(f"{path.name}: cannot be read: no such file")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            _check_table(connection, path.name, table)
            # Every column, since SQLite takes a quoted column that is not there for a string.
            cursor = connection.execute(f"SELECT * FROM {_identifier(table)}")
            columns = [column[0] for column in cursor.description]
            for number, values in enumerate(cursor, 1):
                yield Record(f"{path.name}:{table}: row {number}", dict(zip(columns, values, strict=True)))
    except sqlite3.Error as problem:
        raise PortError(f"{path.name}: cannot be read: {problem}") from problem


def _check_table(connection: sqlite3.Connection, origin: str, table: str) -> None:
    query = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name"
    names = [name for (name,) in connection.execute(query)]
    if table not in names:
        found = f"no table {quoted(table)}" if table else "no table is named, and a database needs one"
        raise PortError(f"{origin}: {found}; there are {named(names)}")


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
