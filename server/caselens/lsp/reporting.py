"""What the worker says of the runs that are kept: one as a report, two beside each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from caselens.adapters.runs import RunFiles
from caselens.evaluation.comparison import Comparison, compare
from caselens.evaluation.judgement import blockers, unmeasured
from caselens.evaluation.result import Run
from caselens.history import base_of, load, named, of_corpus
from caselens.ports import PortError
from caselens.project import Project, find_project, relative
from caselens.reports import Report, written


def compared(job: dict[str, Any]) -> dict[str, Any]:
    """Two runs beside each other: unless they are named, the last of all cases and its baseline or the one
    before.
    """
    project, files, name = _whose(job)
    current = _current(files, name, job["run"])
    base = named(files, job["base"], name) if job["base"] else base_of(files, name, current)
    if base is None or base == current:
        raise PortError("there is no earlier run of all cases to compare with; run them once more")
    found = compare(load(files.path(base)), load(files.path(current)))
    return {
        "base": base,
        "current": current,
        "reasons": list(found.reasons),
        "counts": {status.value: count for status, count in found.counts().items()},
        **_report(project, found.current, found),
    }


def shown(job: dict[str, Any]) -> dict[str, Any]:
    """A run as a report."""
    project, files, name = _whose(job)
    return _report(project, load(files.path(named(files, job["run"], name))), None)


def _whose(job: dict[str, Any]) -> tuple[Project, RunFiles, str]:
    """The project of a corpus, its runs, and what they call the corpus."""
    path = Path(job["path"])
    project = find_project(path)
    if project is None:
        raise PortError("no caselens.yaml in a folder above claims this file, so no runs are kept")
    return project, RunFiles(project.settings.folder), relative(path, project.settings)


def _current(files: RunFiles, name: str, given: str) -> str:
    if given:
        return named(files, given, name)
    latest = next((called for called, run in of_corpus(files, name) if run.is_whole), None)
    if latest is None:
        raise PortError("no run of all cases is kept; run them twice to compare")
    return latest


def _report(project: Project, run: Run, comparison: Comparison | None) -> dict[str, Any]:
    gates = project.settings.gates
    blocking, open_points = blockers(run, gates, comparison), unmeasured(run, gates, comparison)
    report = Report(run, comparison, blocking, open_points)
    times = _when(*([comparison.base, run] if comparison else [run]))
    return {
        "title": f"{run.corpus_name.strip() or run.corpus_path or 'corpus'} · {' → '.join(times)}",
        "markdown": written(report, "markdown"),
        "html": written(report, "html"),
    }


def _when(*runs: Run) -> list[str]:
    """When runs ended, as short as tells them apart."""
    for length in (16, 19, 23):
        times = [run.completed[:length].replace("T", " ") for run in runs]
        if len(set(times)) == len(times):
            break
    return times
