"""`caselens watch`: a corpus evaluated again whenever it is saved, as far as it was edited."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from caselens.cli import PASSED
from caselens.cli.check import accepted
from caselens.cli.files import claimed, with_model
from caselens.cli.progress import Progress
from caselens.corpus.accepted import Corpus
from caselens.corpus.digest import case_digest
from caselens.engines import Engine, evaluated, open_engine, open_model
from caselens.evaluation.comparison import Change, moved
from caselens.evaluation.result import CaseResult, Run, means
from caselens.ports import PortError
from caselens.project import Project, stamp, state
from caselens.reports.changes import movement
from caselens.reports.table import shown
from caselens.text import counted, decimals

PAUSE = 0.2
"""Seconds between two looks at the files."""


class Seen(NamedTuple):
    """The last evaluation: the state of settings and rows, what answers, and the results by case."""

    state: str
    engine: Engine
    results: dict[str, CaseResult]


def watch(options: argparse.Namespace) -> int:
    """Evaluate a corpus, and again after each change of it, of its settings or rows, until interrupted."""
    path = Path(options.file)
    before: object = None
    last: object = None
    seen: Seen | None = None
    try:
        while True:
            now = stamp(path), _surroundings(options)
            # A file that is still being written is looked at a moment later.
            is_still, last = now == last, now
            if now != before and is_still:
                before = now
                try:
                    seen = _step(options, path, seen)
                except PortError as error:
                    print(f"caselens: {error}", file=sys.stderr, flush=True)
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        return PASSED  # which is how one leaves
    finally:
        if seen is not None:
            seen.engine.close()


def _surroundings(options: argparse.Namespace) -> str:
    """The state of settings and rows; why there is none where they cannot be read."""
    try:
        return state(claimed(options, options.file))
    except PortError as error:
        return str(error)


def _step(options: argparse.Namespace, path: Path, seen: Seen | None) -> Seen | None:
    """Evaluate what was edited, and tell what moved; what was seen before where the file is refused."""
    picture = accepted(options.file)
    if picture is None or picture.corpus is None:
        return seen
    project = with_model(claimed(options, options.file), options.model)
    now = state(project)
    if seen is None or seen.state != now:
        if seen is not None:
            seen.engine.close()
        seen = Seen(now, _opened(project), {})
    corpus = picture.corpus
    digests = {case.id: case_digest(case, corpus.default_k) for case in corpus.cases}
    known = seen.results
    only = frozenset(name for name, digest in digests.items() if not _is_current(known.get(name), digest))
    progress = Progress()
    try:
        run = evaluated(project, seen.engine, corpus, path, k=options.k, only=only, progress=progress)
    finally:
        progress.clear()
    after = _joined(corpus, seen.results, run)
    for line in _told(after, seen.results, run):
        print(line, flush=True)
    return seen._replace(results={result.id: result for result in after})


def _opened(project: Project) -> Engine:
    progress = Progress()
    try:
        return open_engine(project, open_model(project), progress.warn, progress)
    finally:
        progress.clear()


def _is_current(result: CaseResult | None, digest: str) -> bool:
    """Whether a case need not be asked again; one that could not be asked is."""
    return result is not None and result.digest == digest and not result.incomplete


def _joined(corpus: Corpus, before: dict[str, CaseResult], run: Run) -> list[CaseResult]:
    """The results of all cases, in the order of the corpus."""
    newer = {result.id: result for result in run.results}
    return [newer.get(case.id) or before[case.id] for case in corpus.cases]


def _told(after: Sequence[CaseResult], before: dict[str, CaseResult], run: Run) -> Iterator[str]:
    mean = means(after)
    numbers = f"recall {decimals(mean.recall)}  MRR {decimals(mean.mrr)}  NDCG {decimals(mean.ndcg)}"
    asked = f"asked {len(run.results):,} of {counted(len(after), 'case')}"
    yield f"{time.strftime('%H:%M:%S')}  {numbers}  {asked}"
    for result in run.results:
        earlier = before.get(result.id)
        name = shown(result.id)
        if result.incomplete:
            yield f"  {name}: not asked: {result.incomplete}"
        elif earlier is not None and not earlier.incomplete:
            status = moved(earlier, replace(result, digest=earlier.digest))
            ranks = movement(Change(result.id, status, earlier, result))
            yield f"  {name}: {status}{f', {ranks}' if ranks else ''}"
        elif result.missing:
            yield f"  {name}: {', '.join(f'{shown(key)} {result.rank(key)}' for key in result.required)}"
    for name in before.keys() - {result.id for result in after}:
        yield f"  {shown(name)}: removed"
