"""What the server says of itself: columns of tables, settings in force, and the generations of a column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from psycopg.sql import SQL, Composed

from caselens.adapters.postgres import search_sql, sql
from caselens.adapters.postgres.connection import Session
from caselens.adapters.postgres.sql import Column
from caselens.ports import PortError
from caselens.specification.accepted import Target
from caselens.text import quoted

ABSENT, UNKNOWN = "(absent)", "(unknown on the shards)"
PARAMETERS = ("hnsw.ef_search", "hnsw.iterative_scan", "ivfflat.probes")

CASTABLE_FROM = 160_000
"""The version of the server that can say whether a text is a value of a type."""

MOST_NAMED = 20


def columns(session: Session, schema: str, table: str, names: Sequence[str]) -> tuple[Column, ...]:
    """The columns of a table that are called `names`. Raises `PortError` where one is not there."""
    relation = (schema, table) if schema else (table,)
    statement = SQL(
        "SELECT attname::text, NOT attnotnull, CASE WHEN current_setting('server_version_num')::int >= {} "
        "THEN format_type(atttypid, atttypmod) ELSE '' END FROM pg_attribute "
        "WHERE attrelid = to_regclass(format({}, VARIADIC %s::text[])) AND attnum > 0 AND NOT attisdropped "
        "ORDER BY attnum"
    ).format(CASTABLE_FROM, ".".join(["%%I"] * len(relation)))
    found = {row[0]: Column(*row) for row in session.rows(statement, (list(relation),))}
    shown = named(schema, table)
    if not found:
        raise PortError(f"{session.place} has no table {shown} that can be read")
    for name in names:
        if name not in found:
            there = [quoted(one) for one in list(found)[:MOST_NAMED]] + ["…"] * (len(found) > MOST_NAMED)
            raise PortError(f"{shown} has no column {quoted(name)}; there are {', '.join(there)}")
    return tuple(found[name] for name in names)


def named(schema: str, table: str) -> str:
    """A table as a message names it."""
    return ".".join(quoted(name) for name in (schema, table) if name)


def is_sharded(session: Session, target: Target) -> bool:
    """Whether a table, or a partition of it, is on another server."""
    relation = (target.schema, target.table) if target.schema else (target.table,)
    statement = SQL(
        "WITH RECURSIVE part AS (SELECT to_regclass(format({}, VARIADIC %s::text[]))::oid AS id UNION "
        "SELECT inhrelid FROM pg_inherits JOIN part ON inhparent = id) "
        "SELECT EXISTS (SELECT 1 FROM part JOIN pg_class ON pg_class.oid = id WHERE relkind = 'f')"
    ).format(".".join(["%%I"] * len(relation)))
    ((found,),) = session.rows(statement, (list(relation),))
    return bool(found)


def plan(session: Session, statement: Composed, values: Sequence[object]) -> str:
    """How the server would carry a statement out, what it asks of others included."""
    rows = session.rows(SQL("EXPLAIN (VERBOSE, COSTS off) {}").format(statement), values)
    return "\n".join(row[0] for row in rows)


def parameters(session: Session, sharded: bool = False) -> Mapping[str, str]:
    """The settings of pgvector that act on a search, as the session has them. What they are on other servers,
    where they act too, nobody tells.
    """
    if sharded:
        return dict.fromkeys(PARAMETERS, UNKNOWN)
    # They are known only once the library is loaded, which the first vector does.
    session.rows(SQL("SELECT {}").format(search_sql.CASTS["vector"]), ("[1]",))
    asked = SQL("SELECT ") + SQL(", ").join([SQL("current_setting(%s, true)")] * len(PARAMETERS))
    (values,) = session.rows(asked, PARAMETERS)
    return {name: value or ABSENT for name, value in zip(PARAMETERS, values, strict=True)}


def generation(session: Session, target: Target, computed: str) -> str:
    """The value of the generation column to search: the computed one, or else the only one there is.

    Raises `PortError` where there is none, or several and not the computed one.
    """
    relation = sql.table(target.schema, target.table)
    has = SQL("SELECT 1 FROM {} WHERE {} LIMIT 1").format(relation, sql.searched(target))
    if session.rows(has, (computed,)):
        return computed
    column = sql.name(f"{target.column}_generation")
    # The first and the last are two of them, where there are two.
    ends = SQL("SELECT min({0}::text), max({0}::text) FROM {1} WHERE {2} IS NOT NULL").format(
        column, relation, sql.name(target.column)
    )
    ((first, last),) = session.rows(ends)
    where = f"{named(target.schema, target.table)} column {quoted(target.column)}"
    if first is None:
        raise PortError(f"{where} holds no vector of any generation; build the generation first")
    if first != last:
        raise PortError(
            f"{where} holds several generations, {first} and {last} among them, and none of them is "
            f"{computed}, which this specification computes to; use the specification that one of them was "
            "built with, or build this one"
        )
    return str(first)
