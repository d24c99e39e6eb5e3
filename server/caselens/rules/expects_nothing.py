"""A case must expect something: `required`, `relevant` or both, and not empty.

A case that expects nothing cannot fail, and its scores would be about nothing. A null item or a
null key vanishes, so `required: [~]` is empty too.

Refused:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: []

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
"""

from collections.abc import Iterator

from caselens.rules.place import misspelt
from caselens.rules.rule import CASE_BY_CASE, Context, Scope, Spot, Turn, rule


@rule("expects-nothing", "Case that expects nothing", Scope.CASE)
def check(context: Context) -> Iterator[Spot]:
    for index, case in enumerate(context.corpus.cases):
        if case.required or case.relevant or not case.expectations_known:
            continue
        if case.expectations_at is not None or not misspelt(case, "required", "relevant"):
            yield Spot(
                context.source.first_line(case.expectations_at or case.grip),
                "the case expects nothing; it needs keys under required, relevant or both",
                Turn(CASE_BY_CASE, index, 2),
            )
