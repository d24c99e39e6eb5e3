"""Ranks on a logarithmic axis: where a key stands, how deep counts, and what moved.

Places are percentages of a drawing's width, sizes are pixels: a drawing is as wide as it may be, and its
marks are never stretched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple

from caselens.reports.page.markup import Markup, tag, together
from caselens.reports.table import shown

LEFT, RIGHT, NOWHERE = 2.0, 90.0, 97.0
"""Where rank 1 stands, the last row, and a key that has none."""

HEIGHT, LANE = 22, 14

FEW = 200
"""Rows up to which an axis has room for more than the powers of ten."""

LONGEST_TITLE = 80


class Scale(NamedTuple):
    """An axis from rank 1 to the deepest."""

    deepest: int

    def at(self, rank: float | None) -> float:
        """The place of a rank in percent; of None, that for keys without a row."""
        if rank is None:
            return NOWHERE
        share = log(max(rank, 1)) / log(max(self.deepest, 10))
        return round(LEFT + (RIGHT - LEFT) * min(share, 1.0), 2)

    def ticks(self) -> Iterator[int]:
        """The ranks that are written at the axis."""
        power, steps = 1, (1, 2, 5) if self.deepest <= FEW else (1,)
        while power <= self.deepest:
            yield from (step * power for step in steps if step * power <= self.deepest)
            power *= 10


class Mark(NamedTuple):
    """An expected key on a strip: `is_in` where the case got it."""

    key: str
    rank: int | None
    is_required: bool
    is_in: bool


class Lane(NamedTuple):
    """A key that moved between two runs."""

    key: str
    was: int | None
    now: int | None


def percent(value: float) -> str:
    return f"{value:g}%"


def grid(scale: Scale) -> Markup:
    """The lines of the axis, drawn once for every strip to use."""
    lines = [_line(scale.at(rank), "grid") for rank in scale.ticks()]
    drawing = tag("defs", tag("g", *lines, _line((RIGHT + NOWHERE) / 2, "edge"), id="grid"))
    return tag("svg", drawing, class_="none", aria_hidden="true", focusable="false")


def axis(scale: Scale) -> Markup:
    """The numbers of the axis, to stand above strips."""
    ticks = [_text(scale.at(rank), _short(rank)) for rank in scale.ticks()]
    return tag("svg", *ticks, _text(NOWHERE, "none"), class_="axis", aria_hidden="true", focusable="false")


def strip(marks: Sequence[Mark], depth: int, scale: Scale) -> Markup:
    """Where the expected keys of one case rank. Squares are required; hollow ones were not returned."""
    drawn = [_mark(mark, scale) for mark in reversed(marks)]
    ranks = ", ".join(_rank(mark.rank) for mark in marks) or "none"
    label = f"ranks of the expected keys: {ranks}; the best {depth} count"
    return tag("svg", *_ground(depth, scale), *drawn, height=HEIGHT, role="img", aria_label=label)


def moves(lanes: Sequence[Lane], depth: int, scale: Scale) -> Markup:
    """Keys that moved, a line each from a ring where they were to a dot where they are."""
    drawn = [_lane(lane, 8 + LANE * number, scale) for number, lane in enumerate(lanes)]
    label = "; ".join(_moved(lane) for lane in lanes)
    return tag(
        "svg",
        *_ground(depth, scale),
        *drawn,
        height=LANE * len(lanes) + 4,
        role="img",
        aria_label=label,
    )


def _ground(depth: int, scale: Scale) -> Iterator[Markup]:
    if depth > 0:
        end = scale.at(depth + 0.5)
        yield tag("rect", x="0", y="0", width=percent(end), height="100%", class_="deep")
        yield _line(end, "depth")
    yield tag("use", href="#grid")


def _mark(mark: Mark, scale: Scale) -> Markup:
    at, kind = percent(scale.at(mark.rank)), "in" if mark.is_in else "out"
    what = "required" if mark.is_required else "graded"
    title = tag(
        "title", f"{_cut(mark.key)}: {_rank(mark.rank)}, {what}{'' if mark.is_in else ', not returned'}"
    )
    if mark.rank is None:
        return tag("text", title, "×", x=at, y=16, class_="no")
    if mark.is_required:
        return tag("rect", title, x=at, y=6, width=10, height=10, transform="translate(-5)", class_=kind)
    return tag("circle", title, cx=at, cy=11, r=4.5, class_=kind)


def _lane(lane: Lane, middle: int, scale: Scale) -> Markup:
    was, now = percent(scale.at(lane.was)), percent(scale.at(lane.now))
    kind = "up" if (lane.now or scale.deepest + 1) < (lane.was or scale.deepest + 1) else "down"
    return tag(
        "g",
        tag("title", _moved(lane)),
        tag("line", x1=was, x2=now, y1=middle, y2=middle),
        tag("circle", cx=was, cy=middle, r=4, class_="was"),
        tag("circle", cx=now, cy=middle, r=4.5),
        class_=kind,
    )


def _moved(lane: Lane) -> str:
    return f"{_cut(lane.key)}: {_rank(lane.was)} → {_rank(lane.now)}"


def _line(at: float, kind: str) -> Markup:
    return tag("line", x1=percent(at), x2=percent(at), y1="0", y2="100%", class_=kind)


def _text(at: float, text: str) -> Markup:
    return tag("text", text, x=percent(at), y=12)


def _rank(rank: int | None) -> str:
    return "no row" if rank is None else f"{rank:,}"


def _short(number: int) -> str:
    for size, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number // size}{letter}"
    return str(number)


def _cut(key: str) -> str:
    told = shown(key)
    return told if len(told) <= LONGEST_TITLE else told[: LONGEST_TITLE - 1] + "…"


def legend() -> Markup:
    """What the marks of a strip mean."""
    square = tag("rect", x=1, y=1, width=10, height=10, class_="in")
    dot, ring = (tag("circle", cx=6, cy=6, r=4.5, class_=kind) for kind in ("in", "out"))
    signs = ((square, "required"), (dot, "graded"), (ring, "hollow: not returned"))
    keys = [_sign(sign, said) for sign, said in signs]
    return tag("p", *keys, tag("span", "× no row · shaded: the depth that counts"), class_="legend")


def _sign(sign: Markup, said: str) -> Markup:
    return tag("span", together(tag("svg", sign, class_="sign", aria_hidden="true"), f" {said}"))
