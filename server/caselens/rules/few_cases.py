"""A corpus should have ten cases or more.

With few, one case decides. Of thirty, a difference of 0.07 in recall between two models is seen; of
ten, the better model looks no better once in ten times.

Reported:

    version: 1
    default_k: 5
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
"""

from collections.abc import Iterator

from caselens.rules.rule import Context, Scope, Severity, Spot, rule
from caselens.text import Span, counted, decimals

ENOUGH = 10


@rule("few-cases", "Few cases", Scope.FILE, Severity.HINT, refuses=False)
def check(context: Context) -> Iterator[Spot]:
    corpus = context.corpus
    if corpus.cases_at and 0 < len(corpus.cases) < ENOUGH:
        yield few(context.source.first_line(corpus.cases_at.key), len(corpus.cases))


def few(span: Span, cases: int) -> Spot:
    moves = "decides everything" if cases == 1 else f"moves a mean by up to {decimals(1 / cases)}"
    return Spot(span, f"{counted(cases, 'case')}: each {moves}; {ENOUGH} or more tell models apart")
