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
from caselens.rules.place import GO_BLANK
from caselens.rules.rule import CASE_BY_CASE, Context, Related, Spot, Turn, rule
from caselens.text import quoted


@rule("duplicate-id", "Id of another case")
def check(context: Context) -> Iterator[Spot]:
    first: dict[str, WrittenCase] = {}
    for index, case in enumerate(context.corpus.cases):
        if case.id is None or case.id.value is None or not case.id.value.strip(GO_BLANK):
            continue
        earlier = first.setdefault(case.id.value, case)
        if earlier is not case:
            yield Spot(
                context.source.first_line(case.grip),
                f"another case has the id {quoted(case.id.value)}; each case needs one of its own",
                Turn(CASE_BY_CASE, index, 4),
                (Related(context.source.first_line(earlier.grip), "first used here"),),
            )
