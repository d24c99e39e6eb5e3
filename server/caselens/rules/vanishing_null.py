"""A null among cases or keys vanishes.

The reference drops a case that is null, such as a lone dash, a null in `required`, and a null key
in `relevant`. Write a key called `null` in quotes.

Reported:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42", null]

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42", "null"]
"""

from collections.abc import Iterator

from caselens.rules.rule import Context, Scope, Severity, Spot, rule
from caselens.text import Span


@rule("vanishing-null", "Null that vanishes", Scope.CASE | Scope.FRAME, Severity.WARNING, refuses=False)
def check(context: Context) -> Iterator[Spot]:
    content = context.source.content
    for span in context.corpus.nulls:
        found = content[span.start : span.end]
        if found:
            yield Spot(span, f"{found} is null and vanishes; a key called so needs quotes")
        else:
            # Nothing was written after the dash, or before the colon.
            before = len(content[: span.start].rstrip())
            yield Spot(Span(max(0, before - 1), before), "what is empty here is null and vanishes")
