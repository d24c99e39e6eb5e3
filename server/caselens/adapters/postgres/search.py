"""Search in PostgreSQL: as the application would, and exhaustively, on one connection each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import groupby
from math import isnan
from time import perf_counter
from typing import TYPE_CHECKING

from caselens.adapters.postgres import catalog, search_sql, sql
from caselens.adapters.postgres.connection import STATEMENT_SECONDS, Lost, Session
from caselens.ports import Ask, Hit, Place, PortError, Progress, Ranking, silent
from caselens.specification.accepted import Specification

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from psycopg.sql import Composed

EXHAUSTIVE = {
    "enable_indexscan": "off",
    "enable_bitmapscan": "off",
    "enable_indexonlyscan": "off",
    "enable_seqscan": "on",
}
"""Set for the session: set within a transaction that is not there, they would do nothing."""

Found = list[tuple[str, float]]
"""Keys and distances, nearest first; of those that are as near, the smaller key."""


class PostgresSearch:
    """A searcher over one generation. `identity` is what its specification computes to.

    `generation` is the value that is searched. Raises `PortError`, here and when a search begins.
    """

    def __init__(
        self, specification: Specification, identity: str, reference: str, seconds: float = STATEMENT_SECONDS
    ) -> None:
        self._specification = specification
        target, keys = specification.target, specification.source.key_fields
        self._usual = search_sql.nearest(specification)
        self._as_usual = Session(reference, seconds=seconds)
        self._exhaustive = Session(reference, EXHAUSTIVE, seconds)
        try:
            needed = (*keys, target.column, f"{target.column}_generation")
            self._columns = catalog.columns(self._as_usual, target.schema, target.table, needed)[: len(keys)]
            self.generation = catalog.generation(self._as_usual, target, identity)
            self.is_sharded = catalog.is_sharded(self._as_usual, target)
            self.parameters: Mapping[str, str] = catalog.parameters(self._as_usual, self.is_sharded)
            self._exact = search_sql.nearest(specification, unindexable=self.is_sharded)
            if self.is_sharded:
                self._check_shards()
            ((self.rows,),) = self._as_usual.rows(search_sql.counted(target), (self.generation,))
        except BaseException:
            self.close()
            raise

    def _check_shards(self) -> None:
        """See that the exhaustive search is one on every shard, to which no setting of a session comes.

        Either a shard is asked in the order that no index serves, or it sends every row to be sorted here.
        """
        vector = literal([0.0] * (self._specification.model.reported_dimension or 1))
        told = catalog.plan(self._exhaustive, self._exact, (vector, self.generation, vector, 1))
        remote = [line for line in told.splitlines() if "Remote SQL:" in line]
        for line in remote:
            order = line.partition(" ORDER BY ")[2]
            if (order and " + " not in order) or (not order and " LIMIT " in line):
                raise PortError(
                    f"{self._exhaustive.place} does not search its shards exhaustively: {line.strip()}"
                )

    def close(self) -> None:
        self._as_usual.close()
        self._exhaustive.close()

    def search(
        self, vectors: NDArray[np.float32], asks: Sequence[Ask], progress: Progress = silent
    ) -> tuple[Ranking, ...]:
        """One ranking for each row of `vectors`. When the server is lost, the others say so."""
        rankings: list[Ranking] = []
        lost = ""
        for vector, ask in zip(vectors.tolist(), asks, strict=True):
            still = partial(progress, "searching", len(rankings), len(asks))
            still()
            try:
                ranking = Ranking((), {}, incomplete=lost) if lost else self._one(literal(vector), ask, still)
            except PortError as error:
                lost = str(error) if isinstance(error, Lost) else ""
                ranking = Ranking((), {}, incomplete=str(error))
            rankings.append(ranking)
        progress("searching", len(asks), len(asks))
        return tuple(rankings)

    def _one(self, vector: str, ask: Ask, still: Callable[[], None]) -> Ranking:
        began = perf_counter()
        usual = self._nearest(self._as_usual, self._usual, vector, ask.depth, still)
        taken = 1000 * (perf_counter() - began)
        exact = self._nearest(self._exhaustive, self._exact, vector, ask.depth, still)
        places = self._places(vector, ask, exact, still)
        counts = Counter(key for key, _ in usual)
        hits: dict[str, Hit] = {}
        for key, distance in usual:
            hits.setdefault(key, Hit(key, self._score(distance)))
        return Ranking(
            tuple(hits.values()),
            {key: Place(rank, self._score(distance)) for key, (rank, distance) in places.items()},
            tuple(dict.fromkeys(key for key, _ in exact)),
            tuple(key for key, count in counts.items() if count > 1),
            taken,
        )

    def _nearest(
        self, session: Session, statement: Composed, vector: str, depth: int, still: Callable[[], None]
    ) -> Found:
        rows = session.rows(statement, (vector, self.generation, vector, depth), still)
        found = [(sql.SEPARATOR.join(part or "" for part in row[:-1]), row[-1]) for row in rows]
        # The server's order stands, also where an index gave it loosely.
        return [hit for _, equal in groupby(found, lambda hit: hit[1]) for hit in sorted(equal)]

    def _places(
        self, vector: str, ask: Ask, exact: Found, still: Callable[[], None]
    ) -> dict[str, tuple[int, float]]:
        """Rank and distance of each expected key that has a vector, over all keys."""
        wanted = dict.fromkeys(ask.expected)
        last = exact[-1][1] if exact else 0.0
        best: dict[str, float] = {}
        for key, distance in exact:
            best.setdefault(key, distance)
        # What is nearer than the last of the list has everything before it in the list.
        ranks = {key: (rank, d) for rank, (key, d) in enumerate(best.items(), 1) if d < last}
        places = {key: ranks[key] for key in wanted if key in ranks}
        beyond = [key for key in wanted if key not in ranks]
        distances = self._distances(vector, beyond, still)
        if distances:
            values = [value for key, d in distances.items() for value in (d, d, key)]
            statement = search_sql.nearer(self._specification, len(distances))
            (counts,) = self._exhaustive.rows(statement, (*values, vector, self.generation), still)
            for (key, distance), count in zip(distances.items(), counts, strict=True):
                places[key] = count + 1, distance
        return places

    def _distances(self, vector: str, keys: Sequence[str], still: Callable[[], None]) -> dict[str, float]:
        parts = [sql.components(key, len(self._columns)) for key in keys]
        known = [(key, part) for key, part in zip(keys, parts, strict=True) if part]
        if not known:
            return {}
        arrays = [list(column) for column in zip(*(part for _, part in known), strict=True)]
        statement = search_sql.distances(self._specification, self._columns)
        # Here an index on the key is welcome.
        rows = self._as_usual.rows(statement, (*arrays, vector, self.generation), still)
        return {known[number - 1][0]: distance for number, distance in sorted(rows)}

    def _score(self, distance: float) -> float:
        # A row of zeros has no direction, and is as near to nothing as to anything.
        return 0.0 if isnan(distance) else search_sql.CLOSEST[self._specification.target.metric] - distance


def literal(vector: Sequence[float]) -> str:
    """A vector as pgvector reads it."""
    return f"[{','.join(map(repr, vector))}]"
