"""A depth should be smaller than the number of rows.

Where every row counts, every key is found: recall is 1 and nothing required is missed, whatever the
model does.

Reported, where only the rows `42` and `43` exist:

    version: 1
    default_k: 2
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]

Accepted:

    version: 1
    default_k: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
"""

from collections.abc import Iterator

from caselens.corpus.written import Written
from caselens.ports import KeyLookup
from caselens.rules.place import value_or_key
from caselens.rules.rule import Context, Scope, Severity, Spot, rule
from caselens.text import counted


@rule(
    "k-covers-all",
    "Depth that no row is beyond",
    Scope.CASE | Scope.FRAME,
    Severity.WARNING,
    refuses=False,
    example_keys=KeyLookup("prices.jsonl", frozenset(["42", "43"]), rows=2),
)
def check(context: Context) -> Iterator[Spot]:
    rows = context.keys.rows if context.keys is not None else 0
    if rows > 0:
        yield from _covering(context, context.corpus.default_k, rows)
        for case in context.corpus.cases:
            yield from _covering(context, case.k, rows)


def _covering(context: Context, k: Written[int] | None, rows: int) -> Iterator[Spot]:
    if k is not None and k.value is not None and k.value >= rows:
        yield Spot(
            value_or_key(context, k),
            f"a depth of {k.value:,} covers all {counted(rows, 'row')}: nothing can be missed",
        )
