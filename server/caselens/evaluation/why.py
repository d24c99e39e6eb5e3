"""Why a case missed a key that it names: a matter of the rows, of the index, or of the model."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from caselens.evaluation.result import CaseResult
from caselens.ports import Hit


class Fault(StrEnum):
    """What a miss is the fault of."""

    ROW = "no row has this key"
    INDEX = "an exhaustive search returns it: the index loses it"
    MODEL = "other rows are nearer"


class Miss(NamedTuple):
    """An expected key that is not among a case's hits, and in words what that is the fault of.

    `rank` and `score` are its true ones, None where no row has it. `gap` is how much nearer the last row is
    that was returned, `above` the returned rows that are before it, best first, `unjudged` those of them that
    the case does not grade.
    """

    key: str
    fault: Fault
    said: str
    rank: int | None
    score: float | None
    gap: float | None
    above: tuple[Hit, ...]
    unjudged: tuple[str, ...]


def misses(result: CaseResult) -> Iterator[Miss]:
    """Every expected key that was not returned, required ones first."""
    returned = {hit.key for hit in result.hits}
    for key in result.expected:
        if key not in returned and not result.incomplete:
            yield _miss(key, result)


def _miss(key: str, result: CaseResult) -> Miss:
    place = result.places.get(key)
    if place is None:
        said = result.absent.get(key, Fault.ROW.value)
        return Miss(key, Fault.ROW, said, None, None, None, (), ())
    above = tuple(hit for hit in result.hits if hit.score >= place.score)
    unjudged = tuple(hit.key for hit in above if hit.key not in result.grades)
    gap = result.hits[-1].score - place.score if result.hits else None
    is_lost = place.rank <= result.depth or key in (result.exact or ())
    fault = Fault.INDEX if is_lost else Fault.MODEL
    return Miss(key, fault, fault.value, place.rank, place.score, gap, above, unjudged)


def unjudged(result: CaseResult) -> tuple[str, ...]:
    """The returned keys that the case says nothing of, best first."""
    named = set(result.expected)
    return tuple(hit.key for hit in result.hits if hit.key not in named)
