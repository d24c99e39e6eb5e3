"""Lines, spans and edits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caselens.lines import Position, splice, split
from caselens.text import Edit, SourceText, Span, applied, quoted


def test_only_lf_crlf_and_cr_end_a_line() -> None:
    source = SourceText("a\nb\r\nc\rd\u2028e\x85f\vg\x1ch")
    assert source.starts == [0, 2, 5, 7]
    assert [source.slice(source.line_span(line)) for line in range(4)] == [
        "a",
        "b",
        "c",
        "d\u2028e\x85f\vg\x1ch",
    ]


@given(st.text(st.sampled_from("ab\r\n😀\u2028"), max_size=30))
def test_every_offset_has_one_place(content: str) -> None:
    source = SourceText(content)
    for offset in range(len(content) + 1):
        line, column = source.line_column(offset)
        assert source.starts[line] + column == offset
        assert column >= 0


def test_what_is_underlined_stays_on_its_first_line() -> None:
    source = SourceText("one\r\ntwo\n")
    assert source.first_line(Span(1, 8)) == Span(1, 3)
    assert source.first_line(Span(5, 8)) == Span(5, 8)
    assert source.first_line(Span(9, 9)) == Span(9, 9)


def test_edits_may_come_in_any_order() -> None:
    assert applied("abc", [Edit(Span(2, 3), "C"), Edit(Span(0, 0), ">")]) == ">abC"


TEXTS = st.text(st.sampled_from("ab\r\n😀\u2028"), max_size=12)


@given(TEXTS, TEXTS, st.integers(0, 12), st.integers(0, 12))
def test_spliced_lines_are_those_of_the_text(content: str, new: str, first: int, second: int) -> None:
    source = SourceText(content)
    start, end = sorted(min(offset, len(content)) for offset in (first, second))
    # A place between the two halves of a line end is the one before them.
    start, end = (min(at, source.line_span(source.line_of(at)).end) for at in (start, end))
    places = [Position(*source.line_column(at)) for at in (start, end)]
    lines = split(content)
    change = splice(lines, places[0], places[1], new, lambda _, column: column)
    expected = applied(content, [Edit(Span(start, end), new)])
    assert lines == split(expected)
    assert change.grown == len(expected) - len(content)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", '"plain"'),
        ('a "b"', r'"a \"b\""'),
        ("acme\x1f1", r'"acme\x1f1"'),
        ("a\nb\tc", r'"a\nb\tc"'),
        ("é😀", '"é😀"'),
        ("x" * 80, f'"{"x" * 59}…"'),
    ],
)
def test_messages_quote_on_one_line(text: str, shown: str) -> None:
    assert quoted(text) == shown
