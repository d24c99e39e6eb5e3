"""A file should hold one document.

The reference reads the first and ignores the rest without a word, whatever stands there.

Reported:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
    ---
    version: 1

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
"""

from collections.abc import Iterator

from caselens.rules.rule import Context, Scope, Severity, Spot, rule
from caselens.syntax.trouble import after_document
from caselens.text import Span


@rule("second-document", "More than one document", Scope.FILE, Severity.WARNING, refuses=False)
def check(context: Context) -> Iterator[Spot]:
    corpus = context.corpus
    if corpus.tree.root is None:
        return
    start = after_document(context.source.content, corpus.tree.end)
    if start is not None:
        rest = context.source.first_line(Span(start, len(context.source.content)))
        yield Spot(rest, "what stands from here on is ignored: only the first document is read")
