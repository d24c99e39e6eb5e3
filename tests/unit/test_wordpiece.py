"""The tokeniser against the reference implementation in Rust."""

import unicodedata
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from caselens.adapters.embedders.wordpiece import MAX_TOKENS, token_ids, vocabulary

ENGLISH = (
    "experimental investigation of the aerodynamics of a wing in a slipstream .\n"
    "  an experimental study of a wing in a propeller slipstream was made in order to determine the "
    "spanwise distribution of the lift increase due to slipstream at different angles of attack, "
    "at free-stream-to-slipstream velocity ratios of 0.25/1.5 (m=0.8), e.g. 'boundary-layer' theory\t\r\n"
)


@cache
def reference(limit: int) -> Any:
    import tokenizers

    path = files("caselens.adapters.embedders") / "bert-base-uncased-vocab.txt"
    tokenizer = tokenizers.BertWordPieceTokenizer(str(path))
    tokenizer.enable_truncation(limit)
    return tokenizer


def unchanged_since_unicode_3(character: str) -> bool:
    """Whether the reference, whose tables are of Unicode 8, must classify a character as Python does."""
    return unicodedata.category(character) == unicodedata.ucd_3_2_0.category(character)


anything = st.text(st.characters(exclude_categories=["Cs"]).filter(unchanged_since_unicode_3))
western = st.text(
    st.sampled_from("aeistzAEIÄÉñç'’-_.,;:!?$+^`~|<=>()[]{}#*@/\\\" \t\n\r\x00\x1f\x7f\u00ad\u0301")
)
words = st.lists(
    st.sampled_from([*list(vocabulary())[1996::97], "[SEP]", "[mask]", "x" * 100, "x" * 101])
).map(" ".join)


@settings(deadline=None, max_examples=400)
@given(st.one_of(anything, western, words, st.tuples(western, anything, words).map("".join)))
@example("x" * 100)
@example("x" * 101)
@example("İstanbul ΟΔΟΣ straße ﬁx")
@example("机器学习 and 한국어 カタカナ")
@example("a[SEP]b [sep] [MASK]c [PAD] ")
@example("a\u0301\u0327 \ufffd\u2028b\u00a0c\x85d \u200b")
def test_equal_to_the_reference_on_any_text(text: str) -> None:
    assert token_ids(text) == reference(MAX_TOKENS).encode(text).ids


def test_equal_to_the_reference_on_english() -> None:
    assert token_ids(ENGLISH) == reference(MAX_TOKENS).encode(ENGLISH).ids


@pytest.mark.parametrize("limit", [2, 3, 16, 256])
def test_equal_to_the_reference_when_cut(limit: int) -> None:
    text = ENGLISH * 5
    ids = token_ids(text, limit)
    assert len(ids) == limit
    assert ids == reference(limit).encode(text).ids


def test_nothing_is_two_marks() -> None:
    assert token_ids("") == [101, 102]


def test_half_a_surrogate_pair_is_dropped() -> None:
    assert token_ids("a\ud800b") == token_ids("ab")
