"""What `--baseline` means: a kept run, a file with one, or another generation that is asked now."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from caselens.adapters.runs import RunFiles
from caselens.cli.files import called
from caselens.evaluation.result import Run
from caselens.history import BASELINE, load, named
from caselens.ports import PortError
from caselens.project import Project, relative

NONE = "none"
"""What is said to compare with nothing, though a run is set as the baseline."""


def baseline_for(
    options: argparse.Namespace,
    files: RunFiles,
    project: Project,
    corpus: Path,
    ask: Callable[[Project], Run],
) -> Run | None:
    """The run to compare with: of `--baseline` or `--baseline-spec`, or else the one that is set as the
    corpus's baseline, if one is. Raises `PortError`.
    """
    if options.baseline_spec:
        return ask(_specified(project, options.baseline_spec))
    given: str | None = options.baseline
    path = relative(corpus, project.settings)
    if given is None:
        given = BASELINE if path in files.baselines() else NONE
    if given == NONE:
        return None
    if (other := generation(project, given)) is not None:
        return ask(other)
    return kept(given, files, path)


def _specified(project: Project, spec: str) -> Project:
    """The same corpus against the generation of another specification, in the same database."""
    if not project.generation.database:
        raise PortError("--baseline-spec needs a database: that of --db-url, or of a generation with `spec`")
    path = str(Path(spec).absolute())
    return project._replace(generation=project.generation._replace(name=called(path), spec=path, model=""))


def generation(project: Project, name: str) -> Project | None:
    """The same corpus against another generation of the configuration."""
    found = next((one for one in project.settings.generations if one.name == name), None)
    return project._replace(generation=found) if found else None


def kept(given: str, files: RunFiles, corpus_path: str) -> Run:
    """A run that was kept, by a file's path or as `history.named` takes it. Raises `PortError`."""
    if given.endswith(".json") and Path(given).is_file():
        return load(Path(given))
    option = "" if given == BASELINE else f"--baseline {given}: "  # which is what is meant without the option
    try:
        return load(files.path(named(files, given, corpus_path)))
    except PortError as error:
        raise PortError(f"{option}{error}") from None
