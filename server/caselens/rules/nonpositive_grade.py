"""A grade must be above zero.

Zero is the grade of every key that is not listed, so a listed zero says two things at once: a
reader takes it for "this one matters", the measures take it for "this one does not".

Refused:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        relevant:
          "42": 1.0
          "43": 0

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        relevant: {"42": 1.0, "44": 0.25}
"""

import re
from collections.abc import Iterator

from caselens.corpus.entries import without_entry
from caselens.corpus.written import Judgment
from caselens.rules.place import value_or_key
from caselens.rules.rule import CASE_BY_CASE, Context, Fix, Scope, Spot, Turn, rule
from caselens.text import Edit, Span, quoted

REMOVE = "Remove the key, which has grade 0 when it is not listed"
SPACE = "Put a space after the colon"

# What a plain key took in where the space is missing, and what follows it then.
GRADE = re.compile(r":(?=[0-9.]*[1-9])[0-9]*\.?[0-9]+$")
NEXT = re.compile(r"\s*[,}]")


@rule("nonpositive-grade", "Grade not above zero", Scope.CASE)
def check(context: Context) -> Iterator[Spot]:
    for index, case in enumerate(context.corpus.cases):
        turn: Turn | None = Turn(CASE_BY_CASE, index, 3)
        for judgment in case.relevant:
            grade = judgment.grade
            if grade.state == "misfit" or (grade.value is not None and not grade.value <= 0):
                continue
            has = f"grade {grade.text}" if grade.value is not None else "no grade"
            unspaced = grade.value is None and ":" in judgment.key.text
            hint = "; is a space missing after the colon?" if unspaced else ""
            edit = None if unspaced else without_entry(context.source, judgment.holder, judgment.key.key)
            fixes = (Fix(REMOVE, (edit,)),) if edit else _spaced(context, judgment)
            yield Spot(
                value_or_key(context, grade),
                f"key {quoted(judgment.key.text)} has {has}; a grade must be above zero{hint}",
                turn,
                fixes=fixes,
            )
            turn = None


def _spaced(context: Context, judgment: Judgment) -> tuple[Fix, ...]:
    """The fix of a key that took its grade in, as plain ones do in flow style."""
    text, span = judgment.key.text, judgment.key.span
    grade = GRADE.search(text)
    is_plain = context.source.slice(span) == text
    if grade is None or not is_plain or not NEXT.match(context.source.content, span.end):
        return ()
    at = span.start + grade.start() + 1
    return (Fix(SPACE, (Edit(Span(at, at), " "),)),)
