"""Search in a Qdrant collection: as the application would, and with its `exact` flag. Only reads.

A point carries its row's key in a field of its payload, and perhaps the generation that it belongs to.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from caselens.adapters.credentials import Secret, read_credential
from caselens.adapters.web import checked
from caselens.ports import Ask, Hit, Place, PortError, Progress, Ranking, silent
from caselens.settings import Qdrant
from caselens.text import quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from qdrant_client import QdrantClient, models

SECONDS = 30
"""What one request may take."""

TURN = 0.1
"""Seconds between two looks whether somebody wants to stop."""

DEFAULT = "(collection default)"

THEIRS = ("qdrant_client", "httpx", "httpcore", "grpc", "pydantic", "pydantic_core")
"""Whose exceptions tell of the server rather than of a fault here."""

LONGEST = 300
ROUNDING = 1e-5

T = TypeVar("T")

Found = list[tuple[str, float]]
"""Keys and scores, best first; of those that are as good, the smaller key."""


class QdrantSearch:
    """A searcher over one collection. `client` stands in for the one that `where` names, in tests."""

    def __init__(self, where: Qdrant, client: QdrantClient | None = None) -> None:
        if find_spec("qdrant_client") is None:
            raise PortError(
                'a collection in Qdrant needs the package qdrant-client; pip install "caselens[qdrant]"'
            )
        self._where = where
        self._secret = read_credential(where.credential) if where.credential else None
        self._client = client or _client(where, self._secret)
        from qdrant_client import models

        told = self._told(lambda: self._client.get_collection(where.collection))
        lengths = (models.Distance.EUCLID, models.Distance.MANHATTAN)
        # Of lengths, the least is the best; a score is higher for what is nearer.
        self._sign = -1.0 if _distance(told, where) in lengths else 1.0
        self._of_generation = [_is(where.generation_field, where.generation)] if where.generation else []
        count = self._told(
            lambda: self._client.count(where.collection, count_filter=self._filter(), exact=True)
        )
        self.rows: int = count.count
        self.parameters: Mapping[str, str] = {"hnsw_ef": str(where.hnsw_ef or DEFAULT)}

    def close(self) -> None:
        with suppress(Exception):  # nobody waits for a farewell
            self._client.close()

    def search(
        self, vectors: NDArray[np.float32], asks: Sequence[Ask], progress: Progress = silent
    ) -> tuple[Ranking, ...]:
        """One ranking for each row of `vectors`. A query that fails leaves its own without an answer."""
        rankings: list[Ranking] = []
        for vector, ask in zip(vectors.tolist(), asks, strict=True):

            def still(done: int = len(rankings)) -> None:
                progress("searching", done, len(asks))

            still()
            try:
                rankings.append(self._one(vector, ask, still))
            except PortError as error:
                rankings.append(Ranking((), {}, incomplete=str(error)))
        progress("searching", len(asks), len(asks))
        return tuple(rankings)

    def _one(self, vector: list[float], ask: Ask, still: Callable[[], None]) -> Ranking:
        from time import perf_counter

        began = perf_counter()
        usual = self._nearest(vector, ask.depth, still)
        taken = 1000 * (perf_counter() - began)
        exact = self._nearest(vector, ask.depth, still, exact=True)
        hits: dict[str, Hit] = {}
        for key, score in usual:
            hits.setdefault(key, Hit(key, score))
        counts = Counter(key for key, _ in usual)
        return Ranking(
            tuple(hits.values()),
            self._places(vector, ask, exact, still),
            tuple(dict.fromkeys(key for key, _ in exact)),
            tuple(key for key, count in counts.items() if count > 1),
            taken,
        )

    def _places(
        self, vector: list[float], ask: Ask, exact: Found, still: Callable[[], None]
    ) -> dict[str, Place]:
        """Where each expected key really stands. All that is above the last of the exact list is in it."""
        best: dict[str, float] = {}
        for key, score in exact:
            best.setdefault(key, score)
        last = exact[-1][1] if exact else 0.0
        listed = {key: Place(rank, s) for rank, (key, s) in enumerate(best.items(), 1) if s > last}
        places = {key: listed[key] for key in ask.expected if key in listed}
        beyond = [key for key in dict.fromkeys(ask.expected) if key not in listed]
        own: dict[str, float] = {}
        for key, score in self._nearest(vector, self.rows, still, exact=True, only=beyond) if beyond else ():
            own.setdefault(key, score)
        for key, score in own.items():
            # Single precision: what is as good may come back a little worse under another filter.
            found = self._nearest(vector, self.rows, still, exact=True, least=score - ROUNDING)
            best_of_key = max((s for other, s in found if other == key), default=score)
            above = {other for other, s in found if (-s, other) < (-best_of_key, key)} - {key}
            places[key] = Place(len(above) + 1, best_of_key)
        return places

    def _nearest(
        self,
        vector: list[float],
        most: int,
        still: Callable[[], None],
        *,
        exact: bool = False,
        only: Sequence[str] = (),
        least: float | None = None,
    ) -> Found:
        from qdrant_client import models

        where = self._where
        told = self._told(
            lambda: self._client.query_points(
                where.collection,
                query=vector,
                using=where.vector or None,
                query_filter=self._filter(only),
                search_params=models.SearchParams(exact=exact, hnsw_ef=where.hnsw_ef or None),
                limit=max(1, most),
                with_payload=[where.key],
                score_threshold=None if least is None else self._sign * least,
            ),
            still,
        )
        found = [
            (str((point.payload or {}).get(where.key, "")), self._sign * point.score) for point in told.points
        ]
        return sorted(found, key=lambda one: (-one[1], one[0]))

    def _filter(self, only: Sequence[str] = ()) -> models.Filter | None:
        from qdrant_client import models

        conditions: list[Any] = [*self._of_generation]
        if only:
            among = models.MatchAny(any=list(only))
            conditions.append(models.FieldCondition(key=self._where.key, match=among))
        return models.Filter(must=conditions) if conditions else None

    def _told(self, ask: Callable[[], T], still: Callable[[], None] | None = None) -> T:
        """What the server answers. Raises `PortError`, in which no secret is."""
        try:
            return _waited(ask, still) if still else ask()
        except PortError:
            raise
        except Exception as error:
            if type(error).__module__.partition(".")[0] not in THEIRS and not isinstance(error, ValueError):
                raise  # a fault of ours
            said = " ".join(str(error).split())[:LONGEST] or type(error).__name__
            said = self._secret.clean(said) if self._secret else said
            place = f"{self._where.url} collection {quoted(self._where.collection)}"
            raise PortError(f"{place}: {said}") from None


def _client(where: Qdrant, secret: Secret | None) -> QdrantClient:
    from qdrant_client import QdrantClient

    return QdrantClient(
        url=checked(where.url),
        api_key=secret.reveal() if secret else None,
        timeout=SECONDS,
        check_compatibility=False,
        trust_env=False,
    )


def _distance(told: Any, where: Qdrant) -> Any:
    """How the collection measures its vectors. Raises `PortError` where it has not the one that is named."""
    vectors = told.config.params.vectors
    lacking = f"collection {quoted(where.collection)} has no vector {quoted(where.vector)}"
    if isinstance(vectors, dict):
        if where.vector not in vectors:
            raise PortError(f"{lacking}; there are {', '.join(map(quoted, vectors))}")
        return vectors[where.vector].distance
    if where.vector or vectors is None:
        raise PortError(lacking)
    return vectors.distance


def _is(field: str, value: str) -> models.FieldCondition:
    from qdrant_client import models

    return models.FieldCondition(key=field, match=models.MatchValue(value=value))


def _waited(ask: Callable[[], T], still: Callable[[], None]) -> T:
    """What `ask` returns, on a thread that is left alone when `still` raises."""
    future: Future[T] = Future()

    def work() -> None:
        try:
            future.set_result(ask())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    while True:
        try:
            return future.result(TURN)
        except TimeoutError:
            if future.done():
                raise
            still()
