"""A report for a terminal."""

from __future__ import annotations

from caselens.reports import Report
from caselens.reports.changes import changes
from caselens.reports.table import columns, report, verdict


def written(told: Report) -> str:
    width = columns()
    parts = []
    if told.file:
        parts += [report(told.run, width), ""]
    if told.comparison is not None:
        parts += [*changes(told.comparison, width), ""]
    parts.append(verdict(told.blocking, told.open_points, width))
    return "\n".join(parts) + "\n"
