"""A target that is spread over several servers: the same search, in an order that no index can serve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from caselens.adapters.postgres import PostgresSearch, PostgresSource
from caselens.adapters.search import ExactSearch
from caselens.ports import Ask, PortError, Ranking
from tests.postgres.conftest import Server
from tests.postgres.shards import spread
from tests.postgres.tables import GENERATION, Database, keyed, specification, unit

Closing = Callable[[Any], Any]


def test_ranks_over_three_servers_are_those_of_the_search_in_memory(
    database: Database, shards: list[Server], closing: Closing
) -> None:
    spec = specification(size=16)
    spread(database, shards, spec)
    rows = unit(400, 16)
    rows[7] = rows[70] = rows[8]
    database.fill(spec, keyed(rows))
    ((local,),) = database.connection.execute("SELECT count(*) FROM ONLY docs_2").fetchall()
    assert 0 < local < 400
    queries = unit(10, 16, seed=1)
    queries[0] = rows[8]
    keys = [f"d{n}" for n in range(400)]
    asks = [Ask(10, ("d7", "d70", "d8", f"d{n}", f"d{399 - n}", "gone")) for n in range(10)]
    search = closing(PostgresSearch(spec, GENERATION, database.dsn))
    assert (search.is_sharded, search.rows) == (True, 400)
    assert set(search.parameters.values()) == {"(unknown on the shards)"}
    found = search.search(queries, asks)
    for ours, theirs in zip(found, ExactSearch(keys, rows).search(queries, asks), strict=True):
        assert ours.incomplete == ""
        assert list(ours.exact or ()) == [hit.key for hit in theirs.hits]
        assert ranks(ours) == ranks(theirs)
    # The application gets what the indexes of the shards find, which was made to be little.
    assert any([hit.key for hit in ours.hits] != list(ours.exact or ()) for ours in found)


def test_keys_are_looked_up_over_all_servers(
    database: Database, shards: list[Server], closing: Closing
) -> None:
    spec = specification(size=3)
    spread(database, shards, spec)
    database.fill(spec, [*keyed(unit(30, 3)), (("bare",), "no vector", None)])
    source = closing(PostgresSource(spec, GENERATION, database.dsn))
    told = source.lookup(frozenset([*(f"d{n}" for n in range(30)), "bare", "gone"]))
    assert (told.unread, len(told.found), told.unembedded) == ("", 31, {"bare"})
    assert [row.text for row in source.by_key(["d3"])] == ["text 3"]


def test_shards_that_do_not_know_vectors_send_their_rows(
    database: Database, shards: list[Server], closing: Closing
) -> None:
    """Without `extensions 'vector'` nothing is pushed down, which is slow and right."""
    spec = specification(size=3)
    spread(database, shards, spec, "fetch_size '100'")
    rows = unit(30, 3)
    database.fill(spec, keyed(rows))
    (ranking,) = closing(PostgresSearch(spec, GENERATION, database.dsn)).search(rows[:1], [Ask(5, ("d9",))])
    (theirs,) = ExactSearch([f"d{n}" for n in range(30)], rows).search(rows[:1], [Ask(5, ("d9",))])
    assert list(ranking.exact) == [hit.key for hit in theirs.hits]


def test_a_plan_that_an_index_could_serve_is_refused(
    database: Database, shards: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    from caselens.adapters.postgres import search_sql

    spec = specification(size=3)
    spread(database, shards, spec)
    database.fill(spec, keyed(unit(3, 3)))
    usual = search_sql.nearest
    monkeypatch.setattr(search_sql, "nearest", lambda spec, unindexable=False: usual(spec))
    with pytest.raises(PortError, match="does not search its shards exhaustively: Remote SQL: "):
        PostgresSearch(spec, GENERATION, database.dsn)


def test_a_shard_that_is_away_leaves_its_cases_unasked(
    database: Database, shards: list[Server], closing: Closing
) -> None:
    spec = specification(size=3)
    spread(database, shards, spec)
    rows = unit(30, 3)
    database.fill(spec, keyed(rows))
    search = closing(PostgresSearch(spec, GENERATION, database.dsn))
    shards[0].stop()
    try:
        (ranking,) = search.search(rows[:1], [Ask(5, ("d9",))])
        assert "shard_0" in ranking.incomplete
    finally:
        shards[0].start()


def ranks(ranking: Ranking) -> dict[str, int]:
    return {key: place.rank for key, place in ranking.places.items()}
