"""The statements about a source table, each with what is bound to it, in order."""

from __future__ import annotations

from collections.abc import Sequence

from psycopg.sql import SQL, Composed

from caselens.adapters.postgres.sql import (
    ASKED,
    Column,
    asked,
    key_of,
    name,
    same_key,
    searched,
    table,
    verbatim,
)
from caselens.specification.accepted import Source, Specification


def condition(source: Source) -> Composed:
    """The filter, on lines of its own so that a comment in it ends there, its per cent signs kept."""
    if not source.filter.strip():
        return Composed([SQL("true")])
    return SQL("(\n{}\n)").format(verbatim(source.filter))


def answers(specification: Specification, columns: Sequence[Column], target: Sequence[Column]) -> Composed:
    """Whether each key has a row, one within the filter, and a vector. Bound: components, generation."""
    source, wanted = specification.source, specification.target
    has = SQL("EXISTS (SELECT 1 FROM {} WHERE {} AND {})")
    here, there = table(source.schema, source.table), table(wanted.schema, wanted.table)
    row = same_key(source.table, columns)
    # What a key was asked as is the source's type; another one can only be compared as text.
    comparable = [
        column if column.type == like.type else column._replace(type="")
        for column, like in zip(target, columns, strict=True)
    ]
    vector = same_key(wanted.table, comparable)
    return SQL("{} SELECT n, {}, {}, {} FROM {}").format(
        asked(columns),
        has.format(here, row, SQL("true")),
        has.format(here, row, condition(source)),
        has.format(there, vector, searched(wanted)),
        ASKED,
    )


def rows_by_key(source: Source, columns: Sequence[Column]) -> Composed:
    """For the keys that have a row: the number of each, components and input fields. Bound: components."""
    return SQL("{} SELECT n, {} FROM {} JOIN {} ON {}").format(
        asked(columns),
        _fields(source),
        ASKED,
        table(source.schema, source.table),
        same_key(source.table, columns),
    )


def matching(source: Source, words: int) -> Composed:
    """Components and input fields of rows within the filter that have some words, keys that begin so first.

    Bound: a pattern for each word, the pattern of what a key begins with, and how many.
    """
    fields = [*source.input_fields, *source.key_fields]
    texts = [SQL("{}::text").format(name(source.table, field)) for field in fields]
    text = SQL("concat_ws(E'\\n', {})").format(SQL(", ").join(texts))
    return SQL("SELECT {} FROM {} WHERE {} ORDER BY {} ILIKE %s DESC, {} LIMIT %s").format(
        _fields(source),
        table(source.schema, source.table),
        SQL(" AND ").join([condition(source), *[SQL("{} ILIKE %s").format(text)] * words]),
        key_of(source.table, source.key_fields),
        SQL(", ").join(name(source.table, field) for field in source.key_fields),
    )


def beginning(source: Source) -> Composed:
    """Components of rows within the filter whose key fits one of some patterns. Bound: these, how many."""
    return SQL("SELECT {} FROM {} WHERE {} AND {} ILIKE ANY(%s::text[]) LIMIT %s").format(
        _texts(source.table, source.key_fields),
        table(source.schema, source.table),
        condition(source),
        key_of(source.table, source.key_fields),
    )


def some(source: Source) -> Composed:
    """How many rows are within the filter, up to a bound. Bound: it."""
    return SQL("SELECT count(*) FROM (SELECT FROM {} WHERE {} LIMIT %s) AS few").format(
        table(source.schema, source.table), condition(source)
    )


def pattern(text: str) -> str:
    """What ILIKE finds a text with."""
    for special in ("\\", "%", "_"):
        text = text.replace(special, "\\" + special)
    return f"%{text}%"


def _fields(source: Source) -> Composed:
    return _texts(source.table, (*source.key_fields, *source.input_fields))


def _texts(relation: str, names: Sequence[str]) -> Composed:
    return SQL(", ").join(SQL("{}::text").format(name(relation, field)) for field in names)
