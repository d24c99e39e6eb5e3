"""What an author wants to hear no more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from caselens.features.verdict import PlacedFinding
from caselens.rules.silence import COMMENT, MARK, codes
from caselens.text import Edit, SourceText, Span


def heard(
    found: Iterable[PlacedFinding], lines: Sequence[str], ignored: frozenset[str]
) -> Iterator[PlacedFinding]:
    """The findings without those that are ignored: in general, in their line, or in a
    comment that stands alone above it.

    What refuses is always heard. Comments are looked for only where there is a finding.
    """
    for placed in found:
        finding = placed.finding
        if finding.refuses or (
            finding.code not in ignored
            and finding.code not in codes(lines[placed.line]) | _codes_above(lines, placed.line)
        ):
            yield placed


def silencing(source: SourceText, line: int, code: str, line_end: str) -> Iterator[Edit]:
    """The ways to write that a finding in a line is to be ignored: in that line, or in one above it."""
    span = source.line_span(line)
    own = source.slice(span)
    if found := COMMENT.search(own):
        at = span.start + found.end() - 1
        yield Edit(Span(at, at), f", {code}" if found[1].strip() else code)
    else:
        yield Edit(Span(span.end, span.end), f"  # {MARK}{code}]")
    indent = own[: len(own) - len(own.lstrip(" "))]
    yield Edit(Span(span.start, span.start), f"{indent}# {MARK}{code}]{line_end}")


def _codes_above(lines: Sequence[str], line: int) -> frozenset[str]:
    """The codes that the line above ignores for this one; a comment behind something speaks of that."""
    above = lines[line - 1] if line else ""
    return codes(above) if above.lstrip().startswith("#") else frozenset()
