"""Two runs beside each other on the page: what moved, and what may be said of their means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from caselens.evaluation.comparison import Change, Comparison, Status
from caselens.evaluation.result import CaseResult
from caselens.reports.changes import UNMOVED, movement, setting, title
from caselens.reports.page.axis import Lane, Scale, axis, moves
from caselens.reports.page.charts import difference
from caselens.reports.page.markup import Markup, Section, listed, name, table, tag, together
from caselens.reports.page.ranks import anchor
from caselens.text import counted

MOST_DRAWN, MOST_LANES, MOST_NAMED = 100, 12, 1000
"""Cases whose movement is drawn, keys that are drawn of one, and cases that are named at all."""


def changes(found: Comparison, scale: Scale) -> Section:
    """The section of a comparison."""
    parts = [tag("p", "Compared with ", name(title(found.base)), ".")]
    if found.reasons:
        parts.append(tag("p", "No difference of means is given:"))
        parts.append(listed(found.reasons, MOST_NAMED))
    if found.deltas:
        parts.extend(_deltas(found))
    counts = ", ".join(f"{count:,} {status}" for status, count in found.counts().items())
    parts.extend((tag("h3", "What moved"), tag("p", counts or "No case is in both.")))
    parts.extend(_moved(found, scale))
    if found.settings:
        rows = [[name(key), name(setting(was)), name(setting(now))] for key, was, now in found.settings]
        parts.append(tag("h3", "Settings that differ"))
        parts.append(table("Settings that differ", ["setting", "base", "now"], rows))
    return Section("change", "Change", together(*parts))


def _deltas(found: Comparison) -> Iterator[Markup]:
    reach = max(max(abs(d.low), abs(d.high), abs(d.difference)) for d in found.deltas) or 1.0
    yield tag("h3", "Differences of the means")
    yield tag("p", "A dot is the difference, the line through it its 95 % interval.", class_="legend")
    for delta in found.deltas:
        numbers = f"{delta.base:.3f} → {delta.current:.3f}; 95 %: {delta.low:+.3f} to {delta.high:+.3f}"
        head = tag(
            "span",
            tag("b", f"{delta.name} {delta.difference:+.3f}"),
            f" {delta.verdict} ({counted(delta.cases, 'case')}) ",
            tag("span", numbers, class_="quiet"),
            class_="case",
        )
        yield tag("div", head, difference(delta, reach), class_="row moved")


def _moved(found: Comparison, scale: Scale) -> Iterator[Markup]:
    numbers = {result.id: number for number, result in enumerate(found.current.results)}
    moved = [change for status in Status if status not in UNMOVED for change in found.of(status)]
    lanes = {change.id: _lanes(change) for change in moved}
    drawn = [change.id for change in moved if lanes[change.id]][:MOST_DRAWN]
    if drawn:
        yield tag(
            "p", "A ring is where a key was, a dot where it is; to the left is better.", class_="legend"
        )
        yield tag("div", axis(scale), class_="row head")
    chosen = frozenset(drawn)
    for change in moved[:MOST_NAMED]:
        yield _change(change, numbers, lanes[change.id] if change.id in chosen else (), scale)
    if len(moved) > MOST_NAMED:
        yield tag("p", f"and {len(moved) - MOST_NAMED:,} more, which the JSON report has", class_="quiet")
    if len(drawn) == MOST_DRAWN:
        yield tag("p", f"The first {MOST_DRAWN} are drawn.", class_="quiet")


def _change(change: Change, numbers: Mapping[str, int], lanes: tuple[Lane, ...], scale: Scale) -> Markup:
    told = name(change.id)
    if change.id in numbers:
        told = tag("a", told, href=f"#{anchor(numbers[change.id])}")
    status = tag("b", change.status.value, class_=_KINDS.get(change.status))
    said = movement(change)
    head = tag(
        "span", status, " ", told, *((" ", tag("bdi", said, class_="quiet")) if said else ()), class_="case"
    )
    depth = change.current.depth if change.current else 0
    drawing = moves(lanes[:MOST_LANES], depth, scale) if lanes else ""
    if len(lanes) > MOST_LANES:
        drawing = tag("div", drawing, tag("span", f"the first {MOST_LANES} are drawn", class_="quiet"))
    return tag("div", head, drawing, class_="row moved")


_KINDS = {Status.BROKEN: "bad", Status.WORSE: "bad", Status.FIXED: "good", Status.BETTER: "good"}


def _lanes(change: Change) -> tuple[Lane, ...]:
    """The keys that both runs expected and that moved, in the order of the case."""
    if change.base is None or change.current is None:
        return ()
    pairs = [
        Lane(key, _rank(change.base, key), _rank(change.current, key))
        for key in change.current.expected
        if key in change.base.expected
    ]
    return tuple(lane for lane in pairs if lane.was != lane.now)


def _rank(result: CaseResult, key: str) -> int | None:
    place = result.places.get(key)
    return place.rank if place else None
