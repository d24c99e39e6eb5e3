"""What the last run says against the cases as they stand: required keys missed, and cases that fell."""

from __future__ import annotations

from collections.abc import Iterator

from caselens.corpus.accepted import Case
from caselens.corpus.written import WrittenCase
from caselens.evaluation.result import CaseResult
from caselens.evaluation.why import Fault, Miss, misses
from caselens.features.picture import Picture
from caselens.features.results import Results
from caselens.features.verdict import PlacedFinding
from caselens.rules.rule import Finding, Severity
from caselens.text import quoted

MISSED, BROKEN, WORSE = "missed", "broken", "worse"

FELL = {BROKEN: Severity.WARNING, WORSE: Severity.INFORMATION}
"""What a comparison may say of a case that is said in the file."""

MOST_ABOVE = 3


def run_findings(picture: Picture, results: Results) -> Iterator[PlacedFinding]:
    """Every complaint of the last run about a case that is still the one that was asked."""
    if results.outdated:
        return
    said = {name for name, result in results.by_id.items() if result.missing}
    said |= {name for name, moved in results.moved.items() if moved.status in FELL}

    def say(written: WrittenCase, case: Case) -> tuple[Finding, ...]:
        result = results.current(case, picture.default_k)
        return (*_missed(written, result), *_fallen(written, results)) if result else ()

    if said:
        yield from picture.told_of(said, say, results)


def _missed(written: WrittenCase, result: CaseResult) -> Iterator[Finding]:
    found = {miss.key: miss for miss in misses(result) if miss.key in result.missing}
    for key in written.required:
        if (miss := found.pop(key.value or "", None)) is not None:
            yield Finding(MISSED, Severity.WARNING, key.span, _why(miss, result))


def _fallen(written: WrittenCase, results: Results) -> Iterator[Finding]:
    moved = results.moved.get(written.id.value or "") if written.id else None
    if moved is not None and moved.status in FELL and written.id is not None:
        yield Finding(
            moved.status,
            FELL[moved.status],
            written.id.span,
            f"{moved.status} since {results.base}: {moved.text}",
        )


def _why(miss: Miss, result: CaseResult) -> str:
    name = f"{quoted(miss.key)} is not in the top {result.depth}"
    if miss.rank is None or miss.score is None:
        return f"{name}: {miss.said}"
    if miss.fault is Fault.INDEX:
        return f"{name}, though its rank is {miss.rank:,}: {miss.said}"
    above = ", ".join(hit.key for hit in miss.above[:MOST_ABOVE])
    more = ", …" if len(miss.above) > MOST_ABOVE else ""
    gap = f", {miss.gap:.3f} too far" if miss.gap is not None else ""
    return f"{name}: rank {miss.rank:,} at {miss.score:.3f}{gap}; above it {above}{more}"
