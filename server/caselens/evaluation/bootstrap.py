"""How far a difference of means may be an accident of which cases were written: the paired bootstrap.

Cases are drawn with replacement as often as there are cases, both runs' values of a case together, and the
mean difference of each draw is noted (Efron and Tibshirani 1993, chapter 16; Sakai 2006 for retrieval). The
interval holds the middle 95 % of them. The draws are seeded: the same two runs have the same interval.
"""

from __future__ import annotations

from collections.abc import Sequence

RESAMPLES = 10_000
SEED = 20_260_601

# The outer 2.5 % on each side; the same count on both, so that swapping two runs mirrors the interval.
_OUTSIDE = RESAMPLES // 40

_MOST_DRAWN = 2_000_000
"""Numbers drawn at a time: 16 MB."""


def interval(differences: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean of `differences`, one for each case, at least one."""
    import numpy as np

    values = np.array(differences, float)
    random = np.random.default_rng(SEED)
    height = max(1, _MOST_DRAWN // len(values))
    means = np.empty(RESAMPLES)
    for start in range(0, RESAMPLES, height):
        drawn = random.integers(0, len(values), (min(height, RESAMPLES - start), len(values)))
        means[start : start + len(drawn)] = values[drawn].mean(axis=1)
    means.sort()
    return float(means[_OUTSIDE]), float(means[-1 - _OUTSIDE])
