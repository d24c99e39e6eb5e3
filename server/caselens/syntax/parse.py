"""Text to a tree: the one module that starts a YAML parser. `build` takes its events, `dialect` and
`trouble` its complaints.

The events are libyaml's, through PyYAML's extension, because the reference's parser is a port of
libyaml; PyYAML's own parser stands in where that extension is missing. No library's constructor
ever decides a value.
"""

from __future__ import annotations

from typing import Any

import yaml

from caselens.syntax import dialect, dressing
from caselens.syntax.build import Builder, Reduce
from caselens.syntax.tree import SyntaxProblem, Tree
from caselens.syntax.trouble import syntax_problem
from caselens.text import Span

try:
    from yaml.cyaml import CParser as Parser  # type: ignore[attr-defined]

    LIBYAML = True
except ImportError:  # pragma: no cover - wheels carry the extension; this is for platforms without one
    Parser = yaml.SafeLoader  # type: ignore[misc, assignment]
    LIBYAML = False

LOOKAHEAD = 3
"""How many tokens the reference's scanner has read when a document ends, the one that ends it among them."""


def parse(content: str, reduce: Reduce | None = None, depth: int = 0) -> Tree:
    """The tree of the first document of `content` and every problem on the way. Never raises on bad YAML.

    `reduce` is for speed: what it gives for a collection with `depth` others around it, such as an item of
    a list, stands in the tree instead. It is told what the collection holds and where it stands.
    """
    forbidden = dialect.forbidden(content)
    if any("\ud800" <= content[problem.span.start] <= "\udfff" for problem in forbidden):
        return Tree(None, forbidden)
    # libyaml skips a byte order mark at the start and does not count it.
    shift = 1 if content.startswith(dialect.BOM) and LIBYAML else 0
    given = dressing.dressed(content)
    for mends in range(dressing.MOST_MENDED + 1):
        builder = Builder(content, given, shift)
        parser = Parser(given.text)
        try:
            blank = builder.run(parser.get_event, reduce, depth)
            if not blank:
                # A written "..." is one of the tokens, and the parser has taken it.
                builder.problems += _read_on(parser, given.text, shift, LOOKAHEAD - builder.explicit_end)
            # What was mended counts in the whole file, so a part of it cannot be judged alone.
            anchored = builder.anchored or mends > 0
            return Tree(builder.root, tuple(builder.problems), blank, anchored, builder.end)
        except dressing.Misread as misread:
            problem, mended = misread.problem, misread.mended
        except yaml.MarkedYAMLError as raised:
            problem = syntax_problem(raised, content, shift)
            mended = dressing.mended(given, raised, shift)
        except yaml.YAMLError:
            # The reader stopped at one of these; it has no mark to place.
            return Tree(None, forbidden)
        if mended is None:
            break
        given = mended
    return Tree(builder.root, (*builder.problems, problem), anchored=builder.anchored, end=builder.end)


def _read_on(parser: Any, text: str, shift: int, tokens: int) -> list[SyntaxProblem]:
    """The problems in what the reference's scanner has scanned by the end of a document. Raises as the
    parser does: what follows the first document is ignored, but for a mistake so near.
    """
    problems: list[SyntaxProblem] = []
    try:
        for _ in range(tokens):
            token = parser.get_token()
            if token is None:
                break
            if isinstance(token, yaml.ScalarToken) and token.style == '"':
                span = Span(token.start_mark.index + shift, token.end_mark.index + shift)
                problems += dialect.slash_escapes(text, span)
    except yaml.MarkedYAMLError as raised:
        mark: Any = raised.context_mark or raised.problem_mark
        if _following(text[: mark.index + shift]) < tokens:
            raise
        # libyaml has looked farther, for the colon of a key.
    return problems


def _following(text: str) -> int:
    """How many tokens are written after the first document."""
    parser = Parser(text)
    while type(parser.get_event()) is not yaml.DocumentEndEvent:
        pass
    count = 0
    while (token := parser.get_token()) is not None:
        # The ends of blocks and of the stream are where the text was cut, not what was written.
        count += not isinstance(token, (yaml.BlockEndToken, yaml.StreamEndToken))
    return count
