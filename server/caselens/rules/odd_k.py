"""A depth should be a whole number above 0.

The reference cuts a fraction off, and takes a negative depth for none. Leave `k` out where
`default_k` is to decide.

Reported:

    version: 1
    default_k: 5.9
    cases:
      - id: pricing
        query: What does it cost?
        k: -3
        required: ["42"]

Accepted:

    version: 1
    default_k: 5
    cases:
      - id: pricing
        query: What does it cost?
        k: 3
        required: ["42"]
"""

from collections.abc import Iterator

from caselens.corpus.written import Written
from caselens.rules.place import value_or_key
from caselens.rules.rule import Context, Fix, Scope, Severity, Spot, rule
from caselens.syntax.values import plain
from caselens.text import Edit


@rule(
    "odd-k", "Depth that is cut or counts as none", Scope.CASE | Scope.FRAME, Severity.WARNING, refuses=False
)
def check(context: Context) -> Iterator[Spot]:
    corpus = context.corpus
    yield from _odd(context, corpus.default_k, "the run decides")
    for case in corpus.cases:
        yield from _odd(context, case.k, "default_k decides")


def _odd(context: Context, k: Written[int] | None, otherwise: str) -> Iterator[Spot]:
    if k is None or k.value is None:
        return
    if k.value < 0:
        yield Spot(value_or_key(context, k), f"a depth of {k.text} counts as none: {otherwise}")
    elif plain(k.text).number != k.value:
        none = "" if k.value else f" and counts as none: {otherwise}"
        yield Spot(
            value_or_key(context, k),
            f"a depth of {k.text} is cut to {k.value}{none}",
            fixes=(Fix(f"Write {k.value}", (Edit(k.span, str(k.value)),)),),
        )
