"""A required key should stand once in a case.

Twice does not make it more required: a miss is only reported twice.

Reported:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42", "43", "42"]

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42", "43"]
"""

from collections.abc import Iterator

from caselens.rules.rule import Context, Related, Scope, Severity, Spot, rule
from caselens.text import Span, quoted


@rule("repeated-key", "Required key listed again", Scope.CASE, Severity.WARNING, refuses=False)
def check(context: Context) -> Iterator[Spot]:
    for case in context.corpus.cases:
        first: dict[str, Span] = {}
        for key in case.required:
            if key.value is None:
                continue
            earlier = first.setdefault(key.value, key.span)
            if earlier != key.span:
                yield Spot(
                    context.source.first_line(key.span),
                    f"the case requires {quoted(key.value)} already",
                    related=(Related(context.source.first_line(earlier), "first listed here"),),
                )
