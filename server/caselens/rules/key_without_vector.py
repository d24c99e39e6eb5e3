"""The row of a source key should have a vector in the generation.

A row without one cannot be returned. It may be new and not embedded yet, or its text may be one that
the specification skips.

Reported, where row `43` has no vector:

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
    "key-without-vector",
    "The row has no vector",
    Scope.CASE,
    refuses=False,
    example_keys=KeyLookup("shop.prices", frozenset(["42", "43"]), unembedded=frozenset(["43"])),
)
def check(context: Context) -> Iterator[Spot]:
    if context.keys is None:
        return
    for case in context.corpus.cases:
        for key in case.named_keys():
            if key.value is not None and key.value in context.keys.unembedded:
                yield Spot(
                    context.source.first_line(key.span),
                    f"the row of {context.keys.origin} with the key {quoted(key.value)} "
                    "has no vector in this generation",
                )
