"""`caselens check` and `caselens digest`."""

from __future__ import annotations

import argparse
import sys

from caselens.cli import BLOCKED, IMPOSSIBLE, PASSED
from caselens.cli.files import NotTextError, project_for, read_text
from caselens.cli.render import counted, excerpt
from caselens.corpus.digest import SHORT
from caselens.features.analysis import Analysis, analyse
from caselens.ports import KeyLookup, PortError
from caselens.project import check_keys


def check(options: argparse.Namespace) -> int:
    """Report every finding of every file; the worst file decides the status."""
    return max(_check_one(options, name) for name in options.files)


def _check_one(options: argparse.Namespace, name: str) -> int:
    try:
        analysis = analyse(read_text(name))
    except NotTextError as error:
        print(error)
        return BLOCKED
    except PortError as error:
        print(f"caselens: {error}", file=sys.stderr)
        return IMPOSSIBLE
    analysis = analysis.with_keys(_look_up(options, name, analysis))
    print_findings(name, analysis)
    print(_verdict(name, analysis))
    return BLOCKED if analysis.errors else PASSED


def digest(options: argparse.Namespace) -> int:
    """Print the digest alone, or the findings that keep the corpus from having one."""
    analysis = accepted(options.file)
    if analysis is None or analysis.digest is None:
        return IMPOSSIBLE
    print(analysis.digest[:SHORT] if options.short else analysis.digest)
    return PASSED


def accepted(name: str) -> Analysis | None:
    """The analysis of an accepted corpus; None, with the reasons on standard error, of a refused one."""
    try:
        analysis = analyse(read_text(name))
    except NotTextError as error:
        print(error, file=sys.stderr)
        return None
    if analysis.corpus is None:
        print_findings(name, analysis, sys.stderr)
        print(_verdict(name, analysis), file=sys.stderr)
        return None
    return analysis


def print_findings(name: str, analysis: Analysis, file: object = None) -> None:
    for finding in analysis.findings:
        print(excerpt(name, analysis.source, finding, several=analysis.refusals > 1), file=file or sys.stdout)  # type: ignore[arg-type]


def _look_up(options: argparse.Namespace, name: str, analysis: Analysis) -> KeyLookup | None:
    try:
        project = project_for(options, name)
    except PortError as error:
        return KeyLookup("", unread=str(error))
    return check_keys(project, analysis.mentioned) if project and analysis.mentioned else None


def _verdict(name: str, analysis: Analysis) -> str:
    if analysis.digest is None:
        return f"{name} is refused: {counted(analysis.refusals, 'error')}. No digest, no run."
    cases = counted(len(analysis.written.cases), "case")
    parts = [f"{name}: {cases}, digest {analysis.digest[:SHORT]}"]
    keys = counted(len(analysis.mentioned), "key")
    lookup = analysis.keys
    if lookup is None:
        parts.append(f"{keys} unchecked: no caselens.yaml claims the file")
    elif not lookup.unread:
        lost = len(analysis.mentioned - lookup.found)
        parts.append(f"{keys} looked up in {lookup.origin}" + (f", {lost} without a row" if lost else ""))
    return ", ".join(parts)
