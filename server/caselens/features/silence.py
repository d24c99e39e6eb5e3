"""What an author wants to hear no more, and how that is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from caselens.features.verdict import PlacedFinding
from caselens.rules.silence import codes


def heard(
    found: Iterable[PlacedFinding], lines: Sequence[str], ignored: frozenset[str]
) -> Iterator[PlacedFinding]:
    """The findings without those that are ignored: in general, or in their line or the one above.

    What refuses is always heard. Comments are looked for only where there is a finding.
    """
    for placed in found:
        finding = placed.finding
        if finding.refuses:
            yield placed
        elif finding.code not in ignored:
            line = placed.piece.line + placed.piece.source.line_of(finding.span.start)
            near = codes(lines[line]) | (codes(lines[line - 1]) if line else frozenset())
            if finding.code not in near:
                yield placed
