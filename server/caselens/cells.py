"""How wide a text is on a terminal."""

from __future__ import annotations

from unicodedata import combining, east_asian_width


def cells(text: str) -> int:
    """Terminal cells that a text takes."""
    return sum(map(width, text))


def width(character: str) -> int:
    """Terminal cells that a character takes."""
    if character.isascii():
        return 1
    return 0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1
