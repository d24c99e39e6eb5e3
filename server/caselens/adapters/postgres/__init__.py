"""A generation in PostgreSQL with pgvector: its source table, and the search over its vectors. Only reads."""

from caselens.adapters.postgres.connection import Session
from caselens.adapters.postgres.search import PostgresSearch
from caselens.adapters.postgres.source import PostgresSource

__all__ = ["PostgresSearch", "PostgresSource", "Session"]
