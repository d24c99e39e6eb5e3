"""Where a database is: a reference to its connection string, and what may be shown of it.

A connection string is a secret as a whole. What is shown is the reference, and host, port and database.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from caselens.adapters.credentials import referred
from caselens.ports import PortError

DEFAULT_PORT = "5432"


class Address(NamedTuple):
    """`dsn` is never shown; `place` is."""

    dsn: str
    place: str

    def __repr__(self) -> str:
        return f"Address({self.place!r})"


def address(reference: str) -> Address:
    """The database of `env:NAME`, `file:/path` or a connection string. Raises `PortError`."""
    dsn, name = _dereferenced(reference)
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        found = {key: str(value or "") for key, value in conninfo_to_dict(dsn).items()}
    except ProgrammingError:
        found = {}
    host, port = found.get("host") or found.get("hostaddr", ""), found.get("port", "")
    database = found.get("dbname") or os.environ.get("PGDATABASE", "")
    # A password with an unescaped / or @ makes a host, a port or a database of its pieces.
    odd_port = port and not port.replace(",", "").isdigit()
    if not found or "@" in host + database or odd_port:
        raise PortError(
            f"{name} is no connection string; accepted are postgresql://user:password@host:port/database, "
            "with %2F for / and %40 for @ within a password, and key=value pairs"
        )
    host = host or os.environ.get("PGHOST", "") or "the local socket"
    port = port or os.environ.get("PGPORT", "") or DEFAULT_PORT
    return Address(dsn, f"{host}:{port}" + (f"/{database}" if database else ""))


def _dereferenced(reference: str) -> tuple[str, str]:
    """The connection string that is meant, and how a message calls it."""
    if reference.startswith(("env:", "file:")):
        return referred(reference)
    return reference, "what was given as the database"
