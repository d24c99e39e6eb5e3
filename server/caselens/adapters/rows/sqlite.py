"""Records of a table of an SQLite database, which is only read."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from caselens.adapters.rows.fields import Record, named
from caselens.ports import PortError
from caselens.text import quoted


def sqlite_records(path: Path, table: str) -> Iterator[Record]:
    """The rows of `table`, numbered in the order in which SQLite gives them."""
    with _opened(path) as connection:
        names = _tables(connection)
        if table not in names:
            found = f"no table {quoted(table)}" if table else "no table is named, and a database needs one"
            raise PortError(f"{path.name}: {found}; there are {named(names)}")
        # Every column, since SQLite takes a quoted column that is not there for a string.
        cursor = connection.execute(f"SELECT * FROM {_identifier(table)}")
        columns = [column[0] for column in cursor.description]
        for number, values in enumerate(cursor, 1):
            yield Record(f"{path.name}:{table}: row {number}", dict(zip(columns, values, strict=True)))


def tables(path: Path) -> tuple[str, ...]:
    """The tables and views of a database, by name. Raises `PortError`."""
    with _opened(path) as connection:
        return _tables(connection)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    # Connecting to an absent file says only "unable to open database file".
    if not path.is_file():
        raise PortError(f"{path.name}: cannot be read: no such file")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            yield connection
    except sqlite3.Error as problem:
        raise PortError(f"{path.name}: cannot be read: {problem}") from problem


def _tables(connection: sqlite3.Connection) -> tuple[str, ...]:
    query = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name"
    return tuple(name for (name,) in connection.execute(query))


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
