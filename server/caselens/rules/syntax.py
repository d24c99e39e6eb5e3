r"""The file must be YAML that the reference's parser reads.

It reads YAML 1.1: no raw control characters, no `%YAML 1.2`, no alias without its anchor. The
separator of composite keys, U+001F, is a control character: write it `\x1f` inside double quotes.
Between `[ ]` or `{ }` a value with a `?` needs quotes.

Refused:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: [*plans]

Accepted:

    version: 1
    cases:
      - id: pricing
        query: What does it cost?
        required: ["acme\x1f42"]
"""

from collections.abc import Iterator

from caselens.corpus.edits import spelling
from caselens.corpus.shape import Abort
from caselens.rules.rule import ABORT, SYNTAX, Context, Fix, Scope, Spot, Turn, rule
from caselens.text import Edit, Span


@rule("syntax", "Not YAML that the reference reads", Scope.CASE | Scope.FRAME)
def check(context: Context) -> Iterator[Spot]:
    for problem in context.corpus.syntax:
        yield Spot(
            context.source.first_line(problem.span),
            problem.message,
            Turn(SYNTAX, problem.span.start),
            fixes=(*_escaped(context, problem.span), *_quoted(context, problem.needs_quotes)),
        )
    aborts = [problem for problem in context.corpus.shape if isinstance(problem, Abort)]
    for index, abort in enumerate(aborts):
        yield Spot(
            context.source.first_line(abort.span), abort.message, None if abort.muted else Turn(ABORT, index)
        )


def _escaped(context: Context, span: Span) -> Iterator[Fix]:
    """The escape of a raw control character, where it stands inside double quotes on its line."""
    character = context.source.slice(span)
    if len(character) != 1 or not (ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0):
        return
    line = context.source.line_span(context.source.line_of(span.start))
    before = context.source.content[line.start : span.start].replace("\\\\", "").replace('\\"', "")
    if before.count('"') % 2 == 1:
        escape = f"\\x{ord(character):02x}"
        yield Fix(f"Write it as {escape}", (Edit(span, escape),), safe=True)


def _quoted(context: Context, value: Span | None) -> Iterator[Fix]:
    """The value of one line that lacks its quotes, with them."""
    text = context.source.slice(value) if value else ""
    if value and len(text.splitlines()) == 1:
        yield Fix("Put the value in quotes", (Edit(value, spelling(text, like="'")),))
