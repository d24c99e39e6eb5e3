"""Exact search against brute force in float64."""

from collections.abc import Sequence
from math import fsum

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from caselens.adapters.search import ExactSearch
from caselens.ports import Ask, Cancelled, Hit, Place, Ranking, Searcher

Matrix = NDArray[np.float32]


def brute(keys: Sequence[str], matrix: Matrix, query: NDArray[np.float32], ask: Ask) -> Ranking:
    scores = [fsum(float(a) * float(b) for a, b in zip(row, query, strict=True)) for row in matrix]
    order = sorted(zip(keys, scores, strict=True), key=lambda pair: (-pair[1], pair[0]))
    ranks = {key: Place(rank, score) for rank, (key, score) in enumerate(order, 1)}
    return Ranking(
        tuple(Hit(*pair) for pair in order[: max(ask.depth, 0)]),
        {key: ranks[key] for key in ask.expected if key in ranks},
    )


# Entries of 0.5 in four of eight places: unit vectors whose products are exact in any order, and of
# which many score the same.
@st.composite
def exact_vectors(draw: st.DrawFn) -> list[float]:
    signs = draw(st.lists(st.sampled_from([-0.5, 0.5]), min_size=4, max_size=4))
    vector = [0.0] * 8
    for place, sign in zip(draw(st.permutations(range(8))), signs, strict=False):
        vector[place] = sign
    return vector


@st.composite
def exact_cases(draw: st.DrawFn) -> tuple[list[str], Matrix, Matrix, list[Ask], int]:
    rows = draw(st.lists(st.one_of(exact_vectors(), st.just([0.0] * 8)), max_size=40))
    keys = draw(
        st.lists(st.text("ab1é\x1f😀", max_size=4), min_size=len(rows), max_size=len(rows), unique=True)
    )
    queries = draw(st.lists(exact_vectors(), max_size=3))
    expected = st.lists(st.sampled_from([*keys, "no such key"]), max_size=5).map(tuple)
    asks = [Ask(draw(st.integers(0, 45)), draw(expected)) for _ in queries]
    height = draw(st.integers(1, 12))
    shape = (-1, 8)
    return keys, np.array(rows, "f4").reshape(shape), np.array(queries, "f4").reshape(shape), asks, height


@settings(deadline=None, max_examples=300)
@given(exact_cases())
def test_equals_brute_force_with_ties_and_duplicates(
    case: tuple[list[str], Matrix, Matrix, list[Ask], int],
) -> None:
    keys, matrix, queries, asks, height = case
    found = ExactSearch(keys, matrix, height).search(queries, asks)
    assert found == tuple(brute(keys, matrix, query, ask) for query, ask in zip(queries, asks, strict=True))


@pytest.mark.parametrize("seed", range(6))
def test_equals_brute_force_where_float32_cannot_tell(seed: int) -> None:
    """Rows that differ in a few last bits: their order is below what a float32 product can see."""
    random = np.random.default_rng(seed)
    base = random.standard_normal((4, 96)).astype(np.float32)
    base /= np.linalg.norm(base, axis=1, keepdims=True)
    matrix = base[random.integers(0, 4, 400)]
    for row in matrix[20:]:
        for place in random.integers(0, 96, 40):
            row[place] = np.nextafter(row[place], np.float32(random.choice([-2, 2])))
    random.shuffle(matrix)
    keys = [f"{number:03d}" for number in random.permutation(400)]
    queries = base + np.float32(0.01) * random.standard_normal((4, 96)).astype(np.float32)
    asks = [Ask(int(depth), tuple(random.choice(keys, 12))) for depth in (1, 10, 150, 400)]
    found = ExactSearch(keys, matrix, 64).search(queries, asks)
    for ranking, query, ask in zip(found, queries, asks, strict=True):
        wanted = brute(keys, matrix, query, ask)
        assert [hit.key for hit in ranking.hits] == [hit.key for hit in wanted.hits]
        assert {key: place.rank for key, place in ranking.places.items()} == {
            key: place.rank for key, place in wanted.places.items()
        }
        assert [hit.score for hit in ranking.hits] == pytest.approx(
            [hit.score for hit in wanted.hits], abs=1e-12
        )


def unit_rows(count: int, dimensions: int = 384) -> Matrix:
    matrix = np.random.default_rng(1).standard_normal((count, dimensions)).astype(np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    return matrix


def test_a_strided_view_is_searched_like_an_array() -> None:
    matrix = unit_rows(500)
    records = np.zeros(500, np.dtype([("hash", "V16"), ("vector", "<f4", (384,))]))
    records["vector"] = matrix
    keys = [str(number) for number in range(500)]
    asks = [Ask(20, ("7", "499"))] * 3
    assert ExactSearch(keys, records["vector"], 128).search(matrix[:3], asks) == ExactSearch(
        keys, matrix, 128
    ).search(matrix[:3], asks)


def test_equal_rows_have_equal_scores_wherever_they_stand() -> None:
    matrix = unit_rows(300)
    matrix[[0, 131, 299]] = matrix[7]
    keys = [f"{number:03d}" for number in range(300)]
    (ranking,) = ExactSearch(keys, matrix, 50).search(matrix[7:8], [Ask(5, ("299", "131"))])
    assert [hit.key for hit in ranking.hits[:4]] == ["000", "007", "131", "299"]
    assert len({hit.score for hit in ranking.hits[:4]}) == 1
    assert (ranking.places["299"].rank, ranking.places["131"].rank) == (4, 3)


def test_many_queries_are_searched_in_lower_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caselens.adapters.search._BUFFER_SCORES", 40)
    matrix = unit_rows(30)
    seen: list[tuple[str, int, int]] = []
    ExactSearch([str(n) for n in range(30)], matrix).search(
        matrix[:4], [Ask(1, ())] * 4, lambda what, done, total: seen.append((what, done, total))
    )
    assert seen == [("searching", 10, 30), ("searching", 20, 30), ("searching", 30, 30)]


def test_progress_may_cancel() -> None:
    def cancel(_what: str, _done: int, _total: int) -> None:
        raise Cancelled

    searcher: Searcher = ExactSearch(["a"], unit_rows(1))
    assert searcher.rows == 1
    with pytest.raises(Cancelled):
        searcher.search(unit_rows(1), [Ask(1, ())], cancel)


def test_keys_and_rows_must_agree() -> None:
    with pytest.raises(ValueError, match="2 keys for 1 rows"):
        ExactSearch(["a", "b"], unit_rows(1))
