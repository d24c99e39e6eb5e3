"""What blocks a run, and what could not be measured."""

from __future__ import annotations

from collections.abc import Sequence

from caselens.evaluation.run import CaseResult, Run
from caselens.settings import Gates
from caselens.text import quoted

MOST_NAMED = 10


def blockers(run: Run, gates: Gates) -> tuple[str, ...]:
    """Every finding that blocks, in a stable order; none means that the run passed.

    A missing required key always blocks. Floors only do where they are set.
    """
    found = [
        f"{result.id}: the required key {quoted(key)} is not in the top {result.depth}"
        for result in run.results
        for key in dict.fromkeys(result.missing)
    ]
    incomplete = [result for result in run.results if result.incomplete]
    if incomplete and gates.require_every_case:
        found.append(_not_asked(incomplete, len(run.results)))
    means = run.means
    for name, value, floor in (
        ("recall", means.recall, gates.min_recall),
        ("exact agreement", means.exact_agreement, gates.min_exact_agreement),
    ):
        if floor > 0 and value is not None and value < floor:
            found.append(f"mean {name} {_below(value, floor)} is under {floor:g}")
    return tuple(sorted(found))


def unmeasured(run: Run, gates: Gates) -> tuple[str, ...]:
    """What the run does not tell, and why."""
    found = []
    if not run.is_model:
        found.append(f"quality: {run.model} is not a model; its numbers say nothing about any embedding")
    if run.means.exact_agreement is None:
        found.append(
            "exact agreement: the search itself looked at every row, so there is no index to compare"
        )
    if run.means.recall is None and gates.min_recall > 0:
        found.append("the recall floor: no case could be asked")
    found.extend(
        f"NDCG of {result.id}: its grades do not add up to a finite number"
        for result in run.results
        if result.ndcg is None and not result.incomplete
    )
    found.append("change: no baseline was given")
    return tuple(found)


def _below(value: float, floor: float) -> str:
    """Three digits of `value`, or all of them where three would not show that it is under `floor`."""
    short = f"{value:.3f}"
    return short if float(short) < floor else repr(value)


def _not_asked(incomplete: Sequence[CaseResult], total: int) -> str:
    names = [result.id for result in incomplete[:MOST_NAMED]]
    more = ["…"] if len(incomplete) > MOST_NAMED else []
    reasons = "; ".join(dict.fromkeys(result.incomplete for result in incomplete))
    return f"{len(incomplete)} of {total} cases could not be asked ({reasons}): {', '.join(names + more)}"
