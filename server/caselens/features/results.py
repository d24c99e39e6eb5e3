"""The results that a file's cases have, and whether they still speak of the case as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from caselens.corpus.accepted import Case
from caselens.corpus.digest import case_digest
from caselens.evaluation.result import CaseResult


class Asked(NamedTuple):
    """What a run was of: its model, false for what stands in for one, and the state of settings and rows."""

    model: str = ""
    is_model: bool = True
    state: str = ""


NOTHING = Asked()


class Moved(NamedTuple):
    """What became of a case since the run that it is compared with, and how its keys moved, in words."""

    status: str
    text: str

    def __str__(self) -> str:
        return f"{self.status}: {self.text}" if self.text else self.status


@dataclass(frozen=True, slots=True)
class Results:
    """The latest result of each case, by id, all asked of the same. Nothing here knows where a case stands.

    `outdated` once settings or rows are others. `moved` has the cases that are not the same as in `base`, the
    run they are compared with; `kept` is the name of the last run of all cases.
    """

    by_id: Mapping[str, CaseResult] = field(default_factory=dict)
    asked: Asked = NOTHING
    outdated: bool = False
    moved: Mapping[str, Moved] = field(default_factory=dict)
    base: str = ""
    kept: str = ""

    def joined(self, results: Iterable[CaseResult], asked: Asked) -> Results:
        """With newer results in place of older ones; those asked of something else are gone."""
        new = {result.id: result for result in results}
        if asked != self.asked:
            return Results(new, asked, kept=self.kept)
        moved = {name: moved for name, moved in self.moved.items() if name not in new}
        return replace(self, by_id={**self.by_id, **new}, moved=moved, outdated=False)

    def compared(self, moved: Mapping[str, Moved], base: str) -> Results:
        """With what became of cases since a run; of others it is known as before, if it was the same run."""
        earlier = self.moved if base == self.base else {}
        return replace(self, moved={**earlier, **moved}, base=base)

    def seen(self, state: str) -> Results:
        """Knowing how settings and rows are now. Where that cannot be known, the results stand."""
        outdated = bool(self.by_id and state) and state != self.asked.state
        return self if outdated == self.outdated else replace(self, outdated=outdated)

    def current(self, case: Case, default_k: int) -> CaseResult | None:
        """The result of the case as it stands now; None when it was never asked, or it, the settings or the
        rows were edited since.
        """
        result = None if self.outdated else self.by_id.get(case.id)
        return result if result and result.digest == case_digest(case, default_k) else None
