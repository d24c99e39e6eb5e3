"""The runs that were kept, as runs: which there are, which one somebody means, which may go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from caselens.adapters.runs import RunFiles, read
from caselens.corpus.digest import SHORT
from caselens.evaluation.record import UnknownVersion, as_json, from_json
from caselens.evaluation.result import Run
from caselens.ports import PortError
from caselens.text import quoted

LATEST, BASELINE = "latest", "baseline"
"""What may be said in place of a run's name."""


class Stored(NamedTuple):
    """A kept run by its name, or else why its file cannot be read."""

    name: str
    run: Run | None
    broken: str = ""


def save(files: RunFiles, run: Run) -> str:
    """Keep a run; its name. Raises `PortError`."""
    stem = "".join(letter for letter in run.completed if letter not in "-:.")
    return files.save(f"{stem}-{run.corpus_digest[:SHORT]}", as_json(run))


def load(path: Path) -> Run:
    """The run in a file. Raises `PortError`."""
    document = read(path)
    try:
        return from_json(document)
    except UnknownVersion as error:
        raise PortError(f"{path} is a run of {error}") from None
    except (KeyError, TypeError, ValueError) as error:
        reason = f"{quoted(str(error.args[0]))} is missing" if isinstance(error, KeyError) else str(error)
        raise PortError(f"{path} is no run: {reason}") from None


def kept(files: RunFiles) -> Iterator[Stored]:
    """Every run, the latest first; one that is broken says why."""
    for name in files.names():
        try:
            yield Stored(name, load(files.path(name)))
        except PortError as error:
            yield Stored(name, None, str(error))


def of_corpus(files: RunFiles, corpus_path: str) -> Iterator[tuple[str, Run]]:
    """The runs of one corpus, by its path relative to the configuration, the latest first."""
    return ((s.name, s.run) for s in kept(files) if s.run is not None and s.run.corpus_path == corpus_path)


LATEST_NAMED = 3
"""Runs that a message names."""


def base_of(files: RunFiles, corpus_path: str, current: str = "") -> str | None:
    """The name of the run that a run of a corpus is compared with: its baseline, or else the last run of all
    cases before the one called `current`. None where there is none.
    """
    if (baseline := files.baselines().get(corpus_path)) and baseline in files.names() and baseline != current:
        return baseline
    earlier = (name for name, run in of_corpus(files, corpus_path) if run.is_whole)
    return next((name for name in earlier if not current or name < current), None)


def named(files: RunFiles, given: str, corpus_path: str = "") -> str:
    """The name of the run that somebody means: by the start of its name or of its digest, or by `latest` or
    `baseline` of a corpus; where none is given, the latest of all, or the only baseline. Raises `PortError`.
    """
    if given == BASELINE:
        return _baseline(files, corpus_path)
    if given == LATEST:
        runs = ((s.name, s.run) for s in kept(files) if s.run is not None)
        mine = of_corpus(files, corpus_path) if corpus_path else runs
        latest = next((name for name, run in mine if run.is_whole), None)
        if latest is None:
            raise PortError(f"no run of all cases{f' of {corpus_path}' if corpus_path else ''} is kept")
        return latest
    names = files.names()
    likely = [name for name in names if name.startswith(given) or name.partition("-")[2].startswith(given)]
    if given in names or len(likely) == 1:
        return given if given in names else likely[0]
    if likely:
        raise PortError(f"{len(likely)} runs begin with {quoted(given)}: {', '.join(likely[:5])}")
    latest = f"the latest: {', '.join(names[:LATEST_NAMED])}" if names else "none is kept"
    raise PortError(f"no run is called {quoted(given)}; {latest}")


def _baseline(files: RunFiles, corpus_path: str) -> str:
    """The baseline of a corpus; where none is named, the only one there is."""
    baselines = files.baselines()
    if not corpus_path and len(baselines) > 1:
        raise PortError(f"{len(baselines)} corpora have a baseline: {', '.join(baselines)}; name the run")
    whose, found = next(
        (pair for pair in baselines.items() if corpus_path in ("", pair[0])), (corpus_path or "a corpus", "")
    )
    if not found:
        raise PortError(f"no run is set as the baseline of {whose}; `caselens runs baseline` sets one")
    if found not in files.names():
        raise PortError(
            f"{found}, the baseline of {whose}, is not kept any more; `caselens runs baseline` sets another"
        )
    return found


def set_baseline(files: RunFiles, name: str, corpus_path: str = "") -> str:
    """Compare a corpus, which is that of the run where none is named, with a kept run of all its cases from
    now on; the corpus. Raises `PortError`.
    """
    run = load(files.path(name))
    if corpus_path and run.corpus_path != corpus_path:
        raise PortError(f"{name} is a run of {run.corpus_path}, not of {corpus_path}")
    if not run.is_whole:
        raise PortError(f"{name} asked {len(run.results)} of {run.cases} cases; a baseline asks all")
    files.set_baseline(run.corpus_path, name)
    return run.corpus_path


def expired(stored: Iterable[Stored], keep: int, baselines: Iterable[str]) -> list[str]:
    """The names of the runs beyond the latest `keep` of each corpus, without baselines. `stored` has the
    latest first; what is broken is neither counted nor named.
    """
    safe = set(baselines)
    seen: dict[str, int] = {}
    found = []
    for name, run, _ in stored:
        if run is not None:
            seen[run.corpus_path] = seen.get(run.corpus_path, 0) + 1
            if seen[run.corpus_path] > keep and name not in safe:
                found.append(name)
    return found
