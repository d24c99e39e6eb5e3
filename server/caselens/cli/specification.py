"""`caselens check` and `caselens digest` of a specification. No secret of it is printed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

from caselens.adapters import configuration
from caselens.cli import BLOCKED, IMPOSSIBLE, PASSED
from caselens.cli.render import excerpt
from caselens.corpus.digest import SHORT
from caselens.features.recognition import is_corpus, is_specification
from caselens.text import Piece, SourceText, counted


def is_one(name: str, text: str) -> bool:
    """Whether a file is a specification: by its name, by its text, or because a configuration names it."""
    path = Path(name)
    if is_specification(path.as_posix(), text) or is_corpus(path.as_posix(), text):
        return is_specification(path.as_posix(), text)
    found = configuration.find(path)
    return found is not None and path.resolve() in configuration.specifications(found)


def check(name: str, text: str) -> int:
    """Report every finding, and the identity where there is one."""
    return PASSED if _report(name, text, sys.stdout) else BLOCKED


def digest(name: str, text: str, short: bool) -> int:
    """Print the identity alone, or the findings that keep the specification from having one."""
    from caselens.features.specifications import checked

    found = checked(text).identity
    if not found:
        _report(name, text, sys.stderr)
        return IMPOSSIBLE
    print(found[:SHORT] if short else found)
    return PASSED


def _report(name: str, text: str, file: TextIO) -> str:
    """Print the findings and the verdict; the identity."""
    from caselens.features.specifications import checked

    findings, identity, shown = found = checked(text)
    piece = Piece(0, SourceText(text if shown is None else shown))
    for finding in findings:
        said = excerpt(name, piece, finding)
        print(said if shown is not None else said.partition("\n")[0] + "\n", file=file)
    refused = f"{name} is refused: {counted(found.refusals, 'error')}. No identity, no run."
    print(f"{name}: generation {identity[:SHORT]}" if identity else refused, file=file)
    return identity
