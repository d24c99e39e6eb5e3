"""Judged rows in the text of a case: before, what is said, and after."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caselens.corpus.accepted import Case
from caselens.evaluation.result import CaseResult
from caselens.evaluation.run import measured
from caselens.features.judgements import Judgement, expects_nothing, judged, returned
from caselens.features.picture import Picture
from caselens.ports import Hit, Place, Ranking
from caselens.text import Edit, Span, applied

HEAD = "version: 1\ncases:\n"
CASE = f"{HEAD}  - id: a\n    query: q\n"
FLOW = "{id: b, query: r, required: [z]}]\nversion: 1\n"
OTHER = "  - id: b\n    query: r\n    required: [z]\n"


def case_of(picture: Picture, name: str = "a") -> Case:
    picture.settle()
    return next(placed.case for placed in picture.cases() if placed.case and placed.case.id == name)


def after(text: str, *said: tuple[str, bool, float | None]) -> str | None:
    """The text once it has been judged; None where that cannot be done."""
    picture = Picture(text)
    found = judged(picture, case_of(picture), [Judgement(*one) for one in said])
    if found is None:
        return None
    piece, edits = found
    start = sum(map(len, picture.lines[: piece.line]))
    assert len(edits) <= 1
    return applied(text, [Edit(Span(start + begin, start + end), new) for (begin, end), new in edits])


@pytest.mark.parametrize(
    ("text", "said", "wanted"),
    [
        # one more, in the style of those that are there
        (f"{CASE}    required: [x]\n", [("y", True, 1)], f"{CASE}    required: [x, y]\n"),
        (
            f"{CASE}    required:\n      - x # so\n",
            [("y", True, 1.0)],
            f"{CASE}    required:\n      - x # so\n      - y\n",
        ),
        # the first grade writes down those that were not written
        (
            f"{CASE}    required: [x]\n",
            [("y", False, 3.0)],
            f"{CASE}    required: [x]\n    relevant: {{x: 1, y: 3}}\n",
        ),
        (
            f"{CASE}    required: [x]\n",
            [("y", True, 1.0), ("z", False, 0.5)],
            f"{CASE}    required: [x, y]\n    relevant: {{x: 1, z: 0.5, y: 1}}\n",
        ),
        # a row that is no longer required keeps the 1 that it had
        (
            f"{CASE}    required: [x, y]\n",
            [("y", False, 1.0)],
            f"{CASE}    required: [x]\n    relevant: {{x: 1, y: 1}}\n",
        ),
        # all of a case may become another
        (
            f"{CASE}    required: [x]\n    relevant: {{x: 1}}\n{OTHER}",
            [("x", False, None), ("y", True, 3.0), ("w", False, 2.0)],
            f"{CASE}    required: [y]\n    relevant: {{y: 3, w: 2}}\n{OTHER}",
        ),
        # required, but worth nothing since grades are given
        (
            f"{CASE}    relevant: {{x: 2}}\n",
            [("y", True, None)],
            f"{CASE}    relevant: {{x: 2}}\n    required: [y]\n",
        ),
        # another grade, and none
        (
            f"{CASE}    relevant: {{x: 2, y: 1}}\n",
            [("x", False, 0.25)],
            f"{CASE}    relevant: {{x: 0.25, y: 1}}\n",
        ),
        (
            f"{CASE}    relevant:\n      x: 2\n      y: 1\n",
            [("x", False, None)],
            f"{CASE}    relevant:\n      y: 1\n",
        ),
        # as it is, however many digits that takes
        (
            f"{CASE}    required: [x]\n",
            [("y", False, 0.1 + 0.2), ("z", False, math.inf), ("w", False, 1e300)],
            f"{CASE}    required: [x]\n    relevant: {{x: 1, y: 0.30000000000000004, z: .inf, w: 1e+300}}\n",
        ),
        # with the last the field goes
        (
            f"{CASE}    required: [x]\n    relevant: {{y: 2}}\n",
            [("y", False, None)],
            f"{CASE}    required: [x]\n",
        ),
        # as it was
        (f"{CASE}    required: [x]\n", [("x", True, 1.0), ("y", False, None)], f"{CASE}    required: [x]\n"),
        # in flow style, and where lines end otherwise
        (
            f"cases: [{{id: a, query: q, required: [x]}}, {FLOW}",
            [("y", False, 2.0)],
            f"cases: [{{id: a, query: q, required: [x], relevant: {{x: 1, y: 2}}}}, {FLOW}",
        ),
        (
            f"{CASE}    required:\n      - x\n".replace("\n", "\r\n"),
            [("acme\x1f1", True, 2.0)],
            f'{CASE}    required:\n      - x\n      - "acme\\x1f1"\n'.replace("\n", "\r\n")
            + '    relevant:\r\n      x: 1\r\n      "acme\\x1f1": 2\r\n',
        ),
    ],
)
def test_what_is_said_of_rows_is_written(
    text: str, said: list[tuple[str, bool, float | None]], wanted: str
) -> None:
    assert after(text, *said) == wanted


def test_nothing_is_edited_but_the_lines_that_change() -> None:
    picture = Picture(
        f"{CASE}    k: 3\n    required:\n      - x\n    relevant:\n      x: 1\n      z: 2\n{OTHER}"
    )
    found = judged(picture, case_of(picture), [Judgement("x", True, 3.0)])
    assert found is not None
    piece, [(span, new)] = found
    assert (piece.source.slice(span), new) == ("      x: 1\n", "      x: 3\n")


@pytest.mark.parametrize(
    "text",
    [
        "version: 1\ncases:\n  - &one {id: a, query: q, required: [x]}\n  - {<<: *one, id: b}\n",
        "version: 1\nold: &keys [x]\ncases:\n  - {id: a, query: q, required: *keys}\n",
    ],
)
def test_what_other_parts_of_the_file_decide_is_left_alone(text: str) -> None:
    assert after(text, ("x", True, 1.0)) in (text, None)
    assert after(text, ("x", False, None), ("y", True, 2.0)) is None


def test_a_case_may_not_be_left_with_nothing() -> None:
    case = Case("a", "q", required=("x",), relevant=(("y", 1.0),))
    gone = [Judgement("x", False, None), Judgement("y", False, None)]
    assert expects_nothing(case, gone)
    assert not expects_nothing(case, gone[:1])
    assert not expects_nothing(case, [*gone, Judgement("z", False, 1.0)])


def result_of(case: Case) -> CaseResult:
    places = {"x": Place(40, 0.1), "y": Place(1, 0.9), "w": Place(17, 0.25)}
    return measured(case, 2, 2, Ranking((Hit("y", 0.9), Hit("n", 0.8)), places))


def test_returned_rows_come_first_and_then_what_is_expected_besides() -> None:
    case = Case("a", "q", required=("x", "gone"), relevant=(("y", 2.0), ("w", math.inf)))
    result = replace(result_of(case), beyond=(Hit("m", 0.7),))
    assert [tuple(row) for row in returned(case, result)] == [
        ("y", 1, 0.9, False, 2.0),
        ("n", 2, 0.8, False, None),
        ("m", 3, 0.7, False, None),
        ("w", 17, 0.25, False, math.inf),
        ("x", 40, 0.1, True, None),
        ("gone", None, None, True, None),
    ]


def test_rows_that_are_required_alone_have_the_grade_that_counts() -> None:
    case = Case("a", "q", required=("y",))
    assert [(row.key, row.required, row.grade) for row in returned(case, result_of(case))][:2] == [
        ("y", True, 1.0),
        ("n", False, None),
    ]


KEYS = st.sampled_from(["x", "y", "a b", "42", "ÄÖ", "é: {", "z#"])
GRADES = st.sampled_from([None, 0.5, 1.0, 3.0])
STYLES = st.sampled_from(
    [
        "    required: [x, y]\n",
        "    required:\n      - x\n      # why\n      - y\n",
        "    required: [x]\n    relevant: {y: 2, x: 1}\n",
        "    relevant:\n      y: 2 # half\n      x: 1\n",
        "    required: []\n    relevant:\n      y: 2\n    k: 3\n",
        "    required: [x]\n    relevant: {}\n",
        "    required: [x]\n    relevant:\n",
    ]
)


@settings(max_examples=200, deadline=None)
@given(STYLES, st.dictionaries(KEYS, st.tuples(st.booleans(), GRADES), max_size=4))
def test_a_case_becomes_what_was_said_and_the_others_stay(
    style: str, said: dict[str, tuple[bool, float | None]]
) -> None:
    text = f"{CASE}{style}{OTHER}# the end\n"
    before = case_of(Picture(text))
    if expects_nothing(before, [Judgement(key, *one) for key, one in said.items()]):
        return
    changed = after(text, *((key, *one) for key, one in said.items()))
    assert changed is not None
    picture = Picture(changed)
    case = case_of(picture)
    assert case_of(picture, "b") == case_of(Picture(text), "b")
    assert changed.endswith("# the end\n")
    for key, (required, grade) in said.items():
        assert (key in case.required) == required
        # Where nothing is graded, what is required has 1 whether or not that was said.
        assert case.grades.get(key) == (grade if case.relevant or not required else 1.0)
    untouched = {*before.expected} - said.keys()
    assert {key for key in untouched if key in before.required} <= {*case.required}
    assert {*case.expected} == untouched | {key for key, (req, grade) in said.items() if req or grade}
