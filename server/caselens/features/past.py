"""What the last runs said of a corpus and of each of its cases, as tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from caselens.evaluation.result import CaseResult, Run
from caselens.features.field_hover import Path, field_at
from caselens.features.picture import Picture
from caselens.features.pointing import Named, named_between, touches
from caselens.features.results import Asked, Results
from caselens.syntax import tree
from caselens.text import Piece, Span, decimals

MOST = 8
"""Runs of a table."""

TELLING: tuple[Path, ...] = (("version",), ("cases",))
"""The fields at which the runs of the corpus are told."""


class KeptRun(NamedTuple):
    """A run by the name under which it is kept; `is_baseline` where it is what others are compared with."""

    name: str
    run: Run
    is_baseline: bool


class CaseId(NamedTuple):
    """The id of a case where it stands."""

    id: str
    piece: Piece
    span: Span


def restored(past: Sequence[KeptRun], state: str) -> Results:
    """The results of the last runs, the latest first, as far as they were asked of what there is now: of the
    same rows and settings, and of one model.
    """
    valid = [
        kept
        for kept in past
        if state and kept.run.source.state == state and "k" not in kept.run.configuration
    ]
    results = Results()
    for kept in reversed(valid):
        run = kept.run
        results = results.joined(run.results, Asked(run.model, run.is_model, state))
        if run.is_whole:
            results = replace(results, kept=kept.name)
    return results


def tells_of_runs(picture: Picture, line: int, column: int) -> bool:
    """Whether a hover at a place tells of the last runs."""
    if id_at(picture, line, column) is not None:
        return True
    piece, root = picture.tree_at(line)
    path = ("cases",) if isinstance(root, tree.Sequence) else ()
    found = field_at("corpus", piece, root, path, line, column)
    return found is not None and found.path in TELLING


def id_at(picture: Picture, line: int, column: int) -> CaseId | None:
    """The id that a place touches."""
    for named in named_between(picture, line, line + 1):
        if _is_id(named) and touches(named.piece, named.written.span, line, column):
            return CaseId(named.name, named.piece, named.written.span)
    return None


def _is_id(named: Named) -> bool:
    return named.field == "id"


def of_corpus(past: Sequence[KeptRun]) -> str:
    """The means of the last runs, the latest first."""
    head = "| run | model | cases | recall | MRR | NDCG |", "| --- | --- | ---: | ---: | ---: | ---: |"
    return "\n".join(["Last runs:", "", *head, *(_means(kept) for kept in past[:MOST])])


def _means(kept: KeptRun) -> str:
    run, means = kept.run, kept.run.means
    asked = f"{len(run.results):,}" if run.is_whole else f"{len(run.results):,} of {run.cases:,}"
    numbers = [decimals(value) for value in (means.recall, means.mrr, means.ndcg)]
    return _row(_when(kept), inert(run.model), asked, *numbers)


def of_case(case: str, past: Sequence[KeptRun]) -> str:
    """How a case did in the last runs that asked it, the latest first; nothing where none did."""
    asked = [(kept, result) for kept in past for result in kept.run.results if result.id == case]
    if not asked:
        return ""
    rows = _rows(asked[:MOST])
    head = "| run | model | ranks | recall | RR | NDCG |", "| --- | --- | --- | ---: | ---: | ---: |"
    return "\n".join([f"Last runs of {inert(case)}:", "", *head, *rows])


def _rows(asked: Sequence[tuple[KeptRun, CaseResult]]) -> Iterator[str]:
    digest = asked[0][1].digest
    for kept, result in asked:
        edited = "" if result.digest == digest else " (before it was edited)"
        numbers = [decimals(value) for value in (result.recall, result.reciprocal_rank, result.ndcg)]
        said = f"not asked: {inert(result.incomplete)}" if result.incomplete else _ranks(result)
        yield _row(f"{_when(kept)}{edited}", inert(kept.run.model), said, *numbers)


def _ranks(result: CaseResult) -> str:
    shown = []
    for key in result.expected[:MOST]:
        place = result.places.get(key)
        rank = (
            "–" if place is None else f"{place.rank:,}" if place.rank <= result.depth else f"({place.rank:,})"
        )
        shown.append(f"{inert(key)} {rank}")
    return ", ".join([*shown, *(["…"] if len(result.expected) > MOST else [])])


def _when(kept: KeptRun) -> str:
    return f"{kept.run.completed[:16].replace('T', ' ')}{' baseline' if kept.is_baseline else ''}"


def _row(*values: str) -> str:
    return f"| {' | '.join(values)} |"


def inert(text: str) -> str:
    """A text in a cell of which nothing acts."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>|#~" else letter for letter in plain)
