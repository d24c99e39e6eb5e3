"""The tokeniser of BERT uncased, which needs no package besides Python.

Equal, token for token, to `tokenizers.BertWordPieceTokenizer`, except that a character younger than
Unicode 8 is classified as Python classifies it.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain, islice

MAX_TOKENS = 256

TOKENISER = "wordpiece-1"
"""Stands in the identity of models that use it; another number when the same text gives other ids."""

_VOCABULARY_FILE = "bert-base-uncased-vocab.txt"
_LONGEST_WORD = 100
# What the reference keeps whole when a text spells it, so that equal texts have equal tokens.
_SPECIAL = re.compile(r"(\[(?:PAD|UNK|CLS|SEP|MASK)\])")
_CJK = (
    range(0x4E00, 0xA000),
    range(0x3400, 0x4DC0),
    range(0x20000, 0x2A6E0),
    range(0x2A700, 0x2B740),
    range(0x2B740, 0x2B820),
    range(0x2B920, 0x2CEB0),
    range(0xF900, 0xFB00),
    range(0x2F800, 0x2FA20),
)


def token_ids(text: str, limit: int = MAX_TOKENS) -> list[int]:
    """The ids of `text`, [CLS] first, [SEP] last, at most `limit` with these two."""
    ids = vocabulary()
    inner = islice(chain.from_iterable(_pieces(word) for word in _words(text)), limit - 2)
    return [ids["[CLS]"], *inner, ids["[SEP]"]]


@cache
def vocabulary() -> dict[str, int]:
    """Ids by token: the line number, from 0."""
    lines = files(__package__).joinpath(_VOCABULARY_FILE).read_text("utf-8").split("\n")
    return {token: number for number, token in enumerate(lines) if token}


def _words(text: str) -> Iterator[str]:
    for position, part in enumerate(_SPECIAL.split(text)):
        if position % 2:
            yield part
        else:
            yield from _plain_words(part)


def _plain_words(text: str) -> list[str]:
    text = text.translate(_CLEANING)
    if not text.isascii():
        text = unicodedata.normalize("NFD", text)
    return text.translate(_SPLITTING).split()


@lru_cache(maxsize=1 << 16)
def _pieces(word: str) -> tuple[int, ...]:
    """The longest known prefix, then the longest known `##` prefix of the rest, to the end; else [UNK]."""
    ids = vocabulary()
    if len(word) > _LONGEST_WORD:
        return (ids["[UNK]"],)
    pieces = []
    start, mark = 0, ""
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ids.get(mark + word[start:end])
            if piece is not None:
                break
        else:
            return (ids["[UNK]"],)
        pieces.append(piece)
        start, mark = end, "##"
    return tuple(pieces)


class _Characters(dict[int, str]):
    """A table for `str.translate` that asks `replace` once for each character."""

    def __init__(self, replace: Callable[[str], str]) -> None:
        self.replace = replace

    def __missing__(self, code: int) -> str:
        self[code] = replacement = self.replace(chr(code))
        return replacement


def _clean(character: str) -> str:
    """Nothing for a control character, a space for white space, room around an ideograph."""
    if character in "\t\n\r":
        return " "
    # Unassigned characters (Cn) stay: they make their word unknown.
    if character in "\0\ufffd" or unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co"):
        return ""
    if character.isspace():
        return " "
    if any(ord(character) in block for block in _CJK):
        return f" {character} "
    return character


def _split(character: str) -> str:
    """Lower case without accents, punctuation set apart."""
    category = unicodedata.category(character)
    if category == "Mn":
        return ""
    if category[0] == "P" or character in "$+<=>^`|~":
        return f" {character} "
    return character.lower()


_CLEANING = _Characters(_clean)
_SPLITTING = _Characters(_split)
