"""The marked files in tests/rules: every rule runs on every document, and is drawn where it speaks.

A comment `# rows: a, b` at the top of a document says which keys have rows; below it may stand which of them
are `outside` the filter or `without vector`, and how many `components` a key has.
"""

import re
from pathlib import Path

import pytest

from caselens.corpus.reading import read
from caselens.ports import KeyLookup
from caselens.rules import RULES, check
from caselens.rules.carets import draw, erase
from caselens.rules.rule import Context, Severity
from caselens.syntax.parse import parse
from caselens.text import SourceText

FOLDER = Path(__file__).parent / "rules"
FILES = sorted(FOLDER.glob("*.yaml"))
BETWEEN = "\n---\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_findings_stand_where_they_are_drawn(path: Path, request: pytest.FixtureRequest) -> None:
    marked = path.read_text("utf-8")
    drawn = BETWEEN.join(redrawn(document, path.stem) for document in marked.split(BETWEEN))
    if request.config.getoption("--draw"):
        path.write_text(drawn, "utf-8")
    assert drawn == marked


def redrawn(document: str, code: str) -> str:
    source = SourceText(erase(document))
    found = check(Context(source, read(parse(source.content)), rows_of(document)))
    # Hints are about a file as a whole, and would stand in nearly each: they are drawn in their own files.
    return draw(source, [one for one in found if one.severity is not Severity.HINT or one.code == code])


def rows_of(document: str) -> KeyLookup | None:
    if match := re.match(r"# unread: (.*)", document):
        return KeyLookup("rows.jsonl", unread=match[1])
    if keys := named(document, "rows"):
        return KeyLookup(
            "rows.jsonl",
            keys,
            {"ritcing": ("pricing",)},
            rows=len(keys),
            outside=named(document, "outside"),
            unembedded=named(document, "without vector"),
            components=int(*named(document, "components") or ["0"]),
        )
    return None


def named(document: str, what: str) -> frozenset[str]:
    match = re.search(f"^# {what}: (.*)", document, re.MULTILINE)
    return frozenset(match[1].replace("\\x1f", "\x1f").split(", ")) if match else frozenset()


def test_every_rule_has_a_file_and_every_file_a_rule() -> None:
    assert {path.stem for path in FILES} == {rule.code for rule in RULES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_shows_its_rule_speaking_and_silent(path: Path) -> None:
    documents = path.read_text("utf-8").split(BETWEEN)
    assert {f" {path.stem}: " in document for document in documents} == {True, False}
