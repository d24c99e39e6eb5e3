"""What an editor shows, drawn into the text: lenses above their line in ⟨ ⟩, hints in ‹ › after their key."""

from dataclasses import replace

import pytest

from caselens.corpus.accepted import Case
from caselens.evaluation.result import CaseResult
from caselens.evaluation.run import measured
from caselens.features.actions import mends, runs
from caselens.features.hints import hints
from caselens.features.lenses import lenses
from caselens.features.missed import run_findings
from caselens.features.picture import Picture
from caselens.features.recognition import is_corpus
from caselens.features.results import Asked, Moved, Results
from caselens.lines import Position
from caselens.ports import Hit, Place, Ranking
from caselens.text import Edit, SourceText, Span, applied

CORPUS = """\
version: 1
default_k: 2
cases:
  - id: prices
    query: What does it cost?
    required: [b]
    relevant: {b: 2, a: 1}
  - id: plans
    query: Which plans are there?
    required: ["z", 'gone']
"""

HITS = (Hit("a", 0.9), Hit("c", 0.8))


def shown(picture: Picture, results: Results, running: str = "", runnable: bool = True) -> str:
    """The text with its lenses and hints drawn in."""
    picture.settle()
    source = SourceText(picture.content)
    insertions = []
    for hint in hints(picture, results, 0, len(picture.lines)):
        at = source.starts[hint.piece.line] + hint.offset
        insertions.append(Edit(Span(at, at), f"‹{hint.label}›"))
    above: dict[int, list[str]] = {}
    for lens in lenses(picture, results, running, runnable):
        above.setdefault(lens.line, []).append(f"{lens.title} [{lens.action}]" if lens.action else lens.title)
    for line, titles in above.items():
        start = source.starts[line]
        insertions.append(Edit(Span(start, start), "".join(f"⟨{title}⟩" for title in titles) + "\n"))
    return applied(source.content, insertions)


def ran(case: Case, places: dict[str, Place]) -> CaseResult:
    return measured(case, 2, 2, Ranking(HITS, places), 38.4)


def results_for(picture: Picture) -> Results:
    assert picture.corpus
    prices, plans = picture.corpus.cases
    found = [
        ran(prices, {"a": Place(1, 0.9), "b": Place(17, 0.25)}),
        ran(plans, {"z": Place(3, 0.7)}),
    ]
    return Results().joined(found, Asked("a-model", True))


def test_before_a_run() -> None:
    assert (
        shown(Picture(CORPUS), Results())
        == """\
⟨digest d4ceb59bc081 · 2 cases⟩⟨run all [run-all]⟩
version: 1
default_k: 2
cases:
⟨run [run-case]⟩
  - id: prices
    query: What does it cost?
    required: [b]
    relevant: {b: 2, a: 1}
⟨run [run-case]⟩
  - id: plans
    query: Which plans are there?
    required: ["z", 'gone']
"""
    )


def test_after_a_run() -> None:
    picture = Picture(CORPUS)
    assert (
        shown(picture, results_for(picture))
        == """\
⟨digest d4ceb59bc081 · 2 cases · recall 0.25  MRR 0.50  NDCG 0.19⟩⟨run all [run-all]⟩
version: 1
default_k: 2
cases:
⟨run [run-case]⟩⟨missed 1 of 1 required · rank 1 · recall 0.50  RR 1.00  NDCG 0.38 · 38 ms [history]⟩
  - id: prices
    query: What does it cost?
    required: [b‹rank 17, beyond k 2›]
    relevant: {b‹rank 17, beyond k 2›: 2, a‹rank 1›: 1}
⟨run [run-case]⟩⟨missed 2 of 2 required · rank 3, beyond k 2 · recall 0.00  RR 0.00  NDCG 0.00 · 38 ms [history]⟩
  - id: plans
    query: Which plans are there?
    required: ["z"‹rank 3, beyond k 2›, 'gone'‹not in this generation›]
"""  # noqa: E501
    )


def test_an_edit_makes_a_result_stale_and_moves_the_others() -> None:
    edited = Picture("# new line\n" + CORPUS.replace("it cost", "that cost"))
    drawn = shown(edited, results_for(Picture(CORPUS)))
    assert "⟨run [run-case]⟩⟨edited since · missed 1 of 1 required · rank 1 · recall 0.50" in drawn
    assert "1 with a result" in drawn
    assert "required: [b]" in drawn
    assert "'gone'‹not in this generation›" in drawn


def test_a_comment_or_a_name_makes_nothing_stale() -> None:
    edited = Picture("name: prices\n" + CORPUS.replace("[b]", "[ b ] # the one"))
    assert "edited since" not in shown(edited, results_for(Picture(CORPUS)))


def test_while_it_runs_there_is_only_cancel() -> None:
    drawn = shown(Picture(CORPUS), Results(), running="embedding 3 of 24")
    assert "⟨embedding 3 of 24 · cancel [cancel]⟩" in drawn
    assert "run-" not in drawn


def test_nothing_runs_where_it_must_not() -> None:
    assert "run" not in shown(Picture(CORPUS), Results(), runnable=False)


@pytest.mark.parametrize(
    ("content", "title"),
    [
        ("version: 2\ncases: [{}]", "no digest: 4 refusals"),
        ("version: [", "no digest: 1 refusal"),
        ("# x", None),
    ],
)
def test_a_refused_corpus_has_no_digest(content: str, title: str | None) -> None:
    picture = Picture(content)
    picture.settle()
    titles = [lens.title for lens in lenses(picture, Results())]
    assert titles == ([title] if title else [])


def test_what_no_model_gave_says_so() -> None:
    picture = Picture(CORPUS)
    both = results_for(picture)
    hashed = Results().joined(both.by_id.values(), Asked("hashing", False))
    assert "NDCG 0.19 · not a model⟩" in shown(picture, hashed)
    # What two models gave is never one mean.
    one = both.joined([both.by_id["plans"]], Asked("hashing", False))
    assert "· 1 with a result · not a model⟩" in shown(picture, one)


def test_nothing_stands_after_the_keys_of_a_broken_case() -> None:
    picture = Picture(CORPUS)
    results = results_for(picture)
    line = CORPUS[: CORPUS.index("'gone']")].count("\n")
    picture.edit(Position(line, 26), Position(line, 27), "", lambda _, column: column)  # its bracket
    assert [(hint.piece.line, hint.label) for hint in hints(picture, results, 0, 99)][-1] == (3, "rank 1")
    assert len(list(hints(picture, results, 0, 99))) == 3


def test_incomplete_cases_say_why() -> None:
    picture = Picture(CORPUS)
    assert picture.corpus
    result = results_for(picture).by_id["prices"]
    failed = CaseResult("prices", result.digest, 2, incomplete="the model is not there")
    assert "⟨not asked: the model is not there [history]⟩" in shown(
        picture, Results().joined([failed], Asked("a-model", True))
    )


@pytest.mark.parametrize(
    ("at", "titles"),
    [
        ("version", ["Run all 2 cases"]),
        ("- id: prices", ["Run case prices", "Run all 2 cases"]),
        ("a: 1}", ["Run case prices", "Run all 2 cases"]),
        ("'gone'", ["Run case plans", "Run all 2 cases"]),
    ],
)
def test_what_a_lens_does_is_an_action_too(at: str, titles: list[str]) -> None:
    line = CORPUS[: CORPUS.index(at)].count("\n")
    assert [run.title for run in runs(Picture(CORPUS), line)] == titles


def test_fixes_are_offered_where_their_finding_is() -> None:
    picture = Picture(CORPUS.replace("version: 1", "version: '1'"))
    here = [mend.fix.title for mend in mends(picture, 0, 0)]
    assert here == ["Write 1"]
    picture.ignore(frozenset(["few-cases"]))
    assert list(mends(picture, 1, 4)) == []


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.corpus.yaml", "", True),
        ("a.corpus.yml", "x", True),
        ("a.yaml", "version: 1\ncases:\n", True),
        ("a.yaml", "# c\n\"version\": 1\n'cases': []\n", True),
        ("a.yaml", "version: 1\n", False),
        ("a.yaml", "x:\n  version: 1\n  cases: []\n", False),
        ("caselens.yaml", "version: 1\ngenerations: []\n", False),
    ],
)
def test_other_yaml_is_left_alone(name: str, content: str, expected: bool) -> None:
    assert is_corpus(name, content) is expected


def test_the_last_run_complains_where_its_case_stands() -> None:
    picture = Picture(CORPUS)
    results = results_for(picture).compared({"plans": Moved("worse", "z 1 → (3)")}, "the baseline")
    said = [
        (piece.line + piece.source.line_of(found.span.start), piece.source.slice(found.span), found.message)
        for piece, found in run_findings(picture, results)
    ]
    assert said == [
        (
            5,
            "b",
            '"b" is not in the top 2: rank 17 at 0.250, 0.550 too far; above it a, c',
        ),
        (9, '"z"', '"z" is not in the top 2: rank 3 at 0.700, 0.100 too far; above it a, c'),
        (9, "'gone'", '"gone" is not in the top 2: no row has this key'),
        (7, "plans", "worse since the baseline: z 1 → (3)"),
    ]
    # An edit elsewhere moves it, one of the case takes it away, and so do other rows.
    picture.edit(Position(0, 0), Position(0, 0), "# above\n", lambda _line, column: column)
    assert [piece.line for piece, _ in run_findings(picture, results)] == [4, 8, 8, 8]
    picture.edit(Position(5, 11), Position(5, 11), "Now: ", lambda _line, column: column)
    assert [piece.line for piece, _ in run_findings(picture, results)] == [8, 8, 8]
    assert list(run_findings(picture, results.seen("other rows"))) == []


def test_other_rows_make_every_result_old() -> None:
    picture = Picture(CORPUS)
    results = replace(results_for(picture), asked=Asked("a-model", True, "these rows"))
    assert results.seen("these rows") == results
    assert results.seen("") == results
    drawn = shown(picture, results.seen("other rows"))
    assert "⟨rows or settings changed since · missed 1 of 1 required · rank 1" in drawn
    assert "‹" not in drawn
    assert results.seen("other rows").seen("these rows") == results


def test_what_became_of_a_case_stands_above_it_until_it_is_asked_again() -> None:
    picture = Picture(CORPUS)
    before = results_for(picture)
    compared = before.compared({"prices": Moved("worse", "a 1 → 2")}, "the baseline")
    drawn = shown(picture, compared)
    assert "· 38 ms · worse: a 1 → 2 [history]⟩" in drawn
    assert "⟨compare with the baseline [compare]⟩" in drawn
    again = compared.joined(before.by_id.values(), before.asked)
    assert "worse" not in shown(picture, again)
