"""The lines above the file and above each case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from caselens.corpus.accepted import Case, Corpus
from caselens.corpus.digest import SHORT
from caselens.evaluation.run import CaseResult, means
from caselens.features.analysis import Analysis
from caselens.features.results import Results
from caselens.text import Span


class Lens(NamedTuple):
    """`action` is `run-all`, `run-case` (of `case`), `cancel`, or empty for a lens to read."""

    span: Span
    title: str
    action: str = ""
    case: str = ""


def lenses(analysis: Analysis, results: Results, running: str = "", runnable: bool = True) -> Iterator[Lens]:
    """Every lens of a file. `running` says how far a run is that is under way."""
    top = Span(0, 0)
    corpus, digest = analysis.corpus, analysis.digest
    if corpus is None or digest is None:
        if not analysis.written.tree.blank:
            yield Lens(top, f"no digest: {_counted(analysis.refusals, 'refusal')}")
        return
    yield Lens(top, _headline(corpus, digest, results))
    if running:
        yield Lens(top, f"{running} · cancel", "cancel")
    elif runnable:
        yield Lens(top, "run all", "run-all")
    for written, case in zip(analysis.written.cases, corpus.cases, strict=True):
        at = Span(written.span.start, written.span.start)
        if runnable and not running:
            yield Lens(at, "run", "run-case", case.id)
        if (result := results.current(case, corpus.default_k)) is not None:
            yield Lens(at, summary(case, result))
        elif results.stale(case, corpus.default_k):
            yield Lens(at, "edited since the last run")


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
    parts.append(
        f"recall {_number(result.recall)}  RR {_number(result.reciprocal_rank)}  NDCG {_number(result.ndcg)}"
    )
    parts.append(f"{result.milliseconds:.0f} ms")
    return " · ".join(parts)


def rank_text(rank: int, depth: int) -> str:
    return f"rank {rank:,}" if rank <= depth else f"rank {rank:,}, beyond k {depth}"


def _headline(corpus: Corpus, digest: str, results: Results) -> str:
    line = f"digest {digest[:SHORT]} · {_counted(len(corpus.cases), 'case')}"
    current = [r for case in corpus.cases if (r := results.current(case, corpus.default_k)) is not None]
    if len(current) == len(corpus.cases):
        mean = means(current)
        line += f" · recall {_number(mean.recall)}  MRR {_number(mean.mrr)}  NDCG {_number(mean.ndcg)}"
    elif current:
        line += f" · {len(current)} with a result"
    return line


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
