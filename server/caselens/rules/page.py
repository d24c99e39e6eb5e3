"""A rule's page in Markdown: one text for the documentation, the hover and `caselens explain`.

What is wrong with an example is not written down but drawn, by running the rules on it.
"""

import textwrap
from collections.abc import Iterator

from caselens.corpus.reading import read
from caselens.rules import check
from caselens.rules.carets import draw
from caselens.rules.rule import Context, Rule, Severity
from caselens.syntax.parse import parse
from caselens.text import SourceText

INDENT = "    "

SILENCE = "; off by `# caselens: ignore[{code}]` on the line or above it, or by `ignore` in caselens.yaml"


def page(rule: Rule, level: int = 2) -> str:
    """The page of a rule: its code, title and reach, then its explanation with the examples drawn."""
    reach = (
        "the corpus is refused"
        if rule.refuses
        else "the corpus keeps its digest" + SILENCE.format(code=rule.code)
    )
    head = f"{'#' * level} {rule.code}\n\n*{rule.title}. {rule.severity.capitalize()}; {reach}.*\n\n"
    body = "\n\n".join(
        f"```yaml\n{drawn(rule, text)}\n```" if is_example else text for is_example, text in blocks(rule)
    )
    return f"{head}{body}\n"


def drawn(rule: Rule, example: str) -> str:
    """An example with what the rules say of it."""
    source = SourceText(example)
    found = check(Context(source, read(parse(example)), rule.example_keys))
    # Hints are about a file as a whole, which no example is.
    shown = (one for one in found if one.severity is not Severity.HINT or one.code == rule.code)
    return draw(source, shown)


def blocks(rule: Rule) -> Iterator[tuple[bool, str]]:
    """The explanation in order: whether a piece is an example, and its text."""
    pending: list[str] = []
    for paragraph in rule.explanation.split("\n\n"):
        if paragraph.startswith(INDENT):
            pending.append(paragraph)
            continue
        if pending:
            yield True, textwrap.dedent("\n\n".join(pending))
            pending.clear()
        yield False, paragraph
    if pending:
        yield True, textwrap.dedent("\n\n".join(pending))
