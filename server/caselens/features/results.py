"""The results that a file's cases have, and whether they still speak of the case as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from caselens.corpus.accepted import Case
from caselens.corpus.digest import case_digest
from caselens.evaluation.result import CaseResult


@dataclass(frozen=True, slots=True)
class Results:
    """The latest result of each case, by id, all of one model. Nothing here knows where a case stands.

    `is_model` is false where what gave them only stands in for one.
    """

    by_id: Mapping[str, CaseResult] = field(default_factory=dict)
    model: str = ""
    is_model: bool = True

    def joined(self, results: Iterable[CaseResult], model: str, is_model: bool) -> Results:
        """With newer results in place of older ones; those of another model are gone."""
        kept = self.by_id if model == self.model else {}
        return Results({**kept, **{result.id: result for result in results}}, model, is_model)

    def current(self, case: Case, default_k: int) -> CaseResult | None:
        """The result of the case as it stands now; None when it was edited since, or never asked."""
        result = self.by_id.get(case.id)
        return result if result and result.digest == case_digest(case, default_k) else None
