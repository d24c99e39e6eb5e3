"""The rules that a comment could ignore, while it is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from caselens.features.completion import Completion
from caselens.features.picture import Picture
from caselens.rules import BY_CODE, LINTS
from caselens.rules.page import page
from caselens.text import Piece, SourceText, Span

OPEN = re.compile(r"#[ \t]*caselens:[ \t]*ignore\[[^\]]*$")
WORD = re.compile(r"[\w-]*")


class Ignorable(NamedTuple):
    """What could be written, in a piece of the text."""

    piece: Piece
    found: Sequence[Completion]


def ignorable(picture: Picture, line: int, column: int) -> Ignorable | None:
    """The codes that could be written at a place, those of what is said there first; None where the place is
    in no comment of ours.
    """
    if not 0 <= line < len(picture.lines):
        return None
    source = SourceText(picture.lines[line].rstrip("\r\n"))
    before = source.content[:column]
    if (comment := OPEN.search(before)) is None:
        return None
    start = column - len(re.split(r"[\s,\[]", before)[-1])
    word = WORD.match(source.content, start)
    span = Span(start, word.end() if word else column)
    # A comment alone in its line speaks of the next one.
    about = line + 1 if before.lstrip().startswith("#") else line
    here = [p.finding.code for p in picture.findings if p.line == about and p.finding.code in LINTS]
    listed = source.content[comment.start() :].partition("[")[2].partition("]")[0]
    taken = {*re.split(r"[\s,]+", listed)} - {source.slice(span)}
    offered = [code for code in dict.fromkeys((*here, *sorted(LINTS))) if code not in taken]
    return Ignorable(Piece(line, source), [_code(code, span) for code in offered])


def _code(code: str, span: Span) -> Completion:
    rule = BY_CODE[code]
    return Completion(code, "value", span, code, code, rule.title, page(rule, level=3))
