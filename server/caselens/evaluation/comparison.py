"""Two runs side by side: what moved, and whether the difference of their means says anything.

Headline differences are only made of runs with one corpus digest, the same query parameters and depths, and
the same formulas. Otherwise the reason is given, and only the cases that were not edited are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from caselens.corpus.digest import SHORT
from caselens.evaluation.bootstrap import interval
from caselens.evaluation.measures import mean
from caselens.evaluation.record import flat
from caselens.evaluation.result import CaseResult, Run
from caselens.text import counted

ENOUGH = 10
"""Cases below which no difference is said to mean anything, whatever its interval."""

ALIKE = 1e-9
"""Two values nearer than this are the same."""

MEASURES = {
    "recall": "recall",
    "MRR": "reciprocal_rank",
    "NDCG": "ndcg",
    "exact agreement": "exact_agreement",
}
"""The measures that are compared, and what a result calls its value."""


class Status(StrEnum):
    """What became of a case, in the order in which reports name it."""

    BROKEN = "broken"
    WORSE = "worse"
    FIXED = "fixed"
    BETTER = "better"
    EDITED = "edited"
    ADDED = "added"
    REMOVED = "removed"
    NOT_ASKED = "not asked"
    SAME = "same"


class Change(NamedTuple):
    """A case in two runs; None where one has it not."""

    id: str
    status: Status
    base: CaseResult | None
    current: CaseResult | None


class Delta(NamedTuple):
    """The means of one measure over the cases that both runs have a value for, and their difference with the
    interval of `bootstrap`.
    """

    name: str
    base: float
    current: float
    low: float
    high: float
    cases: int

    @property
    def difference(self) -> float:
        return self.current - self.base

    @property
    def verdict(self) -> str:
        """What the difference says, in words."""
        if self.low == self.high == 0:
            return "no difference"
        if self.cases < ENOUGH or self.low <= 0 <= self.high:
            return "too few cases to tell"
        return "better" if self.difference > 0 else "worse"


class Comparison(NamedTuple):
    """`reasons` are why the means are not compared; then there are no `deltas`. `settings` are those in which
    the two differ, by dotted name, with the value of each, None where it has none.
    """

    base: Run
    current: Run
    reasons: tuple[str, ...]
    changes: tuple[Change, ...]
    deltas: tuple[Delta, ...]
    settings: tuple[tuple[str, Any, Any], ...]

    def counts(self) -> dict[Status, int]:
        """How many cases have each status, without those that none has."""
        found = [change.status for change in self.changes]
        return {status: found.count(status) for status in Status if status in found}

    def of(self, *wanted: Status) -> list[Change]:
        return [change for change in self.changes if change.status in wanted]


def compare(base: Run, current: Run) -> Comparison:
    """What changed from `base` to `current`. Cases are matched by their ids."""
    reasons = tuple(_reasons(base, current))
    changes = tuple(_changes(base, current))
    deltas = () if reasons else tuple(_deltas(changes))
    return Comparison(base, current, reasons, changes, deltas, tuple(_settings(base, current)))


def _reasons(base: Run, current: Run) -> Iterator[str]:
    if base.corpus_digest != current.corpus_digest:
        digests = f"{base.corpus_digest[:SHORT]} and {current.corpus_digest[:SHORT]}"
        yield f"the corpus was edited between them: digests {digests}"
    if base.scoring != current.scoring:
        yield f"they were scored by different formulas: versions {base.scoring} and {current.scoring}"
    for name in sorted(base.parameters.keys() | current.parameters.keys()):
        was, is_ = base.parameters.get(name), current.parameters.get(name)
        if was != is_:
            yield f"the query parameter {name} was {_told(was)} and is {_told(is_)}"
    yield from _depths(base, current)
    for run, which in ((base, "base"), (current, "current")):
        if not run.is_whole:
            yield f"the {which} run asked {len(run.results)} of {run.cases} cases"


def _depths(base: Run, current: Run) -> Iterator[str]:
    """That cases count another number of rows, which only the run's own depth can bring about."""
    before = {(result.id, result.digest): result.depth for result in base.results}
    pairs = [(before.get((result.id, result.digest)), result.depth) for result in current.results]
    others = [(was, is_) for was, is_ in pairs if was is not None and was != is_]
    if others:
        was, is_ = others[0]
        yield f"the depth of {counted(len(others), 'case')} was {was} and is {is_}"


def _told(value: str | None) -> str:
    return "unknown" if value is None else value


def _changes(base: Run, current: Run) -> Iterator[Change]:
    """Every case of either run in the order of the current one, those that are gone at the end. Of a run of
    some cases alone, the others are not taken to be gone or new.
    """
    before = {result.id: result for result in base.results}
    after = {result.id: result for result in current.results}
    for result in current.results:
        earlier = before.get(result.id)
        if earlier is not None:
            yield Change(result.id, moved(earlier, result), earlier, result)
        elif base.is_whole:
            yield Change(result.id, Status.ADDED, None, result)
    if current.is_whole:
        for result in base.results:
            if result.id not in after:
                yield Change(result.id, Status.REMOVED, result, None)


def moved(base: CaseResult, current: CaseResult) -> Status:
    """What became of a case. Whether all required keys are there decides; then the rank of the first graded
    key, then the order and the number of the others.
    """
    if base.digest != current.digest:
        return Status.EDITED
    if base.incomplete or current.incomplete:
        return Status.NOT_ASKED
    if bool(base.missing) != bool(current.missing):
        return Status.FIXED if base.missing else Status.BROKEN
    for name in ("reciprocal_rank", "ndcg", "recall"):
        was, is_ = getattr(base, name), getattr(current, name)
        if was is not None and is_ is not None and abs(is_ - was) > ALIKE:
            return Status.BETTER if is_ > was else Status.WORSE
    return Status.SAME


def _deltas(changes: tuple[Change, ...]) -> Iterator[Delta]:
    # In one order whichever run is the base, so that swapping them mirrors the interval.
    changes = tuple(sorted(changes, key=lambda change: change.id))
    for name, field in MEASURES.items():
        if pairs := list(_pairs(changes, field)):
            base, current = (mean(values) or 0.0 for values in zip(*pairs, strict=True))
            low, high = interval([is_ - was for was, is_ in pairs])
            yield Delta(name, base, current, low, high, len(pairs))


def _pairs(changes: tuple[Change, ...], field: str) -> Iterator[tuple[float, float]]:
    for _, _, base, current in changes:
        if base is not None and current is not None:
            was, is_ = getattr(base, field), getattr(current, field)
            if was is not None and is_ is not None:
                yield was, is_


def _settings(base: Run, current: Run) -> Iterator[tuple[str, Any, Any]]:
    was, is_ = _acted(base), _acted(current)
    for name in dict.fromkeys((*was, *is_)):
        if was.get(name) != is_.get(name):
            yield name, was.get(name), is_.get(name)


def _acted(run: Run) -> Mapping[str, Any]:
    """Everything that acted on a run besides its corpus, by dotted name."""
    return {
        **flat(run.configuration),
        "model identity": run.model,
        "rows": run.rows or None,
        "rows fingerprint": run.source.fingerprint[:SHORT] or None,
    }
