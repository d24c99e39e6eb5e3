"""Lines, spans and edits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
