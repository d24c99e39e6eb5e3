"""A case must have an id that is not blank: it is the case's name in every report.

Refused:

    version: 1
    cases:
      - query: What does it cost?
        required: ["42"]
      - id: " "
        query: Which plans are there?
        required: ["43"]

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
"""

from collections.abc import Iterator

from caselens.rules.place import absent_or_blank
from caselens.rules.rule import CASE_BY_CASE, Context, Scope, Spot, Turn, rule


@rule("missing-id", "Case without an id", Scope.CASE)
def check(context: Context) -> Iterator[Spot]:
    for index, case in enumerate(context.corpus.cases):
        if (span := absent_or_blank(context, case, "id")) is not None:
            said = "the case has no id" if case.id is None else "the id is blank"
            yield Spot(span, f"{said}; each case needs one of its own", Turn(CASE_BY_CASE, index, 0))
