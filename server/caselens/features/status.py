"""How a corpus stands: its digest, and what the results of its cases come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from caselens.evaluation.result import Means, means
from caselens.features.picture import Picture
from caselens.features.placed import PlacedCase
from caselens.features.results import Results

NOTHING = Means(None, None, None, None)


class Status(NamedTuple):
    """The digest, None while the corpus is refused or is being read; findings that refuse it; cases; how many
    of these have a result as they stand, and the means over them.
    """

    digest: str | None
    refusals: int
    cases: int
    answered: int = 0
    means: Means = NOTHING


def status(picture: Picture, results: Results, cases: Sequence[PlacedCase] | None = None) -> Status:
    """`cases` are those of the picture, for who has them already."""
    cases = list(picture.cases()) if cases is None else cases
    digest, default_k = picture.digest, picture.default_k
    refusals = 0 if digest else picture.refusals
    if digest is None or not results.by_id:
        return Status(digest, refusals, len(cases))
    current = [one for placed in cases if placed.case and (one := results.current(placed.case, default_k))]
    return Status(digest, refusals, len(cases), len(current), means(current) if current else NOTHING)
