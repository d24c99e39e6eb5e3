"""What blocks a run, and what could not be measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caselens.evaluation.comparison import Comparison
from caselens.evaluation.latency import latency
from caselens.evaluation.result import CaseResult, Run
from caselens.settings import Gates
from caselens.text import quoted

MOST_NAMED = 10

MEANS = {"recall": "recall", "MRR": "mrr", "NDCG": "ndcg", "exact agreement": "exact_agreement"}
"""The means that can be gated, and what `Means` and, with `min_` or `max_…_drop`, `Gates` call them."""


def blockers(run: Run, gates: Gates, comparison: Comparison | None = None) -> tuple[str, ...]:
    """Every finding that blocks, in a stable order; none means that the run passed.

    A missing required key always blocks. Floors, drops and the latency budget only do where they are set.
    """
    found = [
        f"{result.id}: the required key {quoted(key)} is not in the top {result.depth}"
        for result in run.results
        for key in dict.fromkeys(result.missing)
    ]
    incomplete = [result for result in run.results if result.incomplete]
    if incomplete and gates.require_every_case:
        found.append(_not_asked(incomplete, len(run.results)))
    found.extend(_floors(run, gates))
    found.extend(_drops(comparison, gates))
    found.extend(_budget(run, gates))
    return tuple(sorted(found))


def unmeasured(run: Run, gates: Gates, comparison: Comparison | None = None) -> tuple[str, ...]:
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
    if gates.max_p95_ms and latency(run.results) is None:
        found.append("latency: the search does not measure each query by itself")
    found.extend(
        f"NDCG of {result.id}: its grades do not add up to a finite number"
        for result in run.results
        if result.ndcg is None and not result.incomplete
    )
    if repeated := [result.id for result in run.results if result.repeated]:
        found.append(
            f"equality with the reference in {_named(repeated)}: keys came back with several rows, of which "
            "the best counts here and each counts there"
        )
    if comparison is None:
        found.append("change: no baseline was given")
    else:
        found.extend(f"change: {reason}" for reason in comparison.reasons)
    return tuple(found)


def _floors(run: Run, gates: Gates) -> Iterator[str]:
    for name, field in MEANS.items():
        value, floor = getattr(run.means, field), getattr(gates, f"min_{field}")
        if floor > 0 and value is not None and value < floor:
            yield f"mean {name} {_below(value, floor)} is under {floor:g}"


def _drops(comparison: Comparison | None, gates: Gates) -> Iterator[str]:
    for delta in comparison.deltas if comparison else ():
        most = getattr(gates, f"max_{MEANS[delta.name]}_drop")
        # What only rounding adds is no drop.
        if most is not None and -delta.difference > most + 1e-12:
            interval = f"from {delta.low:+.3f} to {delta.high:+.3f}"
            yield (
                f"mean {delta.name} fell by {-delta.difference:.3f}, more than {most:g}: "
                f"from {delta.base:.3f} to {delta.current:.3f} (95 % {interval}, {delta.cases} cases)"
            )


def _budget(run: Run, gates: Gates) -> Iterator[str]:
    times = latency(run.results) if gates.max_p95_ms else None
    if times is not None and times.p95 > gates.max_p95_ms:
        yield (
            f"the {times.name_of_p95} took {times.p95:.1f} ms to search, more than {gates.max_p95_ms:g} "
            f"(the slowest is {times.slowest})"
        )


def _below(value: float, floor: float) -> str:
    """Three digits of `value`, or all of them where three would not show that it is under `floor`."""
    short = f"{value:.3f}"
    return short if float(short) < floor else repr(value)


def _not_asked(incomplete: Sequence[CaseResult], total: int) -> str:
    names = _named([result.id for result in incomplete])
    reasons = "; ".join(dict.fromkeys(result.incomplete for result in incomplete))
    return f"{len(incomplete)} of {total} cases could not be asked ({reasons}): {names}"


def _named(ids: Sequence[str]) -> str:
    """The first of some cases."""
    return ", ".join([*ids[:MOST_NAMED], *(["…"] if len(ids) > MOST_NAMED else [])])
