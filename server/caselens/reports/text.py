"""A report for a terminal."""

from __future__ import annotations

from caselens.reports import Report
from caselens.reports.changes import changes
from caselens.reports.table import columns, report, shown, verdict, wrapped


def written(told: Report) -> str:
    width = columns()
    parts = []
    if told.file:
        parts += [report(told.run, width), ""]
    if told.comparison is not None:
        parts += [*changes(told.comparison, width), ""]
    if told.explanation is not None:
        text, model = told.explanation
        lines = [line for given in text.splitlines() for line in wrapped(f"  {shown(given)}", width)]
        parts += [f"what {shown(model)} makes of it", *lines, ""]
    parts.append(verdict(told.blocking, told.open_points, width))
    return "\n".join(parts) + "\n"
