"""The embedding endpoint: what it answers and what becomes of it."""

from __future__ import annotations

import base64
import json
import socket
import time
from email.utils import formatdate
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest

from caselens.adapters.embedders import endpoint as module
from caselens.adapters.embedders.answers import read_answer, seconds_to_wait
from caselens.adapters.embedders.endpoint import Served
from caselens.adapters.embedders.hashing import Hashing
from caselens.lsp.worker import Worker
from caselens.main import main
from caselens.ports import Cancelled, PartlyEmbedded, PortError, Progress, silent
from caselens.settings import Endpoint
from tests.unit.stub_endpoint import Hang, Reply, Stub, embeddings, plainly, stub

TEXTS = [f"text number {number}" for number in range(100)]
TOKEN = 'sk-"t/o+k&en'


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_FIRST_PAUSE", 0.01)
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")  # what is on loopback must not go there


def embed(
    server: Stub, texts: list[str], deadline: float = 10, progress: Progress = silent, **more: Any
) -> Any:
    return Served(Endpoint(server.url, "m", **more), deadline=deadline).embed(texts, progress)


def test_vectors_come_in_order_and_of_unit_length_four_requests_at_a_time() -> None:
    def slowly(texts: list[str], number: int) -> Reply:
        time.sleep(0.05)
        items = embeddings(texts)["data"]
        for item in items:
            item["embedding"] = [3.5 * x for x in item["embedding"]]
        return Reply(body={"data": items[::-1]})

    texts = TEXTS * 3
    seen: list[int] = []
    with stub(slowly) as server:
        found = embed(server, texts, progress=lambda _what, done, _total: seen.append(done))
    assert found.dtype == np.float32
    assert np.allclose(found, Hashing().embed(texts), atol=1e-6)
    assert (server.most, max(map(len, server.asked))) == (4, 32)
    assert set(server.paths) == {"/v1/embeddings"}
    assert seen == sorted(seen) and seen[-1] == 300
    assert all(set(body) == {"model", "input"} for body in server.bodies)
    assert not any("Authorization" in headers for headers in server.headers)


def changed(**fields: Any) -> Reply:
    return Reply(body={**embeddings(["a", "b"]), **fields})


def vectors(*numbers: Any) -> Reply:
    return changed(data=[{"index": i, "embedding": row} for i, row in enumerate(numbers)])


UNUSABLE = {
    "one short": (vectors([1.0]), "1 vector for 2 texts"),
    "one too many": (vectors([1.0], [1.0], [1.0]), "3 vectors for 2 texts"),
    "two dimensions": (vectors([1.0, 2.0], [1.0]), "dimension 1; accepted is one dimension for all"),
    "no numbers": (vectors([1.0], ["1.0"]), "not a list of numbers"),
    "truths": (vectors([1.0], [True]), "not a list of numbers"),
    "no vector": (vectors([1.0], None), "not a list of numbers"),
    "empty vectors": (vectors([], []), "dimension 0"),
    "huge number": (vectors([1.0], [10**400]), "a number that is too large"),
    "an index twice": (changed(data=[{"index": 1, "embedding": [1.0]}] * 2), "indices are not 0 to 1"),
    "error inside": (changed(error={"message": "model is loading"}), "model is loading"),
    "no data": (Reply(body={"object": "list"}), '"data" is not a list'),
    "no object": (Reply(body="[]"), "not a JSON object"),
    "no JSON": (Reply(body="<html>hello</html>"), "it is not JSON: <html>hello"),
    "deep": (Reply(body="[" * 100_000), "it is not JSON"),
    "redirect": (Reply(307, headers={"Location": "http://127.0.0.1:9/"}), "status 307"),
    "refused": (Reply(401, {"error": {"message": "who are you"}}), "status 401: who are you"),
    "unknown model": (Reply(400, {"error": "no such model"}), "status 400: no such model"),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_an_answer_that_cannot_be_used_says_why_once(name: str) -> None:
    reply, said = UNUSABLE[name]
    with stub(lambda _texts, _number: reply) as server, pytest.raises(PortError) as caught:
        embed(server, ["a", "b"])
    assert said in str(caught.value)
    assert str(caught.value).startswith(f"{server.url}/embeddings: ")
    assert type(caught.value) is PortError
    assert len(server.asked) == 1


def test_the_dimension_of_the_configuration_is_held() -> None:
    with stub() as server, pytest.raises(PortError, match="dimension 384; accepted is dimension 768"):
        embed(server, ["a"], dimension=768)


@pytest.mark.parametrize(("bad", "reason"), [([0.0, 0.0], "all zeros"), ([1.0, float("nan")], "not finite")])
def test_a_vector_that_is_none_is_the_fault_of_its_text(bad: list[float], reason: str) -> None:
    with stub(lambda _t, _n: vectors([2.0, 0.0], bad)) as server, pytest.raises(PartlyEmbedded) as caught:
        embed(server, ["a", "b"])
    assert list(caught.value.reasons) == [1] and reason in caught.value.reasons[1]
    assert caught.value.vectors.tolist() == [[1.0, 0.0], [0.0, 0.0]]


def test_numbers_whose_squares_are_too_large_or_small_have_unit_length() -> None:
    body = json.dumps({"data": [{"embedding": [1e200, 1e200]}, {"embedding": [1e-200, 0]}]}).encode()
    assert np.allclose(np.linalg.norm(read_answer(body, 2, 0).vectors, axis=1), 1)


@pytest.mark.parametrize("status", [400, 413, 422])
def test_batches_are_halved_and_a_text_too_long_alone_has_its_reason(status: int) -> None:
    def small(texts: list[str], number: int) -> Reply:
        if len(texts) > 8 or "long" in texts:
            return Reply(status, {"error": {"message": "batch size exceeds 8"}})
        return plainly(texts, number)

    texts = [*TEXTS[:40], "long", "", *TEXTS[40:50]]
    with stub(small) as server, pytest.raises(PartlyEmbedded) as caught:
        embed(server, texts)
    assert caught.value.reasons == {
        40: f"it is refused with status {status}: batch size exceeds 8",
        41: "the text is empty",
    }
    good = [row for row in range(len(texts)) if row not in (40, 41)]
    assert np.allclose(caught.value.vectors[good], Hashing().embed([texts[row] for row in good]), atol=1e-6)


@pytest.mark.parametrize("status", [408, 409, 429, 500, 503])
def test_it_is_tried_three_times(status: int) -> None:
    with stub(lambda t, n: plainly(t, n) if n == 2 else Reply(status)) as server:
        embed(server, ["a"])
        assert len(server.asked) == 3
    with stub(lambda _t, _n: Reply(status, "busy")) as server:
        with pytest.raises(PortError, match=rf"status {status}: busy \(after 3 tries\)"):
            embed(server, ["a"])
        assert len(server.asked) == 3


@pytest.mark.parametrize("as_date", [False, True])
def test_retry_after_is_honoured(as_date: bool) -> None:
    def busy(texts: list[str], number: int) -> Reply:
        after = formatdate(time.time() + 2, usegmt=True) if as_date else "1"
        return plainly(texts, number) if number else Reply(429, headers={"Retry-After": after})

    started = time.monotonic()
    with stub(busy) as server:
        embed(server, ["a"])
    assert 0.9 < time.monotonic() - started < 5


def test_retry_after_the_deadline_is_not_waited_for() -> None:
    started = time.monotonic()
    with (
        stub(lambda _t, _n: Reply(429, headers={"Retry-After": "3600"})) as server,
        pytest.raises(PortError, match="in 3600 s"),
    ):
        embed(server, ["a"])
    assert time.monotonic() - started < 3
    assert seconds_to_wait("soon", 0.0) is None


def test_no_answer_ends_at_the_deadline() -> None:
    started = time.monotonic()
    with stub(lambda _t, _n: Hang()) as server, pytest.raises(PortError, match=r"no answer within 0\.5 s"):
        embed(server, ["a"], deadline=0.5)
    assert time.monotonic() - started < 2


def test_cancelling_acts_while_an_answer_is_awaited() -> None:
    started = time.monotonic()
    asked_to_stop = started + 0.4

    def stop(_what: str, _done: int, _total: int) -> None:
        if time.monotonic() > asked_to_stop:
            raise Cancelled

    with stub(lambda _t, _n: Hang()) as server:
        with pytest.raises(Cancelled):
            embed(server, TEXTS, progress=stop)
        assert time.monotonic() - asked_to_stop < 0.25


def test_a_connection_that_breaks_is_tried_again() -> None:
    with stub(lambda t, n: plainly(t, n) if n else Hang(half=True)) as server:
        assert embed(server, ["a"]).shape == (1, 384)


def test_nobody_there_is_one_message() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(PortError, match="the connection failed") as caught:
            Served(Endpoint(url, "m")).embed(TEXTS)
    assert type(caught.value) is PortError


ECHOES = {
    "plain": TOKEN,
    "JSON": json.dumps(TOKEN)[1:-1],
    "URL": quote(TOKEN, safe=""),
    "base64": base64.b64encode(TOKEN.encode()).decode(),
    "base64 of the header": base64.b64encode(f"Bearer {TOKEN}".encode()).decode(),
    "base64 one further": base64.b64encode(f"!Bearer {TOKEN}".encode()).decode(),
}


@pytest.mark.parametrize("name", ECHOES)
@pytest.mark.parametrize("status", [200, 401, 413, 500])
def test_an_echoed_secret_is_not_shown(name: str, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKEN", TOKEN)
    echo = "x" * 230 + ECHOES[name]
    with stub(lambda _t, _n: Reply(status, echo)) as server, pytest.raises(PortError) as caught:
        embed(server, ["a"], credential="env:TOKEN")
    assert server.headers[0]["Authorization"] == f"Bearer {TOKEN}"
    assert "•••" in str(caught.value)
    shown = ECHOES[name]
    assert not any(shown[i : i + 8] in str(caught.value) for i in range(max(1, len(shown) - 8)) if i > 8)
    assert TOKEN[:6] not in str(caught.value)


@pytest.mark.parametrize("url", ["http://me:pw@host/v1", "ftp://host", "hst/v2", "http://[", "http://h?k=pw"])
def test_an_address_that_is_none_is_not_repeated(url: str) -> None:
    with pytest.raises(PortError) as caught:
        Served(Endpoint(url, "m"))
    assert "pw" not in str(caught.value) and url not in str(caught.value)


def test_prefixes_are_sent_and_are_part_of_the_identity() -> None:
    plain = Endpoint("http://a", "m")
    with stub() as server:
        prefixed = Endpoint(server.url + "/", "m", prefix="row: ", query_prefix="query: ")
        rows = Served(prefixed)
        rows.embed(["a"])
        rows.for_queries(384).embed(["b"])
    assert server.asked == [["row: a"], ["query: b"]]
    assert set(server.paths) == {"/v1/embeddings"}
    models = [Served(plain), rows, rows.for_queries(384), Served(plain._replace(dimension=3))]
    assert len({model.identity for model in models}) == 4
    assert Served(prefixed._replace(endpoint="http://b", credential="env:B")).identity == rows.identity


CONFIGURATION = """\
version: 1
generations:
  - {{name: tea, corpora: ["*.corpus.yaml"], rows: rows.jsonl, model: {model}}}
"""
CORPUS = "version: 1\ncases:\n" + "".join(
    f'  - {{id: c{n}, query: "{words}", required: [k{n}]}}\n'
    for n, words in enumerate(["black leaves", "water kettle", "cup of green"])
)
ROWS = ["black tea leaves", "a kettle for water", "a green cup", "sugar", "milk"]


def project(folder: Path, model: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "caselens.yaml").write_text(CONFIGURATION.format(model=model))
    rows = (json.dumps({"id": f"k{n}", "text": text}) + "\n" for n, text in enumerate(ROWS))
    (folder / "rows.jsonl").write_text("".join(rows))
    corpus = folder / "a.corpus.yaml"
    corpus.write_text(CORPUS)
    return corpus


def evaluated(corpus: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    status = main(["evaluate", "--json", str(corpus)])
    told = capsys.readouterr()
    assert status in (0, 1), told.err
    return json.loads(told.out)


def test_the_command_ranks_as_without_the_endpoint_and_asks_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", TOKEN)
    plain = evaluated(project(tmp_path / "plain", "hashing"), capsys)
    with stub() as server:
        model = f"{{endpoint: '{server.url}', identifier: m, credential: 'env:TOKEN'}}"
        corpus = project(tmp_path / "served", model)
        served = evaluated(corpus, capsys)
        asked = len(server.asked)
        again = evaluated(corpus, capsys)
        assert len(server.asked) == asked
        corpus.write_text(CORPUS.replace("water kettle", "kettle"))
        evaluated(corpus, capsys)
        assert server.asked[asked:] == [["kettle"]]
        assert {text for texts in server.asked for text in texts} <= {*ROWS, "kettle", *CORPUS.split('"')}
    places = [[case["places"] for case in run["cases"]] for run in (plain, served, again)]
    ranks = [[{key: p["rank"] for key, p in case.items()} for case in run] for run in places]
    assert ranks[0] == ranks[1] == ranks[2]
    assert served["model"] == {"identity": "m · dimension as served", "is_model": True}
    stored = [path.read_bytes() for path in (tmp_path / "served/.caselens").rglob("*") if path.is_file()]
    assert len(stored) == 3 + 3  # vectors of rows, of queries, what is not versioned; and three runs
    assert not any(word in data for data in stored for word in (b"kettle", TOKEN.encode(), b"127.0.0.1"))


def test_nothing_is_sent_before_a_run_is_asked_for(tmp_path: Path) -> None:
    with stub() as server:
        corpus = project(tmp_path, f"{{endpoint: '{server.url}', identifier: m}}")
        worker = Worker()
        rank = {"id": 1, "path": str(corpus), "query": "sugar", "depth": 1}
        assert worker.rank(rank) is None
        assert server.asked == []
        worker.evaluate({"id": 2, "path": str(corpus), "text": CORPUS, "only": None})
        found = worker.rank(rank)
        assert found is not None and found[0][0] == "k3"


def test_one_query_that_is_refused_leaves_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fussy(texts: list[str], number: int) -> Reply:
        if "water kettle" in texts:
            return Reply(413, "too long")
        return plainly(texts, number)

    with stub(fussy) as server:
        run = evaluated(project(tmp_path, f"{{endpoint: '{server.url}', identifier: m}}"), capsys)
    assert [case["incomplete"] for case in run["cases"]] == [
        "",
        "it is refused with status 413: too long",
        "",
    ]
