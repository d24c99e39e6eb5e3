"""A text as libyaml must be given it to read what the reference's parser reads.

Letters that one of the two reads differently are replaced by others, one for one, and put back into the
values: no position moves.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from caselens.syntax.dialect import BOM, LINE_ENDS
from caselens.syntax.tree import SyntaxProblem
from caselens.text import Span

# Patterns that most texts never need are strings: `re` compiles and keeps them when they are first used.

BACKSLASH, QUOTE_ESCAPE = "\\", "\\'"
# The backslash of a \' that no other backslash escapes.
QUOTE_BACKSLASH = r"(?<!\\)((?:\\\\)*)\\(?=')"

# The tag of a node, after its anchor and comments, up to a comma that stands right after it.
TAG_AND_COMMA = rf"(?:&\S*(?:\s|#[^{LINE_ENDS}]*+)+)?!(?:<[^>\s]*>|(?!<)[^\s,\[\]]*),"

# Comments that begin within a line, or below, and a comment that has its line for itself, but for dashes.
COMMENTS = rf"(?:[ \t\r\n]{{0,512}}#[^{LINE_ENDS}]*)+"
COMMENT_LINE = r"[ \t]*(?:-[ \t]+)*#"

MOST_MENDED = 100
"""How often a text is mended and read again; at one mistake more, it is refused."""

# What libyaml stops at and the reference reads on over, and the letters at which it does.
STOPS = {
    "found unexpected ':'": ":",
    "did not find expected whitespace or line break": ",[]",
    "did not find expected tag URI": ",[]",
    "found character that cannot start any token": "\t",
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
        found = re.compile(TAG_AND_COMMA).match(self.text, start)
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
        given = given._replace(text=re.sub(QUOTE_BACKSLASH, rf"\g<1>{letter}", given.text))
    return given


def mended(given: Dressed, raised: Any, shift: int) -> Dressed | None:
    """The text with another letter where libyaml stopped; None where the reference stops there too."""
    mark = getattr(raised, "problem_mark", None)
    at = mark.index + shift if mark else len(given.text)
    written = given.text[at : at + 1]
    if not written or written not in STOPS.get(raised.problem, ""):
        return None
    if written == "\t":
        return _spaced(given, at)
    if written != ":":
        return given.replaced(at, IN_TAG)
    given, letter = given.meaning(written)
    return given.replaced(at, letter)


def _spaced(given: Dressed, at: int) -> Dressed | None:
    """With spaces for tabs before comments, from a tab on, where the reference looks for comments: below
    another one, and after an indicator.
    """
    comments = re.compile(COMMENTS).match(given.text, at)
    above = given.text[:at].rstrip(f" \t{LINE_ENDS}")
    line = max(map(above.rfind, LINE_ENDS)) + 1
    below = any(end in given.text[len(above) : at] for end in LINE_ENDS)
    looked_for = re.compile(COMMENT_LINE).match(above, line) if below else above.endswith(("?", ":"))
    if comments is None or not looked_for:
        return None
    pieces = re.split(rf"(#[^{LINE_ENDS}]*)", comments.group())
    spaced = "".join(piece if piece.startswith("#") else piece.replace("\t", " ") for piece in pieces)
    return given._replace(text=given.text[:at] + spaced + given.text[comments.end() :])
