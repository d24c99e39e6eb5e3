"""Only the fields of the format may stand in a corpus. Their case matters.

A field of your own would be read by nobody; a comment is the place for a note. This also holds for
a field that only carries an anchor for later aliases: put the anchor where the value is first used.

Refused:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        requried: ["42"]
        relevant: {"42": 1}

Accepted:

    version: 1
    cases:
      - id: pricing  # asked in every second call
        query: What does it cost?
        required: ["42"]
"""

from collections.abc import Iterator
from difflib import get_close_matches

from caselens.corpus.shape import Stranger
from caselens.rules.rule import SHAPE, Context, Fix, Scope, Spot, Turn, rule
from caselens.syntax.tree import Scalar
from caselens.text import Edit, quoted


@rule("unknown-field", "No such field", Scope.CASE | Scope.FRAME)
def check(context: Context) -> Iterator[Spot]:
    for problem in context.corpus.shape:
        if isinstance(problem, Stranger):
            present = {entry.key.text for entry in problem.holder.entries if isinstance(entry.key, Scalar)}
            missing = [name for name in problem.known if name not in present]
            nearest = get_close_matches(problem.name.lower(), missing, 1, cutoff=0.6)
            yield Spot(
                context.source.first_line(problem.span),
                f"no field {quoted(problem.name)}; {problem.owner} has {', '.join(problem.known)}",
                None if problem.muted else Turn(SHAPE),
                fixes=tuple(Fix(f'Rename to "{name}"', (Edit(problem.span, name),)) for name in nearest),
            )
