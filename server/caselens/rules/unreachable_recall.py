"""A case should not grade more keys than rows count in it.

Recall is the share of the graded keys among the best `k` rows, so it cannot reach 1 then.

Reported:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        k: 2
        relevant: {"42": 3, "43": 1, "44": 1}

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        k: 3
        relevant: {"42": 3, "43": 1, "44": 1}
"""

from collections.abc import Iterator

from caselens.rules.place import depth_grip
from caselens.rules.rule import Context, Scope, Severity, Spot, rule
from caselens.text import decimals


@rule("unreachable-recall", "More graded keys than count", Scope.CASE, Severity.INFORMATION, refuses=False)
def check(context: Context) -> Iterator[Spot]:
    for case in context.corpus.cases:
        # Without grades of their own, required keys beyond the depth are `unreachable-required`.
        depth, graded = context.depth(case), {j.key.value for j in case.relevant if (j.grade.value or 0) > 0}
        if 0 < depth < len(graded):
            yield Spot(
                depth_grip(context, case),
                f"{len(graded)} keys have a grade at a depth of {depth}: "
                f"recall reaches {decimals(depth / len(graded))} at most",
            )
