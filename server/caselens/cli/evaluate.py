"""`caselens evaluate`."""

from __future__ import annotations

import argparse
from contextlib import closing
from difflib import get_close_matches
from pathlib import Path

from caselens.adapters.runs import RunFiles
from caselens.cli import BLOCKED, IMPOSSIBLE, PASSED
from caselens.cli.baseline import baseline_for
from caselens.cli.check import accepted
from caselens.cli.files import claimed, with_model
from caselens.cli.output import checked, give
from caselens.cli.progress import Progress
from caselens.corpus.accepted import Corpus
from caselens.engines import evaluated, open_engine, open_model
from caselens.evaluation.comparison import compare
from caselens.evaluation.judgement import blockers, unmeasured
from caselens.evaluation.result import Run
from caselens.history import save
from caselens.ports import PortError
from caselens.project import Project
from caselens.reports import Report
from caselens.settings import Gates
from caselens.text import quoted


def evaluate(options: argparse.Namespace) -> int:
    """Evaluate one corpus, keep the run, and judge it."""
    checked(options.output)
    picture = accepted(options.file)
    if picture is None or picture.corpus is None:
        return IMPOSSIBLE
    corpus, path = picture.corpus, Path(options.file)
    only = _only(options.case, corpus)
    project = claimed(options, options.file)
    files = RunFiles(project.settings.folder)
    progress = Progress()

    def ask(project: Project) -> Run:
        engine = open_engine(project, open_model(project), progress.warn, progress)
        with closing(engine):
            return evaluated(project, engine, corpus, path, k=options.k, only=only, progress=progress)

    try:
        # The baseline first: `latest` is the one before this run.
        base = baseline_for(options, files, project, path, ask)
        run = ask(with_model(project, options.model))
    finally:
        progress.clear()
    if options.keep:
        try:
            save(files, run)
        except PortError as error:
            progress.warn(str(error))
    comparison = compare(base, run) if base else None
    gates = gates_of(options, project.settings.gates)
    blocking, open_points = blockers(run, gates, comparison), unmeasured(run, gates, comparison)
    give(Report(run, comparison, blocking, open_points, options.file), options)
    return BLOCKED if blocking else PASSED


def _only(ids: list[str] | None, corpus: Corpus) -> frozenset[str] | None:
    known = {case.id for case in corpus.cases}
    for identifier in ids or ():
        if identifier not in known:
            near = get_close_matches(identifier, known, 3)
            hint = f"; the nearest: {', '.join(near)}" if near else ""
            raise PortError(f"the corpus has no case {quoted(identifier)}{hint}")
    return frozenset(ids) if ids else None


def gates_of(options: argparse.Namespace, configured: Gates) -> Gates:
    """The gates of the configuration, with those given on the command line in their place."""
    given = {name: getattr(options, name) for name in Gates._fields if getattr(options, name) is not None}
    return configured._replace(**given)
