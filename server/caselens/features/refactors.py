"""What can be done with the keys, grades and texts of a case."""

from __future__ import annotations

import math
from collections.abc import Iterator

from caselens.corpus.accepted import Case
from caselens.corpus.edits import spelling, with_entry, with_item
from caselens.features.change import Action, Target
from caselens.features.pointing import touches
from caselens.features.results import Results
from caselens.syntax.tree import Mapping, Node, Scalar, Sequence, held
from caselens.text import Edit, Span, quoted

REWRITE = "refactor.rewrite"
JUDGE = "refactor.rewrite.judge"
MOST_JUDGED = 5
"""Returned rows that are offered at once."""


def refactors(target: Target, results: Results, default_k: int, line: int, column: int) -> Iterator[Action]:
    """Everything that can be done with what stands at a place."""
    yield from _quoted(target, line, column)
    yield from _graded(target, line, column)
    yield from _sorted(target, line, column)
    yield from _derived(target, line, column)
    yield from _judged(target, results, default_k, line, column)


def _quoted(target: Target, line: int, column: int) -> Iterator[Action]:
    """The id, query or key at a place in quotes, where it has none."""
    written = target.written
    texts = [text for text in (written.id, written.query) if text is not None]
    for text in (*texts, *written.named_keys()):
        if text.value is not None and touches(target.piece, text.span, line, column):
            plain = target.piece.source.slice(text.span)
            if plain[:1] not in ("'", '"', "|", ">", "*", "") and "\n" not in plain:
                edit = Edit(text.span, spelling(text.value, like='"'))
                yield from target.action(f"Put {quoted(text.value)} in quotes", REWRITE, [edit], target.case)
            return


def _graded(target: Target, line: int, column: int) -> Iterator[Action]:
    """The grade at a place, or that of the key there, a step up or down."""
    for judgment in target.written.relevant:
        grade, key = judgment.grade, judgment.key
        here = any(touches(target.piece, span, line, column) for span in (key.span, grade.span))
        if not here or grade.value is None or not math.isfinite(grade.value):
            continue
        for word, new in (("Raise", math.floor(grade.value) + 1), ("Lower", _lower(grade.value))):
            edit = Edit(grade.span, f"{new:g}")
            relevant = tuple((k, float(new) if k == key.value else g) for k, g in target.case.relevant)
            title = f"{word} the grade of {quoted(key.value or '')} from {grade.text} to {new:g}"
            yield from target.action(title, REWRITE, [edit], target.case._replace(relevant=relevant))
        return


def _lower(grade: float) -> float:
    """The next whole number below a grade, or half of it where that would be none."""
    return math.ceil(grade) - 1 if grade > 1 else grade / 2


def _sorted(target: Target, line: int, column: int) -> Iterator[Action]:
    """The grades in order, each with the comment at the end of its line."""
    holder = _held(target, "relevant", line, column)
    if not isinstance(holder, Mapping) or len(target.case.relevant) != len(holder.entries):
        return
    source = target.piece.source
    slots = []
    for key, value in holder.entries:
        end = value.span.end if holder.flow else source.line_span(source.line_of(value.span.end)).end
        slots.append(Span(key.span.start, end))
    if not holder.flow and len({source.line_of(slot.start) for slot in slots}) < len(slots):
        return
    grades = [grade for _, grade in target.case.relevant]
    order = sorted(range(len(slots)), key=lambda index: -grades[index])
    edits = [
        Edit(slot, source.slice(slots[index]))
        for slot, index in zip(slots, order, strict=True)
        if slots[index] != slot
    ]
    relevant = tuple(target.case.relevant[index] for index in order)
    yield from target.action(
        "Sort the grades, the best first", REWRITE, edits, target.case._replace(relevant=relevant)
    )


def _derived(target: Target, line: int, column: int) -> Iterator[Action]:
    """Grades of their own for the required keys."""
    required = _held(target, "required", line, column)
    if required is not None and not target.case.relevant:
        case = target.case._replace(relevant=_grades(target.case))
        yield from target.action(
            "Grade the required keys under relevant", REWRITE, _with_relevant(target, case), case
        )


def _grades(case: Case) -> tuple[tuple[str, float], ...]:
    """The grades of a case, written out where it has none of its own."""
    return case.relevant or tuple(case.grades.items())


def _with_relevant(target: Target, case: Case) -> list[Edit]:
    """A `relevant` as `case` has it, in the style of the case's other lists."""
    mapping = _mapping(target)
    if mapping is None or _field(mapping, "relevant") is not None:
        return []
    required = _field(mapping, "required")
    entries = [f"{spelling(key)}: {grade:g}" for key, grade in case.relevant]
    if isinstance(required, Sequence) and not required.flow and not mapping.flow:
        value = "".join(f"\n  {entry}" for entry in entries)
    else:
        value = "{" + ", ".join(entries) + "}"
    edit = with_entry(target.piece.source, mapping, "relevant", value)
    return [
        edit._replace(
            replacement=edit.replacement.replace("relevant: \r", "relevant:\r").replace(
                "relevant: \n", "relevant:\n"
            )
        )
    ]


def _judged(target: Target, results: Results, default_k: int, line: int, column: int) -> Iterator[Action]:
    """What the last run returned and the case does not name, as relevant or as required."""
    result = results.current(target.case, default_k)
    mapping = _mapping(target)
    if result is None or mapping is None:
        return
    named = set(target.case.expected)
    new = [(rank, hit.key) for rank, hit in enumerate(result.hits, 1) if hit.key not in named][:MOST_JUDGED]
    if _held(target, "required", line, column) is not None:
        for rank, key in new:
            required = _field(mapping, "required")
            case = target.case._replace(required=(*target.case.required, key))
            edits = (
                [with_item(target.piece.source, required, spelling(key))]
                if isinstance(required, Sequence)
                else []
            )
            yield from target.action(f"Require {quoted(key)} (rank {rank})", JUDGE, edits, case)
    if _held(target, "relevant", line, column) is not None or _is_at_id(target, line, column):
        for rank, key in new:
            case = target.case._replace(relevant=(*_grades(target.case), (key, 1.0)))
            relevant = _field(mapping, "relevant")
            if isinstance(relevant, Mapping):
                edits = [with_entry(target.piece.source, relevant, spelling(key), "1")]
            else:
                edits = _with_relevant(target, case)
            yield from target.action(
                f"Add {quoted(key)} (rank {rank}) to relevant, grade 1", JUDGE, edits, case
            )


def _is_at_id(target: Target, line: int, column: int) -> bool:
    identifier = target.written.id
    return identifier is not None and touches(target.piece, identifier.span, line, column)


def _held(target: Target, name: str, line: int, column: int) -> Node | None:
    """The value of a field, where its name or value stands at a place."""
    mapping = _mapping(target)
    for key, value in mapping.entries if mapping else ():
        if isinstance(key, Scalar) and key.text == name:
            whole = Span(key.span.start, max(key.span.end, value.span.end))
            return held(value) if touches(target.piece, whole, line, column) else None
    return None


def _field(mapping: Mapping, name: str) -> Node | None:
    return next(
        (value for key, value in mapping.entries if isinstance(key, Scalar) and key.text == name), None
    )


def _mapping(target: Target) -> Mapping | None:
    """The map that a case is, as it is written."""
    from caselens.syntax.parse import parse

    pending = [parse(target.piece.source.content).root]
    while pending:
        node = pending.pop()
        if isinstance(node, Mapping):
            if node.span == target.written.span:
                return node
            pending.extend(value for _, value in node.entries)
        elif isinstance(node, Sequence):
            pending.extend(node.items)
    return None
