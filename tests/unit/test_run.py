"""An evaluation as a whole: what is asked, what a result is tied to, and its JSON."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from numpy.typing import NDArray

from caselens import schema
from caselens.adapters.embedders.hashing import Hashing
from caselens.adapters.search import ExactSearch
from caselens.corpus.accepted import Case, Corpus
from caselens.corpus.digest import case_digest, digest
from caselens.evaluation.record import UnknownVersion, as_json, from_json, result_as_json, result_from_json
from caselens.evaluation.result import CaseResult, Means, Run, Source
from caselens.evaluation.run import evaluate
from caselens.evaluation.wide import DEEPEST
from caselens.ports import Ask, Cancelled, Embedder, Hit, Place, Progress, Ranking, Searcher, silent


class Lengths:
    """A model to which a text is its length."""

    identity = "lengths"
    is_model = True
    dimensions = 1

    def embed(self, texts: Sequence[str], progress: Progress = silent) -> NDArray[np.float32]:
        progress("embedding", len(texts), len(texts))
        return np.array([[len(text)] for text in texts], np.float32).reshape(-1, 1)


class Alphabet:
    """A search that always answers a, b, c, … and remembers what it was asked."""

    rows = 26
    parameters: Mapping[str, str] = {}

    def close(self) -> None:
        """Nothing is held open."""

    def __init__(self) -> None:
        self.asked: list[tuple[float, Ask]] = []

    def search(
        self, vectors: NDArray[np.float32], asks: Sequence[Ask], progress: Progress = silent
    ) -> tuple[Ranking, ...]:
        self.asked += zip(vectors[:, 0].tolist(), asks, strict=True)
        progress("searching", self.rows, self.rows)
        letters = "abcdefghijklmnopqrstuvwxyz"
        places = {letter: Place(rank, 1 - rank / 100) for rank, letter in enumerate(letters, 1)}
        return tuple(
            Ranking(
                tuple(Hit(letter, places[letter].score) for letter in letters[: ask.depth]),
                {key: places[key] for key in ask.expected if key in places},
            )
            for ask in asks
        )


def corpus_of(*cases: Case, default_k: int = 0) -> Corpus:
    return Corpus("letters", "", default_k, cases)


def run_of(corpus: Corpus, only: frozenset[str] | None = None, run_depth: int = 10) -> Run:
    embedder: Embedder = Lengths()
    searcher: Searcher = Alphabet()
    return evaluate(corpus, embedder, searcher, generation="docs", only=only, run_depth=run_depth)


@pytest.mark.parametrize(
    ("k", "default_k", "run_depth", "depth"),
    [
        (3, 5, 7, 3),
        (0, 5, 7, 5),
        (0, 0, 7, 7),
        (-1, 5, 7, 5),
        (-1, -2, 7, 7),
        (3, 0, 7, 3),
        (30, 5, 7, 30),
    ],
)
def test_the_depth_is_the_case_s_or_the_corpus_s_or_the_run_s(
    k: int, default_k: int, run_depth: int, depth: int
) -> None:
    run = run_of(corpus_of(Case("one", "q", k, ("h",)), default_k=default_k), run_depth=run_depth)
    (result,) = run.results
    assert (result.depth, len(result.hits)) == (depth, min(depth, 26))
    assert result.missing == (() if depth >= 8 else ("h",))
    assert result.places == {"h": Place(8, 0.92)}


def test_what_is_asked_and_what_comes_of_it() -> None:
    corpus = corpus_of(
        Case("first", "q", 2, ("b", "x", "b"), ()),
        Case("second", "qq", 0, ("c",), (("a", 0.5), ("c", 2.0), ("none", 1.0))),
        default_k=4,
    )
    searcher = Alphabet()
    run = evaluate(corpus, Lengths(), searcher)
    assert searcher.asked == [(1.0, Ask(DEEPEST, ("b", "x"))), (2.0, Ask(DEEPEST, ("c", "a", "none")))]
    first, second = run.results
    assert (first.missing, first.recall, first.reciprocal_rank) == (("x",), 0.5, 0.5)
    assert first.places == {"b": Place(2, 0.98), "x": Place(24, 0.76)}
    assert (second.missing, second.recall, second.reciprocal_rank) == ((), 2 / 3, 1.0)
    assert second.places == {"c": Place(3, 0.97), "a": Place(1, 0.99)}
    assert (run.generation, run.model, run.is_model, run.rows) == ("", "lengths", True, 26)
    assert run.means.recall == pytest.approx((0.5 + 2 / 3) / 2)
    assert run.means.mrr == 0.75
    assert run.means.exact_agreement is None


def test_only_the_named_cases_are_asked_in_file_order() -> None:
    corpus = corpus_of(*(Case(name, "q", 0, ("a",)) for name in "xyz"))
    run = run_of(corpus, only=frozenset("zx"))
    assert [result.id for result in run.results] == ["x", "z"]
    # The corpus is the whole one all the same.
    assert run.corpus_digest == digest(corpus)
    none = run_of(corpus, only=frozenset())
    assert (none.results, none.means) == ((), Means(None, None, None, None))


def test_a_result_is_tied_to_its_case_by_digest() -> None:
    case = Case("one", "q", 0, ("a",))
    corpus = corpus_of(case, default_k=5)
    run = run_of(corpus)
    (result,) = run.results
    assert result.digest == case_digest(case, 5)
    assert run.corpus_digest == digest(corpus)
    # Whatever decides a result changes the tie; a neighbour or the corpus's name does not.
    changes = [
        (case._replace(query="q "), 5),
        (case._replace(k=5), 5),
        (case._replace(required=("a", "a")), 5),
        (case._replace(relevant=(("a", 1.0),)), 5),
        (case._replace(id="two"), 5),
        (case, 6),
    ]
    assert len({case_digest(case, default_k) for case, default_k in changes} | {result.digest}) == 7
    others = corpus_of(Case("zero", "z", 1, ("z",)), case, default_k=5)._replace(name="renamed")
    assert run_of(others).results[1].digest == result.digest


ROWS = {
    "cold": "the radiator stays cold in winter",
    "bill": "an invoice was paid twice",
    "door": "the front door does not lock",
    "lift": "the lift is stuck between two floors",
}


def hashing_run(only: frozenset[str] | None = None) -> Run:
    corpus = corpus_of(
        Case("heat", "my radiator is cold", 1, ("cold",)),
        Case("money", "invoice paid twice", 2, (), (("bill", 1.0), ("lift", 0.5))),
        Case("lost", "the door lock", 1, ("bill", "gone")),
    )
    embedder = Hashing()
    searcher = ExactSearch(tuple(ROWS), embedder.embed(tuple(ROWS.values())))
    return evaluate(corpus, embedder, searcher, generation="house", only=only)


def test_with_the_hashing_embedder_and_exact_search() -> None:
    heat, money, lost = hashing_run().results
    assert (heat.recall, heat.reciprocal_rank, heat.ndcg, heat.missing) == (1, 1, 1, ())
    assert heat.places["cold"].rank == 1
    assert heat.hits == (Hit("cold", heat.places["cold"].score),)
    assert (money.recall, money.reciprocal_rank, len(money.hits)) == (0.5, 1, 2)
    assert set(money.places) == {"bill", "lift"}
    assert (lost.recall, lost.missing, [hit.key for hit in lost.hits]) == (0, ("bill", "gone"), ["door"])
    # A row that is beyond the depth has its true rank; a key without a row has none.
    assert set(lost.places) == {"bill"}
    assert 1 < lost.places["bill"].rank <= len(ROWS)
    run = hashing_run()
    assert (run.model, run.is_model, run.rows) == ("hashing-384-v1", False, 4)


def test_a_result_does_not_depend_on_which_others_are_asked() -> None:
    def timeless(result: CaseResult) -> CaseResult:
        return replace(result, milliseconds=0)

    alone = [
        timeless(result)
        for name in ("heat", "money", "lost")
        for result in hashing_run(frozenset([name])).results
    ]
    assert alone == [timeless(result) for result in hashing_run().results]


def test_times_are_told() -> None:
    run = hashing_run()
    assert run.embedding > 0
    assert run.searching > 0
    share = (run.embedding + run.searching) / 3
    assert [result.milliseconds for result in run.results] == [pytest.approx(share)] * 3


# -- JSON ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "result",
    [
        CaseResult("a", "digest", 5, incomplete="the model is away"),
        CaseResult(
            "b",
            "digest",
            5,
            ("deep", "gone"),
            {"deep": 1.0, "gone": float("inf"), "acme\x1f1": 0.1},
            (Hit("acme\x1f1", 0.1 + 0.2), Hit("é😀", -1.0)),
            (Hit("later", -2.0),),
            {"acme\x1f1": Place(1, 0.1 + 0.2), "deep": Place(17, 1e-9)},
            {"gone": "its row has no vector"},
            ("deep", "gone"),
            1 / 3,
            1.0,
            None,
            0.5,
            ("acme\x1f1", "deep"),
            ("é😀",),
            12.5,
            0.25,
        ),
        *hashing_run().results,
    ],
    ids=lambda result: result.id,
)
def test_a_result_survives_json(result: CaseResult) -> None:
    assert result_from_json(json.loads(json.dumps(result_as_json(result), allow_nan=False))) == result


def recorded_run() -> Run:
    run = run_of(corpus_of(Case("one", "secret question", 2, ("b", "zz")), Case("two", "q", 0, ("a",))))
    return replace(
        run,
        embedding=1.25,
        searching=0.5,
        parameters={"hnsw.ef_search": "40"},
        corpus_path="a/letters.corpus.yaml",
        source=Source("letters.jsonl", "abc", "now"),
        configuration={"generation": {"name": "docs", "key_fields": ["id"]}, "k": 10},
        started="2026-11-30T10:00:00.000Z",
        completed="2026-11-30T10:00:00.250Z",
    )


def test_a_run_survives_json_which_the_schema_describes() -> None:
    run = recorded_run()
    document = json.loads(json.dumps(as_json(run), allow_nan=False))
    Draft202012Validator(schema.load("run")).validate(document)
    assert from_json(document) == run
    assert "secret question" not in json.dumps(document)
    assert document["configuration"]["flat"] == {
        "generation.name": "docs",
        "generation.key_fields": ["id"],
        "k": 10,
    }
    assert document["means"]["wide"]["hit@1"] == 0.5
    assert document["cases"][0]["wide"]["recall@5"] == 0.5
    assert [hit["key"] for hit in document["cases"][0]["hits"]] == ["a", "b"]
    assert len(document["cases"][0]["beyond"]) == DEEPEST - 2


@pytest.mark.parametrize("version", [None, 0, 2, "1"])
def test_another_version_of_a_record_is_refused_by_name(version: object) -> None:
    with pytest.raises(
        UnknownVersion, match=re.escape(f"version {version!r}; this Caselens reads version 1")
    ):
        from_json({**as_json(recorded_run()), "version": version})


def test_infinite_grades_leave_a_run_that_is_json() -> None:
    endless = Case("endless", "q", 2, (), (("a", float("inf")), ("b", float("nan"))))
    run = run_of(corpus_of(endless, Case("plain", "q", 2, ("a",))))
    assert [result.ndcg for result in run.results] == [None, 1.0]
    json.dumps(as_json(run), allow_nan=False)


# -- cancelling ---------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["embedding", "searching"])
def test_cancelling_goes_through(when: str) -> None:
    def cancel(what: str, _done: int, _total: int) -> None:
        if what == when:
            raise Cancelled

    with pytest.raises(Cancelled):
        evaluate(corpus_of(Case("one", "q", 0, ("a",))), Lengths(), Alphabet(), progress=cancel)


def test_a_mistake_of_ours_is_no_incomplete_case() -> None:
    class Broken(Lengths):
        def embed(self, texts: Sequence[str], progress: Progress = silent) -> NDArray[np.float32]:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        evaluate(corpus_of(Case("one", "q", 0, ("a",))), Broken(), Alphabet())
