"""Exact search over a matrix: the best rows of each query, and the true rank of every expected key.

One fast float32 product per block of rows only decides which rows are looked at closely. Whatever
float32 may have misplaced is scored again in float64, where equal rows have equal scores.
"""

import heapq
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from caselens.ports import Ask, Hit, Place, Progress, Ranking, silent

BLOCK_ROWS = 16_384

# 64 MiB of scores at most.
_BUFFER_SCORES = 2**24
_HALF_ULP = 2.0**-24


class ExactSearch:
    """A searcher over `matrix`, which has a row of at most unit length for each of `keys`, all different.

    The matrix may be a strided or mapped view: it is read block by block and never copied whole.
    """

    def __init__(
        self, keys: Sequence[str], matrix: NDArray[np.float32], block_rows: int = BLOCK_ROWS
    ) -> None:
        if len(keys) != len(matrix):
            raise ValueError(f"{len(keys)} keys for {len(matrix)} rows")
        self._table = _Table(keys, matrix)
        self._block_rows = block_rows

    @property
    def rows(self) -> int:
        """How many rows are searched."""
        return len(self._table.keys)

    @property
    def parameters(self) -> Mapping[str, str]:
        """None: every row is looked at."""
        return {}

    def close(self) -> None:
        """Nothing is held open."""

    def search(
        self, vectors: NDArray[np.float32], asks: Sequence[Ask], progress: Progress = silent
    ) -> tuple[Ranking, ...]:
        """One ranking for each row of `vectors`: scores descending, ties by ascending key."""
        queries = np.ascontiguousarray(vectors, np.float32)
        finds = [_Find(self._table, query, ask) for query, ask in zip(queries, asks, strict=True)]
        if not finds:
            return ()
        # Many queries take fewer rows at a time, so that the scores of a block stay in bounds.
        height = max(1, min(self._block_rows, _BUFFER_SCORES // len(finds), self.rows))
        buffer = np.empty((len(finds), height), np.float32)
        for start in range(0, self.rows, height):
            block = self._table.matrix[start : start + height]
            scores = np.matmul(queries, block.T, out=buffer[:, : len(block)])
            for find, of_query, best in zip(finds, scores, scores.max(axis=1), strict=True):
                find.look_at(start, of_query, float(best))
            progress("searching", start + len(block), self.rows)
        return tuple(find.ranking() for find in finds)


class _Table:
    """Keys and rows."""

    def __init__(self, keys: Sequence[str], matrix: NDArray[np.float32]) -> None:
        self.keys = keys
        self.matrix = matrix
        self.row_of = {key: row for row, key in enumerate(keys)}

    def scores(self, rows: NDArray[np.intp], query: NDArray[np.float64]) -> NDArray[np.float64]:
        """Scores of `rows`, each summed in the same order, so that equal rows have equal scores."""
        products = self.matrix[rows].astype(np.float64)
        products *= query
        total: NDArray[np.float64] = products.sum(axis=1)
        return total


class _Find:
    """What is known about one query after the blocks that were looked at."""

    def __init__(self, table: _Table, query: NDArray[np.float32], ask: Ask) -> None:
        self._table = table
        self._query = query.astype(np.float64)
        self._depth = ask.depth
        # How far a float32 score can be from the true one, in whatever order it was summed (Higham's
        # bound for an inner product), and something for rounding a threshold to float32.
        self._slack = (len(query) + 8) * _HALF_ULP * float(np.linalg.norm(self._query))
        # The best rows so far, unordered, and the score that a row needs to be among them.
        self._rows = np.empty(0, np.intp)
        self._scores = np.empty(0)
        self._floor = -np.inf if ask.depth > 0 else np.inf
        expected = [key for key in dict.fromkeys(ask.expected) if key in table.row_of]
        places = np.array([table.row_of[key] for key in expected], np.intp)
        self._expected = dict(zip(expected, table.scores(places, self._query).tolist(), strict=True))
        self._above = dict.fromkeys(expected, 0)

    def look_at(self, start: int, scores: NDArray[np.float32], best: float) -> None:
        """Take in the rows from `start` on, their float32 `scores` and the best of these."""
        if best >= self._floor - self._slack:
            self._collect(start, scores)
        for key, score in self._expected.items():
            if best >= score - self._slack:
                self._above[key] += self._count_above(start, scores, key, score)

    def _collect(self, start: int, scores: NDArray[np.float32]) -> None:
        near = np.flatnonzero(scores >= self._floor - self._slack)
        if len(near) > self._depth:
            # A row whose float32 score is two slacks below the last of the best is truly below it.
            last = np.partition(scores[near], -self._depth)[-self._depth]
            near = near[scores[near] >= float(last) - 2 * self._slack]
        rows = near + start
        self._rows = np.concatenate([self._rows, rows])
        self._scores = np.concatenate([self._scores, self._table.scores(rows, self._query)])
        if len(self._rows) >= self._depth:
            self._cut()

    def _cut(self) -> None:
        """Keep as many rows as were asked for; of those with the last score, the smallest keys."""
        self._floor = float(np.partition(self._scores, -self._depth)[-self._depth])
        above = np.flatnonzero(self._scores > self._floor)
        tied = np.flatnonzero(self._scores == self._floor)
        first = heapq.nsmallest(self._depth - len(above), tied.tolist(), key=self._key_at)
        kept = np.concatenate([above, np.array(first, np.intp)])
        self._rows, self._scores = self._rows[kept], self._scores[kept]

    def _count_above(self, start: int, scores: NDArray[np.float32], key: str, score: float) -> int:
        """How many of the rows rank before an expected key."""
        reaching = scores >= score - self._slack
        surely = scores > score + self._slack
        above = int(np.count_nonzero(surely))
        if np.count_nonzero(reaching) > above:
            rows = np.flatnonzero(reaching ^ surely) + start
            exact = self._table.scores(rows, self._query)
            above += int(np.count_nonzero(exact > score))
            above += sum(self._table.keys[row] < key for row in rows[exact == score].tolist())
        return above

    def ranking(self) -> Ranking:
        hits = [Hit(self._key_at(index), score) for index, score in enumerate(self._scores.tolist())]
        hits.sort(key=lambda hit: (-hit.score, hit.key))
        places = {key: Place(self._above[key] + 1, score) for key, score in self._expected.items()}
        return Ranking(tuple(hits), places)

    def _key_at(self, index: int) -> str:
        """The key of one of the best rows so far."""
        return self._table.keys[int(self._rows[index])]
