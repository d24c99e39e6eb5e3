"""A value must have the type that belongs where it stands.

Strings take any scalar, as it is written: `id: 042` is the string "042". Integers and grades take
numbers only; one in quotes is a string. A fraction given as an integer is cut without a word.

Refused:

    version: "1"
    cases:
      - id: pricing
        query: What does it cost?
        required: 42
        relevant: {"42": high}

Accepted:

    version: 1
    cases:
      - id: 042
        query: What does it cost?
        required: [42]
        relevant: {"42": 1}
"""

from collections.abc import Iterator

from caselens.corpus.shape import Misfit
from caselens.rules.rule import SHAPE, Context, Fix, Scope, Spot, Turn, rule
from caselens.text import Edit


@rule("wrong-type", "Value of the wrong type", Scope.CASE | Scope.FRAME)
def check(context: Context) -> Iterator[Spot]:
    for problem in context.corpus.shape:
        if isinstance(problem, Misfit):
            new = problem.replacement
            yield Spot(
                context.source.first_line(problem.span),
                f"found {problem.found}; {problem.accepted}",
                None if problem.muted else Turn(SHAPE),
                fixes=(Fix(f"Write {new}", (Edit(problem.span, new),), safe=True),)
                if new is not None
                else (),
            )
