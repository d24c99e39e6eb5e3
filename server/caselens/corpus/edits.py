"""How a source key is spelled in a corpus; `entries` says where it is put."""

from __future__ import annotations

import re

from caselens.syntax.tree import NULLS
from caselens.text import visible

# Keys that need no quotes wherever they stand, flow or block.
PLAIN = r"[A-Za-z0-9_][A-Za-z0-9_./-]*"

LONGEST_LENGTH = 6
"""Digits before a component; one of a megabyte is no key."""


def spelling(key: str, like: str = "") -> str:
    """A source key as YAML, in the quotes of `like` (the text it replaces) where that is possible."""
    quote = like[:1]
    if quote == "'" and key.isprintable():
        return "'" + key.replace("'", "''") + "'"
    if quote != '"' and re.fullmatch(PLAIN, key) and key not in NULLS:
        return key
    return '"' + "".join(map(visible, key)) + '"'


def composite(key: str) -> str | None:
    """The composite key of one in which each component has its length in bytes before it; None of others."""
    if not key[:1].isdigit():
        return None
    rest, parts = key.encode("utf-8", "surrogateescape"), []
    while rest:
        length, colon, rest = rest.partition(b":")
        if not colon or not length.isdigit() or len(length) > LONGEST_LENGTH or int(length) > len(rest):
            return None
        parts.append(rest[: int(length)])
        rest = rest[int(length) :]
    try:
        return "\x1f".join(part.decode() for part in parts) if len(parts) > 1 else None
    except UnicodeDecodeError:
        return None
