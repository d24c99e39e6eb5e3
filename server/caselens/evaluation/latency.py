"""How long searches took, of those runs whose search measures each query by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from caselens.evaluation.result import CaseResult

FEW = 20
"""Cases up to which the 95th percentile is the slowest of them, and is called so."""


class Latency(NamedTuple):
    """Percentiles of the search time of one query, in milliseconds, each a time that one of them took;
    and the slowest case.
    """

    p50: float
    p95: float
    slowest: str
    longest: float
    cases: int

    @property
    def name_of_p95(self) -> str:
        return f"slowest of {self.cases}" if self.cases <= FEW else "p95"


def latency(results: Sequence[CaseResult]) -> Latency | None:
    """The latency of a run; None where no search was measured."""
    import numpy as np

    times = {result.id: result.searching for result in results if result.searching is not None}
    if not times:
        return None
    p50, p95 = (float(np.percentile(list(times.values()), p, method="higher")) for p in (50, 95))
    slowest = max(times, key=lambda name: times[name])
    return Latency(p50, p95, slowest, times[slowest], len(times))
