"""Source keys could not be checked, because the rows could not be read.

The message says why. Everything else about the corpus is checked as always; only whether its keys
have rows is not known.

Reported on the first line, where the rows file is missing:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
"""

from collections.abc import Iterator

from caselens.ports import KeyLookup
from caselens.rules.rule import Context, Scope, Severity, Spot, rule
from caselens.text import Span


@rule(
    "unchecked-keys",
    "Keys are unchecked",
    Scope.FRAME,
    Severity.INFORMATION,
    refuses=False,
    example_keys=KeyLookup("prices.jsonl", unread="prices.jsonl cannot be read: no such file"),
)
def check(context: Context) -> Iterator[Spot]:
    if context.keys is not None and context.keys.unread and not context.corpus.tree.blank:
        first = context.source.first_line(Span(0, len(context.source.content)))
        yield Spot(first, f"source keys are unchecked: {context.keys.unread}")
