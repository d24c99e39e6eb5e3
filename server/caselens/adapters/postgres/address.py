"""Where a database is: a reference to its connection string, and what may be shown of it.

A connection string is a secret as a whole. What is shown is the reference, and host, port and database.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

from caselens.ports import PortError
from caselens.text import quoted

DEFAULT_PORT = "5432"


class Address(NamedTuple):
    """`dsn` is never shown; `place` is."""

    dsn: str
    place: str

    def __repr__(self) -> str:
        return f"Address({self.place!r})"


def address(reference: str) -> Address:
    """The database of `env:NAME`, `file:/path` or a connection string. Raises `PortError`."""
    name, dsn = _dereferenced(reference)
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
    """How a reference is named, and what it refers to."""
    kind, _, name = reference.partition(":")
    if kind == "env":
        value = os.environ.get(name, "")
        if not value.strip():
            raise PortError(f"the environment has no {quoted(name)}, which should hold a connection string")
        return quoted(reference), value.strip()
    if kind == "file":
        return quoted(reference), _content(Path(name))
    return "what was given as the database", reference


def _content(path: Path) -> str:
    try:
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise PortError(f"{path} can be read by others than its owner; accepted is a file of mode 600")
        content = path.read_text("utf-8").strip()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise PortError(f"{path} cannot be read: {reason}") from None
    if not content:
        raise PortError(f"{path} is empty; it should hold a connection string")
    return content
