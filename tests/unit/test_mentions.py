"""Where a key is named, and a text before and after something was given another name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caselens.features.index import matches
from caselens.features.mentions import Change, Refusal, mentions, renamed_case, renamed_key
from caselens.features.outline import Symbol
from caselens.features.picture import Picture
from caselens.features.pointing import named_at
from caselens.text import Edit, Span, applied, invisible, visible

CORPUS = """\
version: 1
cases:
  - id: one
    query: b
    required: [⟨b⟩, 'c', "d"]   # b
  - id: two
    query: q
    relevant:
      ⟨'b'⟩: 2
      c: 1
  - {id: b, query: q, required: [⟨"b"⟩], relevant: {⟨b⟩: 1}}
"""
CLEAN = CORPUS.replace("⟨", "").replace("⟩", "")


def changed(picture: Picture, changes: list[Change]) -> str:
    """The text once changes have been made."""
    starts = [0]
    for line in picture.lines:
        starts.append(starts[-1] + len(line))
    edits = [
        Edit(Span(starts[piece.line] + edit.span.start, starts[piece.line] + edit.span.end), edit.replacement)
        for piece, edit in changes
    ]
    return applied(picture.content, edits)


def read(text: str) -> Picture:
    picture = Picture(text)
    picture.settle()
    return picture


@pytest.mark.parametrize(
    "text", [CORPUS, CORPUS.replace("cases:", "x-cases: &x\ncases:").replace("\n", "\r\n")]
)
def test_every_place_that_names_a_key(text: str) -> None:
    picture = read(text.replace("⟨", "").replace("⟩", ""))
    around = []
    for named in mentions(picture, "b"):
        span = named.written.span
        around += [(named.piece, Edit(Span(span.start, span.start), "⟨"))]
        around += [(named.piece, Edit(Span(span.end, span.end), "⟩"))]
    assert changed(picture, around) == text


def test_a_key_is_renamed_in_its_own_quotes() -> None:
    picture = read(CLEAN)
    new = changed(picture, renamed_key(picture, "b", "acme\x1f1"))
    assert new == CORPUS.replace("⟨b⟩", '"acme\\x1f1"').replace("⟨'b'⟩", '"acme\\x1f1"').replace(
        '⟨"b"⟩', '"acme\\x1f1"'
    )
    new = changed(picture, renamed_key(picture, "b", "x y"))
    assert new == CORPUS.replace("⟨b⟩", '"x y"').replace("⟨'b'⟩", "'x y'").replace('⟨"b"⟩', '"x y"')


@given(st.text("abß \"'\\:#\x1f\n", min_size=1, max_size=6))
def test_renaming_a_key_changes_nothing_else(new: str) -> None:
    picture = read(CLEAN)
    assert picture.corpus
    before = picture.corpus.cases
    after = read(changed(picture, renamed_key(picture, "b", new))).corpus
    assert after
    for old, case in zip(before, after.cases, strict=True):
        assert case.required == tuple(new if key == "b" else key for key in old.required)
        assert case.relevant == tuple((new if key == "b" else key, grade) for key, grade in old.relevant)
        assert (case.id, case.query) == (old.id, old.query)


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        (CLEAN, "b", "c", '^the case "one" has "c" under required already$'),
        (CLEAN, "c", "b", '^the case "one" has "b" under required already$'),
        ("cases:\n- id: &a x\n  query: q\n  required: [*a]\n", "x", "y", "^the key is an alias in line 4"),
    ],
)
def test_a_key_that_cannot_be_renamed(text: str, old: str, new: str, said: str) -> None:
    with pytest.raises(Refusal, match=said):
        renamed_key(read(text), old, new)


@pytest.mark.parametrize(
    ("new", "becomes"),
    [("three", "id: three"), ("one", "id: one"), ("a: b", 'id: "a: b"'), ("two", ""), (" ", ""), ("", "")],
)
def test_a_case_is_renamed(new: str, becomes: str) -> None:
    picture = read(CLEAN)
    named = named_at(picture, 2, 9)
    assert named
    if becomes:
        assert changed(picture, renamed_case(picture, named, new)) == CLEAN.replace("id: one", becomes)
    else:
        with pytest.raises(Refusal, match=r"an id must not be blank|another case has the id"):
            renamed_case(picture, named, new)


@given(st.text(max_size=8))
def test_what_is_made_visible_can_be_typed(text: str) -> None:
    assert invisible("".join(map(visible, text))) == text


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("", ["price-list", "plans", "other"]),
        ("pl", ["plans", "price-list"]),
        ("LIST", ["price-list"]),
        ("many plans", ["plans"]),
        ("prcls", ["price-list"]),
        ("cost", ["price-list"]),
        ("zzz", []),
    ],
)
def test_cases_that_fit(typed: str, names: list[str]) -> None:
    symbols = [
        Symbol(1, 2, "price-list", "What does it cost?"),
        Symbol(3, 4, "plans", "How many?"),
        Symbol(5, 6, "other", ""),
    ]
    found = [match.symbol.name for match in matches([("a.yaml", symbols)], typed)]
    assert found == names
