"""The statements of a search, each with what is bound to it, in order."""

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
)
from caselens.specification.accepted import Specification, Target

OPERATORS = {"cosine": SQL("<=>"), "l2": SQL("<->"), "inner_product": SQL("<#>")}

CASTS = {
    "vector": SQL("%s::vector"),
    "halfvec": SQL("%s::vector::halfvec"),
    "sparsevec": SQL("%s::vector::sparsevec"),
}
"""A query's vector, bound as text, as each representation."""

CLOSEST = {"cosine": 1.0, "l2": 0.0, "inner_product": 0.0}
"""The score at distance 0. A score is that less the distance: cosine, negated length, inner product."""


SEEN, DISTANCE = "caselens seen", "caselens distance"


def distance(target: Target) -> Composed:
    """How far a row is from the vector that is bound, as its text."""
    column = name(target.table, target.column)
    return SQL("{} {} {}").format(column, OPERATORS[target.metric], CASTS[target.representation])


def counted(target: Target) -> Composed:
    """How many rows are searched. Bound: generation."""
    return SQL("SELECT count(*) FROM {} WHERE {}").format(
        table(target.schema, target.table), searched(target)
    )


def nearest(specification: Specification, unindexable: bool = False) -> Composed:
    """Components and distance of the nearest rows. Bound: vector, generation, vector, depth.

    `unindexable`: in an order that no index can serve, on whichever server it is asked for.
    """
    target = specification.target
    names = specification.source.key_fields
    order = SQL("({}) + 0") if unindexable else SQL("{}")
    return SQL("SELECT {}, {} FROM {} WHERE {} ORDER BY {} LIMIT %s").format(
        SQL(", ").join(SQL("{}::text").format(name(target.table, field)) for field in names),
        distance(target),
        table(target.schema, target.table),
        searched(target),
        order.format(distance(target)),
    )


def distances(specification: Specification, columns: Sequence[Column]) -> Composed:
    """Keys and the distance of the best row of each. Bound: the keys' components, vector, generation."""
    target = specification.target
    return SQL("{} SELECT {}.n, min({}) FROM {} JOIN {} ON {} WHERE {} GROUP BY 1").format(
        asked(columns),
        ASKED,
        distance(target),
        ASKED,
        table(target.schema, target.table),
        same_key(target.table, columns),
        searched(target),
    )


def nearer(specification: Specification, keys: int) -> Composed:
    """For each of some keys, how many keys have a nearer row.

    Bound: for each key its distance twice and the key; vector, generation.
    """
    target, fields = specification.target, specification.source.key_fields
    # The fence keeps the distance from being computed for each of the counts.
    inner = SQL("SELECT {}, {} AS {} FROM {} WHERE {} OFFSET 0").format(
        SQL(", ").join(name(target.table, field) for field in fields),
        distance(target),
        name(DISTANCE),
        table(target.schema, target.table),
        searched(target),
    )
    # In the order of code points, whatever language the database speaks.
    key = SQL('({}) COLLATE "C"').format(key_of(SEEN, fields))
    count = SQL("count(DISTINCT {0}) FILTER (WHERE {1} < %s OR {1} = %s AND {0} < %s)").format(
        key, name(SEEN, DISTANCE)
    )
    return SQL("SELECT {} FROM ({}) AS {}").format(SQL(", ").join([count] * keys), inner, name(SEEN))
