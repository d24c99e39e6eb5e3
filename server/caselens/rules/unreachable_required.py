"""A case should not require more keys than rows count in it.

Of two required keys, one is missed whatever the model does where only the best row counts.

Reported:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        k: 1
        required: ["42", "43"]

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        k: 2
        required: ["42", "43"]
"""

from collections.abc import Iterator

from caselens.rules.place import depth_grip
from caselens.rules.rule import Context, Scope, Severity, Spot, rule


@rule("unreachable-required", "More required keys than count", Scope.CASE, Severity.WARNING, refuses=False)
def check(context: Context) -> Iterator[Spot]:
    for case in context.corpus.cases:
        depth, required = context.depth(case), {key.value for key in case.required if key.value is not None}
        if 0 < depth < len(required):
            yield Spot(
                depth_grip(context, case),
                f"{len(required)} keys are required at a depth of {depth}: the case cannot pass",
            )
