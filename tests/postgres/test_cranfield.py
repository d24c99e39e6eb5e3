"""Acceptance: on a public collection, ranks in pgvector are those of the search in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from caselens.adapters.embedders.hashing import Hashing
from caselens.adapters.postgres import PostgresSearch
from caselens.adapters.rows import read_rows
from caselens.adapters.search import ExactSearch
from caselens.features.picture import Picture
from caselens.ports import Ask
from tests.postgres.conftest import Server
from tests.postgres.shards import spread
from tests.postgres.tables import GENERATION, Database, specification
from tests.test_cranfield import CRANFIELD

ROUNDING = 1e-6
"""Of pgvector's scores, which are sums of single precision: rows that are nearer to each other may swap."""


@pytest.mark.acceptance
@pytest.mark.timeout(300)
@pytest.mark.parametrize("split", [False, True], ids=["one server", "split over two more"])
def test_ranks_are_those_of_the_search_in_memory(
    database: Database, closing: Callable[[Any], Any], shards: list[Server], split: bool
) -> None:
    rows = read_rows(CRANFIELD / "rows.jsonl", ("id",), ("title", "body"), "")
    picture = Picture((CRANFIELD / "corpus.yaml").read_text("utf-8"))
    picture.settle()
    corpus = picture.corpus
    assert corpus is not None and len(corpus.cases) == 225 and len(rows.keys) == 1400
    model = Hashing()
    # Two of the texts are blank, and have no vector.
    kept = [index for index, text in enumerate(rows.texts) if text.strip()]
    keys, kept_texts = [rows.keys[index] for index in kept], [rows.texts[index] for index in kept]
    assert len(keys) == 1398
    matrix = model.embed(kept_texts)
    spec = specification(size=model.dimensions)
    if split:
        spread(database, shards, spec)
    texts = zip(keys, kept_texts, matrix.tolist(), strict=True)
    database.fill(spec, [((key,), text, vector) for key, text, vector in texts])
    queries = model.embed([case.query for case in corpus.cases])
    asks = [Ask(10, case.expected) for case in corpus.cases]
    found = closing(PostgresSearch(spec, GENERATION, database.dsn)).search(queries, asks)
    exact = ExactSearch(keys, matrix).search(queries, [Ask(len(keys), ask.expected) for ask in asks])
    placed = swapped = 0
    for ours, theirs in zip(found, exact, strict=True):
        assert (ours.incomplete, ours.places.keys()) == ("", theirs.places.keys())
        # The shards have an index, and a bad one.
        assert split or ours.exact == tuple(hit.key for hit in ours.hits)
        at = {hit.key: hit.score for hit in theirs.hits}
        for key, other in zip(ours.exact or (), theirs.hits, strict=False):
            assert at[key] == pytest.approx(other.score, abs=ROUNDING)
        for key, place in ours.places.items():
            true = theirs.places[key]
            placed += 1
            swapped += place.rank != true.rank
            assert place.score == pytest.approx(true.score, abs=ROUNDING)
            # The row in memory that stands where ours was placed is as near as makes no difference.
            assert theirs.hits[place.rank - 1].score == pytest.approx(true.score, abs=ROUNDING)
    print(f"\n{placed} keys placed, {swapped} of them swapped with a row as near")
    assert placed >= 1600 and swapped <= placed // 100
