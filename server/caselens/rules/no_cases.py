"""A corpus must have at least one case. An item that is null, such as a lone dash, is none.

Refused:

    version: 1
    cases: []

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
"""

from collections.abc import Iterator

from caselens.corpus.shape import Misfit
from caselens.rules.place import document_grip
from caselens.rules.rule import CASES, Context, Scope, Spot, Turn, rule


@rule("no-cases", "No cases", Scope.FILE)
def check(context: Context) -> Iterator[Spot]:
    corpus = context.corpus
    if corpus.tree.root is None or corpus.is_misfit or corpus.cases:
        return
    if corpus.cases_at is None:
        yield Spot(document_grip(context), "the corpus has no cases; it needs at least one", Turn(CASES))
    elif not any(isinstance(p, Misfit) and p.span.start >= corpus.cases_at.key.start for p in corpus.shape):
        yield Spot(
            context.source.first_line(corpus.cases_at.key),
            "the list of cases is empty; a corpus needs at least one",
            Turn(CASES),
        )
