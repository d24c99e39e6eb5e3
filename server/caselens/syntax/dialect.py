"""Where libyaml and the reference's parser part ways, and how the text is dressed so that they agree.

Letters that one of the two reads differently are replaced by private ones of the same length before
parsing, and put back into the values: no position moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from caselens.syntax.tree import Mapping, Node, Scalar, SyntaxProblem
from caselens.text import Span

BOM = "\ufeff"

# What YAML 1.1 refuses to see raw. (U+FEFF passes: it is a letter, or the mark at the start.)
FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

ESCAPE = re.compile(r"\\.", re.DOTALL)
BACKSLASH, QUOTE_ESCAPE, SLASH_ESCAPE = "\\", "\\'", "\\/"
# The backslash of a \' that no other backslash escapes.
QUOTE_BACKSLASH = re.compile(r"(?<!\\)((?:\\\\)*)\\(?=')")

# The tag of a node, after its anchor and comments, up to a comma that stands right after it.
TAG_AND_COMMA = re.compile(r"(?:&\S*(?:\s|#[^\r\n\x85\u2028\u2029]*+)+)?!(?:<[^>\s]*>|(?!<)[^\s,\[\]]*),")

MOST_FORBIDDEN = 20

MOST_MENDED = 100
"""How often a text is mended and read again; at one mistake more, it is refused."""

# What libyaml stops at and the reference reads on over, and the letters at which it does.
STOPS = {
    "found unexpected ':'": ":",
    "did not find expected whitespace or line break": ",[]",
    "did not find expected tag URI": ",[]",
}

# Stands in a tag for a letter that libyaml takes for the tag's end. What a tag of the author's own is
# called means nothing.
IN_TAG = ";"


class Dressed(NamedTuple):
    """A text for libyaml, and what its private letters mean."""

    text: str
    letters: dict[str, str]

    def undressed(self, value: str, style: str) -> str:
        for letter, original in self.letters.items():
            value = value.replace(letter, "" if original == BACKSLASH and style == '"' else original)
        return value

    def check_tag(self, start: int) -> None:
        """Raise `Misread` where a comma stands right after the tag of the node that begins at `start`:
        to the reference it belongs to the tag.
        """
        found = TAG_AND_COMMA.match(self.text, start)
        if found:
            comma = found.end() - 1
            raise Misread(comma, self.replaced(comma, IN_TAG))

    def replaced(self, at: int, letter: str) -> Dressed:
        return self._replace(text=self.text[:at] + letter + self.text[at + 1 :])

    def meaning(self, original: str) -> tuple[Dressed, str]:
        """With a private letter for `original`, and the letter: one that the text does not have."""
        letter = next((letter for letter, meant in self.letters.items() if meant == original), None)
        if letter is not None:
            return self, letter
        letter = next(letter for letter in map(chr, range(0xF8FF, 0xE000, -1)) if letter not in self.text)
        return self._replace(letters={**self.letters, letter: original}), letter


class Misread(Exception):  # noqa: N818 - never leaves `syntax`
    """libyaml has read what the reference reads in another way; `mended` is how to give it to libyaml."""

    def __init__(self, at: int, mended: Dressed | None) -> None:
        super().__init__()
        self.problem = SyntaxProblem(Span(at, at + 1), "this comma belongs to the tag; put a space before it")
        self.mended = mended


def dressed(content: str) -> Dressed:
    r"""The text with letters in place of byte order marks, which at a line's start only libyaml skips,
    and of the backslash in \', which is an escape to the reference only.
    """
    given = Dressed(content, {})
    if BOM in content[1:]:
        given, letter = given.meaning(BOM)
        given = given._replace(text=content[:1] + content[1:].replace(BOM, letter))
    if QUOTE_ESCAPE in content:
        given, letter = given.meaning(BACKSLASH)
        given = given._replace(text=QUOTE_BACKSLASH.sub(rf"\g<1>{letter}", given.text))
    return given


def mended(given: Dressed, raised: Any, shift: int) -> Dressed | None:
    """The text with another letter where libyaml stopped; None where the reference stops there too."""
    mark = getattr(raised, "problem_mark", None)
    at = mark.index + shift if mark else len(given.text)
    written = given.text[at : at + 1]
    if not written or written not in STOPS.get(raised.problem, ""):
        return None
    if written != ":":
        return given.replaced(at, IN_TAG)
    given, letter = given.meaning(written)
    return given.replaced(at, letter)


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
