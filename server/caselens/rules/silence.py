"""Comments that switch lints off: `# caselens: ignore[code, code]`, on the line or on the one above."""

from __future__ import annotations

import re
from collections.abc import Iterator

from caselens.text import Span

NAME = "caselens:"
MARK = f"{NAME} ignore["
COMMENT = re.compile(r"#[ \t]*caselens:[ \t]*ignore\[([^\]\r\n]*)\]")


ODD = re.compile(r"#[ \t]*caselens:(?![ \t]*ignore\[[^\]\r\n]*\])[^\r\n]*")
"""A comment that begins as one of ours and names no codes in brackets."""


def misspelt(text: str) -> Iterator[Span]:
    """Every comment that was meant to ignore something, and says nothing."""
    if NAME in text:
        for comment in ODD.finditer(text):
            yield Span(comment.start(), comment.start() + len(comment[0].rstrip()))


def ignored(text: str) -> Iterator[tuple[Span, str]]:
    """Every code that a comment names, and where."""
    if NAME in text:
        for comment in COMMENT.finditer(text):
            for code in re.finditer(r"[^\s,]+", comment[1]):
                start = comment.start(1) + code.start()
                yield Span(start, start + len(code[0])), code[0]


def codes(line: str) -> frozenset[str]:
    """The codes that a line ignores."""
    return frozenset(code for _, code in ignored(line))
