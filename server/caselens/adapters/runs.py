"""The files in `.caselens/runs`: JSON documents, one for each run, never changed; and which are baselines.

What stands in them is `evaluation.record`'s.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from caselens.adapters.home import HOME, made, replace, written
from caselens.ports import PortError

FOLDER, EXPLANATIONS = "runs", "explanations"
BASELINES = "baselines.json"
ENDING = ".json"
BETWEEN = "~"
"""What stands between the names of two runs, in which it cannot stand."""


class RunFiles:
    """The runs of the configuration in `folder`, by their names, which have no ending."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._runs = folder / HOME / FOLDER

    def save(self, stem: str, document: dict[str, Any]) -> str:
        """Keep a document under `stem`, or that and a number; the name. Raises `PortError`, after which
        nothing of it is there.
        """
        content = json.dumps(document, allow_nan=False, indent=1).encode()
        try:
            folder = made(self.folder, FOLDER)
            temporary = written(folder / stem, lambda file: file.write(content))
            try:
                return next(name for name in _names(stem) if _linked(temporary, folder / f"{name}.json"))
            finally:
                temporary.unlink(missing_ok=True)
        except OSError as error:
            raise PortError(f"{self._runs}: the run cannot be kept: {_reason(error)}") from None

    def names(self) -> list[str]:
        """The names of all files, the latest first. Raises `PortError`."""
        try:
            found = self._runs.iterdir() if self._runs.exists() else ()
            names = [path.stem for path in found if path.suffix == ENDING]
        except OSError as error:
            raise PortError(f"{self._runs} cannot be read: {_reason(error)}") from None
        return sorted(names, reverse=True)

    def path(self, name: str) -> Path:
        return self._runs / f"{name}{ENDING}"

    def delete(self, name: str) -> None:
        """Forget a run, that it was a baseline, and what was explained of it. Raises `PortError`."""
        try:
            self.path(name).unlink()
            for path in (self.folder / HOME / EXPLANATIONS).glob("*.json"):
                if name in path.stem.split(BETWEEN):
                    path.unlink()
        except OSError as error:
            raise PortError(f"{self.path(name)} cannot be deleted: {_reason(error)}") from None
        baselines = self.baselines()
        if name in baselines.values():
            self._keep({corpus: run for corpus, run in baselines.items() if run != name})

    def explanation(self, base: str, current: str) -> Any:
        """What was kept of an explanation of this pair of runs; None where there is none."""
        path = self.folder / HOME / EXPLANATIONS / f"{base}{BETWEEN}{current}.json"
        return read(path) if path.is_file() else None

    def keep_explanation(self, base: str, current: str, document: dict[str, Any]) -> None:
        """Keep an explanation of a pair of runs. Raises `PortError`."""
        content = json.dumps(document, indent=1).encode()
        try:
            path = made(self.folder, EXPLANATIONS) / f"{base}{BETWEEN}{current}.json"
            replace(path, lambda file: file.write(content))
        except OSError as error:
            raise PortError(f"the explanation cannot be kept: {_reason(error)}") from None

    def baselines(self) -> dict[str, str]:
        """The name of the run that each corpus, by its path, is compared with. Raises `PortError`: without
        them, a gate would wait for a comparison that is never made.
        """
        path = self.folder / HOME / BASELINES
        try:
            found = json.loads(path.read_text("utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except OSError as error:
            raise PortError(f"{path} cannot be read: {_reason(error)}") from None
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise PortError(f"{path} names no baselines any more; delete it, and set them again")
        return {str(corpus): str(run) for corpus, run in found.items()}

    def set_baseline(self, corpus_path: str, name: str) -> None:
        """Compare a corpus with a run from now on, or with none where `name` is empty. Raises `PortError`."""
        baselines = {corpus: run for corpus, run in self.baselines().items() if corpus != corpus_path}
        self._keep({**baselines, **({corpus_path: name} if name else {})})

    def _keep(self, baselines: dict[str, str]) -> None:
        content = json.dumps(baselines, indent=1, sort_keys=True).encode()
        path = self.folder / HOME / BASELINES
        try:
            made(self.folder, FOLDER)
            replace(path, lambda file: file.write(content))
        except OSError as error:
            raise PortError(f"{path}: the baseline cannot be kept: {_reason(error)}") from None


def read(path: Path) -> Any:
    """The JSON in a file. Raises `PortError`."""
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise PortError(f"{path} cannot be read: {_reason(error)}") from None
    except json.JSONDecodeError as error:
        raise PortError(f"{path} is no run: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise PortError(f"{path} is no run: {error}") from None


def now() -> str:
    """The time as a run has it: UTC, ISO 8601 with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _names(stem: str) -> Iterator[str]:
    """The names that a run may take: two that end in one millisecond are both kept."""
    yield stem
    for number in range(2, 1000):
        yield f"{stem}-{number}"


def _linked(temporary: Path, path: Path) -> bool:
    """Give a file a name that no other has; false where one has it."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        return False
    except OSError:
        # Some file systems have no links; there the name is taken first.
        try:
            path.open("xb").close()
        except FileExistsError:
            return False
        temporary.replace(path)
    return True


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
