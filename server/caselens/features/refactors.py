"""What can be done with the texts and the grades of a case."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from caselens.corpus.edits import spelling
from caselens.corpus.entries import in_order, with_entry
from caselens.features.change import Action, Target
from caselens.syntax.tree import Mapping as MappingNode
from caselens.syntax.tree import Scalar, Sequence
from caselens.text import Edit, Span, quoted

REWRITE = "refactor.rewrite"

STEPS = 1, 0.5, 0.25, 0.1
"""Steps in which authors grade, the usual one first."""

NEARLY = 1e-6


def refactors(target: Target, at: int) -> Iterator[Action]:
    """Everything that can be done with what stands at a place."""
    yield from _quoted(target, at)
    yield from _graded(target, at)
    yield from _sorted(target, at)
    yield from _derived(target, at)


def touches(span: Span, at: int) -> bool:
    return span.start <= at <= span.end


def _quoted(target: Target, at: int) -> Iterator[Action]:
    """The id, query or key at a place in quotes, where it has none; its lines stay as they are."""
    written = target.written
    texts = [text for text in (written.id, written.query) if text is not None]
    for text in (*texts, *written.named_keys()):
        if text.value is not None and touches(text.span, at):
            plain = target.like(text)
            if plain[:1] not in ("'", '"', "|", ">", "*", "&", "!", ""):
                escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
                edit = Edit(text.span, f'"{escaped}"')
                yield from target.action(f"Put {quoted(text.value)} in quotes", REWRITE, [edit], target.case)
            return


def _graded(target: Target, at: int) -> Iterator[Action]:
    """The grade at a place, or that of the key there, a step up or down."""
    for judgment in target.written.relevant:
        grade, key = judgment.grade, judgment.key
        if not (touches(key.span, at) or touches(grade.span, at)):
            continue
        if grade.value is None or not 0 < grade.value < math.inf:
            return
        for word, new in zip(("Raise", "Lower"), steps(grade.value, dict(target.case.relevant)), strict=True):
            relevant = tuple((k, new if k == key.value else g) for k, g in target.case.relevant)
            if relevant != target.case.relevant:
                title = f"{word} the grade of {quoted(key.value or '')} from {grade.text} to {number(new)}"
                edits = [Edit(grade.span, number(new))]
                yield from target.action(title, REWRITE, edits, target.case._replace(relevant=relevant))
        return


def steps(grade: float, grades: Mapping[str, float]) -> tuple[float, float]:
    """The next grade above and below one, in the steps in which all are given; half of it where the next
    would be none.
    """
    step = next((one for one in STEPS if all(_is_multiple(of, one) for of in grades.values())), STEPS[0])
    up = (math.floor(grade / step + NEARLY) + 1) * step
    down = (math.ceil(grade / step - NEARLY) - 1) * step
    return round(up, 6), round(down if down > 0 else grade / 2, 6)


def number(grade: float) -> str:
    """A grade as an author writes it, which reads as the same number."""
    if math.isinf(grade):
        return ".inf"
    short = f"{grade:.12g}"
    return short if float(short) == grade else repr(grade)


def _is_multiple(grade: float, step: float) -> bool:
    return math.isfinite(grade) and abs(grade / step - round(grade / step)) < NEARLY


def _sorted(target: Target, at: int) -> Iterator[Action]:
    """The grades in order; equal ones stay in theirs."""
    relevant, holder = target.case.relevant, target.field("relevant")
    if not target.holds("relevant", at) or not isinstance(holder, MappingNode):
        return
    order = sorted(range(len(relevant)), key=lambda index: -relevant[index][1])
    if len(relevant) == len(holder.entries) and order != list(range(len(relevant))):
        edits = in_order(target.piece.source, holder, order)
        case = target.case._replace(relevant=tuple(relevant[index] for index in order))
        yield from target.action("Sort the grades, the best first", REWRITE, edits, case)


def _derived(target: Target, at: int) -> Iterator[Action]:
    """Grades of their own for the required keys."""
    if target.holds("required", at) and not target.case.relevant:
        grades = target.case.grades
        case = target.case._replace(relevant=tuple(grades.items()))
        edits = with_grades(target, grades)
        yield from target.action("Grade the required keys under relevant", REWRITE, edits, case)


def with_grades(target: Target, grades: Mapping[str, float]) -> list[Edit]:
    """The `relevant` of a case that grades nothing, in the style of what it requires."""
    required = target.field("required")
    like = {key.value: target.like(key) for key in target.written.required}
    entries = [f"{spelling(key, like.get(key, ''))}: {number(grade)}" for key, grade in grades.items()]
    in_block = isinstance(required, Sequence) and not required.flow
    return with_field(target, "relevant", entries, in_block)


def with_field(target: Target, name: str, entries: Iterable[str], in_block: bool = False) -> list[Edit]:
    """A field of the case in place of an empty one, or as one more."""
    holder, entry = target.written.holder, target.entry(name)
    if holder is None:
        return []
    brackets = "[]" if name == "required" else "{}"
    value = ", ".join(entries).join(brackets)
    if entry is None:
        block = "".join(f"\n  {one}" for one in entries)
        is_block = in_block and not holder.flow
        return with_entry(target.piece.source, holder, name, block if is_block else value, target.line_end)
    span, content = entry.value.span, target.piece.source.slice(entry.value.span)
    if isinstance(entry.value, Scalar) and not content:
        colon = target.piece.source.content.find(":", entry.key.span.end)
        return [Edit(Span(colon + 1, colon + 1), f" {value}")]
    return [Edit(span, value)] if content[:1] in brackets and not content[1:-1].strip() else []
