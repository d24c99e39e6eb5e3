"""HTML and SVG from values: the only place that writes a tag, and escapes what stands in one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from caselens.reports.table import shown

EMPTY = frozenset(("br", "circle", "input", "line", "link", "meta", "path", "rect", "use"))
"""Elements that are written without an end, by HTML or because a shape has nothing in it here."""


class Markup(str):
    """What is HTML already."""

    __slots__ = ()


class Section(NamedTuple):
    """A part of the page: its anchor, its heading, what stands under it."""

    anchor: str
    heading: str
    content: Markup


def escaped(text: str) -> Markup:
    """A text as it stands between tags and in attributes, what does not print spelt out."""
    return text if isinstance(text, Markup) else Markup(escape(shown(text)))


def together(*parts: str) -> Markup:
    return Markup("".join(map(escaped, parts)))


def tag(name: str, /, *children: str, **attributes: str | float | bool | None) -> Markup:
    """An element. An attribute's underscores are hyphens, but one at the end; None and False leave it out."""
    given = "".join(_attribute(key, value) for key, value in attributes.items())
    if children or name not in EMPTY:
        return Markup(f"<{name}{given}>{together(*children)}</{name}>")
    return Markup(f"<{name}{given}/>")


def _attribute(name: str, value: str | float | bool | None) -> str:
    if value is None or value is False:
        return ""
    spelt = name.removesuffix("_").replace("_", "-").replace("viewbox", "viewBox")
    if value is True:
        return f" {spelt}"
    return f' {spelt}="{escaped(value if isinstance(value, str) else f"{value:g}")}"'


def name(text: str) -> Markup:
    """An id or a key, whose letters may run from right to left without turning what stands around them."""
    return tag("bdi", text if text.strip() else f'"{text}"')


def listed(points: Sequence[str], most: int) -> Markup:
    """A list of at most so many points, which says how many it leaves out."""
    items = [tag("li", point) for point in points[:most]]
    if len(points) > most:
        items.append(tag("li", f"and {len(points) - most:,} more, which the JSON report has", class_="quiet"))
    return tag("ul", *items)


def table(
    caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int] = ()
) -> Markup:
    """A table whose rows are named by their first cell. `numbers` are the columns of numbers, from 1."""
    head = tag("tr", *(tag("th", cell, scope="col") for cell in heads))
    body = [
        tag("tr", tag("th", first, scope="row"), *(tag("td", cell) for cell in others))
        for first, *others in rows
    ]
    kinds = " ".join(f"n{column}" for column in numbers)
    return tag(
        "table", tag("caption", caption), tag("thead", head), tag("tbody", *body), class_=kinds or None
    )


def folded(title: str, *content: str) -> Markup:
    """What is shown when it is asked for."""
    return tag("details", tag("summary", title), *content)
