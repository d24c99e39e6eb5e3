"""The version is 1, and should be written so.

The reference reads `1.0`, `0x1` or `1.5` as 1 too. A reader takes them for another version.

Reported:

    version: 1.5
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
"""

from collections.abc import Iterator

from caselens.rules.place import value_or_key
from caselens.rules.rule import Context, Fix, Scope, Severity, Spot, rule
from caselens.text import Edit


@rule("odd-version", "Version in another spelling", Scope.FRAME, Severity.INFORMATION, refuses=False)
def check(context: Context) -> Iterator[Spot]:
    version = context.corpus.version
    if version is not None and version.value == 1 and version.text != "1":
        yield Spot(
            value_or_key(context, version),
            f"version {version.text} is read as 1; write 1",
            fixes=(Fix("Write version 1", (Edit(version.span, "1"),), safe=True),),
        )
