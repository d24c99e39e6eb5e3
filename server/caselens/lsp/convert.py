"""Offsets to the protocol's positions and back; the only place that knows lines and code units."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from caselens.rules.rule import Finding, Severity
from caselens.text import SourceText, Span

MOST_PUBLISHED = 500

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


class Ruler:
    """Converts between the offsets of one text and positions in one encoding."""

    def __init__(self, source: SourceText, encoding: str) -> None:
        self.source = source
        self.encoding = encoding

    def position(self, offset: int) -> types.Position:
        line, column = self.source.line_column(offset)
        start = self.source.starts[line]
        return types.Position(line, _units(self.source.content[start : start + column], self.encoding))

    def range(self, span: Span) -> types.Range:
        return types.Range(self.position(span.start), self.position(span.end))

    def offset(self, position: types.Position) -> int:
        """The offset of a position, clamped to the text and to its line."""
        if position.line >= len(self.source.starts):
            return len(self.source.content)
        line = self.source.line_span(max(0, position.line))
        text = self.source.slice(line)
        if self.encoding == "utf-32" or text.isascii():
            return line.start + min(max(0, position.character), len(text))
        units = 0
        for index, character in enumerate(text):
            if units >= position.character:
                return line.start + index
            units += _units(character, self.encoding)
        return line.end

    def span(self, where: types.Range) -> Span:
        start = self.offset(where.start)
        return Span(start, max(start, self.offset(where.end)))


def _units(text: str, encoding: str) -> int:
    """How many code units of an encoding a piece of one line takes."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(character > "\uffff" for character in text)


def diagnostics(findings: Sequence[Finding], ruler: Ruler, uri: str) -> list[types.Diagnostic]:
    """The findings as diagnostics, errors first to be kept where there are too many to publish."""
    kept = findings
    if len(findings) > MOST_PUBLISHED:
        order = list(Severity)
        kept = sorted(findings, key=lambda finding: (order.index(finding.severity), finding.span))[
            :MOST_PUBLISHED
        ]
    published = [diagnostic(finding, ruler, uri) for finding in kept]
    if more := len(findings) - len(kept):
        first = ruler.range(ruler.source.line_span(0))
        published.append(
            types.Diagnostic(
                first, f"and {more:,} more findings", types.DiagnosticSeverity.Information, source="caselens"
            )
        )
    return published


def diagnostic(finding: Finding, ruler: Ruler, uri: str) -> types.Diagnostic:
    related = [
        types.DiagnosticRelatedInformation(types.Location(uri, ruler.range(span)), message)
        for span, message in finding.related
    ]
    return types.Diagnostic(
        ruler.range(finding.span),
        finding.message,
        _SEVERITIES[finding.severity],
        code=finding.code,
        source="caselens",
        related_information=related or None,
        data={"refuses": finding.refuses, "decisive": finding.decisive},
    )
