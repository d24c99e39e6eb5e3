"""`caselens check` and `caselens digest`."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from caselens.adapters import configuration
from caselens.cli import BLOCKED, IMPOSSIBLE, PASSED, specification
from caselens.cli.files import NotTextError, project_for, read_text
from caselens.cli.render import excerpt
from caselens.corpus.digest import SHORT
from caselens.features.picture import Picture
from caselens.features.verdict import worst
from caselens.ports import KeyLookup, PortError
from caselens.project import check_keys, configuration_findings, surroundings_findings
from caselens.rules.rule import Severity
from caselens.text import Piece, SourceText, counted

MOST_SHOWN = 100
"""Findings of one file; what comes after them mostly follows from the first."""


def check(options: argparse.Namespace) -> int:
    """Report every finding of every file; the worst file decides the status."""
    return max(_check_one(options, name) for name in options.files)


def _check_one(options: argparse.Namespace, name: str) -> int:
    try:
        if Path(name).name == configuration.NAME:
            return _check_configuration(name)
        text = read_text(name)
        if specification.is_one(name, text):
            return specification.check(name, text)
        picture = _read(text)
    except NotTextError as error:
        print(f"{error}\n\n{_refused(name, 1)}")
        return BLOCKED
    except PortError as error:
        print(f"caselens: {error}", file=sys.stderr)
        return IMPOSSIBLE
    keys, ignored = _look_up(options, name, picture)
    picture.learn(picture.mentioned, keys)
    picture.ignore(ignored)
    _print_findings(name, picture, sys.stdout)
    print(_verdict(name, picture))
    if any(found.severity == Severity.ERROR for _, found in picture.findings):
        return BLOCKED
    return IMPOSSIBLE if picture.knowledge.unread else PASSED


def _check_configuration(name: str) -> int:
    text, path = read_text(name), Path(name)
    found = configuration_findings(text, path) or surroundings_findings(text, path)
    piece = Piece(0, SourceText(configuration.masked(text)))
    for finding in sorted(found, key=lambda finding: finding.span):
        print(excerpt(name, piece, finding, several=False))
    errors = sum(finding.severity == Severity.ERROR for finding in found)
    print(f"{name}: {counted(errors, 'error')}" if errors else f"{name}: in order")
    return BLOCKED if errors else PASSED


def digest(options: argparse.Namespace) -> int:
    """Print the digest alone, or the findings that keep the file from having one."""
    with suppress(NotTextError):  # said below
        text = read_text(options.file)
        if specification.is_one(options.file, text):
            return specification.digest(options.file, text, options.short)
    picture = accepted(options.file)
    if picture is None or picture.digest is None:
        return IMPOSSIBLE
    print(picture.digest[:SHORT] if options.short else picture.digest)
    return PASSED


def accepted(name: str) -> Picture | None:
    """The picture of an accepted corpus; None, with the reasons on standard error, of a refused one."""
    try:
        text = read_text(name)
    except NotTextError as error:
        print(f"{error}\n\n{_refused(name, 1)}", file=sys.stderr)
        return None
    if specification.is_one(name, text):
        raise PortError(f"{name} is a specification; what is evaluated is a corpus")
    picture = _read(text)
    if picture.corpus is None:
        _print_findings(name, picture, sys.stderr)
        print(_verdict(name, picture), file=sys.stderr)
        return None
    return picture


def _read(text: str) -> Picture:
    picture = Picture(text, largest=max(len(text), 1))
    picture.settle()
    return picture


def _print_findings(name: str, picture: Picture, file: TextIO) -> None:
    """Print the findings but for hints, which are for who is writing."""
    findings = [placed for placed in picture.findings if placed.finding.severity is not Severity.HINT]
    # Worth saying only where the reference would not report everything.
    several = any(found.refuses and not found.decisive for _, found in picture.findings)
    for piece, finding in worst(findings, MOST_SHOWN):
        print(excerpt(name, piece, finding, several), file=file)
    if (more := len(findings) - MOST_SHOWN) > 0:
        print(f"{name}: and {counted(more, 'more finding')}\n", file=file)


def _look_up(
    options: argparse.Namespace, name: str, picture: Picture
) -> tuple[KeyLookup | None, frozenset[str]]:
    """What the rows say of the keys, and which rules the configuration switches off."""
    try:
        project = project_for(options, name)
    except PortError as error:
        return KeyLookup("", unread=str(error)), frozenset()
    if project is None:
        return None, frozenset()
    keys = check_keys(project, picture.mentioned) if picture.mentioned else None
    return keys, project.settings.ignore


def _verdict(name: str, picture: Picture) -> str:
    if picture.corpus is None or picture.digest is None:
        return _refused(name, picture.refusals)
    parts = [f"{name}: {counted(len(picture.corpus.cases), 'case')}, digest {picture.digest[:SHORT]}"]
    keys, known = counted(len(picture.mentioned), "key"), picture.knowledge
    if known.latest is None:
        found = configuration.find(Path(name))
        parts.append(
            f"{keys} unchecked: {f'{found} does not claim' if found else 'no caselens.yaml claims'} the file"
        )
    elif known.unread:
        parts.append(f"{keys} unchecked")
    else:
        lost = f", {len(known.missing)} without a row" if known.missing else ""
        parts.append(f"{keys} looked up in {known.latest.origin}{lost}")
    return ", ".join(parts)


def _refused(name: str, refusals: int) -> str:
    return f"{name} is refused: {counted(refusals, 'error')}. No digest, no run."
