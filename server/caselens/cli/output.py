"""Where reports go: standard output, and files by their endings."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from caselens.cli.files import deliver
from caselens.ports import PortError
from caselens.reports import FORMATS, Report, format_of, written


def checked(paths: Iterable[str]) -> None:
    """Raise `PortError` for a file whose ending tells no format, before anything is done for it."""
    for path in paths:
        if format_of(path) is None:
            endings = ", ".join(ending for ending, _ in FORMATS.values() if ending)
            raise PortError(f"{path}: no format has this ending; accepted are {endings}")


def give(report: Report, options: argparse.Namespace) -> None:
    """Write a report to the files of `--output`, and in the format of `--format` to standard output."""
    files = ((path, written(report, format_of(path) or "")) for path in options.output)
    deliver(files, written(report, options.format))
