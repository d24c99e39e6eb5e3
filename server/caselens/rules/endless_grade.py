"""A grade should be a finite number.

The reference accepts `.inf` and `.nan`. Then NDCG is no number, and the case cannot be compared.

Reported:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        relevant: {"42": .inf, "43": 1}

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        relevant: {"42": 3, "43": 1}
"""

import math
from collections.abc import Iterator

from caselens.rules.place import value_or_key
from caselens.rules.rule import Context, Scope, Severity, Spot, rule
from caselens.text import quoted


@rule("endless-grade", "Grade that is not finite", Scope.CASE, Severity.WARNING, refuses=False)
def check(context: Context) -> Iterator[Spot]:
    for case in context.corpus.cases:
        for judgment in case.relevant:
            grade = judgment.grade
            # A negative one is refused.
            if grade.value is not None and not math.isfinite(grade.value) and not grade.value < 0:
                yield Spot(
                    value_or_key(context, grade),
                    f"key {quoted(judgment.key.text)} has grade {grade.text}; NDCG needs finite grades",
                )
