"""What `caselens check` found, for other programs: one module a format."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple, cast

from caselens.cli import BLOCKED, IMPOSSIBLE, PASSED
from caselens.cli.files import deliver
from caselens.features.verdict import PlacedFinding
from caselens.ports import PortError
from caselens.rules.rule import Severity
from caselens.text import Piece, Span


class Checked(NamedTuple):
    """What was found in a file, without hints. `digest` is the corpus's, or the identity of a specification;
    `trouble` is why the file, or what it was to be held against, could not be read.
    """

    file: str
    status: int
    findings: tuple[PlacedFinding, ...] = ()
    digest: str = ""
    trouble: str = ""

    @property
    def outcome(self) -> str:
        return {PASSED: "passed", BLOCKED: "blocked", IMPOSSIBLE: "not checked"}[self.status]


class Region(NamedTuple):
    """A place in a file as people count: lines and columns from 1, the end not included, in code points."""

    line: int
    column: int
    end_line: int
    end_column: int


FORMATS = {"text": "", "json": ".json", "sarif": ".sarif", "github": ""}
"""Each format with the ending of its files."""


def heard(findings: Sequence[PlacedFinding]) -> tuple[PlacedFinding, ...]:
    """The findings without hints, which are for who is writing."""
    return tuple(placed for placed in findings if placed.finding.severity is not Severity.HINT)


def region(piece: Piece, span: Span) -> Region:
    (line, column), (end_line, end_column) = map(piece.source.line_column, span)
    return Region(piece.line + line + 1, column + 1, piece.line + end_line + 1, end_column + 1)


def written(found: Sequence[Checked], name: str) -> str:
    """What was found in a format of `FORMATS` other than text, ending with a line feed."""
    module = import_module(f"{__name__}.{'as_json' if name == 'json' else name}")
    return cast("Callable[[Sequence[Checked]], str]", module.written)(found)


def format_of(path: str) -> str:
    """The format of a file by its ending. Raises `PortError` for one that no format has."""
    lower = path.lower()
    for name, ending in (("sarif", ".sarif.json"), *FORMATS.items()):
        if ending and lower.endswith(ending):
            return name
    endings = ", ".join(ending for ending in FORMATS.values() if ending)
    raise PortError(f"{path}: no format has this ending; accepted are {endings}")


def give(found: Sequence[Checked], options: argparse.Namespace) -> None:
    """Write what was found to the files of `--output`, and in the format of `--format` to standard output."""
    files = ((path, written(found, format_of(path))) for path in options.output)
    deliver(files, written(found, options.format) if options.format != "text" else "")
