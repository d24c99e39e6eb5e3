"""What an author says of the rows that a run returned, written into the case as one change.

It is made of steps that each leave a case as it should be, for what a step writes depends on what is there:
the first grade, say, writes down those that required keys had without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from caselens.corpus.accepted import Case
from caselens.evaluation.result import CaseResult
from caselens.features.change import Target, targets
from caselens.features.expectations import graded, not_graded, not_required, required
from caselens.features.picture import Picture
from caselens.features.refactors import number
from caselens.ports import Place
from caselens.text import Edit, Piece, SourceText, Span, applied


class Returned(NamedTuple):
    """A row that a run returned for a case, or that the case expects. `rank` and `score` are None where there
    is no such row; `grade` where it counts nothing.
    """

    key: str
    rank: int | None
    score: float | None
    required: bool
    grade: float | None


class Judgement(NamedTuple):
    """What a row is to be in a case. `grade` is None for one that counts nothing."""

    key: str
    required: bool
    grade: float | None


def returned(case: Case, result: CaseResult) -> Iterator[Returned]:
    """The rows of a result, the best first, and after them what the case expects besides."""
    found = {hit.key: Place(rank, hit.score) for rank, hit in enumerate((*result.hits, *result.beyond), 1)}
    deeper = [item for item in result.places.items() if item[0] not in found]
    found.update(sorted(deeper, key=lambda item: item[1].rank))
    for key in dict.fromkeys((*found, *case.expected)):
        rank, score = found.get(key, (None, None))
        yield Returned(key, rank, score, key in case.required, case.grades.get(key))


def expects_nothing(case: Case, judgements: Sequence[Judgement]) -> bool:
    """Whether nothing is left that a judged case expects."""
    kept = {said.key for said in judgements if said.required or said.grade is not None}
    return not kept and {*case.expected} <= {said.key for said in judgements}


def judged(picture: Picture, case: Case, judgements: Sequence[Judgement]) -> tuple[Piece, list[Edit]] | None:
    """The edits, in the case's lines, after which a case is as it was judged; none where it is so already.

    None where they cannot be found: where the case is written in a way that has to be edited by hand.
    """
    target = _target(picture, case)
    if target is None:
        return None
    before = target.piece.source.slice(target.within)
    start, end = _around(target)
    alone = f"{start}{before}{end}"
    now = _target(Picture(alone), case)
    for step in STEPS:
        for said in judgements:
            while now is not None and (stepped := step(now, said)):
                edits, becomes = stepped
                if not edits or not now.becomes(edits, becomes):
                    return None
                begin = SourceText(alone).starts[now.piece.line]
                alone = applied(alone, [Edit(Span(begin + s, begin + e), new) for (s, e), new in edits])
                now = _target(Picture(alone), becomes)
    if now is None:
        return None
    after = alone[len(start) : len(alone) - len(end)]
    return target.piece, list(_difference(before, after, target.within.start))


def _target(picture: Picture, case: Case) -> Target | None:
    """A case by its id, where it can be changed and is as it is known."""
    picture.settle()
    found = targets(picture, 0, len(picture.lines), lambda _placed, one: one == case)
    return next(found, None)


def _around(target: Target) -> tuple[str, str]:
    """What makes a corpus, as far as it matters here, of the text in which a case can be read alone."""
    if target.cases:
        return "", ""
    before, after = target.around
    return (f"cases: {before}", after) if before else (f"cases:{target.line_end}", "")


def _difference(before: str, after: str, offset: int) -> Iterator[Edit]:
    """The lines that are not the same in both, as one edit."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    if old == new:
        return
    first = len([*takewhile(_alike, zip(old, new, strict=False))])
    old, new = old[first:], new[first:]
    last = len([*takewhile(_alike, zip(reversed(old), reversed(new), strict=False))])
    begin = offset + len(before) - sum(map(len, old))
    end = offset + len(before) - sum(map(len, old[len(old) - last :]))
    yield Edit(Span(begin, end), "".join(new[: len(new) - last]))


def _alike(pair: tuple[str, str]) -> bool:
    return pair[0] == pair[1]


# -- steps ---------------------------------------------------------------------------------------------

Step = Callable[[Target, Judgement], tuple[list[Edit], Case] | None]
"""What brings a case nearer to a judgement, and what it is then; None where there is nothing to do."""


def _grade(target: Target, said: Judgement) -> tuple[list[Edit], Case] | None:
    case, (key, _, grade) = target.case, said
    written = dict(case.relevant)
    if grade is None or written.get(key) == grade:
        return None
    if not case.relevant and grade == 1 and said.required:
        return None  # which it has, or will have, without being written
    for judgment in target.written.relevant:
        if judgment.key.value == key:
            relevant = tuple((one, grade if one == key else of) for one, of in case.relevant)
            return [Edit(judgment.grade.span, number(grade))], case._replace(relevant=relevant)
    relevant = tuple({**case.grades, key: grade}.items())
    return graded(target, key, grade), case._replace(relevant=relevant)


def _require(target: Target, said: Judgement) -> tuple[list[Edit], Case] | None:
    case, key = target.case, said.key
    if not said.required or key in case.required:
        return None
    return required(target, key), case._replace(required=(*case.required, key))


def _require_no_longer(target: Target, said: Judgement) -> tuple[list[Edit], Case] | None:
    case, key = target.case, said.key
    if said.required or key not in case.required:
        return None
    index = case.required.index(key)
    without = case._replace(required=(*case.required[:index], *case.required[index + 1 :]))
    return not_required(target, target.written.required[index].span, without), without


def _grade_no_longer(target: Target, said: Judgement) -> tuple[list[Edit], Case] | None:
    case = target.case
    if said.grade is not None:
        return None
    for key, _, holder in target.written.relevant:
        if key.value == said.key:
            without = case._replace(relevant=tuple(one for one in case.relevant if one[0] != said.key))
            return not_graded(target, key.span, holder, without), without
    return None


STEPS: Sequence[Step] = _grade, _require, _grade, _require_no_longer, _grade_no_longer
"""What adds comes first: at no time may a case expect nothing. Grades come again where a row that is newly
required has no 1 of its own, since grades were written down meanwhile.
"""
