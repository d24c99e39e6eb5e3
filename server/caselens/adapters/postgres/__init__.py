"""A generation in PostgreSQL with pgvector: its source table, and the search over its vectors. Only reads.

Raises `PortError` when it is imported without the driver.
"""

from importlib import import_module

from caselens.ports import PortError

try:
    import_module("psycopg")
except ImportError:
    raise PortError(
        'a generation in PostgreSQL needs the package psycopg; pip install "caselens[postgres]"'
    ) from None

from caselens.adapters.postgres.connection import Session
from caselens.adapters.postgres.search import PostgresSearch
from caselens.adapters.postgres.source import PostgresSource

__all__ = ["PostgresSearch", "PostgresSource", "Session"]
