"""A report as the workflow commands of GitHub Actions, which it shows beside the file."""

from __future__ import annotations

from collections.abc import Iterator

from caselens.reports import Report
from caselens.reports.table import shown
from caselens.text import decimals

MOST = 10
"""Annotations of one kind that GitHub takes from a step."""


def written(told: Report) -> str:
    return "".join(f"{line}\n" for line in _lines(told))


def _lines(told: Report) -> Iterator[str]:
    place = f" file={property_(told.file)}," if told.file else " "
    shown_here = told.blocking if len(told.blocking) <= MOST else told.blocking[: MOST - 1]
    for blocker in shown_here:
        yield f"::error{place}title=Caselens::{escaped(blocker)}"
    if len(shown_here) < len(told.blocking):
        rest = len(told.blocking) - len(shown_here)
        yield f"::error{place}title=Caselens::and {rest} more that block; see the report"
    for point in told.open_points[:MOST]:
        yield f"::notice{place}title=Caselens · not measured::{escaped(point)}"
    means = told.run.means
    numbers = f"recall {decimals(means.recall)}, MRR {decimals(means.mrr)}, NDCG {decimals(means.ndcg)}"
    if told.comparison is not None:
        changes = (f"{d.name} {d.difference:+.3f} ({d.verdict})" for d in told.comparison.deltas)
        numbers = "; ".join([numbers, *changes])
    yield f"::notice{place}title=Caselens::{escaped(numbers)}"


def escaped(text: str) -> str:
    """A text as the message of a command."""
    return shown(text).replace("%", "%25")


def property_(text: str) -> str:
    """A text as the value of a command's property."""
    return escaped(text).replace(":", "%3A").replace(",", "%2C")
