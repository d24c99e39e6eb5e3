"""Findings and runs as text for a terminal."""

from __future__ import annotations

from caselens.cells import cells, width
from caselens.rules.rule import Finding
from caselens.text import Piece, Span


def excerpt(name: str, piece: Piece, finding: Finding, several: bool = False) -> str:
    """A finding with the line it is about, what it underlines, and what else there is to see.

    `several`: there are more refusals, so that it is worth saying which one the reference gives.
    """
    line, column = _place(piece, finding.span)
    lines = [f"{name}:{line}:{column}: {finding.severity}[{finding.code}]: {finding.message}"]
    lines.extend(_underlined(piece, finding.span))
    gutter = " " * (len(str(line)) + 2)
    for related in finding.related:
        at, start = _place(related.piece or piece, related.span)
        lines.append(f"{gutter} = {related.message}: line {at}, column {start}")
    lines.extend(f"{gutter} = fix: {fix.title}" for fix in finding.fixes)
    if several and finding.decisive:
        lines.append(f"{gutter} = the reference loader gets no further than this")
    return "\n".join(lines) + "\n"


def _place(piece: Piece, span: Span) -> tuple[int, int]:
    """Line and column in the whole text, both from 1."""
    line, column = piece.source.line_column(span.start)
    return piece.line + line + 1, column + 1


def _underlined(piece: Piece, span: Span) -> list[str]:
    source = piece.source
    line, column = source.line_column(span.start)
    whole = source.line_span(line)
    text = source.slice(whole)
    if not text:
        return []
    begin, end = column, column + max(1, span.end - span.start)
    if len(text) > LONGEST:
        # Cut out the part around what is underlined.
        shift = max(0, begin - LONGEST // 3)
        text = (
            ("…" if shift else "")
            + text[shift : shift + LONGEST]
            + ("…" if shift + LONGEST < len(text) else "")
        )
        begin, end = begin - shift + bool(shift), min(end - shift + bool(shift), LONGEST)
    number = str(piece.line + line + 1)
    blank = "".join("\t" if c == "\t" else " " * width(c) for c in text[:begin])
    carets = "^" * max(1, cells(text[begin:end]))
    visible = "".join(c if c.isprintable() or c == "\t" else "\N{REPLACEMENT CHARACTER}" for c in text)
    return [f" {number} | {visible}", f" {' ' * len(number)} | {blank}{carets}"]


LONGEST = 120
"""Characters of a line that an excerpt shows."""
