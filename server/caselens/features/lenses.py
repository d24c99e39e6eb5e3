"""The lines above the file and above each case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from caselens.corpus.accepted import Case
from caselens.corpus.digest import SHORT
from caselens.evaluation.result import CaseResult
from caselens.features.picture import Picture
from caselens.features.placed import PlacedCase
from caselens.features.results import Results
from caselens.features.status import Status, status
from caselens.text import counted, decimals

LONGEST = 80
"""Characters of what became of a case."""


class Lens(NamedTuple):
    """A line of text above the line `line` of the file.

    `action` is `run-all`, `run-case` or `history` (of `case`), `compare`, `cancel`, or empty for a lens to
    read.
    """

    line: int
    title: str
    action: str = ""
    case: str = ""


def lenses(picture: Picture, results: Results, running: str = "", runnable: bool = True) -> Iterator[Lens]:
    """Every lens of a file. `running` says how far a run is that is under way."""
    digest, default_k = picture.digest, picture.default_k
    cases = list(picture.cases())
    yield from _top(picture, cases, results)
    if digest is not None and running:
        yield Lens(0, f"{running} · cancel", "cancel")
    can_run = digest is not None and runnable and not running
    if can_run:
        yield Lens(0, "run all", "run-all")
        if results.base:
            yield Lens(0, f"compare with {results.base}", "compare")
    for placed in cases:
        case = placed.case
        if case is None:
            continue
        if can_run:
            yield Lens(placed.line, "run", "run-case", case.id)
        if (result := results.current(case, default_k)) is not None:
            moved = results.moved.get(case.id)
            said = [summary(case, result), *([_cut(str(moved))] if moved else [])]
            yield Lens(placed.line, " · ".join(said), "history", case.id)
        elif (older := results.by_id.get(case.id)) is not None:
            since = "rows or settings changed since" if results.outdated else "edited since"
            yield Lens(placed.line, f"{since} · {summary(case, older)}", "history", case.id)


def _top(picture: Picture, cases: Sequence[PlacedCase], results: Results) -> Iterator[Lens]:
    found = status(picture, results, cases)
    if found.digest is not None:
        yield Lens(0, _headline(found, found.digest, results))
    elif picture.pending:
        yield Lens(0, "reading")
    elif found.refusals and not all(one.code == "empty-document" for _, one in picture.findings):
        yield Lens(0, f"no digest: {counted(found.refusals, 'refusal')}")


def summary(case: Case, result: CaseResult) -> str:
    """What came of a case, in one line."""
    if result.incomplete:
        return f"not asked: {result.incomplete}"
    parts = []
    if result.missing:
        parts.append(f"missed {len(set(result.missing))} of {len(set(case.required))} required")
    best = min((place.rank for key in case.grades if (place := result.places.get(key))), default=None)
    if best is not None:
        parts.append(rank_text(best, result.depth))
    numbers = ("recall", result.recall), ("RR", result.reciprocal_rank), ("NDCG", result.ndcg)
    parts.append(_listed(*numbers))
    parts.append(f"{result.milliseconds:.0f} ms")
    return " · ".join(parts)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def rank_text(rank: int, depth: int) -> str:
    return f"rank {rank:,}" if rank <= depth else f"rank {rank:,}, beyond k {depth}"


def _headline(found: Status, digest: str, results: Results) -> str:
    line = f"digest {digest[:SHORT]} · {counted(found.cases, 'case')}"
    if not found.answered:
        return line
    caveat = "" if results.asked.is_model else " · not a model"
    if found.answered < found.cases:
        return f"{line} · {found.answered} with a result{caveat}"
    mean = found.means
    return f"{line} · {_listed(('recall', mean.recall), ('MRR', mean.mrr), ('NDCG', mean.ndcg))}{caveat}"


def _listed(*measures: tuple[str, float | None]) -> str:
    return "  ".join(f"{name} {decimals(value)}" for name, value in measures)
