"""What was found as the workflow commands of GitHub Actions, which it shows beside the lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caselens.cli.findings import Checked, region
from caselens.features.verdict import PlacedFinding
from caselens.reports.github import MOST, escaped, property_
from caselens.rules.rule import Severity
from caselens.text import counted

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFORMATION: "notice"}


def written(found: Sequence[Checked]) -> str:
    return "".join(f"{line}\n" for line in _lines(found))


def _lines(found: Sequence[Checked]) -> Iterator[str]:
    for severity, command in _COMMANDS.items():
        said = [
            _annotation(command, one.file, placed)
            for one in found
            for placed in one.findings
            if placed.finding.severity is severity
        ]
        if severity is Severity.ERROR:
            said += [
                f"::error file={property_(one.file)},title=Caselens::{escaped(one.trouble)}"
                for one in found
                if one.trouble
            ]
        yield from said if len(said) <= MOST else said[: MOST - 1]
        if (more := len(said) - MOST + 1) > 1:
            yield f"::{command} title=Caselens::and {counted(more, 'more finding')} of this kind"


def _annotation(command: str, file: str, placed: PlacedFinding) -> str:
    piece, finding = placed
    line, column, end_line, end_column = region(piece, finding.span)
    # Columns are shown only where both ends are on one line.
    columns = f",col={column},endColumn={end_column}" if line == end_line else ""
    place = f"file={property_(file)},line={line},endLine={end_line}{columns}"
    return f"::{command} {place},title=Caselens {property_(finding.code)}::{escaped(finding.message)}"
