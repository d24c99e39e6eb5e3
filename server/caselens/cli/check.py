"""`caselens check` and `caselens digest`."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import TextIO

from caselens.adapters import configuration
from caselens.cli import BLOCKED, IMPOSSIBLE, PASSED, specification
from caselens.cli.files import NotTextError, project_for, read_text
from caselens.cli.findings import Checked, format_of, give, heard
from caselens.cli.render import excerpt
from caselens.corpus.digest import SHORT
from caselens.features.picture import Picture
from caselens.features.verdict import PlacedFinding, worst
from caselens.ports import KeyLookup, PortError
from caselens.project import check_keys, configuration_findings, surroundings_findings
from caselens.rules.rule import Finding, Severity
from caselens.text import Piece, SourceText, Span, counted

MOST_SHOWN = 100
"""Findings of one file; what comes after them mostly follows from the first."""


def check(options: argparse.Namespace) -> int:
    """Report every finding of every file; the worst file decides the status."""
    for path in options.output:
        format_of(path)  # before anything is done for it
    # Text is printed while it comes; other programs are told at the end.
    out = sys.stdout if options.format == "text" else StringIO()
    found = [_check_one(options, name, out) for name in options.files]
    give(found, options)
    return max(one.status for one in found)


def _check_one(options: argparse.Namespace, name: str, out: TextIO) -> Checked:
    try:
        text = read_text(name)
        if Path(name).name == configuration.NAME:
            return _check_configuration(name, text, out)
        if specification.is_one(name, text):
            return specification.check(name, text, out)
        return _check_corpus(options, name, text, out)
    except NotTextError as error:
        print(f"{error}\n\n{_refused(name, 1)}", file=out)
        end = len(error.before)
        finding = Finding("syntax", Severity.ERROR, Span(end, end), error.message, refuses=True)
        return Checked(name, BLOCKED, (PlacedFinding(Piece(0, SourceText(error.before)), finding),))
    except PortError as error:
        print(f"caselens: {error}", file=sys.stderr)
        return Checked(name, IMPOSSIBLE, trouble=str(error))


def _check_corpus(options: argparse.Namespace, name: str, text: str, out: TextIO) -> Checked:
    picture = _read(text)
    keys, ignored = _look_up(options, name, picture)
    picture.learn(picture.mentioned, keys)
    picture.ignore(ignored)
    _print_findings(name, picture, out)
    print(_verdict(name, picture), file=out)
    unread = picture.knowledge.unread
    status = IMPOSSIBLE if unread else PASSED
    if any(found.severity == Severity.ERROR for _, found in picture.findings):
        status = BLOCKED
    return Checked(name, status, heard(picture.findings), picture.digest or "", unread or "")


def _check_configuration(name: str, text: str, out: TextIO) -> Checked:
    path = Path(name)
    found = configuration_findings(text, path) or surroundings_findings(text, path)
    piece = Piece(0, SourceText(configuration.masked(text)))
    placed = [PlacedFinding(piece, finding) for finding in sorted(found, key=lambda finding: finding.span)]
    for _, finding in placed:
        print(excerpt(name, piece, finding, several=False), file=out)
    errors = sum(finding.severity == Severity.ERROR for finding in found)
    print(f"{name}: {counted(errors, 'error')}" if errors else f"{name}: in order", file=out)
    return Checked(name, BLOCKED if errors else PASSED, heard(placed))


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
    findings = heard(picture.findings)
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
