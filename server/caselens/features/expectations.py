"""What a case expects: keys required, graded, moved from the one to the other, or expected no more."""

from __future__ import annotations

from collections.abc import Iterator

from caselens.corpus.accepted import Case
from caselens.corpus.edits import spelling
from caselens.corpus.entries import with_entry, with_item, without_entry, without_part
from caselens.features.change import Action, Target
from caselens.features.refactors import REWRITE, number, touches, with_field, with_grades
from caselens.features.results import Results
from caselens.syntax.tree import Mapping, Sequence
from caselens.text import Edit, Span, quoted

JUDGE = "refactor.rewrite.judge"

MOST_JUDGED = 5
"""Returned rows that are offered at once."""


def expectations(target: Target, at: int) -> Iterator[Action]:
    """What can be done with the key at a place."""
    case = target.case
    for index, key in enumerate(target.written.required):
        if key.value is not None and touches(key.span, at):
            without = case._replace(required=(*case.required[:index], *case.required[index + 1 :]))
            edits = not_required(target, key.span, without)
            if key.value not in dict(case.relevant):
                moved = without._replace(relevant=tuple(case.grades.items()))
                if case.relevant:
                    moved = moved._replace(relevant=(*case.relevant, (key.value, 1.0)))
                title = f"Grade {quoted(key.value)} instead of requiring it"
                yield from target.action(title, REWRITE, edits + graded(target, key.value), moved)
            yield from target.action(f"Require {quoted(key.value)} no longer", REWRITE, edits, without)
            return
    for index, (key, _, holder) in enumerate(target.written.relevant):
        if key.value is not None and touches(key.span, at):
            without = case._replace(relevant=(*case.relevant[:index], *case.relevant[index + 1 :]))
            edits = not_graded(target, key.span, holder, without)
            if key.value not in case.required:
                too = case._replace(required=(*case.required, key.value))
                title = f"Require {quoted(key.value)} too"
                yield from target.action(title, REWRITE, required(target, key.value), too)
                moved = without._replace(required=too.required)
                title = f"Require {quoted(key.value)} instead of grading it"
                yield from target.action(title, REWRITE, edits + required(target, key.value), moved)
            yield from target.action(f"Grade {quoted(key.value)} no longer", REWRITE, edits, without)
            return


def judging(target: Target, results: Results, default_k: int, at: int) -> Iterator[Action]:
    """What the last run returned and the case does not name, as required or as relevant."""
    may_require = target.holds("required", at)
    may_grade = target.holds("relevant", at) or target.holds("id", at)
    result = results.current(target.case, default_k) if may_require or may_grade else None
    if result is None:
        return
    case, named = target.case, set(target.case.expected)
    new = [(rank, hit.key) for rank, hit in enumerate(result.hits, 1) if hit.key not in named][:MOST_JUDGED]
    for rank, key in new if may_require else ():
        title = f"Require {quoted(key)} (rank {rank})"
        yield from target.action(
            title, JUDGE, required(target, key), case._replace(required=(*case.required, key))
        )
    for rank, key in new if may_grade else ():
        title = f"Add {quoted(key)} (rank {rank}) to relevant, grade 1"
        judged = case._replace(relevant=(*case.grades.items(), (key, 1.0)))
        yield from target.action(title, JUDGE, graded(target, key), judged)


def required(target: Target, key: str) -> list[Edit]:
    """One more required key."""
    held = target.field("required")
    if isinstance(held, Sequence):
        return with_item(target.piece.source, held, key, target.line_end)
    return with_field(target, "required", [spelling(key)])


def graded(target: Target, key: str, grade: float = 1.0) -> list[Edit]:
    """One more graded key; those that have 1 because they are required keep it."""
    held = target.field("relevant")
    if isinstance(held, Mapping) and held.entries:
        return with_entry(target.piece.source, held, key, number(grade), target.line_end)
    return with_grades(target, {**target.case.grades, key: grade})


def not_required(target: Target, key: Span, without: Case) -> list[Edit]:
    """The removal of a required key, of the whole field with the last."""
    held = target.field("required")
    if not without.required:
        return _without_field(target, "required")
    if not isinstance(held, Sequence):
        return []
    index = next((i for i, item in enumerate(held.items) if item.span == key), None)
    edit = None if index is None else without_part(target.piece.source, held, index)
    return [edit] if edit else []


def not_graded(target: Target, key: Span, holder: Mapping, without: Case) -> list[Edit]:
    """The removal of a graded key, of the whole field with the last."""
    if not without.relevant:
        return _without_field(target, "relevant")
    edit = without_entry(target.piece.source, holder, key)
    return [edit] if edit else []


def _without_field(target: Target, name: str) -> list[Edit]:
    holder, entry = target.written.holder, target.entry(name)
    edit = without_entry(target.piece.source, holder, entry.key.span) if holder and entry else None
    return [edit] if edit else []
