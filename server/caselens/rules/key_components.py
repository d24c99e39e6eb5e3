r"""A source key should have as many components as the table's key has columns.

The components stand in the order of `key_fields`, with `\x1f` between them. A key with another number
of them has no row.

Reported, where a key has two components:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["acme\x1f1\x1f2"]

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["acme\x1f1"]
"""

from collections.abc import Iterator

from caselens.corpus.edits import composite
from caselens.ports import KeyLookup
from caselens.rules.rule import Context, Scope, Spot, rule
from caselens.text import counted, quoted


@rule(
    "key-components",
    "Wrong number of components",
    Scope.CASE,
    refuses=False,
    example_keys=KeyLookup("shop.prices", frozenset(["acme\x1f1"]), components=2),
)
def check(context: Context) -> Iterator[Spot]:
    if context.keys is None or context.keys.unread:
        return
    for case in context.corpus.cases:
        for key in case.named_keys():
            if key.value is not None and is_misshapen(key.value, context.keys):
                found = counted(key.value.count("\x1f") + 1, "component")
                yield Spot(
                    context.source.first_line(key.span),
                    f"{quoted(key.value)} has {found}; "
                    f"a key of {context.keys.origin} has {context.keys.components}",
                )


def is_misshapen(key: str, keys: KeyLookup) -> bool:
    """Whether a key has no row because of the number of its components, which lengths do not hide."""
    if not keys.components or key in keys.found:
        return False
    return key.count("\x1f") + 1 != keys.components and composite(key) is None
