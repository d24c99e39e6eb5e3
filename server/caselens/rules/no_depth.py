"""A corpus should say how many rows count.

Without `default_k` or a `k`, each run decides, and two runs may decide differently under one digest.

Reported:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]

Accepted:

    version: 1
    default_k: 5
    cases:
      - id: pricing
        query: What does it cost?
        required: ["42"]
"""

from collections.abc import Iterator

from caselens.corpus.accepted import RUN_DEPTH
from caselens.corpus.written import Written
from caselens.rules.rule import Context, Scope, Severity, Spot, rule
from caselens.text import Span


@rule("no-depth", "No depth anywhere", Scope.FILE, Severity.HINT, refuses=False)
def check(context: Context) -> Iterator[Spot]:
    corpus = context.corpus
    if corpus.cases_at is None or not decides_nothing(corpus.default_k):
        return
    if corpus.cases and not any(context.depth(case) for case in corpus.cases):
        yield undecided(context.source.first_line(corpus.cases_at.key))


def decides_nothing(default_k: Written[int] | None) -> bool:
    """Whether there is no `default_k`, or one that counts as none."""
    return default_k is None or (default_k.state != "misfit" and (default_k.value or 0) <= 0)


def undecided(span: Span) -> Spot:
    return Spot(
        span, f"neither default_k nor any k: each run decides how many rows count, {RUN_DEPTH} unless told"
    )
