"""How a row becomes the texts that are embedded."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from caselens.specification.accepted import Preprocessing
from caselens.specification.text import prepared

PLAIN: dict[str, Any] = {"null_policy": "empty", "empty_policy": "skip", "separator": "|"}


@pytest.mark.parametrize(
    ("values", "how", "texts"),
    [
        (["a", "b"], {}, ("a|b",)),
        (["a", None, "b"], {}, ("a||b",)),
        (["a", None, "b"], {"null_policy": "skip"}, ("a|b",)),
        (["a", "", "b"], {"null_policy": "skip"}, ("a||b",)),
        (["a", None], {"null_policy": "refuse"}, "an input field is null"),
        (["a"], {"prefix": "passage: "}, ("passage: a",)),
        ([" a \n\u00a0\u2003 b\t"], {"collapse_whitespace": True}, ("a b",)),
        ([" a\x1f\x1cb "], {"collapse_whitespace": True}, ("a\x1f\x1cb",)),
        ([" a  b "], {}, (" a  b ",)),
        (["e\u0301ﬁ"], {"unicode_normalization": "nfc"}, ("éﬁ",)),
        (["é"], {"unicode_normalization": "nfd"}, ("e\u0301",)),
        (["e\u0301ﬁ"], {"unicode_normalization": "nfkc"}, ("éfi",)),
        (["ﬁ"], {"unicode_normalization": "none"}, ("ﬁ",)),
        ([" \u3000\n"], {}, ()),
        ([None], {"null_policy": "skip"}, ()),
        ([" "], {"empty_policy": "refuse"}, "the text is blank"),
        (["abcde"], {"max_input_bytes": 5, "truncate": "refuse"}, ("abcde",)),
        (
            ["abcdé"],
            {"max_input_bytes": 5, "truncate": "refuse"},
            "the text has 6 bytes; at most 5 are kept",
        ),
        (["abcdé"], {"max_input_bytes": 5, "truncate": "bytes"}, ("abcd",)),
        (["abcdefgh"], {"max_input_bytes": 3, "truncate": "chunk"}, ("abc", "def", "gh")),
        (
            ["abcdefgh"],
            {"max_input_bytes": 4, "truncate": "chunk", "overlap_bytes": 2},
            ("abcd", "cdef", "efgh"),
        ),
        (["aéb"], {"max_input_bytes": 3, "truncate": "chunk", "overlap_bytes": 1}, ("aé", "b")),
        (["ab😀"], {"max_input_bytes": 2, "truncate": "chunk"}, ("ab", "😀")),
        (["abc" * 9], {"max_input_bytes": 0, "truncate": "chunk"}, ("abc" * 9,)),
    ],
)
def test_texts(values: list[str | None], how: dict[str, Any], texts: tuple[str, ...] | str) -> None:
    found = prepared(values, Preprocessing(**{**PLAIN, **how}))
    assert found == ((), texts) if isinstance(texts, str) else (texts, "")


@given(st.text(min_size=1), st.integers(4, 12), st.integers(0, 11))
@example("\x80\x80\u0800", 4, 2)
@example("0\x80\x80", 4, 1)
def test_chunks_hold_everything_in_bounds(text: str, most: int, overlap: int) -> None:
    overlap = min(overlap, most - 1)
    how = Preprocessing(**PLAIN, max_input_bytes=most, truncate="chunk", overlap_bytes=overlap)
    content = text.encode()
    # Where the chunks so far may end: each begins within the overlap of the one before.
    ends = {0}
    chunks = [chunk.encode() for chunk in prepared([text], how).texts]
    for chunk in chunks:
        assert len(chunk) <= most
        starts = {start for end in ends for start in range(max(0, end - overlap), end + 1)}
        ends = {start + len(chunk) for start in starts if content.startswith(chunk, start)}
        assert ends
    assert not chunks or len(content) in ends
