"""The numbers of one case, as the corpus format defines them.

`grades` are the grades of the graded keys; `top` are the returned keys, best first, cut to the
case's depth. Duplicates in `top` are not removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum, isnan, log2


def recall(grades: Mapping[str, float], top: Sequence[str]) -> float:
    """The share of the graded keys that are in `top`. Not capped by the depth."""
    return len(grades.keys() & set(top)) / len(grades) if grades else 0.0


def reciprocal_rank(grades: Mapping[str, float], top: Sequence[str]) -> float:
    """1 / the position of the first graded key in `top`, from 1; 0 when there is none."""
    return next((1 / position for position, key in enumerate(top, 1) if grades.get(key, 0) > 0), 0.0)


def ndcg(grades: Mapping[str, float], top: Sequence[str]) -> float | None:
    """The discounted gain of `top` over that of the best order of the grades.

    The gain is the grade itself (Järvelin and Kekäläinen 2002), the discount log2(position + 1).
    The best order is cut to as many as were returned, which can be fewer than the depth: a search
    that returns two rows is held to two. None where grades that are infinite, or no numbers, leave
    no share to tell.
    """
    ideal = sorted(grades.values(), reverse=True)
    best = _gain(ideal[: len(top)] if top else ideal)
    share = _gain(grades.get(key, 0.0) for key in top) / best if best else 0.0
    return None if isnan(share) else share


def missing(required: Sequence[str], top: Sequence[str]) -> tuple[str, ...]:
    """The required keys that are not in `top`, in their order, repeats kept."""
    returned = set(top)
    return tuple(key for key in required if key not in returned)


def exact_agreement(top: Sequence[str], exact: Sequence[str]) -> float:
    """How many of `top` the exhaustive search found too, by how many that found; 0 when it found nothing."""
    found = set(exact)
    return sum(key in found for key in top) / len(exact) if exact else 0.0


def mean(values: Iterable[float]) -> float | None:
    """The mean, or None of nothing."""
    numbers = list(values)
    return fsum(numbers) / len(numbers) if numbers else None


def _gain(grades: Iterable[float]) -> float:
    return sum(grade / log2(position + 1) for position, grade in enumerate(grades, 1))
