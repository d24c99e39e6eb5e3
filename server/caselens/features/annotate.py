"""The results of a run written into the text, and taken out again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from caselens.corpus.annotations import MARK, annotated, without_annotation
from caselens.evaluation.run import CaseResult
from caselens.features.change import Action, Target, targets
from caselens.features.lenses import rank_text
from caselens.features.picture import Picture
from caselens.features.results import Results
from caselens.text import Edit, Piece, Span, decimals, visible

ANNOTATE, REMOVE = "source.annotate.caselens", "source.removeAnnotations.caselens"
ANNOTATE_CASE = "refactor.rewrite.annotate"


def annotate_case(target: Target, results: Results, default_k: int) -> Iterator[Action]:
    """One case with its results, and without them."""
    result = results.current(target.case, default_k)
    if result is not None and not result.incomplete:
        yield from target.action(
            "Annotate the case with its ranks", ANNOTATE_CASE, _written(target, result), target.case
        )
    yield from target.action("Remove the case's annotations", ANNOTATE_CASE, _removed(target), target.case)


def annotate_all(picture: Picture, results: Results) -> Iterator[Action]:
    """All cases that have results with these, and without any; only in a file that falls into its cases."""
    if not picture.trusted:
        return
    written: list[tuple[Piece, Edit]] = []
    removed: list[tuple[Piece, Edit]] = []
    default_k = picture.default_k
    for target in targets(picture, 0, len(picture.lines)):
        result = results.current(target.case, default_k)
        if result is not None and not result.incomplete:
            written += _kept(target, _written(target, result))
        removed += _kept(target, _removed(target))
    if written:
        yield Action("Annotate all cases with their ranks", ANNOTATE, tuple(written))
    if removed:
        yield Action("Remove all annotations", REMOVE, tuple(removed))


def _kept(target: Target, edits: Iterable[Edit]) -> Iterator[tuple[Piece, Edit]]:
    """The edits that leave the case what it is: not every line can take a comment."""
    edits = list(edits)
    if not target.becomes(edits, target.case):
        edits = [edit for edit in edits if target.becomes([edit], target.case)]
    return ((target.piece, edit) for edit in edits)


def _written(target: Target, result: CaseResult) -> Iterator[Edit]:
    """A comment beside the id, and beside the keys of each line."""
    source = target.piece.source
    said: dict[int, list[str]] = {}
    numbers = ("recall", result.recall), ("RR", result.reciprocal_rank), ("NDCG", result.ndcg)
    said[source.line_of(target.written.grip.end)] = [
        " · ".join(f"{name} {decimals(value)}" for name, value in numbers)
    ]
    keys: dict[int, list[str]] = {}
    for key in target.written.named_keys():
        if key.value is not None:
            keys.setdefault(source.line_of(key.span.end), []).append(key.value)
    for line, named in keys.items():
        alone = len(named) == 1
        said.setdefault(line, []).extend(_rank(key, result, alone) for key in named)
    for line, parts in said.items():
        yield from _line(target, line, annotated(source.slice(source.line_span(line)), " · ".join(parts)))


def _rank(key: str, result: CaseResult, alone: bool) -> str:
    """Where a key ranked: alone in its line with its score, among others with its name."""
    place = result.places.get(key)
    name = "" if alone else f"{''.join(map(visible, key))} "
    if place is None:
        return f"{name}not in this generation"
    score = f" · score {place.score:.3f}" if alone else ""
    return f"{name}{rank_text(place.rank, result.depth)}{score}"


def _removed(target: Target) -> Iterator[Edit]:
    source, first = target.piece.source, target.placed.line - target.piece.line
    for line in range(first, min(target.placed.end - target.piece.line, len(source.starts))):
        text = source.slice(source.line_span(line))
        if MARK in text:
            yield from _line(target, line, without_annotation(text))


def _line(target: Target, line: int, new: str) -> Iterator[Edit]:
    """The end of a line as it is to be, where it is not."""
    span = target.piece.source.line_span(line)
    old = target.piece.source.slice(span)
    if old != new:
        same = next(
            (i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
        )
        yield Edit(Span(span.start + same, span.end), new[same:])
