"""Where `relevant` is given, it should grade the required keys too.

`relevant` replaces the grade of 1 that each required key has without it. A required key that is not
in it must be found, and yet adds nothing to recall, RR and NDCG.

Reported:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
        relevant: {"43": 1}

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
        relevant: {"42": 2, "43": 1}
"""

from collections.abc import Iterator

from caselens.rules.rule import Context, Scope, Severity, Spot, rule
from caselens.text import quoted


@rule("ungraded-required", "Required key without a grade", Scope.CASE, Severity.WARNING, refuses=False)
def check(context: Context) -> Iterator[Spot]:
    for case in context.corpus.cases:
        graded = {judgment.key.value for judgment in case.relevant}
        for key in case.required if graded else ():
            if key.value is not None and key.value not in graded:
                yield Spot(
                    context.source.first_line(key.span),
                    f"{quoted(key.value)} is required, but relevant gives it no grade: "
                    "finding it adds nothing to the measures",
                )
