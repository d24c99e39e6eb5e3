"""The version must be 1.

It says which format the file is in, so it cannot be left out.

Refused:

    version: 2
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

from caselens.rules.place import document_grip, value_or_key
from caselens.rules.rule import VERSION, Context, Fix, Scope, Spot, Turn, rule
from caselens.text import Edit, Span


@rule("bad-version", "Version is not 1", Scope.FRAME)
def check(context: Context) -> Iterator[Spot]:
    root, version = context.corpus.tree.root, context.corpus.version
    if root is None or context.corpus.is_misfit:
        return
    if version is None:
        line_end = "\r\n" if "\r\n" in context.source.content else "\n"
        edit = Edit(Span(root.span.start, root.span.start), f"version: 1{line_end}")
        before = context.source.content[: root.span.start]
        at_top = context.corpus.is_block and (not before.strip("\ufeff") or before[-1] in "\r\n")
        yield Spot(
            document_grip(context),
            "the corpus has no version; write version: 1",
            Turn(VERSION),
            fixes=(Fix("Add version: 1", (edit,), safe=True),) if at_top else (),
        )
    elif version.state != "misfit" and version.value != 1:
        found = f"version is {version.text}" if version.text else "version is empty"
        new = "1" if context.source.slice(version.span) else " 1"
        yield Spot(
            value_or_key(context, version),
            f"{found}; the only version is 1",
            Turn(VERSION),
            fixes=(Fix("Write version 1", (Edit(version.span, new),)),),
        )
