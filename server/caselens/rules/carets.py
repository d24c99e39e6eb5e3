"""Findings drawn into the text they are about, as comments that leave it a corpus.

    relevant: {"42": 1, "43": 0}
#                              ^ nonpositive-grade: key "43" has grade 0; a grade must be above zero

The comment begins in the first column; for a finding that does too, the `#` counts as a caret, and
one more is drawn at least.
"""

import re
from collections.abc import Iterable

from caselens.rules.rule import Finding
from caselens.text import SourceText

CARETS = re.compile(r"# *\^+ [a-z-]+: .*")


def draw(source: SourceText, findings: Iterable[Finding]) -> str:
    """The text with a caret line under each line that a finding is about."""
    below: dict[int, list[str]] = {}
    for finding in findings:
        line, column = source.line_column(finding.span.start)
        width = max(1, finding.span.end - finding.span.start)
        carets = "#" + (" " * (column - 1) + "^" * width if column else "^" * max(1, width - 1))
        below.setdefault(line, []).append(f"{carets} {finding.code}: {finding.message}")
    lines = [source.slice(source.line_span(number)) for number in range(len(source.starts))]
    return "\n".join(drawn for number, line in enumerate(lines) for drawn in (line, *below.get(number, ())))


def erase(text: str) -> str:
    """The text without its caret lines."""
    return "\n".join(line for line in text.split("\n") if not CARETS.fullmatch(line))
