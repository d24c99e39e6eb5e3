"""Cases that cannot tell a good search from a bad one, and why."""

from __future__ import annotations

from caselens.evaluation.result import CaseResult, Means, Run, means

REASONS = {
    "covers-all": "its keys are all the rows there are",
    "depth": "its depth takes in every row, so recall cannot fall",
    "ceiling": "it names more keys than its depth can return",
}
"""What is wrong with a case, by a short name, in the order in which it is said."""


def uninformative(result: CaseResult, rows: int) -> tuple[str, ...]:
    """The names in `REASONS` of what keeps a case from telling anything. `rows` is 0 where it is not known;
    then only what the case says itself is told.
    """
    is_so = {
        "covers-all": 0 < rows <= len(result.places),
        "depth": 0 < rows <= result.depth,
        "ceiling": max(len(result.grades), len(set(result.required))) > result.depth,
    }
    return tuple(name for name in REASONS if is_so[name])


def informative_means(run: Run) -> tuple[Means, int] | None:
    """The means without such cases, and how many were left out; None where all cases tell something."""
    kept = [result for result in run.results if not uninformative(result, run.rows)]
    return (means(kept), len(run.results) - len(kept)) if len(kept) < len(run.results) else None
