"""What can be wrong with the shape of a file: data for the rules, no words for the user yet."""

from __future__ import annotations

from typing import NamedTuple

from caselens.syntax.tree import Mapping
from caselens.text import Span


class Misfit(NamedTuple):
    """A value of another type than belongs where it stands."""

    span: Span
    found: str
    accepted: str
    """What belongs there, as a clause: `"version" takes an integer`."""
    replacement: str | None
    """What to write instead, where that is obvious."""
    muted: bool


class Stranger(NamedTuple):
    """A field that the format does not have."""

    span: Span
    name: str
    owner: str
    """What it stands in: `a corpus` or `a case`."""
    known: tuple[str, ...]
    holder: Mapping
    muted: bool


class Repeat(NamedTuple):
    """A key given again in one mapping."""

    span: Span
    name: str
    first: Span
    holder: Mapping
    muted: bool


class Abort(NamedTuple):
    """Something at which the reference gives the file up, in the middle of reading it."""

    span: Span
    message: str
    muted: bool


ShapeProblem = Misfit | Stranger | Repeat | Abort
"""`muted` problems stand inside a mapping that the reference has already given up for a repeated key."""
