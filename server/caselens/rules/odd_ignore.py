"""A comment that ignores a finding must name a rule that can be ignored.

What the reference refuses cannot be switched off: it would still be refused.

Reported:

    version: 1
    default_k: 5
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]  # caselens: ignore[repeted-key]

Accepted:

    version: 1
    default_k: 5
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]  # caselens: ignore[repeated-key, unknown-key]
"""

from collections.abc import Iterator
from difflib import get_close_matches

from caselens.rules.rule import Context, Scope, Severity, Spot, rule
from caselens.rules.silence import ignored, misspelt
from caselens.text import quoted

EXPLAINED = "`caselens explain` lists those there are"


@rule("odd-ignore", "Comment that ignores nothing", Scope.CASE | Scope.FRAME, Severity.WARNING, refuses=False)
def check(context: Context) -> Iterator[Spot]:
    from caselens.rules import BY_CODE, LINTS

    for span in misspelt(context.source.content):
        yield Spot(
            span, f"{quoted(context.source.slice(span))} ignores nothing; it takes `ignore[code, code]`"
        )
    for span, code in ignored(context.source.content):
        if code in LINTS:
            continue
        if code in BY_CODE:
            said = f"{quoted(code)} is refused by the reference, and cannot be ignored"
        else:
            near = get_close_matches(code, LINTS, 1)
            said = f"there is no rule {quoted(code)}; {f'the nearest: {near[0]}' if near else EXPLAINED}"
        yield Spot(span, said)
