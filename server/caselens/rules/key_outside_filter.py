"""The row of a source key should be one that the generation embeds.

The specification's `filter` leaves out some rows of the source table. A case that expects one of them
measures the filter and not the model: whatever the model does, the row is not returned.

Reported, where the filter leaves out row `43`:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
        relevant: {"42": 2, "43": 1}

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
        relevant: {"42": 2}
"""

from collections.abc import Iterator

from caselens.ports import KeyLookup
from caselens.rules.rule import Context, Scope, Spot, rule
from caselens.text import quoted


@rule(
    "key-outside-filter",
    "The filter leaves out this row",
    Scope.CASE,
    refuses=False,
    example_keys=KeyLookup("shop.prices", frozenset(["42", "43"]), outside=frozenset(["43"])),
)
def check(context: Context) -> Iterator[Spot]:
    if context.keys is None:
        return
    for case in context.corpus.cases:
        for key in case.named_keys():
            if key.value is not None and key.value in context.keys.outside:
                yield Spot(
                    context.source.first_line(key.span),
                    f"the row of {context.keys.origin} with the key {quoted(key.value)} "
                    "is outside the filter: the case measures the filter and not the model",
                )
