"""What blocks a run, what it does not tell, and what stands in no mean."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from caselens.adapters.embedders.hashing import Hashing
from caselens.corpus.accepted import Case, Corpus
from caselens.evaluation.judgement import blockers, unmeasured
from caselens.evaluation.result import CaseResult, Means, Run, means
from caselens.evaluation.run import evaluate
from caselens.ports import Ask, Embedder, PortError, Progress, Ranking, Searcher, silent
from caselens.reports.table import report, verdict
from caselens.settings import Gates
from caselens.text import decimals

NOT_A_MODEL = "quality: hashing-384-v1 is not a model; its numbers say nothing about any embedding"
NO_INDEX = "exact agreement: the search itself looked at every row, so there is no index to compare"
NO_BASELINE = "change: no baseline was given"
OPEN = Gates()


def asked(
    name: str, recall: float = 1.0, missing: tuple[str, ...] = (), agreement: float | None = None
) -> CaseResult:
    return CaseResult(
        name,
        "digest",
        5,
        missing=missing,
        recall=recall,
        reciprocal_rank=0.5,
        ndcg=0.25,
        exact_agreement=agreement,
    )


def not_asked(name: str) -> CaseResult:
    return CaseResult(name, "digest", 5, incomplete="the model is away")


def run_of(*results: CaseResult, is_model: bool = True) -> Run:
    model = "a-model" if is_model else Hashing.identity
    return Run("corpus-digest", "", "docs", model, is_model, 3, results)


# -- blockers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("run", "gates", "found"),
    [
        pytest.param(run_of(), OPEN, (), id="nothing asked"),
        pytest.param(run_of(asked("a"), asked("b", 0)), OPEN, (), id="nothing gates unless asked"),
        pytest.param(
            run_of(asked("b", missing=("y", "x")), asked("a", missing=("z",)), asked("c")),
            OPEN,
            (
                'a: the required key "z" is not in the top 5',
                'b: the required key "x" is not in the top 5',
                'b: the required key "y" is not in the top 5',
            ),
            id="every required miss, sorted",
        ),
        pytest.param(
            run_of(asked("a", missing=("z", "z"))),
            OPEN,
            ('a: the required key "z" is not in the top 5',),
            id="a key that is required twice is missed once",
        ),
        pytest.param(
            run_of(asked("a", missing=("acme\x1f1",))),
            OPEN,
            (r'a: the required key "acme\x1f1" is not in the top 5',),
            id="a composite key as it is written in YAML",
        ),
        pytest.param(
            run_of(not_asked("b"), asked("c"), not_asked("a")),
            OPEN,
            ("2 of 3 cases could not be asked (the model is away): b, a",),
            id="incomplete cases block",
        ),
        pytest.param(
            run_of(not_asked("b"), asked("c")),
            Gates(require_every_case=False),
            (),
            id="unless they may be missing",
        ),
        pytest.param(
            run_of(asked("a", 0.5), asked("b", 1)),
            Gates(min_recall=0.8),
            ("mean recall 0.750 is under 0.8",),
            id="recall floor",
        ),
        pytest.param(run_of(asked("a", 0.5), asked("b", 1)), Gates(min_recall=0.75), (), id="on the floor"),
        pytest.param(
            run_of(asked("a", 0.79996)),
            Gates(min_recall=0.8),
            ("mean recall 0.79996 is under 0.8",),
            id="digits that show the difference",
        ),
        pytest.param(
            run_of(asked("a", 0.5), not_asked("b")),
            Gates(min_recall=0.5, require_every_case=False),
            (),
            id="an incomplete case is no zero",
        ),
        pytest.param(
            run_of(not_asked("b")),
            Gates(min_recall=0.5, require_every_case=False),
            (),
            id="a floor under nothing",
        ),
        pytest.param(
            run_of(asked("a", agreement=0.5)),
            Gates(min_exact_agreement=0.9),
            ("mean exact agreement 0.500 is under 0.9",),
            id="agreement floor",
        ),
        pytest.param(run_of(asked("a")), Gates(min_exact_agreement=0.9), (), id="where nothing agreed"),
        pytest.param(
            run_of(asked("z", 0.1, ("k",), 0.1), not_asked("a")),
            Gates(min_recall=1, min_exact_agreement=1),
            (
                "1 of 2 cases could not be asked (the model is away): a",
                "mean exact agreement 0.100 is under 1",
                "mean recall 0.100 is under 1",
                'z: the required key "k" is not in the top 5',
            ),
            id="all together, sorted",
        ),
    ],
)
def test_what_blocks(run: Run, gates: Gates, found: tuple[str, ...]) -> None:
    assert blockers(run, gates) == found


# -- not measured -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("run", "gates", "found"),
    [
        pytest.param(run_of(asked("a")), OPEN, (NO_INDEX, NO_BASELINE), id="a model and an exact search"),
        pytest.param(
            run_of(asked("a"), is_model=False),
            OPEN,
            (NOT_A_MODEL, NO_INDEX, NO_BASELINE),
            id="hashing says that it is no model",
        ),
        pytest.param(run_of(asked("a", agreement=1)), OPEN, (NO_BASELINE,), id="agreement was measured"),
        pytest.param(
            run_of(not_asked("a")),
            Gates(min_recall=0.8),
            (NO_INDEX, "the recall floor: no case could be asked", NO_BASELINE),
            id="a floor under nothing",
        ),
        pytest.param(
            run_of(CaseResult("a", "digest", 5, recall=1.0, reciprocal_rank=1.0), not_asked("b")),
            OPEN,
            (NO_INDEX, "NDCG of a: its grades do not add up to a finite number", NO_BASELINE),
            id="grades that are infinite",
        ),
    ],
)
def test_what_is_not_measured(run: Run, gates: Gates, found: tuple[str, ...]) -> None:
    assert unmeasured(run, gates) == found


# -- means --------------------------------------------------------------------------------------


def test_incomplete_cases_stand_in_no_mean() -> None:
    run = run_of(asked("a", 0.5), not_asked("b"), asked("c", 1, agreement=0.75))
    assert run.means == Means(0.75, 0.5, 0.25, 0.75)
    assert means([not_asked("a")]) == means([]) == Means(None, None, None, None)


class Away(Hashing):
    """A model that cannot be reached."""

    def embed(self, texts: Sequence[str], progress: Progress = silent) -> NDArray[np.float32]:
        raise PortError("model.test refuses the connection")


class Nowhere:
    """A search that fails, of no rows."""

    rows = 0
    parameters: Mapping[str, str] = {}

    def close(self) -> None:
        """Nothing is held open."""

    def search(
        self, vectors: NDArray[np.float32], asks: Sequence[Ask], progress: Progress = silent
    ) -> tuple[Ranking, ...]:
        raise PortError("the index is being built")


CORPUS = Corpus("", "", 0, (Case("a", "q", 3, ("x",)), Case("b", "r", 0, (), (("y", 1.0),))))


@pytest.mark.parametrize(
    ("embedder", "reason"),
    [(Away(), "model.test refuses the connection"), (Hashing(), "the index is being built")],
)
def test_a_case_that_could_not_be_asked_has_a_reason_and_no_decimals(embedder: Embedder, reason: str) -> None:
    searcher: Searcher = Nowhere()
    run = evaluate(CORPUS, embedder, searcher)
    assert [(result.id, result.depth, result.incomplete) for result in run.results] == [
        ("a", 3, reason),
        ("b", 10, reason),
    ]
    assert all(result.recall is result.reciprocal_rank is result.ndcg is None for result in run.results)
    assert all(result.missing == () and not result.hits for result in run.results)
    assert run.means == Means(None, None, None, None)
    assert blockers(run, OPEN) == (f"2 of 2 cases could not be asked ({reason}): a, b",)


def test_a_mean_over_nothing_is_a_dash_in_the_table() -> None:
    run = evaluate(CORPUS, Away(), Nowhere())
    table = f"{report(run, 80)}\n\n{verdict(blockers(run, OPEN), (), 80)}"
    assert "\n".join(table.splitlines()[4:]) == (
        "case    k  recall    RR   NDCG  ranks\n"
        "a       3  not asked: model.test refuses the connection\n"
        "b      10  not asked: model.test refuses the connection\n"
        "\n"
        "mean            –     –      –  * required · (rank) beyond k\n"
        "\n"
        "blocks\n"
        "  - 2 of 2 cases could not be asked (model.test refuses the connection): a, b\n"
        "\n"
        "blocked by 1 finding"
    )
    assert [decimals(None), decimals(0.0), decimals(2 / 3)] == ["–", "0.00", "0.67"]


def test_keys_with_several_rows_are_told_of() -> None:
    several = replace(asked("b"), repeated=("x",))
    (said,) = [point for point in unmeasured(run_of(asked("a"), several), OPEN) if "several rows" in point]
    assert said.startswith("equality with the reference in b: ")
