"""The results of a run written into the text, and taken out again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from caselens.corpus.accepted import Case
from caselens.corpus.annotations import ANNOTATION, MARK, annotated, without_annotation
from caselens.corpus.edits import spelling
from caselens.evaluation.result import CaseResult
from caselens.features.change import Action, Target, targets
from caselens.features.lenses import rank_text
from caselens.features.picture import Picture
from caselens.features.placed import PlacedCase
from caselens.features.results import Results
from caselens.text import Edit, Piece, Span, decimals

ANNOTATE, REMOVE = "source.annotate.caselens", "source.removeAnnotations.caselens"
ANNOTATE_CASE = "refactor.rewrite.annotate"

TITLES = {ANNOTATE: "Annotate all cases with their ranks", REMOVE: "Remove all annotations"}


def annotate_case(target: Target, results: Results, default_k: int, at: int) -> Iterator[Action]:
    """One case with its results, and without them, where its id or what it expects is pointed at."""
    if not any(target.holds(name, at) for name in ("id", "required", "relevant")):
        return
    result = _result(target, results, default_k)
    for title, edits in (
        ("Annotate the case with its ranks", _written(target, result) if result else ()),
        ("Remove the case's annotations", _removed(target)),
    ):
        if kept := tuple(_kept(target, edits)):
            yield Action(title, ANNOTATE_CASE, kept)


def changes(picture: Picture, results: Results, kind: str) -> Iterator[tuple[Piece, Edit]]:
    """Every edit of one of these actions."""
    default_k = picture.default_k

    def concerned(placed: PlacedCase, case: Case) -> bool:
        """Whether it is worth reading the case in full."""
        if kind == ANNOTATE:
            return results.current(case, default_k) is not None
        return any(MARK in line for line in picture.lines[placed.line : placed.end])

    for target in targets(picture, 0, len(picture.lines), concerned):
        if kind == REMOVE:
            yield from _kept(target, _removed(target))
        elif result := _result(target, results, default_k):
            yield from _kept(target, _written(target, result))


def offers(picture: Picture, results: Results) -> Iterator[str]:
    """The kinds of these actions that may have something to do, found without reading any case."""
    default_k = picture.default_k
    if results.by_id and any(
        placed.case and results.current(placed.case, default_k) for placed in picture.cases()
    ):
        yield ANNOTATE
    if any(MARK in line and ANNOTATION.search(line.rstrip("\r\n")) for line in picture.lines):
        yield REMOVE


def _result(target: Target, results: Results, default_k: int) -> CaseResult | None:
    result = results.current(target.case, default_k)
    return result if result and not result.incomplete else None


def _kept(target: Target, edits: Iterable[Edit]) -> Iterator[tuple[Piece, Edit]]:
    """The edits that leave the case what it is: not every line can take a comment."""
    edits = list(edits)
    if edits and not target.becomes(edits, target.case):
        edits = [edit for edit in edits if target.becomes([edit], target.case)]
    return ((target.piece, edit) for edit in edits)


def _written(target: Target, result: CaseResult) -> Iterator[Edit]:
    """A comment beside the id, and beside the keys of each line; what comes from elsewhere has none."""
    source = target.piece.source
    if not target.has_own_lines:
        return
    numbers = ("recall", result.recall), ("RR", result.reciprocal_rank), ("NDCG", result.ndcg)
    said = {source.line_of(target.written.grip.end): [f"{name} {decimals(value)}" for name, value in numbers]}
    keys: dict[int, list[str]] = {}
    for key in target.written.named_keys():
        if key.value is not None:
            keys.setdefault(source.line_of(key.span.end), []).append(key.value)
    for line, named in keys.items():
        alone = len(named) == 1 and line not in said
        said.setdefault(line, []).extend(_rank(key, result, alone) for key in dict.fromkeys(named))
    for line, parts in said.items():
        if target.piece.line + line not in target.lines:
            continue
        yield from _line(target, line, annotated(source.slice(source.line_span(line)), parts))


def _rank(key: str, result: CaseResult, alone: bool) -> str:
    """Where a key ranked: alone in its line with its score, among others with its name."""
    place = result.places.get(key)
    name = "" if alone else f"{spelling(key)} "
    if place is None:
        return f"{name}not in this generation"
    score = f" · score {place.score:.3f}" if alone else ""
    return f"{name}{rank_text(place.rank, result.depth)}{score}"


def _removed(target: Target) -> Iterator[Edit]:
    source = target.piece.source
    for line in target.lines:
        number = line - target.piece.line
        text = source.slice(source.line_span(number)) if number < len(source.starts) else ""
        if MARK in text:
            yield from _line(target, number, without_annotation(text))


def _line(target: Target, line: int, new: str) -> Iterator[Edit]:
    """The end of a line as it is to be, where it is not."""
    span = target.piece.source.line_span(line)
    old = target.piece.source.slice(span)
    if old != new:
        pairs = enumerate(zip(old, new, strict=False))
        same = next((i for i, (a, b) in pairs if a != b), min(len(old), len(new)))
        yield Edit(Span(span.start + same, span.end), new[same:])
