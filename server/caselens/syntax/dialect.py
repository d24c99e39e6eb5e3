"""What libyaml reads and the reference's parser refuses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from caselens.syntax.tree import Mapping, Node, Scalar, SyntaxProblem
from caselens.text import Span

BOM = "\ufeff"

LINE_ENDS = "\r\n\x85\u2028\u2029"
"""Where a scanner of YAML 1.1 begins a line, which is at more than an editor's line ends."""

# What YAML 1.1 refuses to see raw. (U+FEFF passes: it is a letter, or the mark at the start.)
FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

ESCAPE = r"(?s)\\."
SLASH_ESCAPE = "\\/"

DIRECTIVE = rf"(?:\A|[{LINE_ENDS}])\ufeff?(%YAML[^{LINE_ENDS}#]*)"
# The reference reads two digits of a version at most.
LONG_NUMBER = r"\d{3}"

MOST_FORBIDDEN = 20


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
    for escape in re.compile(ESCAPE).finditer(content, *span):
        if escape.group() == SLASH_ESCAPE:
            yield SyntaxProblem(Span(*escape.span()), r"\/ is no escape here; a slash stands for itself")


def question_marks(content: str, children: Iterable[Node]) -> Iterator[SyntaxProblem]:
    """What the reference refuses for a question mark in a collection of flow style: an unquoted value,
    which ends there for it, and in a list a key of nothing.
    """
    for child in children:
        if type(child) is Scalar and not child.style and "?" in child.text:
            at = content.index("?", child.span.start)
            said = "a value with a ? needs quotes inside [ ] or { }"
            yield SyntaxProblem(Span(at, at + 1), said, child.span)
        elif type(child) is Mapping and content.startswith("?", child.span.start):
            # A map without braces, which stands in a list only.
            key = child.entries[0].key
            if isinstance(key, Scalar) and not (key.text or key.style or key.tag or key.anchor):
                yield SyntaxProblem(Span(child.span.start, child.span.start + 1), "a key must follow this ?")


def version_problem(content: str, version: tuple[int, int], end: int) -> SyntaxProblem | None:
    """What is wrong with the directive, before `end`, that declares a version of YAML."""
    found = re.search(DIRECTIVE, content[:end])
    assert found is not None, "the parser has read it"
    start, written = found.start(1), found[1].rstrip(f"{BOM} \t")
    span = Span(start, start + len(written))
    if version != (1, 1):
        said = f"the document declares YAML {version[0]}.{version[1]}; the format reads YAML 1.1"
        return SyntaxProblem(span, said)
    return SyntaxProblem(span, "this is written YAML 1.1") if re.search(LONG_NUMBER, written) else None


def _said(character: str) -> str:
    name = f"U+{ord(character):04X}"
    if "\ud800" <= character <= "\udfff":
        return f"{name} is half of a surrogate pair and no character"
    if ord(character) > 0xFF:
        return f"{name} must not stand in YAML"
    return (
        f"the control character {name} must not stand raw; write \\x{ord(character):02x} inside double quotes"
    )
