"""What a terminal shows, as a picture in SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

from caselens.cells import cells

CODES = re.compile("\x1b\\[([0-9;:]*)m")
WIDE, HIGH, SIZE = 8.4, 18, 14
FONT = "ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace"
PAPER, INK = "#14161b", "#e0e2ea"
BASIC = ("#07080d", "#ffc0b9", "#b3f6c0", "#fce094", "#a6dbff", "#ffcaff", "#8cf8f7", "#eef1f8")


class Style(NamedTuple):
    ink: str = INK
    paper: str = PAPER
    line: str = ""
    bold: bool = False
    italic: bool = False
    swapped: bool = False


SETS: dict[int, dict[str, Any]] = {
    0: Style()._asdict(),
    1: {"bold": True},
    3: {"italic": True},
    4: {"line": INK},
    7: {"swapped": True},
    22: {"bold": False},
    23: {"italic": False},
    24: {"line": ""},
    27: {"swapped": False},
    39: {"ink": INK},
    49: {"paper": PAPER},
    59: {},
    **{30 + number: {"ink": colour} for number, colour in enumerate(BASIC)},
    **{40 + number: {"paper": colour} for number, colour in enumerate(BASIC)},
}
COLOURS = {38: "ink", 48: "paper", 58: "line"}
"""What a colour that follows is for."""


def drawn(screen: str, columns: int) -> str:
    """The picture of a screen, given as lines with the codes of their colours."""
    lines = screen.rstrip("\n").split("\n")
    size = f'viewBox="0 0 {columns * WIDE:.0f} {len(lines) * HIGH}" width="{columns * WIDE:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}" font-size="{SIZE}">'
    paper = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
    shapes: list[str] = []
    style = Style()  # which lasts beyond the end of a line
    for row, line in enumerate(lines):
        runs = list(_runs(style, line))
        shapes += _row(row * HIGH, runs)
        style = runs[-1][0]
    return "\n".join([head, paper, *shapes, "</svg>\n"])


def _row(top: int, runs: Sequence[tuple[Style, str]]) -> Iterator[str]:
    column = 0
    for style, text in runs:
        x, wide = f"{column * WIDE:.1f}", f"{cells(text) * WIDE:.1f}"
        ink, paper = (style.paper, style.ink) if style.swapped else (style.ink, style.paper)
        if paper != PAPER and text:
            yield f'<rect x="{x}" y="{top}" width="{wide}" height="{HIGH}" fill="{paper}"/>'
        if style.line:
            yield f'<path d="M{x} {top + HIGH - 2}h{wide}" stroke="{style.line}"/>'
        if text.strip():
            looks = ' font-weight="bold"' * style.bold + ' font-style="italic"' * style.italic
            place = f'x="{x}" y="{top + SIZE}" textLength="{wide}" xml:space="preserve"'
            yield f'<text {place} fill="{ink}"{looks}>{escape(text, quote=False)}</text>'
        column += cells(text)


def _runs(style: Style, line: str) -> Iterator[tuple[Style, str]]:
    """The pieces of a line that look alike, the last of them perhaps empty."""
    first, *others = CODES.split(line)
    for codes, text in zip(["", *others[::2]], [first, *others[1::2]], strict=True):
        style = _changed(style, codes) if codes else style
        yield style, text


def _changed(style: Style, codes: str) -> Style:
    waiting = [int(code or 0) for code in re.split("[;:]", codes.replace("4:3", "4"))]
    while waiting:
        code = waiting.pop(0)
        change = {COLOURS[code]: _colour(waiting)} if code in COLOURS else SETS[code]
        style = style._replace(**change)
    return style


def _colour(waiting: list[int]) -> str:
    """The colour that is named next: `2;r;g;b`, or `5;n` of the palette."""
    if waiting.pop(0) == 5:
        return BASIC[waiting.pop(0) % len(BASIC)]
    return "#" + "".join(f"{waiting.pop(0):02x}" for _ in range(3))
