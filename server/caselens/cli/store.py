"""The kept runs that a command is about, where no corpus says which."""

from __future__ import annotations

import argparse
from pathlib import Path

from caselens.adapters import configuration
from caselens.adapters.runs import RunFiles
from caselens.evaluation.result import Run
from caselens.history import load, named
from caselens.ports import PortError
from caselens.project import relative
from caselens.settings import Settings


def settings_here(options: argparse.Namespace) -> Settings:
    """The configuration of `--config`, or the nearest; without any, this folder alone, where the runs of
    `evaluate --rows` are. Raises `PortError`.
    """
    given = getattr(options, "config", None)
    path = Path(given) if given else configuration.find(Path("here"))
    return configuration.load(path) if path else Settings(Path())


def run_called(given: str, files: RunFiles, corpus_path: str = "") -> tuple[str, Run]:
    """The name of a run that somebody means, and the run; a file's path is taken too. Raises `PortError`."""
    if given.endswith(".json") and Path(given).is_file():
        return given, load(Path(given))
    name = named(files, given, corpus_path)
    return name, load(files.path(name))


def corpus_path(given: str | None, settings: Settings) -> str:
    """How the runs call a corpus file. Raises `PortError` for one that is not there."""
    if given is None:
        return ""
    if not Path(given).is_file():
        raise PortError(f"{given} is no file")
    return relative(Path(given), settings)
