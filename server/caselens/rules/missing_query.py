"""A case must have a query that is not blank.

Blank is what Unicode calls white space, the no-break space U+00A0 among it.

Refused:

    version: 1
    cases:
      - id: pricing
        query: ""
        required: ["42"]

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


@rule("missing-query", "Case without a query", Scope.CASE)
def check(context: Context) -> Iterator[Spot]:
    for index, case in enumerate(context.corpus.cases):
        if (span := absent_or_blank(context, case, "query")) is not None:
            said = "the case has no query" if case.query is None else "the query is blank"
            yield Spot(span, f"{said}; it is what the search is asked", Turn(CASE_BY_CASE, index, 1))
