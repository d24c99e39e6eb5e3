r"""A source key should be the key of a row.

A key without a row can never be returned: a required one fails its case whatever the model does,
a graded one lowers its scores. Keys go stale when rows are deleted or numbered anew. The format
itself does not look at rows, so a corpus with such a key still has its digest.

The rows are those of the generation in `caselens.yaml` that claims the corpus. Of a composite key,
the components stand in the order of `key_fields`, with `\x1f` between them.

Reported, where only the rows `42` and `43` exist:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
        relevant: {"42": 2, "430": 1}

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
        relevant: {"42": 2, "43": 1}
"""

from collections.abc import Iterator

from caselens.corpus.edits import spelling
from caselens.ports import KeyLookup
from caselens.rules.key_components import is_misshapen
from caselens.rules.rule import Context, Fix, Scope, Spot, rule
from caselens.text import Edit, quoted


@rule(
    "unknown-key",
    "No row has this key",
    Scope.CASE,
    refuses=False,
    example_keys=KeyLookup("prices.jsonl", frozenset(["42", "43"]), {"430": ("43",)}),
)
def check(context: Context) -> Iterator[Spot]:
    lookup = context.keys
    if lookup is None or lookup.unread:
        return
    for case in context.corpus.cases:
        for written in case.named_keys():
            key = written.value
            if key is None or key in lookup.found or is_misshapen(key, lookup):
                continue
            nearest = lookup.nearest.get(key, ())
            like = context.source.slice(written.span)
            yield Spot(
                context.source.first_line(written.span),
                f"no row of {lookup.origin} has the key {quoted(key)}"
                + (f"; the nearest: {', '.join(map(quoted, nearest))}" if nearest else ""),
                fixes=tuple(
                    Fix(
                        f"Replace {quoted(key)} by {quoted(near)}",
                        (Edit(written.span, spelling(near, like)),),
                    )
                    for near in nearest
                ),
            )
