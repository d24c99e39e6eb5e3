"""Search in a real server: what it returns, how true the ranks are, and what it says when it cannot."""

from __future__ import annotations

import math
import uuid
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from caselens.adapters.postgres import PostgresSearch
from caselens.adapters.search import ExactSearch
from caselens.ports import Ask, Cancelled, PortError, Ranking
from tests.postgres.conftest import Server
from tests.postgres.tables import GENERATION, Database, keyed, specification, unit

Closing = Callable[[Any], Any]


# In half precision no vector has unit length, so that lengths order otherwise than what is in memory.
@pytest.mark.parametrize(
    ("metric", "representation"),
    [
        (metric, representation)
        for metric in ("cosine", "inner_product", "l2")
        for representation in ("vector", "halfvec", "sparsevec")
        if (metric, representation) != ("l2", "halfvec")
    ],
)
def test_ranks_are_those_of_the_search_in_memory(
    database: Database, closing: Closing, metric: str, representation: str
) -> None:
    spec = specification(size=16, metric=metric, representation=representation)
    rows = unit(300, 16)
    if representation == "halfvec":
        # What the column holds is what is searched, in memory too.
        rows = rows.astype(np.float16).astype(np.float32)
    # Two that are equal rank by key.
    rows[7] = rows[70] = rows[8]
    database.fill(spec, keyed(rows))
    keys = [f"d{n}" for n in range(300)]
    queries = unit(12, 16, seed=1)
    queries[0] = rows[8]
    if representation == "halfvec":
        queries = queries.astype(np.float16).astype(np.float32)
    asks = [Ask(10, ("d7", "d70", "d8", f"d{n}", f"d{299 - n}", "gone")) for n in range(12)]
    found = closing(PostgresSearch(spec, GENERATION, database.dsn)).search(queries, asks)
    if metric == "cosine":
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        queries /= np.linalg.norm(queries, axis=1, keepdims=True)
    for ours, theirs in zip(found, ExactSearch(keys, rows).search(queries, asks), strict=True):
        assert ours.incomplete == ""
        assert ranks(ours) == ranks(theirs)
        assert [hit.key for hit in ours.hits] == [hit.key for hit in theirs.hits] == list(ours.exact or ())
        scores = [
            -math.sqrt(max(0.0, 2 - 2 * hit.score)) if metric == "l2" else hit.score for hit in theirs.hits
        ]
        assert [hit.score for hit in ours.hits] == pytest.approx(scores, abs=2e-3)
        assert "gone" not in ours.places
        assert ours.milliseconds is not None and ours.milliseconds > 0
        assert ours.repeated == ()


def ranks(ranking: Ranking) -> dict[str, int]:
    return {key: place.rank for key, place in ranking.places.items()}


def test_an_index_that_sees_little_disagrees_with_the_exhaustive_scan(
    database: Database, closing: Closing
) -> None:
    spec = specification(size=32)
    database.fill(spec, keyed(unit(3000, 32)))
    database.indexed(spec, options="WITH (m = 2, ef_construction = 4)")
    narrow = database.dsn + ("&" if "?" in database.dsn else "?") + "options=-chnsw.ef_search%3D1"
    search = closing(PostgresSearch(spec, GENERATION, narrow))
    assert search.parameters["hnsw.ef_search"] == "1"
    asks = [Ask(10, ("d5",))] * 10
    queries = unit(10, 32, seed=2)
    found = search.search(queries, asks)
    exact = ExactSearch([f"d{n}" for n in range(3000)], unit(3000, 32)).search(queries, asks)
    assert [ranking.exact for ranking in found] == [tuple(h.key for h in one.hits) for one in exact]
    assert [ranking.places["d5"].rank for ranking in found] == [one.places["d5"].rank for one in exact]
    agreed = [len({h.key for h in one.hits} & set(one.exact or ())) for one in found]
    assert sum(agreed) < 80


def test_parameters_are_those_in_force(database: Database, closing: Closing) -> None:
    spec = specification()
    database.fill(spec, keyed(unit(3, 3)))
    search = closing(PostgresSearch(spec, GENERATION, database.dsn))
    assert search.parameters == {
        "hnsw.ef_search": "40",
        "hnsw.iterative_scan": "off",
        "ivfflat.probes": "1",
    }
    assert search.rows == 3


WEIRD = 'Nötes "100%" of %s {x}'


@pytest.mark.parametrize(
    ("types", "keys"),
    [
        (["bigint"], [(1,), (20,), (3,)]),
        (["uuid"], [(uuid.UUID(int=n),) for n in range(3)]),
        (["text"], [("it's",), ('say "x"; --',), ("%s {} \\",)]),
        (["text", "bigint"], [("acme", 1), ("acme", None), ("ümit's", 3)]),
        (["character(4)"], [("ab  ",), ("abc",), ("x",)]),
    ],
)
def test_keys_of_every_type_in_tables_of_every_name(
    database: Database, closing: Closing, types: list[str], keys: list[tuple[object, ...]]
) -> None:
    names = ("Key %s", 'k"2')[: len(types)]
    spec = specification(WEIRD, WEIRD + "2", names, column="Vector %")
    vectors = [(1.0, 0.0, 0.0), (0.9, 0.1, 0.0), (0.0, 0.0, 1.0)]
    database.fill(spec, [(key, "t", v) for key, v in zip(keys, vectors, strict=True)], types)
    texts = ["\x1f".join("" if part is None else str(part).rstrip() for part in key) for key in keys]
    search = closing(PostgresSearch(spec, GENERATION, database.dsn))
    query = np.array([[1, 0, 0]], np.float32)
    (found,) = search.search(query, [Ask(2, (*texts, "abc\x1f", "no", "", "a\0b", "\ud800"))])
    assert [hit.key for hit in found.hits] == texts[:2]
    assert {key: place.rank for key, place in found.places.items()} == dict(
        zip(texts, (1, 2, 3), strict=True)
    )


def test_vectors_in_a_table_of_their_own(database: Database, closing: Closing) -> None:
    spec = specification()
    database.fill(spec, keyed(unit(4, 3)))
    database.run(
        "CREATE TABLE vectors AS SELECT id, embedding, embedding_generation FROM docs WHERE id <> 'd0'"
    )
    apart = spec._replace(target=spec.target._replace(table="vectors", layout="own_table"))
    search = closing(PostgresSearch(apart, GENERATION, database.dsn))
    (found,) = search.search(unit(1, 3), [Ask(10, ("d0", "d1"))])
    assert search.rows == 3
    assert sorted(hit.key for hit in found.hits) == ["d1", "d2", "d3"]
    assert set(found.places) == {"d1"}


def test_the_best_chunk_stands_for_its_key(database: Database, closing: Closing) -> None:
    spec = specification(truncate="chunk")
    near = [(1, 0, 0), (1, 0.1, 0), (1, 0.2, 0), (1, 0.3, 0), (1, 0.4, 0), (1, 0.5, 0)]
    keys = ["a", "a", "b", "a", "c", "b"]
    database.fill(spec, [((key,), "t", vector) for key, vector in zip(keys, near, strict=True)])
    search = closing(PostgresSearch(spec, GENERATION, database.dsn))
    asks = [Ask(4, ("a", "b", "c")), Ask(1, ("b", "c"))]
    wide, narrow = search.search(np.array([[1, 0, 0]] * 2, np.float32), asks)
    assert [hit.key for hit in wide.hits] == ["a", "b"]
    assert (wide.exact, wide.repeated) == (("a", "b"), ("a",))
    assert {key: place.rank for key, place in wide.places.items()} == {"a": 1, "b": 2, "c": 3}
    assert {key: place.rank for key, place in narrow.places.items()} == {"b": 2, "c": 3}


def test_rows_without_a_vector_or_of_another_generation_are_not_searched(
    database: Database, closing: Closing
) -> None:
    spec = specification()
    database.fill(spec, [(("a",), "t", (1, 0, 0)), (("b",), "t", None)])
    database.fill(spec, [(("c",), "t", (1, 0, 0))], generation="old")
    (found,) = closing(PostgresSearch(spec, GENERATION, database.dsn)).search(
        unit(1, 3), [Ask(9, ("a", "b", "c"))]
    )
    assert ([hit.key for hit in found.hits], set(found.places)) == (["a"], {"a"})


@pytest.mark.parametrize(
    ("held", "computed", "searched"),
    [
        (["new", "old"], "new", "new"),
        (["old"], "new", "old"),
        (["old", "older"], "new", "several generations, old and older among them, and none of them is new"),
        ([], "new", "no vector of any generation"),
    ],
)
def test_generations_in_one_column(
    database: Database, closing: Closing, held: list[str], computed: str, searched: str
) -> None:
    spec = specification()
    database.fill(spec, [(("null",), "t", None)], generation="elsewhere")
    for name in held:
        database.fill(spec, [((name,), "t", (1, 0, 0))], generation=name)
    if " " not in searched:
        assert closing(PostgresSearch(spec, computed, database.dsn)).generation == searched
    else:
        with pytest.raises(PortError, match=searched):
            PostgresSearch(spec, computed, database.dsn)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"table": "nothing"}, '"public"."nothing"'),
        ({"column": "vec"}, 'no column "vec"; there are "id", "body", "embedding"'),
        ({"keys": ("no",)}, 'no column "no"'),
    ],
)
def test_what_is_not_there_is_named(database: Database, change: dict[str, Any], said: str) -> None:
    database.fill(specification(), keyed(unit(2, 3)))
    with pytest.raises(PortError) as told:
        PostgresSearch(specification(**change), GENERATION, database.dsn)
    assert said in str(told.value)


def test_a_query_of_another_size_is_incomplete(database: Database, closing: Closing) -> None:
    spec = specification()
    database.fill(spec, keyed(unit(2, 3)))
    (found,) = closing(PostgresSearch(spec, GENERATION, database.dsn)).search(unit(1, 4), [Ask(1, ())])
    assert "different vector dimensions 3 and 4" in found.incomplete


def test_a_server_that_stops_in_the_middle_leaves_what_was_asked(
    server: Server, database: Database, closing: Closing
) -> None:
    spec = specification()
    database.fill(spec, keyed(unit(20, 3)))
    search = closing(PostgresSearch(spec, GENERATION, database.dsn))
    asks, queries = [Ask(3, ("d1",))] * 6, unit(6, 3, seed=3)
    whole = search.search(queries, asks)

    done_at: list[int] = []

    def stop_and_start(_what: str, done: int, _total: int) -> None:
        if done == 3 and not done_at:
            done_at.append(done)
            server.stop()
        if done == 5 and len(done_at) == 1:
            done_at.append(done)
            server.start()

    try:
        found = search.search(queries, asks, stop_and_start)
    finally:
        server.start()
    assert [one.hits for one in found[:3]] == [one.hits for one in whole[:3]]
    # Also those that might have been asked again: a run is not half of one server and half of another.
    (reason,) = {one.incomplete for one in found[3:]}
    assert reason.startswith("no connection to ") and reason.endswith(": nothing listens there")
    after = search.search(queries, asks)
    assert [one.incomplete for one in after] == [""] * 6
    assert [(one.hits, one.places, one.exact) for one in after] == [
        (one.hits, one.places, one.exact) for one in whole
    ]


def test_it_can_be_cancelled_in_the_middle_of_a_query(database: Database, closing: Closing) -> None:
    spec = specification()
    database.fill(spec, keyed(unit(5, 3)))
    search = closing(PostgresSearch(spec, GENERATION, database.dsn))
    calls = []

    def progress(*_: object) -> None:
        calls.append(1)
        if len(calls) == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        search.search(unit(3, 3), [Ask(1, ())] * 3, progress)
    assert len(search.search(unit(3, 3), [Ask(1, ())] * 3)) == 3
