"""A corpus text split at the items of its list of cases, by looking at the lines alone.

Only a list in block style under `cases:` in the first column can be split so. Whether the parts mean
what the whole means is another question: `features.picture` answers it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

CASES = re.compile(r"""(?:cases|"cases"|'cases')[ \t]*:[ \t]*(?:#.*)?$""")


_AFTER = ("", " ", "\t", "\n", "\r")


class Layout(NamedTuple):
    """Where the list of cases begins: at line `first`, each item after `indent` spaces and a dash."""

    first: int
    indent: int


def layout(lines: Sequence[str]) -> Layout | None:
    """The layout of a text; None where it cannot be split."""
    for number, line in enumerate(lines):
        if line[:1] in "cC\"'" and CASES.match(line.rstrip("\r\n")):
            return _first_item(lines, number + 1)
    return None


def _first_item(lines: Sequence[str], after: int) -> Layout | None:
    for number in range(after, len(lines)):
        stripped = lines[number].lstrip(" ")
        if stripped[:1] in ("", "\n", "\r", "#"):
            continue
        indent = len(lines[number]) - len(stripped)
        return Layout(number, indent) if is_item(lines[number], indent) else None
    return None


def is_item(line: str, indent: int) -> bool:
    """Whether an item of the list begins in this line."""
    return line.startswith(" " * indent + "-") and line[indent + 1 : indent + 2] in _AFTER


def item_starts(lines: Sequence[str], indent: int, first: int, last: int) -> list[int]:
    """The lines from `first` up to `last` in which an item begins."""
    # Every line of a large file is asked, so nothing is called for most.
    dash, after = " " * indent + "-", indent + 1
    among = enumerate(lines[first:last], first)
    return [number for number, line in among if line.startswith(dash) and line[after : after + 1] in _AFTER]
