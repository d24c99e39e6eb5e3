"""What could be written at a place, as an editor offers it."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from caselens.text import Span


class Completion(NamedTuple):
    """A text to put in place of `span`.

    `insert` is a snippet where `snippet` says so: `$1` and `${1:text}` are where the author goes on. Its
    further lines are indented from the line that it begins in, as editors do it. `plain` is what to write
    where snippets are unknown, indented as it must stand. `of` is the source key that it stands for.
    """

    label: str
    kind: Literal["field", "value", "whole", "key"]
    span: Span
    insert: str
    plain: str
    detail: str = ""
    documentation: str = ""
    preselect: bool = False
    of: str = ""


def literal(text: str) -> str:
    """A text as it stands in a snippet."""
    return re.sub(r"[\\$}]", r"\\\g<0>", text)
