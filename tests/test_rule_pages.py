"""The examples on the rules' pages are true, and docs/rules.md is what the rules say."""

import pytest

from caselens.corpus.reading import read
from caselens.rules import RULES, check
from caselens.rules.page import blocks
from caselens.rules.rule import Context, Finding, Rule, Severity
from caselens.syntax.parse import parse
from caselens.text import SourceText
from tests import rule_pages


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_examples_do_what_the_words_before_them_say(rule: Rule) -> None:
    pieces = list(blocks(rule))
    examples = [(pieces[i - 1][1], text) for i, (is_example, text) in enumerate(pieces) if is_example]
    assert examples
    for words, example in examples:
        found = {one.code for one in findings(rule, example) if is_shown(one, rule)}
        assert found == (set() if words.startswith("Accepted") else {rule.code}), (words, example)


def is_shown(one: Finding, rule: Rule) -> bool:
    return one.severity is not Severity.HINT or one.code == rule.code


def findings(rule: Rule, example: str) -> tuple[Finding, ...]:
    source = SourceText(example)
    return check(Context(source, read(parse(example)), rule.example_keys))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_page_begins_with_one_short_sentence(rule: Rule) -> None:
    first = rule.explanation.split("\n\n")[0]
    assert first.endswith((".", "one.")) and len(first) < 200
    assert rule.title and not rule.title.endswith(".")


def test_the_document_is_up_to_date() -> None:
    assert rule_pages.PATH.read_text("utf-8") == rule_pages.text(), "run `make rules`"
