"""Search in Qdrant: through the client's mode in memory, and what goes over the wire to a stub."""

from __future__ import annotations

import json
import threading
import time
import warnings
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from caselens.adapters.qdrant import QdrantSearch
from caselens.adapters.search import ExactSearch
from caselens.ports import Ask, Cancelled, PortError, Ranking
from caselens.settings import Qdrant
from tests.test_cli import caselens

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from qdrant_client import QdrantClient, models

SETTINGS = """\
version: 1
generations:
  - name: docs
    corpora: ["*.corpus.yaml"]
    rows: rows.jsonl
    model: hashing
    qdrant: {}
"""
SECRET = "correct-horse-battery-staple"
WHERE = Qdrant("http://127.0.0.1:6333", "docs")
KEYS = [f"d{n}" for n in range(120)]


def unit(count: int, seed: int) -> NDArray[np.float32]:
    drawn = np.random.default_rng(seed).standard_normal((count, 12)).astype(np.float32)
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True), np.float32)


def memory(rows: NDArray[np.float32], distance: models.Distance, name: str = "") -> QdrantClient:
    """A collection in memory, with points of another generation and one that nobody knows the key of."""
    client = QdrantClient(":memory:")
    params = models.VectorParams(size=rows.shape[1], distance=distance)
    client.create_collection("docs", vectors_config={name: params} if name else params)

    def vector(values: Any) -> Any:
        return {name: values} if name else values

    points = [
        models.PointStruct(id=n, vector=vector(row), payload={"key": key, "generation": "new"})
        for n, (key, row) in enumerate(zip(KEYS, rows.tolist(), strict=True))
    ]
    other = models.PointStruct(
        id=999, vector=vector(rows[0].tolist()), payload={"key": "old", "generation": "old"}
    )
    client.upsert("docs", [*points, other])
    return client


@pytest.mark.filterwarnings("ignore:Local mode performs exact")
@pytest.mark.parametrize(
    "distance",
    [models.Distance.COSINE, models.Distance.DOT, models.Distance.EUCLID],
    ids=lambda one: one.value,
)
@pytest.mark.parametrize("name", ["", "text"])
def test_ranks_are_those_of_the_search_in_memory(distance: models.Distance, name: str) -> None:
    rows, queries = unit(120, 1), unit(8, 2)
    rows[7] = rows[70] = rows[8]
    queries[0] = rows[8]
    where = WHERE._replace(vector=name, generation="new")
    search = QdrantSearch(where, memory(rows, distance, name))
    assert (search.rows, dict(search.parameters)) == (120, {"hnsw_ef": "(collection default)"})
    asks = [Ask(10, ("d7", "d70", "d8", f"d{n}", f"d{119 - n}", "gone", "old")) for n in range(8)]
    for ours, theirs in zip(
        search.search(queries, asks), ExactSearch(KEYS, rows).search(queries, asks), strict=True
    ):
        assert ours.incomplete == ""
        assert [hit.key for hit in ours.hits] == [hit.key for hit in theirs.hits] == list(ours.exact or ())
        assert ranks(ours) == ranks(theirs)
        assert ours.hits[0].score > ours.hits[-1].score
        assert ours.milliseconds is not None
    search.close()


@pytest.mark.filterwarnings("ignore:Local mode performs exact")
def test_of_several_points_of_a_key_the_best_stands_for_it() -> None:
    client = memory(unit(120, 1), models.Distance.COSINE)
    twin = models.PointStruct(
        id=500, vector=unit(120, 1)[3].tolist(), payload={"key": "d3", "generation": "new"}
    )
    client.upsert("docs", [twin])
    (ranking,) = QdrantSearch(WHERE._replace(generation="new"), client).search(
        unit(120, 1)[3:4], [Ask(5, ("d3",))]
    )
    assert (ranking.repeated, ranking.places["d3"].rank, len(ranking.hits)) == (("d3",), 1, 4)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (WHERE._replace(collection="none"), 'collection "none": Collection none not found'),
        (WHERE._replace(vector="title"), 'collection "docs" has no vector "title"'),
    ],
)
def test_a_collection_that_is_not_as_it_is_said_to_be(where: Qdrant, said: str) -> None:
    with pytest.raises(PortError, match=said):
        QdrantSearch(where, memory(unit(120, 1), models.Distance.COSINE))


# -- over the wire ------------------------------------------------------------------------------


class Stub:
    """A server on loopback that answers as Qdrant does, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str | None, Any]] = []
        self.status, self.wait, self.body = 200, 0.0, b""

    def answer(self, path: str) -> Any:
        if path.endswith("/count"):
            return {"count": 2}
        if path.endswith("/query"):
            points = [("a", 0.9), ("b", 0.5)]
            return {
                "points": [
                    {"id": n, "version": 0, "score": score, "payload": {"key": key}}
                    for n, (key, score) in enumerate(points)
                ]
            }
        params = {"vectors": {"size": 2, "distance": "Cosine"}, "shard_number": 1}
        return {
            "status": "green",
            "optimizer_status": "ok",
            "segments_count": 1,
            "points_count": 2,
            "payload_schema": {},
            "config": {
                "params": params,
                "hnsw_config": {"m": 16, "ef_construct": 100, "full_scan_threshold": 10000},
                "optimizer_config": {
                    "deleted_threshold": 0.2,
                    "vacuum_min_vector_number": 1000,
                    "default_segment_number": 0,
                    "flush_interval_sec": 5,
                },
            },
        }

    def handler(self) -> type[BaseHTTPRequestHandler]:
        stub = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.do_POST()

            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = json.loads(self.rfile.read(length)) if length else None
                path = self.path.partition("?")[0]
                stub.asked.append((path, self.headers["api-key"], body))
                if path.endswith("/query"):
                    time.sleep(stub.wait)
                result = {"result": stub.answer(path), "status": "ok", "time": 0.0}
                told = stub.body or json.dumps(result).encode()
                self.send_response(stub.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(told)))
                self.end_headers()
                self.wfile.write(told)

            def log_message(self, *_said: Any) -> None:
                """Nothing: what was asked is remembered."""

        return Handler


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Stub, Qdrant]]:
    monkeypatch.setenv("QDRANT_KEY", SECRET)
    found = Stub()
    server = ThreadingHTTPServer(("127.0.0.1", 0), found.handler())
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    where = Qdrant(
        f"http://127.0.0.1:{server.server_address[1]}", "docs", credential="env:QDRANT_KEY", hnsw_ef=64
    )
    try:
        yield found, where
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.filterwarnings("ignore:Api key is used with an insecure connection")
def test_it_is_asked_as_usual_and_exactly(stub: tuple[Stub, Qdrant]) -> None:
    found, where = stub
    search = QdrantSearch(where)
    (ranking,) = search.search(np.array([[1, 0]], np.float32), [Ask(2, ("a",))])
    assert (ranking.exact, ranking.places["a"].rank, ranking.incomplete) == (("a", "b"), 1, "")
    assert search.parameters == {"hnsw_ef": "64"}
    queries = [body for path, _, body in found.asked if path == "/collections/docs/points/query"]
    assert [query["params"]["exact"] for query in queries] == [False, True]
    assert queries[0]["params"]["hnsw_ef"] == 64
    assert {key for _, key, _ in found.asked} == {SECRET}
    search.close()


@pytest.mark.filterwarnings("ignore:Api key is used with an insecure connection")
@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (401, b'{"status": {"error": "Must provide an API key: correct-horse-battery-staple"}}', "401"),
        (500, b"broken", "500"),
        (200, b"<html>", "docs"),
    ],
)
def test_a_server_that_says_nothing_of_use(
    stub: tuple[Stub, Qdrant], status: int, body: bytes, said: str
) -> None:
    found, where = stub
    found.status, found.body = status, body
    with pytest.raises(PortError, match=said) as refusal:
        QdrantSearch(where)
    assert SECRET not in str(refusal.value)


@pytest.mark.filterwarnings("ignore:Api key is used with an insecure connection")
def test_whoever_waits_may_leave(stub: tuple[Stub, Qdrant]) -> None:
    found, where = stub
    search = QdrantSearch(where)
    found.wait = 3.0
    asked = time.monotonic()

    def leave(_what: str, _done: int, _total: int) -> None:
        if time.monotonic() - asked > 0.2:
            raise Cancelled

    with pytest.raises(Cancelled):
        search.search(np.array([[1, 0]], np.float32), [Ask(2, ("a",))], leave)
    assert time.monotonic() - asked < 2
    found.wait = 0


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(PortError, match=r'http://127\.0\.0\.1:9 collection "docs": '):
        QdrantSearch(Qdrant("http://127.0.0.1:9", "docs"))


def ranks(ranking: Ranking) -> dict[str, int]:
    return {key: place.rank for key, place in ranking.places.items()}


def test_a_generation_may_have_its_vectors_in_a_collection(stub: tuple[Stub, Qdrant], tmp_path: Path) -> None:
    found, where = stub
    (tmp_path / "rows.jsonl").write_text('{"id": "a", "text": "one"}\n{"id": "b", "text": "two"}\n')
    (tmp_path / "a.corpus.yaml").write_text(
        "version: 1\ncases:\n  - {id: one, query: one, k: 1, required: [a]}\n"
    )
    collection = f"{{url: '{where.url}', collection: docs, credential: 'env:QDRANT_KEY', hnsw_ef: 64}}"
    (tmp_path / "caselens.yaml").write_text(SETTINGS.format(collection))
    surroundings = {"QDRANT_KEY": SECRET, "PYTHONWARNINGS": "ignore"}
    told = caselens(tmp_path, "evaluate", "a.corpus.yaml", "--json", columns=100, **surroundings)
    run = json.loads(told.out)
    assert (told.status, run["means"]["exact_agreement"], run["parameters"]) == (0, 1.0, {"hnsw_ef": "64"})
    assert run["source"]["origin"] == "rows.jsonl, vectors in Qdrant collection docs"
    assert run["configuration"]["flat"]["generation.qdrant.collection"] == "docs"
    assert "url" not in run["configuration"]["nested"]["generation"]["qdrant"]
    assert len(found.asked) >= 4
    # Nothing was embedded but the query.
    assert not (tmp_path / ".caselens" / "vectors").exists()
