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

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

from caselens.corpus.edits import spelling
from caselens.corpus.shape import Abort
from caselens.rules.rule import ABORT, SYNTAX, Context, Fix, Scope, Spot, Turn, rule
from caselens.syntax.parse import parse
from caselens.syntax.tree import Mapping, Scalar, Sequence
from caselens.text import LINE_END, Edit, Span

STAND_INS = {code: 0xE000 + code for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in b"\t\n\r\x85"}
"""For each control character that cannot be written, one for private use that can."""

RESTORED = {stand_in: code for code, stand_in in STAND_INS.items()}

MOST_READ = 20_000
"""Characters of a text that is read once more for such a character."""


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
    """The escape of a raw control character, where it stands inside double quotes on its line; else what it
    stands in, where that is of one line, in such quotes.
    """
    character = context.source.slice(span)
    if len(character) != 1 or not (ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0):
        return
    line = context.source.line_span(context.source.line_of(span.start))
    before = context.source.content[line.start : span.start].replace("\\\\", "").replace('\\"', "")
    escape = f"\\x{ord(character):02x}"
    if before.count('"') % 2 == 1:
        yield Fix(f"Write it as {escape}", (Edit(span, escape),), safe=True)
    elif scalar := _around(context.source.content, span.start):
        text = spelling(scalar.text.translate(RESTORED), like='"')
        yield Fix(f"Write it as {escape} in double quotes", (Edit(scalar.span, text),), safe=True)


def _around(content: str, at: int) -> Scalar | None:
    """The unquoted or single-quoted text of one line around a raw control character."""
    scalars = _with_stand_ins(content) if len(content) <= MOST_READ else ()
    index = bisect_right(scalars, at, key=lambda scalar: scalar.span.start) - 1
    if index < 0 or at >= scalars[index].span.end or scalars[index].style not in ("", "'"):
        return None
    return None if LINE_END.search(content, *scalars[index].span) else scalars[index]


@lru_cache(maxsize=1)
def _with_stand_ins(content: str) -> tuple[Scalar, ...]:
    """The scalars of a text if each raw control character were another that may stand there."""
    found, pending = [], [parse(content.translate(STAND_INS)).root]
    while pending:
        node = pending.pop()
        if isinstance(node, Scalar):
            found.append(node)
        elif isinstance(node, Mapping):
            pending.extend(part for entry in node.entries for part in entry)
        elif isinstance(node, Sequence):
            pending.extend(node.items)
    return tuple(sorted(found, key=lambda scalar: scalar.span))


def _quoted(context: Context, value: Span | None) -> Iterator[Fix]:
    """The value of one line that lacks its quotes, with them."""
    text = context.source.slice(value) if value else ""
    if value and len(text.splitlines()) == 1:
        yield Fix("Put the value in quotes", (Edit(value, spelling(text, like="'")),))
