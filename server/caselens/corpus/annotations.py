"""Comments that say where keys ranked, in a form by which they are known again."""

from __future__ import annotations

import re

from caselens.syntax.values import BLANK

MARK = "# → "
"""What every such comment begins with; nobody types that arrow by accident."""

ANNOTATION = re.compile(
    rf"(?:  )?{MARK}(?:[^\r\n]* )?(?:rank [0-9]|recall [0-9–]|not in this generation)[^\r\n]*"
)


def annotated(line: str, said: str) -> str:
    """A line, without its end, with a comment in place of the one that it had."""
    bare = without_annotation(line)
    return f"{bare}  {MARK}{said}" if bare.strip(BLANK) else bare


def without_annotation(line: str) -> str:
    """A line, without its end, as its author wrote it."""
    found = ANNOTATION.search(line) if MARK in line else None
    return line[: found.start()] if found and found.end() == len(line) else line
