"""What can be done at `⌖`: a text before, the action's title, and the text after it."""

from __future__ import annotations

import pytest

from caselens.evaluation.run import measured
from caselens.features import actions, annotate
from caselens.features.change import Action
from caselens.features.picture import Picture
from caselens.features.results import Asked, Results
from caselens.lsp.answers.actions import QUICK_FIX
from caselens.lsp.names import ACTION_KINDS, RUN_KIND, RUNS_KIND
from caselens.ports import Hit, KeyLookup, Place, Ranking
from caselens.text import Edit, Span, applied

HEAD = "version: 1\ndefault_k: 3\ncases:\n"
CASE = f"{HEAD}  - id: a\n    query: q\n"
HITS = (Hit("x", 0.9), Hit("acme\x1f1", 0.8), Hit("new", 0.7))


def results_of(picture: Picture) -> Results:
    """A run in which `x` came first, then two rows that few cases name; `z` has no row."""
    places = {"x": Place(1, 0.9), "y": Place(17, 0.25), "new": Place(3, 0.7)}
    cases = picture.corpus.cases if picture.corpus else ()
    found = [measured(case, picture.default_k, 3, Ranking(HITS, places)) for case in cases]
    return Results().joined(found, Asked("a-model", True))


def offered(text: str, run: bool = False) -> tuple[Picture, list[Action]]:
    """Everything that can be done at the mark, and with the file."""
    before, _, after = text.partition("⌖")
    picture = Picture(before + after)
    picture.settle()
    results = results_of(picture) if run else Results()
    line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
    found = list(actions.case_actions(picture, results, line, column))
    mends = [
        Action(mend.fix.title, "quickfix", tuple((mend.at, edit) for edit in mend.fix.edits))
        for mend in actions.mends(picture, line, line)
    ]
    return picture, [*found, *mends, *actions.fix_all(picture), *annotating(picture, results)]


def annotating(picture: Picture, results: Results) -> list[Action]:
    """What annotates the whole file, and what takes that out again."""
    kinds = annotate.TITLES.items()
    found = [Action(title, kind, tuple(annotate.changes(picture, results, kind))) for kind, title in kinds]
    return [action for action in found if action.changes]


def test_an_editor_is_told_of_every_kind_of_action() -> None:
    of_file = {actions.FIX_ALL, *annotate.TITLES}
    assert {*ACTION_KINDS} == {QUICK_FIX, RUN_KIND, RUNS_KIND, *actions.CASE_KINDS, *of_file}


def done(picture: Picture, action: Action) -> str:
    """The text after an action."""
    starts = [0]
    for line in picture.lines:
        starts.append(starts[-1] + len(line))
    return applied(
        picture.content,
        [
            Edit(Span(starts[p.line] + e.span.start, starts[p.line] + e.span.end), e.replacement)
            for p, e in action.changes
        ],
    )


@pytest.mark.parametrize(
    ("text", "title", "after"),
    [
        # quotes
        (f"{CASE}    required: [⌖42]\n", 'Put "42" in quotes', f'{CASE}    required: ["42"]\n'),
        (
            f"{CASE}    relevant:\r\n      42⌖: 1\r\n",
            'Put "42" in quotes',
            f'{CASE}    relevant:\r\n      "42": 1\r\n',
        ),
        (
            f"{HEAD}  - id: ⌖😀\n    query: q\n    required: [x]\n",
            'Put "😀" in quotes',
            f'{HEAD}  - id: "😀"\n    query: q\n    required: [x]\n',
        ),
        (
            f"{HEAD}  - {{id: a, query: it's⌖ so, required: [x]}}\n",
            'Put "it\'s so" in quotes',
            f'{HEAD}  - {{id: a, query: "it\'s so", required: [x]}}\n',
        ),
        # grades
        (
            f"{CASE}    relevant: {{x: ⌖1}} # c\n",
            'Raise the grade of "x" from 1 to 2',
            f"{CASE}    relevant: {{x: 2}} # c\n",
        ),
        (
            f"{CASE}    relevant: {{⌖x: 0.5}}\n",
            'Raise the grade of "x" from 0.5 to 1',
            f"{CASE}    relevant: {{x: 1}}\n",
        ),
        (
            f"{CASE}    relevant: {{x: 2.5⌖}}\n",
            'Lower the grade of "x" from 2.5 to 2',
            f"{CASE}    relevant: {{x: 2}}\n",
        ),
        (
            f"{CASE}    relevant: {{x: 1⌖}}\n",
            'Lower the grade of "x" from 1 to 0.5',
            f"{CASE}    relevant: {{x: 0.5}}\n",
        ),
        (
            f"{CASE}    relev⌖ant: {{x: 1, y: 3, z: 2}}\n",
            "Sort the grades, the best first",
            f"{CASE}    relevant: {{y: 3, z: 2, x: 1}}\n",
        ),
        (
            f"{CASE}    relevant:\n      # c\n      x: 1⌖ # one\n      'y': 3\n      z: 1  # t",
            "Sort the grades, the best first",
            f"{CASE}    relevant:\n      # c\n      'y': 3\n      x: 1 # one\n      z: 1  # t",
        ),
        (
            f"{CASE}    required: [⌖x, 'y']\n",
            "Grade the required keys under relevant",
            f"{CASE}    required: [x, 'y']\n    relevant: {{x: 1, 'y': 1}}\n",
        ),
        (
            f"{CASE}    required: # r\r\n    - ⌖x\r\n    - y # c\r\n",
            "Grade the required keys under relevant",
            (
                f"{CASE}    required: # r\r\n    - x\r\n    - y # c\r\n"
                "    relevant:\r\n      x: 1\r\n      y: 1\r\n"
            ),
        ),
        (
            f"{HEAD}  - {{id: a, query: q, required: [x⌖]}}\n",
            "Grade the required keys under relevant",
            f"{HEAD}  - {{id: a, query: q, required: [x], relevant: {{x: 1}}}}\n",
        ),
        (
            f"{CASE}    relevant: {{x: ⌖3, y: 1.5}}\n",
            'Lower the grade of "x" from 3 to 2.5',
            f"{CASE}    relevant: {{x: 2.5, y: 1.5}}\n",
        ),
        (
            f"{CASE}    relevant:\n      x: 1⌖  # one\n      # about y\n      y: 3\n",
            "Sort the grades, the best first",
            f"{CASE}    relevant:\n      # about y\n      y: 3\n      x: 1  # one\n",
        ),
        (
            f"{HEAD}  - id: a\n    query: it's \"a\n      \\d⌖\n    required: [x]\n",
            'Put "it\'s \\"a \\\\d" in quotes',
            f'{HEAD}  - id: a\n    query: "it\'s \\"a\n      \\\\d"\n    required: [x]\n',
        ),
        # keys required and graded
        (
            f"{CASE}    required: ['x', ⌖'y'] # c\n",
            'Grade "y" instead of requiring it',
            f"{CASE}    required: ['x'] # c\n    relevant: {{'x': 1, 'y': 1}}\n",
        ),
        (
            f"{CASE}    required:\r\n    -   x # one\r\n    -   ⌖y # two\r\n    relevant: {{x: 2}}",
            'Grade "y" instead of requiring it',
            f"{CASE}    required:\r\n    -   x # one\r\n    relevant: {{x: 2, y: 1}}",
        ),
        (
            f"{CASE}    required: [⌖x]\n    relevant: {{x: 1, y: 1}}\n",
            'Require "x" no longer',
            f"{CASE}    relevant: {{x: 1, y: 1}}\n",
        ),
        (
            f"{CASE}    required: [\n      a, # one\n      b⌖ # two\n    ]\n",
            'Require "b" no longer',
            f"{CASE}    required: [\n      a, # one\n    ]\n",
        ),
        (
            f"{CASE}    required:\n    -   x\n    relevant:\n      x: 1\n      ⌖y: 2 # why\n",
            'Require "y" too',
            f"{CASE}    required:\n    -   x\n    -   y\n    relevant:\n      x: 1\n      y: 2 # why\n",
        ),
        (
            f'{HEAD}  - {{"id": "a", "query": "q", "required": ["x"], "relevant": {{"x": 1, "⌖y": 2}}}}\n',
            'Require "y" instead of grading it',
            f'{HEAD}  - {{"id": "a", "query": "q", "required": ["x", "y"], "relevant": {{"x": 1}}}}\n',
        ),
        (
            "cases: [\n  {id: a, query: q, relevant: {⌖x: 2}}, # c\n  {id: b, query: q, required: [x]}\n]\n",
            'Raise the grade of "x" from 2 to 3',
            "cases: [\n  {id: a, query: q, relevant: {x: 3}}, # c\n  {id: b, query: q, required: [x]}\n]\n",
        ),
        # another case
        (
            "version: 1\ncases⌖:\n-   id: a\n    query: q\n# the end",
            "Add a case at the end",
            "version: 1\ncases:\n-   id: a\n    query: q\n-   id: \n    query: \n    required: []\n# the end",
        ),
        (
            "version: 1\r\ncases: [] ⌖# none\r\n",
            "Add the first case",
            "version: 1\r\ncases: # none\r\n  - id: \r\n    query: \r\n    required: []\r\n",
        ),
        (
            "cases: [\n  {id: a⌖, query: q, required: [x]}, # c\n  {id: b, query: q, required: [x]}\n]\n",
            "Add a case below",
            (
                'cases: [\n  {id: a, query: q, required: [x]}, # c\n  {id: "", query: "", required: []},\n'
                "  {id: b, query: q, required: [x]}\n]\n"
            ),
        ),
        (
            f"{HEAD}⌖  - id: a\n    query: q\n    required: [x]\n    # end\n\n  # next\n  - id: b\n",
            "Add a case below",
            (
                f"{HEAD}  - id: a\n    query: q\n    required: [x]\n    # end\n"
                "  - id: \n    query: \n    required: []\n\n"
                "  # next\n  - id: b\n"
            ),
        ),
        (
            "cases:\r\n⌖- {id: a}",
            "Add a case below",
            'cases:\r\n- {id: a}\r\n- {id: "", query: "", required: []}',
        ),
        # what is ignored
        (
            f"{CASE}    required: [x, ⌖x]\n",
            "Ignore repeated-key here",
            f"{CASE}    required: [x, x]  # caselens: ignore[repeated-key]\n",
        ),
        (
            f"{CASE}    required: [x, ⌖x] # caselens: ignore[no-depth]\n",
            "Ignore repeated-key here",
            f"{CASE}    required: [x, x] # caselens: ignore[no-depth, repeated-key]\n",
        ),
        (
            f"{CASE}    relevant: {{x: ⌖.nan}}\n",
            "Ignore endless-grade here",
            f"{CASE}    relevant: {{x: .nan}}  # caselens: ignore[endless-grade]\n",
        ),
        (
            (
                f"{HEAD}  - id: a\n    k: 1\n    query: '\n      q'\n    required: [x]\n"
                "  - id: b\n    query: '⌖\n      q'\n    required: [x]\n"
            ),
            "Ignore repeated-query here",
            (
                f"{HEAD}  - id: a\n    k: 1\n    query: '\n      q'\n    required: [x]\n  - id: b\n"
                "    # caselens: ignore[repeated-query]\n    query: '\n      q'\n    required: [x]\n"
            ),
        ),
        # all that is safe
        (
            'version: 1.0\ncases:\n  - id: a\n    query: q\n    required: ["a\x1fb"]\n',
            "Mend all that can be mended safely",
            'version: 1\ncases:\n  - id: a\n    query: q\n    required: ["a\\x1fb"]\n',
        ),
        # a fix that may change what is meant is left alone
        (
            f"version: '1'\n{CASE[11:]}    requierd: [x]\n    k: '3'\n    relevant: {{x: 0, y: '2'}}⌖\n",
            "Mend all that can be mended safely",
            f"version: 1\n{CASE[11:]}    requierd: [x]\n    k: 3\n    relevant: {{x: 0, y: 2}}\n",
        ),
        # fixes that stand side by side, and two of one text, of which one mends it
        (
            f'{CASE}    required: ["a\x1f\x1fb"⌖]\n',
            "Mend all that can be mended safely",
            f'{CASE}    required: ["a\\x1f\\x1fb"]\n',
        ),
        (
            f"{CASE}    required: ['a\x1f\x1fb', c\x1fd\x1f]⌖\n",
            "Mend all that can be mended safely",
            f'{CASE}    required: ["a\\x1f\\x1fb", "c\\x1fd\\x1f"]\n',
        ),
    ],
)
def test_an_action_changes_just_this(text: str, title: str, after: str) -> None:
    picture, found = offered(text)
    action = next((one for one in found if one.title == title), None)
    assert action is not None, [one.title for one in found]
    assert done(picture, action) == after


@pytest.mark.parametrize(
    ("text", "title", "after"),
    [
        (
            f"{CASE}    required: [⌖x]\n",
            'Require "acme\\x1f1" (rank 2)',
            f'{CASE}    required: [x, "acme\\x1f1"]\n',
        ),
        (
            f"{CASE}    required:\n      - ⌖x # c\n",
            'Require "new" (rank 3)',
            f"{CASE}    required:\n      - x # c\n      - new\n",
        ),
        (
            f"{HEAD}  - id: ⌖a\n    query: q\n    required: [x]\n",
            'Add "new" (rank 3) to relevant, grade 1',
            f"{HEAD}  - id: a\n    query: q\n    required: [x]\n    relevant: {{x: 1, new: 1}}\n",
        ),
        (
            f"{CASE}    relevant:\r\n      ⌖x: 2\r\n",
            'Add "new" (rank 3) to relevant, grade 1',
            f"{CASE}    relevant:\r\n      x: 2\r\n      new: 1\r\n",
        ),
        (
            f"{CASE}    required: ⌖[x, z]\n    relevant:\n      x: 2 # mine\n      y: 1\n",
            "Annotate the case with its ranks",
            (
                f"{HEAD}  - id: a  # → recall 0.50 · RR 1.00 · NDCG 0.76\n    query: q\n"
                "    required: [x, z]  # → x rank 1 · z not in this generation\n    relevant:\n"
                "      x: 2 # mine  # → rank 1 · score 0.900\n"
                "      y: 1  # → rank 17, beyond k 3 · score 0.250\n"
            ),
        ),
        (
            f"{HEAD}  - id: ⌖a  # → recall 0.10 · RR 1.00 · NDCG 1.00\n    query: q\n    required: [x] # c\n",
            "Annotate all cases with their ranks",
            (
                f"{HEAD}  - id: a  # → recall 1.00 · RR 1.00 · NDCG 1.00\n    query: q\n"
                "    required: [x] # c  # → rank 1 · score 0.900\n"
            ),
        ),
        (
            (
                f"{HEAD}  - id: ⌖a # → see rank 3  # → recall 0.10 · RR 1.00\n    query: q\n"
                "    required: [x] # → rank 1 or so\n"
            ),
            "Remove all annotations",
            f"{HEAD}  - id: a # → see rank 3\n    query: q\n    required: [x] # → rank 1 or so\n",
        ),
        (
            (
                f"{HEAD}  - id: ⌖a  # → recall 0.10 · RR 1.00\n    query: '\n      # → rank 3'\n"
                "    required: [x] # c  # → rank 1\n"
            ),
            "Remove all annotations",
            f"{HEAD}  - id: a\n    query: '\n      # → rank 3'\n    required: [x] # c\n",
        ),
    ],
)
def test_what_a_run_makes_possible(text: str, title: str, after: str) -> None:
    picture, found = offered(text, run=True)
    action = next((one for one in found if one.title == title), None)
    assert action is not None, [one.title for one in found]
    assert done(picture, action) == after


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (f"{CASE}    required: ['⌖x']\n", ["Grade the required keys under relevant"]),
        (f"{CASE}    required: [x]\n    # ⌖\n", []),
        (f"{CASE}    relevant: {{'x': 1}}⌖ # c\n", []),
        (
            f"{HEAD}  - &a {{id: x, query: q, required: [k]}}\n  - {{<<: *a, id: ⌖'y'}}\n",
            ["Add a case below"],
        ),
        (f"{HEAD}  - id: a\n    query: [⌖q\n", []),
        ("", []),
    ],
)
def test_nothing_more_is_offered(text: str, titles: list[str]) -> None:
    _, found = offered(text)
    assert [one.title for one in found if one.kind != "quickfix"] == titles


def test_what_refuses_cannot_be_ignored() -> None:
    picture = Picture(f"{CASE}    relevant: {{x: 0}}  # caselens: ignore[nonpositive-grade]\n")
    picture.ignore(frozenset(["nonpositive-grade"]))
    picture.settle()
    assert "nonpositive-grade" in [found.code for _, found in picture.findings]


def test_a_key_without_a_row_can_be_ignored_and_stays_so() -> None:
    picture = Picture(f"{CASE}    required: [gone]\n")
    lookup = KeyLookup("rows.jsonl", frozenset(), {"gone": ("goner",)})
    picture.learn(frozenset(["gone"]), lookup)
    titles = [mend.fix.title for mend in actions.mends(picture, 5, 5)]
    assert titles == ['Replace "gone" by "goner"', "Ignore unknown-key here"]
    picture = Picture(f"{CASE}    # caselens: ignore[unknown-key]\n    required: [gone]\n")
    picture.learn(frozenset(["gone"]), lookup)
    assert "unknown-key" not in [found.code for _, found in picture.findings]


@pytest.mark.parametrize(
    ("required", "lines"),
    [
        ("[x, x]", [5]),
        ("[x, x]  # caselens: ignore[repeated-key]", []),
        ("[x, x]  #caselens:ignore[no-depth,repeated-key]", []),
        ("\n      - x\n      # caselens: ignore[repeated-key]\n      - x\n      - x", [9]),
        ("\n      - x\n      - x  # caselens: ignore[repeated-key]\n      - x", [8]),
    ],
)
def test_a_comment_ignores_in_its_line_or_alone_in_the_next(required: str, lines: list[int]) -> None:
    picture = Picture(f"{CASE}    required: {required}\n")
    found = [placed for placed in picture.findings if placed.finding.code == "repeated-key"]
    assert [piece.line + piece.source.line_of(one.span.start) for piece, one in found] == lines


def test_what_the_cursor_touches_is_mended_first() -> None:
    text = "version: 1\ncases:\n  - {id: a, query: q, required: [gone, lost]}\n"
    picture = Picture(text)
    picture.settle()
    keys = frozenset(["gone", "lost"])
    picture.learn(keys, KeyLookup("rows", frozenset(), {"gone": ("goner",), "lost": ("last",)}))
    titles = [mend.fix.title for mend in actions.mends(picture, 2, 2, text.splitlines()[2].index("lost"))]
    assert titles == ['Replace "lost" by "last"', 'Replace "gone" by "goner"', "Ignore unknown-key here"]
