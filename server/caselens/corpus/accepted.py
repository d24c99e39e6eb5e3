"""A corpus that nothing is wrong with: complete, valid, plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from caselens.corpus.written import Written, WrittenCase, WrittenCorpus

T = TypeVar("T")

RUN_DEPTH = 10
"""The depth of a case when neither it nor the corpus nor the run names one."""


class Case(NamedTuple):
    """`k` is as written, 0 when it was not; `relevant` has only what the author wrote."""

    id: str
    query: str
    k: int = 0
    required: tuple[str, ...] = ()
    relevant: tuple[tuple[str, float], ...] = ()

    @property
    def grades(self) -> Mapping[str, float]:
        """The grade of every graded key: `relevant`, or else 1 for each required key."""
        return dict(self.relevant) or dict.fromkeys(self.required, 1.0)

    @property
    def expected(self) -> tuple[str, ...]:
        """Every key the case names, once, required ones first."""
        return tuple(dict.fromkeys((*self.required, *dict(self.relevant))))


class Corpus(NamedTuple):
    name: str
    description: str
    default_k: int
    cases: tuple[Case, ...]

    def depth(self, case: Case, run_depth: int = RUN_DEPTH) -> int:
        """How many of the best rows count in `case`."""
        return next((k for k in (case.k, self.default_k) if k > 0), run_depth)


def accept(written: WrittenCorpus) -> Corpus:
    """The accepted corpus. Only to be called when no rule refuses `written`."""
    return Corpus(
        _plain(written.name, ""),
        _plain(written.description, ""),
        _plain(written.default_k, 0),
        tuple(map(accept_case, written.cases)),
    )


def accept_case(written: WrittenCase) -> Case:
    """The accepted case. Only to be called when no rule refuses it."""
    return Case(
        _plain(written.id, ""),
        _plain(written.query, ""),
        _plain(written.k, 0),
        tuple(key.value for key in written.required if key.value is not None),
        tuple((j.key.value or "", _plain(j.grade, 0.0)) for j in written.relevant),
    )


def _plain(written: Written[T] | None, absent: T) -> T:
    return absent if written is None or written.value is None else written.value
