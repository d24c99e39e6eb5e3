"""What came of a run or of a comparison, for people and for other programs: one module a format."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import PurePath
from typing import NamedTuple, cast

from caselens.evaluation.comparison import Comparison
from caselens.evaluation.result import Run


class Report(NamedTuple):
    """A run, how it compares with another, and the verdict.

    `file` is the corpus as it was named, empty where two kept runs are compared: then `run` is the current
    of the two, and there is a comparison. `explanation` is what a chat model made of that, and which model.
    """

    run: Run
    comparison: Comparison | None
    blocking: tuple[str, ...]
    open_points: tuple[str, ...]
    file: str = ""
    explanation: tuple[str, str] | None = None


FORMATS = {
    "text": ("", "what a terminal shows"),
    "json": (".json", "everything, for other programs"),
    "markdown": (".md", "for a pull request"),
    "junit": (".xml", "a test suite, for what collects such"),
    "github": ("", "annotations of a GitHub workflow"),
    "html": (".html", "one page that needs nothing else"),
}
"""Each format with the ending of its files, and what it is for."""

_MODULES = {"json": "as_json", "html": "page"}


def written(report: Report, name: str) -> str:
    """A report in a format of `FORMATS`, ending with a line feed."""
    module = import_module(f"{__name__}.{_MODULES.get(name, name)}")
    return cast("Callable[[Report], str]", module.written)(report)


def format_of(path: str) -> str | None:
    """The format of a file by its ending; None of one that no format has."""
    ending = PurePath(path).suffix.lower()
    endings = {suffix: name for name, (suffix, _) in FORMATS.items() if suffix}
    return {**endings, ".htm": "html", ".txt": "text"}.get(ending)
