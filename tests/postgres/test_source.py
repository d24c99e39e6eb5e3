"""Keys and rows of a source table in a real server."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from psycopg.sql import SQL

from caselens.adapters.postgres import PostgresSource, Session, catalog, source_sql
from caselens.ports import PortError, Row
from tests.postgres.conftest import Server
from tests.postgres.tables import GENERATION, Database, specification

Closing = Callable[[Any], Any]
NEAR = (1.0, 0.0, 0.0)
WEIRD = 'Nötes "100%" of %s {x}'


@pytest.mark.parametrize(
    ("types", "keys", "strangers"),
    [
        (["bigint"], [(1,), (20,)], ["abc", "01", " 1", "1.0", "99999999999999999999", "", "20 ", "1\x1f1"]),
        (
            ["uuid"],
            [(uuid.UUID(int=0xABC),)],
            [str(uuid.UUID(int=0xABC)).upper(), uuid.UUID(int=0xABC).hex, "{}", "x"],
        ),
        (
            ["text"],
            [("it's",), ('"; DROP TABLE x; --',), ("%s {}",), ("a\x1fb",)],
            ["IT'S", "a", "b", "a\0b"],
        ),
        (["varchar(4)"], [("abcd",)], ["abcde", "abc"]),
        (["character(4)"], [("ab",)], ["abcde", "ab  "]),
        (["date"], [("2024-02-29",)], ["2024-02-30", "29 Feb 2024"]),
        (
            ["text", "bigint"],
            [("acme", 1), ("ümit's", None)],
            ["acme\x1fx", "acme", "acme\x1f1\x1f"],
        ),
        (['"Kind %"', "boolean"], [("on sale", True)], ["on sale\x1ft", "other\x1ftrue"]),
    ],
)
def test_keys_of_every_type(
    database: Database, closing: Closing, types: list[str], keys: list[tuple[Any, ...]], strangers: list[str]
) -> None:
    database.run("CREATE TYPE \"Kind %%\" AS ENUM ('on sale', 'other')")
    spec = specification(WEIRD, WEIRD + "2", ('Key %s"', "k 2")[: len(types)], column="Vector %")
    database.fill(spec, [(key, "t", NEAR) for key in keys], [one.replace("%", "%%") for one in types])
    there = ["\x1f".join("" if p is None else str(p).replace("True", "true") for p in key) for key in keys]
    source = closing(PostgresSource(spec, GENERATION, database.dsn))
    told = source.lookup(frozenset([*there, *strangers, "\ud800"]))
    assert told.unread == ""
    assert told.found == frozenset(there)
    assert (told.outside, told.unembedded, told.components) == (frozenset(), frozenset(), len(types))
    assert told.rows == len(keys)
    for key in there:
        assert source.by_key([key]) == (Row(key, "t"),)
    for key in strangers:
        assert source.by_key([key]) == ()


FILTERS = [
    "lang = 'en'",
    "docs.lang = 'en' -- only these",
    "lang LIKE 'e%'",
    "lang = 'en' AND '{}%s' = '{}%s'",
    "lang = 'de' AND false OR lang = 'en'",
]


@pytest.mark.parametrize("condition", FILTERS)
def test_the_four_answers(database: Database, closing: Closing, condition: str) -> None:
    spec = specification(filter=condition)
    rows = [(("in",), "t", NEAR), (("bare",), "t", None), (("out",), "t", NEAR), (("out-bare",), "t", None)]
    database.fill(spec, rows)
    database.fill(spec, [(("old",), "t", NEAR)], generation="older")
    database.run("ALTER TABLE docs ADD lang text DEFAULT 'en'")
    database.run("UPDATE docs SET lang = 'de' WHERE id LIKE 'out%%'")
    told = closing(PostgresSource(spec, GENERATION, database.dsn)).lookup(
        frozenset(["in", "bare", "out", "out-bare", "old", "gone"])
    )
    assert told.found == {"in", "bare", "out", "out-bare", "old"}
    assert told.outside == {"out", "out-bare"}
    assert told.unembedded == {"bare", "old"}
    assert told.rows == 3


def test_vectors_in_a_table_of_their_own_whose_key_has_another_type(
    database: Database, closing: Closing
) -> None:
    spec = specification()
    database.fill(spec, [((1,), "t", NEAR), ((2,), "t", NEAR)], ["bigint"])
    database.run("CREATE TABLE v AS SELECT id::text, embedding, embedding_generation FROM docs WHERE id = 1")
    apart = spec._replace(target=spec.target._replace(table="v", layout="own_table"))
    told = closing(PostgresSource(apart, GENERATION, database.dsn)).lookup(frozenset(["1", "2", "3"]))
    assert (told.found, told.unembedded) == ({"1", "2"}, {"2"})


def test_an_index_on_the_key_is_used(database: Database, closing: Closing) -> None:
    spec = specification()
    database.fill(spec, [], ["bigint"])
    database.run(
        f"INSERT INTO docs SELECT n, 't', '[1,0,0]', '{GENERATION}' FROM generate_series(1, 50000) n"
    )
    database.run("ALTER TABLE docs ADD PRIMARY KEY (id)")
    database.run("ANALYZE docs")
    session = closing(Session(database.dsn))
    columns = catalog.columns(session, "public", "docs", ["id"])
    explain = SQL("EXPLAIN ") + source_sql.answers(spec, columns, columns)
    plan = [line for (line,) in session.rows(explain, ([str(n) for n in range(30)], GENERATION))]
    assert sum("Index Cond: (id = " in line for line in plan) == 3, "\n".join(plan)


def test_what_is_like_a_key_without_a_row(database: Database, closing: Closing) -> None:
    spec = specification(filter="body <> 'hidden'")
    names = ["pricing", "plans", "100%", "a_b"]
    database.fill(spec, [*[((name,), "t", NEAR) for name in names], (("prices",), "hidden", NEAR)])
    told = closing(PostgresSource(spec, GENERATION, database.dsn)).lookup(
        frozenset(["pricinG", "prcing", "100", "zzz", "%"])
    )
    assert told.nearest == {"pricinG": ("pricing",), "prcing": ("pricing",), "100": ("100%",)}


def test_rows_that_typed_words_may_mean(database: Database, closing: Closing) -> None:
    spec = specification(filter="body <> 'hidden'")
    texts = {"a": "what plans cost", "plan": "other", "b": "100% of_it", "c": "hidden", "Plans2": "x\ny"}
    database.fill(spec, [((key,), text, NEAR) for key, text in texts.items()])
    source = closing(PostgresSource(spec, GENERATION, database.dsn))

    def found(typed: str, most: int = 9, **more: Any) -> list[str]:
        return [row.key for row in source.search(typed, most, **more)]

    assert found("plan") == ["plan", "Plans2", "a"]
    assert found("PLAN", 2) == ["plan", "Plans2"] or found("PLAN", 2) == ["Plans2", "plan"]
    assert found("cost plans") == ["a"]
    assert found("%") == ["b"] and found("f_i") == ["b"] and found("_") == ["b"]
    assert found("hidden") == []
    assert found("'; DROP TABLE docs; --") == [] and found("\0") == found("\ud800") == []
    assert sorted(found("")) == ["Plans2", "a", "b", "plan"]
    assert found("", 2, first=["b", "gone"])[0] == "b" and len(found("", 2)) == 2
    assert found("plan", first=["a", "b"]) == ["a", "plan", "Plans2"]
    assert found("plan", without=["plan"]) == ["Plans2", "a"]


def test_a_row_has_the_text_that_is_embedded(database: Database, closing: Closing) -> None:
    spec = specification()
    database.fill(spec, [(("a",), "  two\n words", NEAR), (("b",), None, NEAR)])
    how = spec.preprocessing._replace(
        prefix="> ", collapse_whitespace=True, truncate="chunk", max_input_bytes=4
    )
    source = closing(PostgresSource(spec._replace(preprocessing=how), GENERATION, database.dsn))
    assert source.by_key(["b", "z", "a", "b"]) == (Row("b", ">"), Row("a", "> two words"))


def test_what_cannot_be_read_is_unread_and_read_again(
    server: Server, database: Database, closing: Closing
) -> None:
    spec = specification()
    source = closing(PostgresSource(spec, GENERATION, database.dsn))
    assert '"public"."docs"' in source.lookup(frozenset(["a"])).unread
    database.fill(spec, [(("a",), "t", NEAR)])
    assert source.lookup(frozenset(["a"])).found == {"a"}
    server.stop()
    try:
        told = source.lookup(frozenset(["a"]))
        assert (told.found, told.origin) == (frozenset(), "public.docs")
        assert told.unread.endswith("nothing listens there")
        with pytest.raises(PortError, match="nothing listens there"):
            source.search("a", 3)
    finally:
        server.start()
    assert source.lookup(frozenset(["a"])).found == {"a"}


def test_a_slow_filter_costs_the_favours_and_not_the_answers(database: Database, closing: Closing) -> None:
    spec = specification(filter="pg_sleep(0.7) IS NOT NULL")
    database.fill(spec, [(("a",), "t", NEAR)])
    told = closing(PostgresSource(spec, GENERATION, database.dsn)).lookup(frozenset(["a", "ab"]))
    assert (told.unread, told.found, told.rows, told.nearest) == ("", {"a"}, 0, {})
