"""The file must hold a document: comments and white space alone are not one.

Refused:

    # questions about prices, to be written

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
"""

from collections.abc import Iterator

from caselens.rules.rule import SYNTAX, Context, Scope, Spot, Turn, rule
from caselens.text import Span


@rule("empty-document", "Nothing but white space and comments", Scope.FRAME)
def check(context: Context) -> Iterator[Spot]:
    if context.corpus.tree.blank:
        first = context.source.first_line(Span(0, len(context.source.content)))
        yield Spot(first, "the file is empty; a corpus has a version and cases", Turn(SYNTAX))
