"""Where a key is named, and where it may be."""

from __future__ import annotations

import pytest

from caselens.features.index import excerpt, indexed
from caselens.features.mentions import mentions, unread
from caselens.features.picture import Picture
from caselens.text import Edit, Span, applied

CORPUS = """\
version: 1
cases:
  - id: one
    query: b
    required: [⟨b⟩, 'c', "d"]   # b
  - id: two
    query: q 🙂
    relevant:
      ⟨'b'⟩: 2
      c: 1
  - {id: b, query: q 🙂, required: [⟨"b"⟩], relevant: {⟨b⟩: 1}}
"""


def bare(text: str) -> str:
    return text.replace("⟨", "").replace("⟩", "")


def read(text: str) -> Picture:
    picture = Picture(text)
    picture.settle()
    return picture


def drawn(picture: Picture, key: str) -> str:
    """The text with brackets around each place that names a key."""
    starts = [0]
    for line in picture.lines:
        starts.append(starts[-1] + len(line))
    edits = []
    for named in mentions(picture, key):
        start, end = (starts[named.piece.line] + offset for offset in named.written.span)
        edits += [Edit(Span(start, start), "⟨"), Edit(Span(end, end), "⟩")]
    return applied(picture.content, edits)


@pytest.mark.parametrize(
    "text",
    [
        CORPUS,
        CORPUS.replace("\n", "\r\n"),
        CORPUS.replace("cases:", "x-cases: &x\ncases:"),
        CORPUS.replace("cases:", "x-cases: &x\ncases:").replace("\n", "\r\n"),
        # What is broken does not hide the rest.
        CORPUS + "  - id: 'three\n    query: q\n    required: [b]\n",
        'cases:\n- &a {id: a, query: q, required: [⟨b⟩]}\n- {<<: *a, id: b, relevant: {⟨"b"⟩: 1}}\n',
    ],
)
def test_every_place_that_names_a_key(text: str) -> None:
    picture = read(bare(text))
    assert drawn(picture, "b") == text
    known = indexed(picture)
    assert known.may_name("b")
    # What is left of a closed file has them in the same places.
    part = read(excerpt(picture.content, known, "b"))
    places = [[(one.piece.line, one.written) for one in mentions(of, "b")] for of in (part, picture)]
    assert places[0] == places[1]
    assert ("two" in part.content) == (picture.trusted or "two" in text)


BROKEN = '- id: \'one\n  query: q\n  required: [b, "acme\\x1f1"]\n'


@pytest.mark.parametrize(
    ("text", "pieces", "others"),
    [
        (bare(CORPUS), [], []),
        (f"version: 1\ncases:\n{BROKEN}", [(2, BROKEN)], ["b", "acme\x1f1"]),
        (f"version: 1\ncases:\n- id: c\n  query: q\n  required: [d]\n{BROKEN}", [(5, BROKEN)], ["b", "d"]),
        ("version: 1\ncases: [b\n", [(0, "version: 1\ncases: [b\n")], ["b"]),
        ("# b\n", [], []),
    ],
)
def test_what_cannot_be_read_may_name_others(text: str, pieces: list[object], others: list[str]) -> None:
    picture = read(text)
    assert list(unread(picture)) == pieces
    found = indexed(picture)
    assert [key for key in others if not found.may_name(key)] == []
    assert not found.may_name("zzz")


def test_keys_of_a_broken_file_are_looked_up() -> None:
    picture = read(f"version: 1\ncases:\n- id: c\n  query: q\n  required: [d]\n{BROKEN}")
    assert picture.mentioned == picture.unasked == {"d"}


def test_what_does_not_name_a_key_is_left_out() -> None:
    text = "# 🙂\r\nversion: 1\r\ncases:\r\n" + "".join(
        f"- id: c{number}\r\n  query: q\r\n  required: [k{number % 3}]\r\n" for number in range(9)
    )
    left = excerpt(text, indexed(read(text)), "k1")
    assert [number for number in range(9) if f"c{number}" in left] == [1, 4, 7]
    assert [one.piece.line for one in mentions(read(left), "k1")] == [6, 15, 24]
    assert excerpt(text + "#\n", indexed(read(text)), "k1") == text + "#\n"
