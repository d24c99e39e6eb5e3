"""What an editor asks of one corpus as a whole: its outline, folds, selections, keys and links."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caselens.features.anchors import anchored_at
from caselens.features.folding import folds
from caselens.features.links import configuration_links
from caselens.features.outline import outline
from caselens.features.picture import Picture
from caselens.features.selection import around
from caselens.features.tokens import tokens
from caselens.lines import Position, split
from caselens.ports import KeyLookup
from caselens.text import Edit, Span, applied

CORPUS = """\
version: 1
cases:
  # about prices
  - id: prices 🫖
    query: What does it cost?
    required: [b]

  - query: Which plans are there?
    required: [c]
  - id: plans
    query: How
      many?
    relevant: {b: 2}
"""


def outlined(picture: Picture) -> list[str]:
    picture.settle()
    return [f"{line + 1}-{end} {name} · {detail}" for line, end, name, detail in outline(picture)]


SHOWN = [
    "4-7 prices 🫖 · What does it cost?",
    "8-9 Which plans are there? · Which plans are there?",
    "10-14 plans · How many?",
]


def test_every_case_is_in_the_outline() -> None:
    assert outlined(Picture(CORPUS)) == SHOWN
    assert outlined(Picture(CORPUS.replace("\n", "\r\n"))) == SHOWN


def test_a_case_that_breaks_stays_in_the_outline() -> None:
    picture = Picture(CORPUS)
    picture.settle()
    picture.edit(Position(3, 8), Position(3, 8), '"', lambda _, column: column)
    assert outlined(picture) == SHOWN


def test_the_outline_of_a_file_that_is_read_as_a_whole() -> None:
    assert outlined(Picture("version: 1\ncases: [{id: a, query: q, required: [x]}, {query: ' '}, ~]\n")) == [
        "2-2 a · q",
        "2-2 a case without an id ·  ",
    ]
    assert outlined(Picture("version: 1\ncases:\n  - &c {id: '', query: q, required: [x]}\n  - *c\n")) == [
        "3-3 q · q",
        "4-4 q · q",
    ]


def test_a_case_without_a_query_has_its_id_once() -> None:
    assert outlined(Picture("version: 1\ncases:\n  - {id: a}\n  - {id: b, query: q}\n")) == [
        "3-3 a · ",
        "4-5 b · q",
    ]


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        (CORPUS, ["2-13", "4-6", "8-9", "10-13", "11-12"]),
        ("cases:\n- id: a\n  required:\n  - x\n  - y\n- id: b\n", ["1-6", "2-5", "3-5"]),
        ("# a\n# b\n\nversion: 1\n  # c\n", ["#1-2"]),
        ("cases:\n  - id: a\n    # b\n    # c\n    query: |\n      x\n\n\n", ["1-6", "2-6", "#3-4", "5-6"]),
        ("cases:\r\n  - id: [a\r\n    query: '", ["1-3", "2-3"]),
        ("", []),
        ("\t- a\n \n", []),
    ],
)
def test_what_can_be_folded(text: str, folded: list[str]) -> None:
    found = sorted(folds(split(text)))
    assert [f"{'#' * is_comment}{first + 1}-{last + 1}" for first, last, is_comment in found] == folded


@given(st.text("ab:-#[ \n\r", max_size=60))
def test_folds_lie_within_each_other_or_apart(text: str) -> None:
    lines = split(text)
    found = list(folds(lines))
    assert all(0 <= fold.first < fold.last < len(lines) for fold in found)
    blocks = [fold for fold in found if not fold.is_comment]
    for one in blocks:
        for other in blocks:
            apart = one.last <= other.first or other.last <= one.first
            within = other.first <= one.first <= one.last <= other.last
            assert apart or within or one.first <= other.first <= other.last <= one.last


@pytest.mark.parametrize(
    ("text", "selected"),
    [
        (
            "version: 1\ncases:\n  - id: a\n    required: [x, y⌖y]\n",
            [
                "- id: a\n    required: [x, yy]",
                "id: a\n    required: [x, yy]",
                "required: [x, yy]",
                "[x, yy]",
                "yy",
            ],
        ),
        (
            "cases:\n  - id: a\n    relevant: {k: 1⌖}\n",
            [
                "- id: a\n    relevant: {k: 1}",
                "id: a\n    relevant: {k: 1}",
                "relevant: {k: 1}",
                "{k: 1}",
                "k: 1",
                "1",
            ],
        ),
        ("ver⌖sion: 1\nname: x\n", ["version: 1\nname: x", "version: 1", "version"]),
        ("# a⌖\n", []),
        ("cases: [", []),
    ],
)  # fmt: skip
def test_what_is_selected_next(text: str, selected: list[str]) -> None:
    before, _, after = text.partition("⌖")
    picture = Picture(before + after)
    picture.settle()
    piece, spans = around(picture, before.count("\n"), len(before) - before.rfind("\n") - 1)
    assert [piece.source.slice(span) for span in spans] == selected


def test_every_selection_lies_within_the_next() -> None:
    picture = Picture(CORPUS)
    for line, text in enumerate(picture.lines):
        for column in range(len(text)):
            _, spans = around(picture, line, column)
            assert all(a.start <= b.start <= b.end <= a.end for a, b in pairwise(spans))


def test_keys_are_told_apart_by_whether_they_have_a_row() -> None:
    picture = Picture(CORPUS)
    assert list(tokens(picture, 0, 99)) == []
    picture.learn(frozenset(["b", "c"]), KeyLookup("rows.jsonl", frozenset(["b"])))
    found = [(token.line + 1, token.key, token.state.value) for token in tokens(picture, 0, 99)]
    assert found == [(6, "b", "found"), (9, "c", "missing"), (13, "b", "found")]
    outside = KeyLookup("docs", frozenset("bc"), outside=frozenset("b"), components=1)
    picture.learn(frozenset(["b", "c"]), outside)
    states = [token.state.value for token in tokens(picture, 0, 99)]
    assert states == ["outside", "found", "outside"]
    assert [token.key for token in tokens(picture, 8, 9)] == ["c"]
    picture.learn(frozenset(["b", "c"]), KeyLookup("rows.jsonl", unread="gone"))
    assert list(tokens(picture, 0, 99)) == []


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("cases:\n- &a {id: x}\n- *a⌖\n", "cases:\n- ⟨&a⟩ {id: x}\n- ⟨*a⟩\n"),
        ("cases:\n- &⌖a {id: x}\n- *a\n- [*a, *a]\n", "cases:\n- ⟨&a⟩ {id: x}\n- ⟨*a⟩\n- [⟨*a⟩, ⟨*a⟩]\n"),
        ("a: &b\n  c: 1\nd: *⌖b\n", "a: ⟨&b⟩\n  c: 1\nd: ⟨*b⟩\n"),
        ("a: &b 1\nc: &b 2\nd: *b⌖\n", "a: &b 1\nc: ⟨&b⟩ 2\nd: ⟨*b⟩\n"),
        ("a: *b⌖\n", "a: ⟨*b⟩\n"),
        ("a: &b 1\nc⌖: *b\n", ""),
    ],
)
def test_an_anchor_and_its_aliases(text: str, drawn: str) -> None:
    before, after = text.split("⌖")
    picture = Picture(before + after)
    picture.settle()
    found = anchored_at(picture, before.count("\n"), len(before) - before.rfind("\n") - 1)
    spans = [span for span in (found.anchor, *found.aliases) if span] if found else []
    marks = [Edit(Span(at, at), mark) for span in spans for at, mark in ((span.start, "⟨"), (span.end, "⟩"))]
    assert (applied(before + after, marks) if found else "") == drawn


def test_a_configuration_s_files_are_links() -> None:
    text = (
        "version: 1\ngenerations:\n  - rows: ⟨docs/rows.jsonl⟩\n    corpora: ['*.yaml', ⟨\"a b.yaml\"⟩]\n"
        "  - {rows: ⟨x.csv⟩, corpora: []}\n  - rows: ''\n"
    )
    clean = text.replace("⟨", "").replace("⟩", "")
    marks = [
        Edit(Span(at, at), mark)
        for link in configuration_links(clean)
        for at, mark in ((link.span.start, "⟨"), (link.span.end, "⟩"))
    ]
    assert applied(clean, marks) == text
    assert [link.path for link in configuration_links(clean)] == ["docs/rows.jsonl", "a b.yaml", "x.csv"]
    assert list(configuration_links("[")) == list(configuration_links(json.dumps({"generations": 3}))) == []
