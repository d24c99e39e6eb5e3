"""Offsets to the protocol's positions and back; the only place that knows code units."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from caselens.features.verdict import PlacedFinding, worst
from caselens.rules.rule import Finding, Severity
from caselens.text import Piece, Span, counted

MOST_PUBLISHED = 500

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


class Ruler:
    """Converts between the offsets of one piece of a text and positions in one encoding."""

    def __init__(self, piece: Piece, encoding: str) -> None:
        self.piece = piece
        self.encoding = encoding

    def position(self, offset: int) -> types.Position:
        source = self.piece.source
        line, column = source.line_column(offset)
        start = source.starts[line]
        units = width(source.content[start : start + column], self.encoding)
        return types.Position(self.piece.line + line, units)

    def range(self, span: Span) -> types.Range:
        return types.Range(self.position(span.start), self.position(span.end))


def index_of(line: str, units: int, encoding: str) -> int:
    """The index of the character at so many code units into a line, clamped to it."""
    if encoding == "utf-32" or line.isascii():
        return min(units, len(line))
    passed = 0
    for index, character in enumerate(line):
        if passed >= units:
            return index
        passed += width(character, encoding)
    return len(line)


def column_of(lines: Sequence[str], place: types.Position, encoding: str) -> int:
    """The column of a place in code points; 0 in a line that the text does not have."""
    if not 0 <= place.line < len(lines):
        return 0
    return index_of(lines[place.line].rstrip("\r\n"), place.character, encoding)


def width(text: str, encoding: str) -> int:
    """How many code units of an encoding a piece of one line takes."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(character > "\uffff" for character in text)


CASELENS, OF_RUN = "caselens", "caselens run"
"""The sources of diagnostics: what is wrong with a file, and what its last run said."""


def diagnostics(
    findings: Sequence[PlacedFinding], uri: str, encoding: str, source: str = CASELENS
) -> list[types.Diagnostic]:
    """The findings as diagnostics, the most severe where there are too many to publish."""
    kept = findings if len(findings) <= MOST_PUBLISHED else worst(findings, MOST_PUBLISHED)
    published = [diagnostic(piece, finding, uri, encoding, source) for piece, finding in kept]
    if more := len(findings) - len(kept):
        published.append(note(f"and {counted(more, 'more finding')}"))
    return published


def markup(text: str, formats: Sequence[types.MarkupKind] | None) -> types.MarkupContent:
    """Markdown, as what it is to a client that takes it or does not say; else as plain text."""
    markdown = not formats or types.MarkupKind.Markdown in formats
    return types.MarkupContent(types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText, text)


def note(message: str) -> types.Diagnostic:
    """Something to say of the file as such, on its first line."""
    nowhere = types.Range(types.Position(0, 0), types.Position(0, 0))
    return types.Diagnostic(nowhere, message, types.DiagnosticSeverity.Information, source=CASELENS)


def diagnostic(
    piece: Piece, finding: Finding, uri: str, encoding: str, source: str = CASELENS
) -> types.Diagnostic:
    ruler = Ruler(piece, encoding)
    related = [
        types.DiagnosticRelatedInformation(
            types.Location(uri, Ruler(place or piece, encoding).range(span)), message
        )
        for span, message, place in finding.related
    ]
    return types.Diagnostic(
        ruler.range(finding.span),
        finding.message,
        _SEVERITIES[finding.severity],
        code=finding.code,
        source=source,
        related_information=related or None,
        data={"refuses": finding.refuses, "decisive": finding.decisive},
    )
