"""Each fix as a text before and after, and what must hold of all of them."""

from pathlib import Path

import pytest

from caselens.corpus.edits import spelling
from caselens.corpus.reading import read
from caselens.features.actions import mends
from caselens.features.analysis import Analysis, analyse
from caselens.features.picture import Picture
from caselens.ports import KeyLookup
from caselens.rules.carets import erase
from caselens.syntax.parse import parse
from caselens.text import applied

CASE = "version: 1\ncases:\n  - id: a\n    query: q\n"

QUOTED = {
    "How: do I pay? # asked often": "'How: do I pay?' # asked often",
    "@home": "'@home'",
    "*what* is it": "'*what* is it'",
    "it's: so": "'it''s: so'",
}


def asking(query: str) -> str:
    return f"version: 1\ncases:\n  - id: a\n    query: {query}\n    required: [x]\n"


NEAR = KeyLookup("rows.jsonl", frozenset(), {"gone": ("acme\x1f1", "42")})


@pytest.mark.parametrize(
    ("before", "title", "after"),
    [
        (f"{CASE}    requried: [x]\n", 'Rename to "required"', f"{CASE}    required: [x]\n"),
        (f"{CASE}    REQUIRED: [x]\n", 'Rename to "required"', f"{CASE}    required: [x]\n"),
        (f"{CASE}    required: x\n", 'Write ["x"]', f'{CASE}    required: ["x"]\n'),
        (f"{CASE}    relevant: {{x: '1.5'}}\n", "Write 1.5", f"{CASE}    relevant: {{x: 1.5}}\n"),
        (
            f"{CASE}    k: '3' # three\n    required: [x]\n",
            "Write 3",
            f"{CASE}    k: 3 # three\n    required: [x]\n",
        ),
        (
            "version: 1\ncases: [{id: a, query: Who's in?, required: [x]}]\n",
            "Put the value in quotes",
            "version: 1\ncases: [{id: a, query: 'Who''s in?', required: [x]}]\n",
        ),
        *((asking(query), "Put the value in quotes", asking(quoted)) for query, quoted in QUOTED.items()),
        ("cases: []\n", "Add version: 1", "version: 1\ncases: []\n"),
        ("# mine\ncases: []\n", "Add version: 1", "# mine\nversion: 1\ncases: []\n"),
        ("version:\ncases: []\n", "Write version 1", "version: 1\ncases: []\n"),
        ("version: 2 # two\ncases: []\n", "Write version 1", "version: 1 # two\ncases: []\n"),
        (f'{CASE}    required: ["a\x1fb"]\n', r"Write it as \x1f", f'{CASE}    required: ["a\\x1fb"]\n'),
        (
            f"{CASE}    required: [a\x1fb, c]\n",
            r"Write it as \x1f in double quotes",
            f'{CASE}    required: ["a\\x1fb", c]\n',
        ),
        (
            f"{CASE}    relevant:\r\n      'it''s\x1f1': 1 # it's\x09one\r\n",
            r"Write it as \x1f in double quotes",
            f"{CASE}    relevant:\r\n      \"it's\\x1f1\": 1 # it's\x09one\r\n",
        ),
        (
            f"{CASE}    required:\n      - a\x1fb\x1f\\d # c\n",
            r"Write it as \x1f in double quotes",
            f'{CASE}    required:\n      - "a\\x1fb\\x1f\\\\d" # c\n',
        ),
        (
            f"{CASE}    relevant:\n      x: 1  # one\n      y: 0  # none\n      z: 2\n",
            "Remove the key, which has grade 0 when it is not listed",
            f"{CASE}    relevant:\n      x: 1  # one\n      z: 2\n",
        ),
        (
            f"{CASE}    relevant: {{x: 0, y: 1}}\n",
            "Remove the key, which has grade 0 when it is not listed",
            f"{CASE}    relevant: {{y: 1}}\n",
        ),
        (
            f"{CASE}    relevant: {{y: 1, x: 0}}\n",
            "Remove the key, which has grade 0 when it is not listed",
            f"{CASE}    relevant: {{y: 1}}\n",
        ),
        (
            f"{CASE}    relevant:\r\n      y: 1\r\n      x: 0",
            "Remove the key, which has grade 0 when it is not listed",
            f"{CASE}    relevant:\r\n      y: 1",
        ),
        *(
            (
                f"{CASE}    relevant: {{{before}}}\n",
                "Put a space after the colon",
                f"{CASE}    relevant: {{{after}}}\n",
            )
            for before, after in [
                ("a:1", "a: 1"),
                ("😀:0.5 , b: 2", "😀: 0.5 , b: 2"),
                ("n:4:2}\n #", "n:4: 2}\n #"),
            ]
        ),
        (f"{CASE}    query: q\n    required: [x]\n", "Remove this one", f"{CASE}    required: [x]\n"),
        (
            f"{CASE}    required: [x]\n    query: |\n      more\n      lines\n",
            "Remove this one",
            f"{CASE}    required: [x]\n",
        ),
        # what an author did not mean
        (
            asking("What of 'it' #42?  \r\n"),
            "Put the whole question in quotes",
            asking("\"What of 'it' #42?\"  \r\n"),
        ),
        (
            f"{CASE}    k: 5.9 # cut\n    required: [x]\n",
            "Write 5",
            f"{CASE}    k: 5 # cut\n    required: [x]\n",
        ),
        (
            f"{CASE}    required: ['acme\\x1f1', b] # c\n",
            r'Write "acme\x1f1"',
            f'{CASE}    required: ["acme\\x1f1", b] # c\n',
        ),
        (
            f"{CASE}    relevant:\n      acme\\u001F1\\x1f2: 1\n",
            r'Write "acme\x1f1\x1f2"',
            f'{CASE}    relevant:\n      "acme\\x1f1\\x1f2": 1\n',
        ),
        (
            f"{CASE}    required: ['4:acme1:1', b] # c\n",
            r'Write "acme\x1f1"',
            f'{CASE}    required: ["acme\\x1f1", b] # c\n',
        ),
        (
            f"{CASE}    relevant: {{'5:café0:2:42': 2}}\n",
            r'Write "café\x1f\x1f42"',
            f'{CASE}    relevant: {{"café\\x1f\\x1f42": 2}}\n',
        ),
        (f"{CASE}    required: [gone]\n", 'Replace "gone" by "42"', f"{CASE}    required: [42]\n"),
        (f"{CASE}    required: ['gone']\n", 'Replace "gone" by "42"', f"{CASE}    required: ['42']\n"),
        (
            f"{CASE}    required: [gone]\n",
            r'Replace "gone" by "acme\x1f1"',
            f'{CASE}    required: ["acme\\x1f1"]\n',
        ),
        (
            f"{CASE}    required: ['gone']\n",
            r'Replace "gone" by "acme\x1f1"',
            f'{CASE}    required: ["acme\\x1f1"]\n',
        ),
    ],
)
def test_a_fix_changes_just_this(before: str, title: str, after: str) -> None:
    analysis = analyse(before).with_keys(NEAR)
    fixes = {fix.title: fix for finding in analysis.findings for fix in finding.fixes}
    assert applied(before, list(fixes[title].edits)) == after


@pytest.mark.parametrize(
    "entry", ["a:b", "'a:1'", "a:0", "a:1:", "? a:1 : ~", "&x a:1, *x :", "a: ~", "b:\n  1"]
)
def test_no_space_is_missing_where_no_grade_follows_the_colon(entry: str) -> None:
    found = analyse(f"{CASE}    relevant: {{{entry}}}\n").findings
    assert "Put a space after the colon" not in [fix.title for one in found for fix in one.fixes]


def test_a_field_that_the_case_has_is_not_offered_again() -> None:
    fixes = [fix.title for found in analyse(f"{CASE}    idd: b\n").findings for fix in found.fixes]
    assert fixes == []


def test_of_several_fixes_none_is_preferred() -> None:
    picture = Picture(f"{CASE}    required: [gone]\n    k: '3'\n")
    picture.learn(picture.mentioned, NEAR)
    picture.ignore(frozenset(["few-cases", "no-depth"]))
    assert [(mend.fix.title, mend.preferred) for mend in mends(picture, 0, 9)] == [
        (r'Replace "gone" by "acme\x1f1"', False),
        ('Replace "gone" by "42"', False),
        ("Write 3", True),
        ("Ignore unknown-key here", False),
    ]


def documents() -> list[str]:
    files = sorted((Path(__file__).parent / "rules").glob("*.yaml"))
    return [erase(text) for path in files for text in path.read_text("utf-8").split("\n---\n")]


@pytest.mark.parametrize("content", documents())
def test_a_fix_leaves_fewer_findings_of_its_code(content: str) -> None:
    analysis = analyse(content)
    for finding in analysis.findings:
        for fix in finding.fixes:
            mended = analyse(applied(content, list(fix.edits)))
            assert number(mended, finding.code) < number(analysis, finding.code)
            assert number(mended, "syntax") <= number(analysis, "syntax")


def number(analysis: Analysis, code: str) -> int:
    return sum(finding.code == code for finding in analysis.findings)


@pytest.mark.parametrize("like", ["", "gone", "'gone'", '"gone"'])
@pytest.mark.parametrize(
    "key",
    [
        "a",
        "42",
        "null",
        "~",
        "",
        "a b",
        "it's",
        'say "x"',
        "acme\x1f1",
        "a: b",
        "#1",
        "é",
        "😀",
        "a\nb",
        "\\",
        "-",
    ],
)
def test_a_key_is_spelled_so_that_it_reads_back(key: str, like: str) -> None:
    written = read(
        parse(
            f"{CASE}    required: [{spelling(key, like)}, {{}}]\n    relevant: {{{spelling(key, like)}: 1}}"
        )
    )
    assert [k.value for k in written.cases[0].named_keys()] == [key, key]
