r"""The separator of a composite key is an escape in double quotes only.

Elsewhere `\x1f` is a backslash, an x, a 1 and an f, and no row has such a key.

Reported:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ['acme\x1f1']

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["acme\x1f1"]
"""

import re
from collections.abc import Iterator

from caselens.corpus.edits import spelling
from caselens.rules.rule import Context, Fix, Scope, Severity, Spot, rule
from caselens.text import Edit, quoted

ESCAPE = r"\\(?:x1[fF]|u001[fF])"


@rule("escape-as-text", "Separator that is not escaped", Scope.CASE, Severity.WARNING, refuses=False)
def check(context: Context) -> Iterator[Spot]:
    for case in context.corpus.cases:
        for key in case.named_keys():
            if key.value is None or "\\" not in key.value or not re.search(ESCAPE, key.value):
                continue
            meant = re.sub(ESCAPE, "\x1f", key.value)
            yield Spot(
                context.source.first_line(key.span),
                f"this key has a backslash in it; in double quotes it is {quoted(meant)}",
                fixes=(Fix(f"Write {quoted(meant)}", (Edit(key.span, spelling(meant)),)),),
            )
