"""`caselens compare`."""

from __future__ import annotations

import argparse

from caselens.adapters.runs import RunFiles
from caselens.cli import BLOCKED, PASSED
from caselens.cli.evaluate import gates_of
from caselens.cli.output import checked, give
from caselens.cli.store import run_called, settings_here
from caselens.evaluation.comparison import compare as compared
from caselens.evaluation.judgement import blockers, unmeasured
from caselens.explaining import explained
from caselens.history import LATEST
from caselens.ports import PortError
from caselens.reports import Report, written


def compare(options: argparse.Namespace) -> int:
    """Compare two kept runs, and judge the second."""
    checked(options.output)
    settings = settings_here(options)
    files = RunFiles(settings.folder)
    name, base = run_called(options.base, files)
    other, current = run_called(options.current or LATEST, files, base.corpus_path)
    if name == other and options.current is None:
        raise PortError(f"{name} is the latest run of its corpus; there is none to compare it with")
    comparison, gates = compared(base, current), gates_of(options, settings.gates)
    blocking = blockers(current, gates, comparison)
    report = Report(current, comparison, blocking, unmeasured(current, gates, comparison))
    if options.explain:
        if not {name, other} <= set(files.names()):
            raise PortError("only runs that are kept are explained, since what is said of them is kept too")
        found = explained(files, name, other, written(report, "markdown"), settings.explainer)
        report = report._replace(explanation=(found.text, found.model))
    give(report, options)
    return BLOCKED if blocking else PASSED
