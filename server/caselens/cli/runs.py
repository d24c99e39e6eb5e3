"""`caselens runs`: the kept runs listed, shown and forgotten, and which of them is a baseline."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from caselens.adapters.runs import RunFiles
from caselens.cells import cells
from caselens.cli import PASSED
from caselens.cli.baseline import NONE
from caselens.cli.output import checked, give
from caselens.cli.store import corpus_path, run_called, settings_here
from caselens.evaluation.judgement import blockers, unmeasured
from caselens.evaluation.result import Run
from caselens.history import LATEST, expired, kept, named, set_baseline
from caselens.ports import PortError
from caselens.reports import Report
from caselens.reports.table import shown
from caselens.settings import Settings
from caselens.text import counted, decimals


def runs(options: argparse.Namespace) -> int:
    """Carry out one action on the kept runs."""
    settings = settings_here(options)
    return _ACTIONS[options.action or "list"](options, settings, RunFiles(settings.folder))


def _list(options: argparse.Namespace, settings: Settings, files: RunFiles) -> int:
    path = corpus_path(getattr(options, "corpus", None), settings)
    baselines = set(files.baselines().values())
    lines = [
        (name, _line(run) if run else f"broken: {broken}", name in baselines)
        for name, run, broken in kept(files)
        if run is None or not path or run.corpus_path == path
    ]
    if not lines:
        print(f"no runs are kept{f' of {path}' if path else ''}; `caselens evaluate` keeps each")
        return PASSED
    wide = max(cells(name) for name, _, _ in lines)
    for name, said, is_baseline in lines:
        print(f"{name:{wide}}  {said}{'  baseline' if is_baseline else ''}")
    return PASSED


def _line(run: Run) -> str:
    means = run.means
    numbers = f"recall {decimals(means.recall)}  MRR {decimals(means.mrr)}  NDCG {decimals(means.ndcg)}"
    asked = counted(run.cases, "case") if run.is_whole else f"{len(run.results)} of {run.cases} cases"
    return f"{numbers}  {asked}  {shown(run.corpus_path)} · {shown(run.generation)} · {shown(run.model)}"


def _show(options: argparse.Namespace, settings: Settings, files: RunFiles) -> int:
    checked(options.output)
    name, run = run_called(options.run, files)
    gates = settings.gates
    give(Report(run, None, blockers(run, gates), unmeasured(run, gates), name), options)
    return PASSED


def _delete(options: argparse.Namespace, _settings: Settings, files: RunFiles) -> int:
    # All are found before the first is gone: a name that is no run's leaves everything as it is.
    for name in dict.fromkeys([_deletable(given, files) for given in options.runs]):
        files.delete(name)
        print(f"{name} deleted")
    return PASSED


def _deletable(given: str, files: RunFiles) -> str:
    """The name of a run that is to go, which may be broken."""
    if given in (LATEST, "baseline"):
        raise PortError(f"{given} is not taken here; name the run")
    return named(files, given)


def _prune(options: argparse.Namespace, _settings: Settings, files: RunFiles) -> int:
    names = expired(kept(files), options.keep, files.baselines().values())
    for name in names:
        files.delete(name)
    print(f"{counted(len(names), 'run')} deleted, {counted(len(files.names()), 'run')} left")
    return PASSED


def _baseline(options: argparse.Namespace, settings: Settings, files: RunFiles) -> int:
    path = corpus_path(options.corpus, settings)
    if options.run == NONE:
        if not path:
            raise PortError("say whose baseline is to be forgotten: `caselens runs baseline none CORPUS`")
        files.set_baseline(path, "")
        print(f"{path} has no baseline any more")
        return PASSED
    name = named(files, options.run, path)
    print(f"{set_baseline(files, name, path)} is compared with {name} from now on")
    return PASSED


_ACTIONS: dict[str, Callable[[argparse.Namespace, Settings, RunFiles], int]] = {
    "list": _list,
    "show": _show,
    "delete": _delete,
    "prune": _prune,
    "baseline": _baseline,
}
