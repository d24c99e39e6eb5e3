r"""A composite key is its components with `\x1f` between them.

The form with lengths, `4:acme1:1`, is what verification reports print. It is never a key in a corpus,
unless a row has just this key.

Reported:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["4:acme1:1"]

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["acme\x1f1"]
"""

from collections.abc import Iterator

from caselens.corpus.edits import composite, spelling
from caselens.rules.rule import Context, Fix, Scope, Severity, Spot, rule
from caselens.text import Edit, quoted


@rule("length-prefixed-key", "Key with lengths in it", Scope.CASE, Severity.WARNING, refuses=False)
def check(context: Context) -> Iterator[Spot]:
    for case in context.corpus.cases:
        for key in case.named_keys():
            meant = composite(key.value) if key.value else None
            if meant is None or (context.keys is not None and key.value in context.keys.found):
                continue
            yield Spot(
                context.source.first_line(key.span),
                f"{quoted(key.value or '')} has lengths in it, as reports print keys; "
                f"in a corpus it is {quoted(meant)}",
                fixes=(Fix(f"Write {quoted(meant)}", (Edit(key.span, spelling(meant)),)),),
            )
