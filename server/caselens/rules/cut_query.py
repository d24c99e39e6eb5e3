"""A `#` after a blank begins a comment, also within a question.

What follows it is not sent to the model. Put the question in quotes, or a blank after the `#` of a
real comment.

Reported:

    version: 1
    cases:
      - id: pricing
        query: What became of issue #42?
        required: ["42"]

Accepted:

    version: 1
    cases:
      - id: pricing
        query: "What became of issue #42?"  # asked every week
        required: ["42"]
"""

import re
from collections.abc import Iterator

from caselens.corpus.edits import spelling
from caselens.rules.rule import Context, Fix, Scope, Severity, Spot, rule
from caselens.rules.silence import COMMENT
from caselens.text import Edit, Span, quoted

# Behind something: what is commented out as a whole cuts nothing.
CUT = r"(?<=\S)[ \t]+#[^\s#][^\r\n]*"


@rule("cut-query", "Question cut short by a comment", Scope.CASE, Severity.INFORMATION, refuses=False)
def check(context: Context) -> Iterator[Spot]:
    content = context.source.content
    for case in context.corpus.cases:
        query = case.query
        if (
            query is None
            or query.value is None
            or content[query.span.start : query.span.start + 1] in "\"'|>*"
        ):
            continue
        cut = re.compile(CUT).match(content, query.span.end)
        if cut is None:
            continue
        lost = cut[0].strip()
        if COMMENT.match(lost):
            continue
        whole = content[query.span.start : cut.end()].rstrip()
        one_line = "\n" not in whole and "\r" not in whole
        edit = Edit(Span(query.span.start, query.span.start + len(whole)), spelling(whole, like='"'))
        yield Spot(
            Span(cut.end() - len(cut[0].lstrip()), cut.end()),
            f"the question ends before {quoted(lost)}, which is a comment",
            fixes=(Fix("Put the whole question in quotes", (edit,)),) if one_line else (),
        )
