"""Where libyaml and the reference's parser part ways, and how the text is dressed so that they agree.

Letters that one of the two reads differently are replaced by private ones of the same length before
parsing, and put back into the values: no position moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from caselens.syntax.tree import SyntaxProblem
from caselens.text import Span

BOM = "\ufeff"

# What YAML 1.1 refuses to see raw. (U+FEFF passes: it is a letter, or the mark at the start.)
FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

ESCAPE = re.compile(r"\\.", re.DOTALL)
DOUBLE_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*', re.DOTALL)
QUOTE_ESCAPE, SLASH_ESCAPE = "\\'", "\\/"

MOST_FORBIDDEN = 20

MOST_MENDED = 100
"""Scalars with an escape that libyaml does not know; a file with more is refused at the next."""


class Dressed(NamedTuple):
    """A text for libyaml, and what its private letters mean."""

    text: str
    letters: dict[str, str]

    def undressed(self, value: str) -> str:
        for letter, original in self.letters.items():
            value = value.replace(letter, original)
        return value


def dressed(content: str) -> Dressed:
    """The text with byte order marks as letters: at a line's start, only libyaml skips them."""
    if BOM not in content[1:]:
        return Dressed(content, {})
    letter = _unused(content)
    return Dressed(content[:1] + content[1:].replace(BOM, letter), {letter: BOM})


def mended(given: Dressed, raised: Any, shift: int) -> Dressed | None:
    r"""The text without the escape \' in the double-quoted scalar that libyaml stopped in; None where
    that is not what it stopped at. The reference knows the escape.
    """
    mark, start = getattr(raised, "problem_mark", None), getattr(raised, "context_mark", None)
    if mark is None or start is None or raised.problem != "found unknown escape character":
        return None
    at = mark.index + shift
    scalar = DOUBLE_QUOTED.match(given.text, start.index + shift)
    if scalar is None or given.text[at : at + 2] != QUOTE_ESCAPE:
        return None
    letter = _unused(given.text)
    filled = ESCAPE.sub(lambda e: "'" + letter if e.group() == QUOTE_ESCAPE else e.group(), scalar.group())
    text = given.text[: scalar.start()] + filled + given.text[scalar.end() :]
    return Dressed(text, {**given.letters, letter: ""})


def forbidden(content: str) -> tuple[SyntaxProblem, ...]:
    """The characters that must not stand in YAML; of many, the first."""
    found = islice(FORBIDDEN.finditer(content), MOST_FORBIDDEN)
    problems = tuple(SyntaxProblem(Span(*match.span()), _said(match.group())) for match in found)
    if len(problems) == MOST_FORBIDDEN and "\0" in content:
        said = "NUL characters: the file is binary, or UTF-16 without a byte order mark"
        return (SyntaxProblem(problems[0].span, said),)
    return problems


def slash_escapes(content: str, span: Span) -> Iterator[SyntaxProblem]:
    """The escapes in a double-quoted scalar that libyaml knows and the reference does not."""
    for escape in ESCAPE.finditer(content, *span):
        if escape.group() == SLASH_ESCAPE:
            yield SyntaxProblem(Span(*escape.span()), r"\/ is no escape here; a slash stands for itself")


def other_version(content: str, version: tuple[int, int], end: int) -> SyntaxProblem:
    """The directive of a YAML that the reference does not read; it stands before `end`."""
    # Where a scanner of YAML 1.1 begins a line, which is at more than an editor's line ends.
    found = re.search(r"(?:\A|[\r\n\x85\u2028\u2029])\ufeff?(%YAML[^\r\n\x85\u2028\u2029#]*)", content[:end])
    assert found is not None, "the parser has read it"
    start, written = found.start(1), found[1].rstrip(f"{BOM} \t")
    said = f"the document declares YAML {version[0]}.{version[1]}; the format reads YAML 1.1"
    return SyntaxProblem(Span(start, start + len(written)), said)


def _said(character: str) -> str:
    name = f"U+{ord(character):04X}"
    if "\ud800" <= character <= "\udfff":
        return f"{name} is half of a surrogate pair and no character"
    if ord(character) > 0xFF:
        return f"{name} must not stand in YAML"
    return (
        f"the control character {name} must not stand raw; write \\x{ord(character):02x} inside double quotes"
    )


def _unused(content: str) -> str:
    """A private letter that the text does not have."""
    return next(letter for letter in map(chr, range(0xF8FF, 0xE000, -1)) if letter not in content)
