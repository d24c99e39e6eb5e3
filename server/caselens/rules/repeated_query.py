"""A question should be asked once.

Two cases with one question count it twice in every mean. Where they expect different rows, they
belong together in one case. Case and white space hardly matter to a model either.

Reported:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
      - id: costs
        query: what does it cost?
        required: ["43"]

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42", "43"]
"""

from collections.abc import Iterator

from caselens.corpus.written import Written
from caselens.rules.rule import Context, Related, Scope, Severity, Spot, rule
from caselens.text import Span

FIRST = "first asked here"


@rule("repeated-query", "Question asked again", Scope.FILE, Severity.WARNING, refuses=False)
def check(context: Context) -> Iterator[Spot]:
    first: dict[str, Written[str]] = {}
    for case in context.corpus.cases:
        query = case.query
        if query is None or not (question := folded(query.value or "")):
            continue
        earlier = first.setdefault(question, query)
        if earlier is not query:
            related = Related(context.source.first_line(earlier.span), FIRST)
            yield repeated(context.source.first_line(query.span), query.value == earlier.value, related)


def folded(query: str) -> str:
    """A question without what hardly matters to a model."""
    return " ".join(query.casefold().split())


def repeated(span: Span, is_same: bool, first: Related) -> Spot:
    how = "asks the same" if is_same else "asks the same but for case or white space"
    return Spot(span, f"another case {how}", related=(first,))
