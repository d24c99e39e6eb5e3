"""`caselens check` and `caselens digest` of a specification. No secret of it is printed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from caselens.adapters import configuration
from caselens.cli import BLOCKED, IMPOSSIBLE, PASSED
from caselens.cli.findings import Checked, heard
from caselens.cli.render import excerpt
from caselens.corpus.digest import SHORT
from caselens.features.recognition import is_corpus, is_specification
from caselens.features.verdict import PlacedFinding
from caselens.text import Piece, SourceText, counted

if TYPE_CHECKING:
    from caselens.features.specifications import Checked as Specified


def is_one(name: str, text: str) -> bool:
    """Whether a file is a specification: by its name, by its text, or because a configuration names it."""
    path = Path(name)
    if is_specification(path.as_posix(), text) or is_corpus(path.as_posix(), text):
        return is_specification(path.as_posix(), text)
    found = configuration.find(path)
    return found is not None and path.resolve() in configuration.specifications(found)


def check(name: str, text: str, out: TextIO) -> Checked:
    """Report every finding, and the identity where there is one."""
    from caselens.features.specifications import checked

    found = checked(text)
    _report(name, text, found, out)
    piece = Piece(0, SourceText(text))
    placed = [PlacedFinding(piece, finding) for finding in found.findings]
    return Checked(name, PASSED if found.identity else BLOCKED, heard(placed), found.identity)


def digest(name: str, text: str, short: bool) -> int:
    """Print the identity alone, or the findings that keep the specification from having one."""
    from caselens.features.specifications import checked

    found = checked(text)
    if not found.identity:
        _report(name, text, found, sys.stderr)
        return IMPOSSIBLE
    print(found.identity[:SHORT] if short else found.identity)
    return PASSED


def _report(name: str, text: str, found: Specified, file: TextIO) -> None:
    """Print the findings and the verdict."""
    findings, identity, shown = found
    piece = Piece(0, SourceText(text if shown is None else shown))
    for finding in findings:
        said = excerpt(name, piece, finding)
        print(said if shown is not None else said.partition("\n")[0] + "\n", file=file)
    refused = f"{name} is refused: {counted(found.refusals, 'error')}. No identity, no run."
    print(f"{name}: generation {identity[:SHORT]}" if identity else refused, file=file)
