"""Comments that say where keys ranked, in a form by which they are known again."""

from __future__ import annotations

import re
from collections.abc import Iterable

from caselens.corpus.edits import PLAIN
from caselens.syntax.values import BLANK

MARK = "# → "
"""What every such comment begins with."""

SEPARATOR = " · "

_KEY = rf'(?:{PLAIN}|"(?:[^"\\\r\n]|\\[^\r\n])*")'
_NUMBER = r"(?:-?[0-9]+\.[0-9]+|nan|-?inf|–)"
_SAID = (
    rf"(?:(?:{_KEY} )?(?:rank [0-9,]+(?:, beyond k [0-9]+)?|not in this generation)"
    rf"|(?:score|recall|RR|NDCG) {_NUMBER})"
)
ANNOTATION = re.compile(rf"(?:  )?{MARK}{_SAID}(?:{SEPARATOR}{_SAID})*\Z")
"""Nothing but what is written here: an arrow and a word of the author's is the author's."""


def annotated(line: str, said: Iterable[str]) -> str:
    """A line, without its end, with a comment in place of the one that it had."""
    bare = without_annotation(line)
    return f"{bare}  {MARK}{SEPARATOR.join(said)}" if bare.strip(BLANK) else bare


def without_annotation(line: str) -> str:
    """A line, without its end, as its author wrote it."""
    found = ANNOTATION.search(line) if MARK in line else None
    return line[: found.start()] if found else line
