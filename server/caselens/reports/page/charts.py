"""Drawings of numbers: how they are spread, and an interval about a difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from caselens.evaluation.comparison import Delta
from caselens.reports.page.axis import percent
from caselens.reports.page.markup import Markup, folded, table, tag
from caselens.text import counted

BINS = 24
TALLEST, MIDDLE = 70, 11


class Bins(NamedTuple):
    """Values counted in intervals of one width."""

    low: float
    step: float
    counts: tuple[int, ...]

    def edges(self, number: int) -> tuple[float, float]:
        return self.low + number * self.step, self.low + (number + 1) * self.step


def binned(values: Sequence[float], low: float, high: float, bins: int = BINS) -> Bins:
    """Values from `low` to `high` in so many intervals; the last has its upper end."""
    step = (high - low) / bins or 1.0
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, max(0, int((value - low) / step)))] += 1
    return Bins(low, step, tuple(counts))


def spread(groups: Mapping[str, Sequence[float]], unit: str, digits: int) -> Markup:
    """How the values of each group are spread over one axis: a drawing above another, and a table.

    A bar is the share of its own group, so that few values can be held beside many.
    """
    every = [value for values in groups.values() for value in values]
    low, high = min(every), max(every)
    found = {name: binned(values, low, high) for name, values in groups.items() if values}
    most = max(max(bins.counts) / len(groups[name]) for name, bins in found.items())
    drawn = [_histogram(name, bins, len(groups[name]), most, unit, digits) for name, bins in found.items()]
    ends = tag(
        "p", tag("span", f"{low:.{digits}f}{unit}"), tag("span", f"{high:.{digits}f}{unit}"), class_="ends"
    )
    first = next(iter(found.values()))
    rows = [
        [_range(first, n, unit, digits), *(f"{bins.counts[n]:,}" for bins in found.values())]
        for n in range(BINS)
        if any(bins.counts[n] for bins in found.values())
    ]
    numbers = table("How many in each interval", ["from–to", *found], rows, range(1, 2 + len(found)))
    return tag("div", *drawn, ends, folded("As a table", numbers), class_="spread")


def _histogram(name: str, bins: Bins, total: int, most: float, unit: str, digits: int) -> Markup:
    bars = []
    for number, count in enumerate(bins.counts):
        if count:
            height = round(max(1.0, TALLEST * count / total / most), 1)
            title = tag("title", f"{_range(bins, number, unit, digits)}: {count:,}")
            left, wide = percent(round(100 * number / BINS, 2)), percent(round(92 / BINS, 2))
            bars.append(tag("rect", title, x=left, y=round(TALLEST - height, 1), width=wide, height=height))
    ground = tag("line", x1="0", x2="100%", y1=TALLEST, y2=TALLEST, class_="edge")
    label = f"{name}: {counted(total, 'value')} in {BINS} intervals"
    drawing = tag("svg", *bars, ground, class_="bars", height=TALLEST + 1, role="img", aria_label=label)
    return tag("figure", tag("figcaption", f"{name} ({total:,})"), drawing)


def _range(bins: Bins, number: int, unit: str, digits: int) -> str:
    low, high = bins.edges(number)
    return f"{low:.{digits}f}–{high:.{digits}f}{unit}"


def difference(delta: Delta, reach: float) -> Markup:
    """A difference and its interval, on an axis that has zero in its middle."""

    def at(number: float) -> str:
        return percent(round(50 + 46 * max(-1.0, min(1.0, number / reach)), 2))

    drawn = [
        tag("line", x1="50%", x2="50%", y1="0", y2="100%", class_="edge"),
        tag("line", x1=at(delta.low), x2=at(delta.high), y1=MIDDLE, y2=MIDDLE, class_="whisker"),
        tag("circle", cx=at(delta.difference), cy=MIDDLE, r=4.5, class_="in"),
    ]
    label = f"{delta.difference:+.3f}, 95 % interval {delta.low:+.3f} to {delta.high:+.3f}"
    return tag("svg", *drawn, height=2 * MIDDLE, role="img", aria_label=label)
