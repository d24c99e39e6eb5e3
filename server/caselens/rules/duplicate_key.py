"""A key may stand once in a mapping.

Keys are compared as text: `42` and `"42"` are one key, `1` and `1.0` are two. The reference looks
at nothing else in a mapping that repeats a key, not even for other mistakes.

Refused:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        relevant:
          "42": 3
          "43": 1
          42: 2

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        relevant:
          "42": 3
          "43": 1
"""

from collections.abc import Iterator

from caselens.corpus.entries import without_entry
from caselens.corpus.shape import Repeat
from caselens.rules.rule import SHAPE, Context, Fix, Related, Scope, Spot, Turn, rule
from caselens.text import quoted


@rule("duplicate-key", "Key given twice", Scope.CASE | Scope.FRAME)
def check(context: Context) -> Iterator[Spot]:
    for problem in context.corpus.shape:
        if isinstance(problem, Repeat):
            edit = without_entry(context.source, problem.holder, problem.span)
            yield Spot(
                context.source.first_line(problem.span),
                f"{quoted(problem.name)} stands here a second time; a key may stand once in a mapping",
                None if problem.muted else Turn(SHAPE),
                (Related(context.source.first_line(problem.first), "first given here"),),
                (Fix("Remove this one", (edit,)),) if edit else (),
            )
