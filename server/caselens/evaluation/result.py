"""What an evaluation gives: the result of each case, their means, and what was evaluated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from caselens.evaluation import measures
from caselens.ports import Hit, Place

SCORING = 1
"""The version of the formulas in `measures`. Runs of different ones are not compared."""


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of one case. All there is to know of it is here: no corpus is needed to read it.

    `digest` ties it to the case as it was asked; `grades` are those that counted, so for a case with
    `required` alone 1 each. `hits` are the best rows down to the case's depth, `beyond` those after them,
    as far as they were asked for. `places` are where the expected keys really rank among all rows; a key
    without a row has none. `exact` are the keys of an exhaustive search, best first, where the search has
    an index. `repeated` are hits with several rows, which the reference would count several times.

    `absent` says why an expected key has no place, where more is known than that no row has it.

    `milliseconds` is its share of the time that embedding and searching took for all cases together;
    `searching` what its own search took, where that was measured. When `incomplete` says why the case
    could not be asked, there are no numbers, and it stands in no mean.
    """

    id: str
    digest: str
    depth: int
    required: tuple[str, ...] = ()
    grades: Mapping[str, float] = field(default_factory=dict)
    hits: tuple[Hit, ...] = ()
    beyond: tuple[Hit, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)
    absent: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    recall: float | None = None
    reciprocal_rank: float | None = None
    ndcg: float | None = None
    exact_agreement: float | None = None
    exact: tuple[str, ...] | None = None
    repeated: tuple[str, ...] = ()
    milliseconds: float = 0.0
    searching: float | None = None
    incomplete: str = ""

    def rank(self, key: str) -> str:
        """The rank of a key in words: in brackets beyond the depth, a dash where no row has it."""
        place = self.places.get(key)
        if place is None:
            return "–"
        return f"{place.rank:,}" if place.rank <= self.depth else f"({place.rank:,})"

    @property
    def expected(self) -> tuple[str, ...]:
        """Every key that the case names, once, required ones first."""
        return tuple(dict.fromkeys((*self.required, *self.grades)))


@dataclass(frozen=True, slots=True)
class Means:
    """Means over the cases that were asked; None where there were none."""

    recall: float | None
    mrr: float | None
    ndcg: float | None
    exact_agreement: float | None


@dataclass(frozen=True, slots=True)
class Source:
    """The rows that were searched: where they come from, and a hash of their keys and texts. `state` is what
    becomes another, on this machine, when their file or the settings do; empty where nobody could tell.
    """

    origin: str = ""
    fingerprint: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """One evaluation of a corpus.

    `cases` is how many the corpus has; `results` may be of fewer. `embedding` and `searching` are
    milliseconds over all cases. `parameters` are what acts on a search besides rows and vectors, and
    `configuration` the settings that acted, as they are written. `started` and `completed` are UTC,
    ISO 8601 with milliseconds.
    """

    corpus_digest: str
    corpus_name: str
    generation: str
    model: str
    is_model: bool
    rows: int
    results: tuple[CaseResult, ...]
    embedding: float = 0.0
    searching: float = 0.0
    cases: int = 0
    parameters: Mapping[str, str] = field(default_factory=dict)
    corpus_path: str = ""
    source: Source = Source()
    configuration: Mapping[str, Any] = field(default_factory=dict)
    started: str = ""
    completed: str = ""
    scoring: int = SCORING

    @property
    def means(self) -> Means:
        return means(self.results)

    @property
    def is_whole(self) -> bool:
        """Whether every case of the corpus was asked for."""
        return len(self.results) >= self.cases


def means(results: Sequence[CaseResult]) -> Means:
    """The means over `results`, incomplete ones left out."""

    def mean(name: str) -> float | None:
        return measures.mean(value for r in results if (value := getattr(r, name)) is not None)

    return Means(mean("recall"), mean("reciprocal_rank"), mean("ndcg"), mean("exact_agreement"))
