"""A parser's complaint, placed where the author broke the text and put in the author's words."""

from __future__ import annotations

import re
from typing import Any

from caselens.syntax.dialect import LINE_ENDS
from caselens.syntax.tree import SyntaxProblem
from caselens.text import LINE_END, Span

# What libyaml says, and what it means to somebody who types a corpus.
WORDS = {
    "could not find expected ':'": 'this reads as a key, but no ":" follows it',
    "found unexpected end of stream": "this quote is never closed",
    "found unexpected document indicator": "this quote is never closed",
    "mapping values are not allowed in this context": 'a ":" cannot stand here; text with ": " needs quotes',
    "did not find expected ',' or ']'": "this list is not closed; a comma or ] is expected",
    "did not find expected ',' or '}'": "this map is not closed; a comma or } is expected",
    "did not find expected key": "this does not line up with the keys above it",
    "did not find expected '-' indicator": "this does not line up with the items above it",
    "found character that cannot start any token": "a value cannot begin with {character}; put it in quotes",
    "found a tab character that violates indentation": "a tab cannot indent; use spaces",
    "found a tab character where an indentation space is expected": "a tab cannot indent; use spaces",
    "block sequence entries are not allowed in this context": 'an item ("- ") cannot stand here',
    "found unknown escape character": "no such escape; a backslash itself is written \\\\",
    "found a tab": "a tab cannot indent; use spaces",
    "did not find expected node content": "a value is expected here",
    "found unexpected ':'": 'a ":" cannot stand here; put the value in quotes',
    "did not find expected comment or line break": "nothing may follow | or > on its line but a comment",
    "found invalid Unicode character escape code": "this escape is no character",
    "mapping keys are not allowed in this context": 'a "?" cannot begin a value here; put it in quotes',
    "exceeded maximum nesting depth": "this is nested too deeply",
    "did not find expected alphabetic or numeric character": (
        "{character} must be followed by a name; a value that begins with it needs quotes"
    ),
}

# Contexts that begin where the mistake is; the parser itself only notices at the next token.
STARTS_AT_CONTEXT = frozenset(
    [
        "while scanning a simple key",
        "while scanning a quoted scalar",
        "while scanning an alias",
        "while scanning an anchor",
    ]
)
UNCLOSED = frozenset(["while parsing a flow sequence", "while parsing a flow mapping"])


CONFLICT = "a merge conflict stands here; resolve it first"

CONFLICT_LINE = r"(?:\A|(?<=[\r\n]))(?:<{7}|={7}|>{7})(?= |[\r\n]|\Z)[^\r\n]*"


def syntax_problem(raised: Any, content: str, shift: int) -> SyntaxProblem:
    """The problem an exception of the parser speaks of, within one line of `content`."""
    if conflict := _conflict(content):
        return conflict
    context = getattr(raised, "context", None)
    where = getattr(raised, "problem_mark", None)
    begun = getattr(raised, "context_mark", None)
    said = getattr(raised, "problem", None) or str(raised).splitlines()[0]
    if begun is not None and (
        where is None
        or context in STARTS_AT_CONTEXT
        or (context in UNCLOSED and LINE_END.search(content, begun.index + shift, where.index + shift))
    ):
        start = min(begun.index + shift, len(content))
        line_end = LINE_END.search(content, start)
        span = Span(
            start, max(start, len(content[start : line_end.start() if line_end else None].rstrip()) + start)
        )
    else:
        offset = min(where.index + shift, len(content)) if where is not None else 0
        if offset == len(content) or content[offset] in "\r\n":
            # The parser looks past the end of a line; what is wrong stands before it.
            offset = max(0, len(content[:offset].rstrip()) - 1)
        span = Span(offset, min(offset + 1, len(content)))
    return _worded(content, span, said)


# What quotes around the value would mend.
QUOTABLE = frozenset(
    [
        "mapping values are not allowed in this context",
        "found character that cannot start any token",
        "did not find expected alphabetic or numeric character",
    ]
)
# A value on the line of its field or dash, without the comment behind it.
VALUE = r"""[ ]*(?:-[ ]+)*(?:[A-Za-z_]+:[ ]+)?([^\s"'\[{|>#][^\r\n]*?)[ \t]*(?:[ ]\#[^\r\n]*)?(?=[\r\n]|\Z)"""

# A field and its value with nothing between but the colon.
UNSPACED = r"[ \t]*(?:- )?([A-Za-z_]+:)(?=[^\s:/])"
KEY = r"[ ]*[A-Za-z_]+[ ]*\Z"


def _worded(content: str, span: Span, said: str) -> SyntaxProblem:
    """The problem in the author's words, moved to the line before where that is where it was made."""
    character = content[span.start : span.start + 1]
    start = max(content.rfind("\n", 0, span.start), content.rfind("\r", 0, span.start)) + 1
    above = _line_above(content, start)
    if said in ("could not find expected ':'", "mapping values are not allowed in this context"):
        for line in (start, above):
            if unspaced := re.compile(UNSPACED).match(content, line):
                return SyntaxProblem(Span(*unspaced.span(1)), "a space is missing after the colon")
        if (
            character == ":"
            and re.compile(KEY).match(content, start, span.start)
            and _indent(content, above) < _indent(content, start)
        ):
            key = Span(start + _indent(content, start), span.start)
            return SyntaxProblem(key, "this key is indented further than the one above it")
    if said == "did not find expected key" and content[: span.start].rstrip(" \t")[-1:] in (
        "'",
        '"',
        "]",
        "}",
    ):
        return SyntaxProblem(span, "the value before this has ended, and nothing may follow it")
    if character == "\t" and said == "found character that cannot start any token":
        said = "found a tab"
    words = WORDS.get(said, said).replace("{character}", character or "this")
    return SyntaxProblem(span, words, _unquoted(content, start, span) if said in QUOTABLE else None)


def _unquoted(content: str, start: int, span: Span) -> Span | None:
    """The unquoted value of the line that begins at `start`, where `span` stands in it."""
    found = re.compile(VALUE).match(content, start)
    value = Span(*found.span(1)) if found else None
    return value if value and value.start <= span.start < value.end else None


def _line_above(content: str, start: int) -> int:
    """Where the line above begins; the line itself when it is the first."""
    end = len(content[:start].rstrip("\r\n"))
    return max(content.rfind("\n", 0, end), content.rfind("\r", 0, end)) + 1


def _indent(content: str, line: int) -> int:
    """How far in the key of a line stands."""
    match = re.compile(r" *(?:- +)?").match(content, line)
    return match.end() - line if match else 0


def rest(content: str, offset: int) -> int:
    """Where the text goes on after the white space at `offset`, as YAML has it; its end where it does not."""
    return len(content) - len(content[offset:].lstrip(f" \t{LINE_ENDS}"))


def after_document(content: str, offset: int) -> int | None:
    """Where something stands after the first document, which ends at `offset`, but its mark and comments."""
    found = re.compile(rf"(?:[ \t{LINE_ENDS}]|\.\.\.(?=[\s]|$)|#[^\r\n]*)*").match(content, offset)
    start = found.end() if found else offset
    return start if start < len(content) else None


def left_over(content: str, offset: int) -> SyntaxProblem:
    """What is wrong with text that stands, from `offset` on, after all that was to be read."""
    if conflict := _conflict(content):
        return conflict
    start = rest(content, offset)
    return SyntaxProblem(
        Span(start, min(start + 1, len(content))), WORDS["did not find expected '-' indicator"]
    )


def _conflict(content: str) -> SyntaxProblem | None:
    """The first marker of a merge conflict: what else is wrong follows from it."""
    conflict = re.search(CONFLICT_LINE, content)
    if conflict is None:
        return None
    return SyntaxProblem(Span(conflict.start(), conflict.start() + len(conflict.group().rstrip())), CONFLICT)
