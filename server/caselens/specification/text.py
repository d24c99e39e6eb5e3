"""A row's text as a generation embeds it: joined, normalised, and cut or split to size."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, cast

from caselens.specification.accepted import Preprocessing

# White space as Unicode has it; Python's own also counts the four separators of information.
_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_RUN = re.compile(f"[{_SPACE}]+")
_ENDS = re.compile(f"^[{_SPACE}]+|[{_SPACE}]+\\Z")

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]


class Prepared(NamedTuple):
    """The texts of one row: none of one that is skipped, several of one that is split.

    `refused` says why the row may not be embedded.
    """

    texts: tuple[str, ...] = ()
    refused: str = ""


def prepared(values: Sequence[str | None], how: Preprocessing) -> Prepared:
    """What is embedded of a row whose input fields hold `values`."""
    if None in values and how.null_policy == "refuse":
        return Prepared(refused="an input field is null")
    text = _normalised(_joined(values, how), how)
    if not _ENDS.sub("", text):
        return Prepared(refused="the text is blank") if how.empty_policy == "refuse" else Prepared()
    size = len(text.encode("utf-8", "surrogatepass"))
    if not 0 < how.max_input_bytes < size:
        return Prepared((text,))
    if how.truncate == "refuse":
        return Prepared(refused=f"the text has {size:,} bytes; at most {how.max_input_bytes:,} are kept")
    overlap = how.overlap_bytes if how.truncate == "chunk" else 0
    chunks = _chunks(text.encode("utf-8", "surrogatepass"), how.max_input_bytes, overlap)
    return Prepared(tuple(chunks) if how.truncate == "chunk" else (next(chunks),))


def _joined(values: Sequence[str | None], how: Preprocessing) -> str:
    kept = [value or "" for value in values if value is not None or how.null_policy != "skip"]
    return how.prefix + how.separator.join(kept)


def _normalised(text: str, how: Preprocessing) -> str:
    if how.unicode_normalization not in ("", "none"):
        text = unicodedata.normalize(cast("Form", how.unicode_normalization.upper()), text)
    return _ENDS.sub("", _RUN.sub(" ", text)) if how.collapse_whitespace else text


def _chunks(content: bytes, most: int, overlap: int) -> Iterator[str]:
    start = 0
    while True:
        end = start + most
        if end >= len(content):
            yield content[start:].decode("utf-8", "surrogatepass")
            return
        end = _border_before(content, end)
        # A character that is larger than a chunk still goes somewhere.
        if end <= start:
            end = _border_after(content, start + 1)
        yield content[start:end].decode("utf-8", "surrogatepass")
        start = max(_border_after(content, end - overlap), _border_after(content, start + 1))
        start = min(start, end)


def _border_before(content: bytes, place: int) -> int:
    while 0 < place < len(content) and content[place] & 0xC0 == 0x80:
        place -= 1
    return place


def _border_after(content: bytes, place: int) -> int:
    while place < len(content) and content[place] & 0xC0 == 0x80:
        place += 1
    return place
