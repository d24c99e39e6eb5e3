"""An id must belong to one case only.

Results are matched by id, so of two cases with one name the reference could only tell the last.
Ids are compared as text, blanks included: `a` and `"a "` are two.

Refused:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
      - id: pricing
        query: Which plans are there?
        required: ["43"]

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
      - id: plans
        query: Which plans are there?
        required: ["43"]
"""

from collections.abc import Iterator

from caselens.corpus.written import WrittenCase
from caselens.rules.rule import CASE_BY_CASE, Context, Related, Scope, Spot, Turn, rule
from caselens.syntax.values import is_blank
from caselens.text import Span, quoted


@rule("duplicate-id", "Id of another case", Scope.FILE)
def check(context: Context) -> Iterator[Spot]:
    first: dict[str, WrittenCase] = {}
    for index, case in enumerate(context.corpus.cases):
        if case.id is None or case.id.value is None or is_blank(case.id.value):
            continue
        earlier = first.setdefault(case.id.value, case)
        if earlier is not case:
            first_line = context.source.first_line
            yield repeated(
                case.id.value, first_line(case.grip), Related(first_line(earlier.grip), FIRST), index
            )


FIRST = "first used here"


def repeated(identifier: str, span: Span, first: Related, index: int) -> Spot:
    """What is said of the case number `index`, whose id another case has."""
    return Spot(
        span,
        f"another case has the id {quoted(identifier)}; each case needs one of its own",
        Turn(CASE_BY_CASE, index, 4),
        (first,),
    )
