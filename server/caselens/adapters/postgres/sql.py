"""The words of all statements: identifiers always quoted, keys as columns and as text.

Values are always bound, and no word of SQL comes from elsewhere, but for the spelling of a type, which is the
server's, and the `filter` of a specification, which its owner wrote for the source table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from psycopg.sql import SQL, Composed, Identifier, Literal

from caselens.specification.accepted import Target

SEPARATOR = "\x1f"

ASKED = Identifier("caselens asked")


class Column(NamedTuple):
    """A column: its name, whether it may be null, and its type as the server spells it.

    Without a type it is compared as text.
    """

    name: str
    nullable: bool = True
    type: str = ""


def name(*parts: str) -> Identifier:
    """A quoted name. Per cent signs are doubled, as in a statement with placeholders they must be."""
    return Identifier(*(part.replace("%", "%%") for part in parts))


def table(schema: str, relation: str) -> Identifier:
    return name(schema, relation) if schema else name(relation)


def searched(target: Target) -> Composed:
    """The condition of what is searched; a generation is bound."""
    column, generation = target.column, f"{target.column}_generation"
    return SQL("{} IS NOT NULL AND {} = %s").format(
        name(target.table, column), name(target.table, generation)
    )


def components(key: str, columns: int) -> tuple[str, ...]:
    """The components of a key; none where no row can have it."""
    if "\0" in key or any("\ud800" <= character <= "\udfff" for character in key):
        return ()
    # With one column, its text may hold what otherwise separates.
    parts = tuple(key.split(SEPARATOR)) if columns > 1 else (key,)
    return parts if len(parts) == columns else ()


def key_of(relation: str, names: Sequence[str]) -> Composed:
    """A row's key: its components with U+001F between them, NULL as nothing."""
    parts = [SQL("coalesce({}::text, '')").format(name(relation, field)) for field in names]
    return SQL(r" || E'\x1f' || ").join(parts)


def asked(columns: Sequence[Column]) -> Composed:
    """The keys that are asked for, as texts and as values. Bound: an array for each component.

    A text that is no value of a column's type is a null there, which equals nothing.
    """
    texts = [name(f"k{number}") for number in range(len(columns))]
    values = [
        SQL("CASE WHEN pg_input_is_valid({0}, {1}) THEN {0}::{2} END AS {3}").format(
            text, Literal(column.type.replace("%", "%%")), verbatim(column.type), name(f"v{number}")
        )
        for number, (text, column) in enumerate(zip(texts, columns, strict=True))
        if column.type
    ]
    return SQL(
        "WITH {} AS MATERIALIZED (SELECT n, {} FROM unnest({}) WITH ORDINALITY AS given({}, n))"
    ).format(
        ASKED,
        SQL(", ").join([*texts, *values]),
        SQL(", ").join([SQL("%s::text[]")] * len(columns)),
        SQL(", ").join(texts),
    )


def same_key(relation: str, columns: Sequence[Column]) -> Composed:
    """That a row has a key that is asked for: by value, for an index, and as text, which is its key."""
    parts = []
    for number, column in enumerate(columns):
        field, text = name(relation, column.name), SQL("{}.{}").format(ASKED, name(f"k{number}"))
        same = SQL("{}::text = {}").format(field, text)
        if column.type:
            value = name(f"v{number}")
            same = SQL("{} = {}.{} AND {}").format(field, ASKED, value, same)
        if column.nullable:
            same = SQL("({} OR {} IS NULL AND {} = '')").format(same, field, text)
        parts.append(same)
    return SQL(" AND ").join(parts)


def verbatim(text: str) -> SQL:
    """SQL that the owner of the specification, or the server, wrote."""
    return SQL(text.replace("%", "%%"))
