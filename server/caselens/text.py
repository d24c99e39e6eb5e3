"""Positions in a text: the one coordinate that everything below the shells speaks."""

import re
from bisect import bisect_right
from typing import NamedTuple

# What LSP and every editor call a line end. YAML 1.1 also breaks lines at NEL, LS and PS, which is
# why a parser's line numbers are never used.
LINE_END = re.compile(r"\r\n|\n|\r")


LONGEST_QUOTE = 60
"""Characters of a value that a message repeats."""


class Span(NamedTuple):
    """A half-open range of code points."""

    start: int
    end: int


class Edit(NamedTuple):
    """`replacement` in place of `span`."""

    span: Span
    replacement: str


class SourceText:
    """A text and where its lines begin."""

    def __init__(self, content: str) -> None:
        self.content = content
        self.starts = [0, *(match.end() for match in LINE_END.finditer(content))]

    def line_of(self, offset: int) -> int:
        """The line that holds `offset`, counted from 0."""
        return bisect_right(self.starts, offset) - 1

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of `offset`, both from 0, the column in code points."""
        line = self.line_of(offset)
        return line, offset - self.starts[line]

    def line_span(self, line: int) -> Span:
        """The characters of a line, without its end."""
        start = self.starts[line]
        end = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.content)
        while end > start and self.content[end - 1] in "\r\n":
            end -= 1
        return Span(start, end)

    def first_line(self, span: Span) -> Span:
        """The part of `span` on its first line, so that what is underlined stays short."""
        return Span(span.start, max(span.start, min(span.end, self.line_span(self.line_of(span.start)).end)))

    def slice(self, span: Span) -> str:
        return self.content[span.start : span.end]


class Piece(NamedTuple):
    """A part of a text: its own content, and the line of the whole in which it begins.

    A span means a place in the whole only together with its piece. What is said of one piece stays
    true when lines come or go before it.
    """

    line: int
    source: SourceText


def applied(content: str, edits: list[Edit]) -> str:
    """`content` after `edits`, which may stand in any order but must not overlap."""
    pieces: list[str] = []
    place = 0
    for edit in sorted(edits):
        pieces += (content[place : edit.span.start], edit.replacement)
        place = edit.span.end
    return "".join((*pieces, content[place:]))


def quoted(text: str) -> str:
    """`text` as a message names it: in double quotes, on one line, what is invisible escaped."""
    escaped = "".join(map(visible, text))
    return f'"{escaped if len(escaped) <= LONGEST_QUOTE else escaped[: LONGEST_QUOTE - 1] + "…"}"'


def visible(character: str) -> str:
    """A character as it stands between double quotes, in a message or in YAML."""
    named = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
    if character in named:
        return named[character]
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def invisible(text: str) -> str:
    """The inverse of `visible`, for a text that an author typed: what is no escape stays as it is."""
    escape = r"""\\(?:([\\"nt])|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))"""
    named = {"\\": "\\", '"': '"', "n": "\n", "t": "\t"}

    def meant(found: re.Match[str]) -> str:
        code = found[2] or found[3] or found[4]
        return named[found[1]] if found[1] else chr(int(code, 16)) if int(code, 16) <= 0x10FFFF else found[0]

    return re.sub(escape, meant, text)


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def decimals(value: float | None) -> str:
    """A measure to two digits; a dash where there is nothing under it."""
    return "–" if value is None else f"{value:.2f}"
