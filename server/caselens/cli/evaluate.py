"""`caselens evaluate`."""

from __future__ import annotations

import argparse
import json
import sys
from difflib import get_close_matches
from pathlib import Path

from caselens.adapters import configuration
from caselens.cli import BLOCKED, IMPOSSIBLE, PASSED
from caselens.cli.check import accepted
from caselens.cli.files import project_for
from caselens.cli.table import report
from caselens.corpus.accepted import RUN_DEPTH, Corpus
from caselens.evaluation import run as evaluation
from caselens.evaluation.judgement import blockers, unmeasured
from caselens.ports import PortError
from caselens.project import open_engine, open_model
from caselens.settings import Gates
from caselens.text import quoted


def evaluate(options: argparse.Namespace) -> int:
    """Evaluate one corpus and judge the run."""
    picture = accepted(options.file)
    if picture is None or picture.corpus is None:
        return IMPOSSIBLE
    corpus = picture.corpus
    only = _only(options.case, corpus)
    project = project_for(options, options.file)
    if project is None:
        found = configuration.find(Path(options.file))
        looked = f"{found} does not" if found else "there is no caselens.yaml in a folder above it"
        raise PortError(
            f"no generation claims {options.file}: {looked}; write one, or name the rows with --rows"
        )
    rows = project.rows()
    progress = _Progress()
    try:
        engine = open_engine(project, rows, open_model(project, options.model or ""), progress.warn, progress)
        run = evaluation.evaluate(
            corpus,
            engine.embedder,
            engine.searcher,
            generation=project.generation.name,
            run_depth=options.k or RUN_DEPTH,
            only=only,
            progress=progress,
        )
    finally:
        progress.clear()
    gates = _gates(options, project.settings.gates)
    blocking, open_points = blockers(run, gates), unmeasured(run, gates)
    if options.json:
        document = {**evaluation.as_json(run), "blockers": blocking, "unmeasured": open_points}
        print(json.dumps(document, indent=2))
    else:
        print(report(run, corpus, rows.origin, blocking, open_points))
    return BLOCKED if blocking else PASSED


def _only(ids: list[str] | None, corpus: Corpus) -> frozenset[str] | None:
    known = {case.id for case in corpus.cases}
    for identifier in ids or ():
        if identifier not in known:
            near = get_close_matches(identifier, known, 3)
            hint = f"; the nearest: {', '.join(near)}" if near else ""
            raise PortError(f"the corpus has no case {quoted(identifier)}{hint}")
    return frozenset(ids) if ids else None


def _gates(options: argparse.Namespace, configured: Gates) -> Gates:
    given = {name: getattr(options, name) for name in Gates._fields if getattr(options, name) is not None}
    return configured._replace(**given)


class _Progress:
    """A line on standard error that is written over, where somebody looks at it."""

    def __init__(self) -> None:
        self.shown = False

    def __call__(self, what: str, done: int, total: int) -> None:
        # The last step of a bar is followed by something better.
        if sys.stderr.isatty() and total > 1:
            filled = 24 * done // total
            bar = "█" * filled + "░" * (24 - filled)
            self.shown = True  # before it is, since Ctrl-C may come at any time
            print(f"\r\x1b[K{what} {bar} {done:,} of {total:,}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self.shown = False

    def warn(self, message: str) -> None:
        self.clear()
        print(f"caselens: {message}", file=sys.stderr)
