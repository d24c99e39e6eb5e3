"""Trees, their spans and their problems."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caselens.features.analysis import analyse
from caselens.syntax.parse import parse
from caselens.syntax.tree import Alias, Mapping, Node, Scalar, Sequence
from caselens.text import Span


def scalars(node: Node | None) -> list[tuple[str, str]]:
    """The text of each scalar's span and its value, in order."""
    match node:
        case Scalar():
            return [(node.style, node.text)]
        case Mapping():
            return [pair for entry in node.entries for pair in scalars(entry.key) + scalars(entry.value)]
        case Sequence():
            return [pair for item in node.items for pair in scalars(item)]
        case _:
            return []


def spans(content: str, node: Node | None) -> list[str]:
    match node:
        case Mapping():
            inner = [text for e in node.entries for text in spans(content, e.key) + spans(content, e.value)]
            return [content[slice(*node.span)], *inner]
        case Sequence():
            return [
                content[slice(*node.span)],
                *(text for item in node.items for text in spans(content, item)),
            ]
        case Scalar() | Alias():
            return [content[slice(*node.span)]]
        case _:
            return []


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("a: 1", ["a: 1", "a", "1"]),
        ("\ufeffa: 1", ["a: 1", "a", "1"]),
        ("a: '😀 b'\r\nc: \"d\"\r\n", ["a: '😀 b'\r\nc: \"d\"", "a", "'😀 b'", "c", '"d"']),
        ("a:\n  - x\n  - y\n\n# end\nb: [p, q]", None),
        ("k: &n !!str v", ["k: &n !!str v", "k", "v"]),
        ("k: &n [v]", ["k: &n [v]", "k", "&n [v]", "v"]),
        ("a: &x 1\nb: *x", ["a: &x 1\nb: *x", "a", "1", "b", "*x"]),
        ("a: |\n  b\n  c\nd: e", ["a: |\n  b\n  c\nd: e", "a", "|\n  b\n  c\n", "d", "e"]),
        ("a:\nb: ~", ["a:\nb: ~", "a", "", "b", "~"]),
    ],
)
def test_spans_are_what_was_written(content: str, expected: list[str] | None) -> None:
    found = spans(content, parse(content).root)
    if expected is None:  # a block collection ends where its last item does, not at the next token
        expected = [content, "a", "- x\n  - y", "x", "y", "b", "[p, q]", "p", "q"]
    assert found == expected


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ("a: >\n  folded\n  text\n", ">folded text\n"),
        ("a: |+\n  kept\n\n", "|kept\n\n"),
        ("a: 'it''s'", "'it's"),
        ('a: "\\x1f\\u00e9\\U0001F600"', '"\x1fé😀'),
        ("a: plain\n  over lines", "plain over lines"),
        ("a: [doc:42]", "doc:42"),
        ("a: [http://b/c?d#e]", "http://b/c?d#e"),
        ("a:\ttabbed", "tabbed"),
        (r"""a: "it\'s \\\' so" """, """"it's \\' so"""),
        ("a: x\ufeffy", "x\ufeffy"),
    ],
)
def test_values_are_what_the_parser_made_of_them(content: str, value: str) -> None:
    style, text = scalars(parse(content).root)[1]
    assert style + text == value


@pytest.mark.parametrize(
    ("content", "blank"), [("", True), ("# c\n", True), ("\n \n", True), ("---\n", False), ("~", False)]
)
def test_blank_is_not_null(content: str, blank: bool) -> None:
    assert parse(content).blank is blank


@pytest.mark.parametrize("content", ["a: 1\n---\n{{{", "a: 1\n---\n*gone", "a: 1\n---\nb: 2\n---\n%"])
def test_only_the_first_document_is_read(content: str) -> None:
    tree = parse(content)
    assert tree.problems == ()
    assert scalars(tree.root) == [("", "a"), ("", "1")]


YAML_LINE_ENDS = ("\n", "\r", "\r\n", "\x85", "\u2028", "\u2029")


@pytest.mark.parametrize(
    ("content", "marked"),
    [
        ("%YAML 1.2\n---\na: 1", "%YAML 1.2"),
        ("# %YAML\n%YAML 1.2 # new\n---\na: 1", "%YAML 1.2"),
        *((f"# a{end}%YAML 1.2{end}---{end}a: 1", "%YAML 1.2") for end in YAML_LINE_ENDS),
        ("a: \ud800b", "\ud800"),
        ("a: 'b", "'b"),
        ("a: *b", "*b"),
        ("😀: \x07", "\x07"),
        ("\ufeffa: @b", "@"),
        *((f"a: 1{end}<<<<<<< ours{end}a: 2{end}", "<<<<<<< ours") for end in ("\n", "\r", "\r\n")),
    ],
)
def test_problems_stand_on_what_is_wrong(content: str, marked: str) -> None:
    problem, *_ = parse(content).problems
    assert content[slice(*problem.span)] == marked


def test_yaml_1_1_may_be_declared() -> None:
    assert parse("%YAML 1.1\n---\na: 1").problems == ()


PIECES = st.sampled_from(
    [
        *("version: 1\n", "cases:\n", "  - id: a\n", "    query: q\n", "    required: [x]\n"),
        *("    relevant: {a: 1}\n", "&a ", "*a", "<<: ", "!!int ", "'", '"', "[", "]", "{", "}", "|", ">"),
        *("? ", "- ", ": ", "#", "%", "---\n", "\r\n", "\r", "\n", "\t", "\ufeff", "\u2028", "\x85", "\x1f"),
        *("\ud800", "😀", "0", "~", "1e400", "\\", " ", "\\'", "\\/", "%YAML 1.2\n", "%YAML 1.2\x85"),
    ]
)


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=25).map("".join))
def test_nothing_raises_and_everything_stands_in_the_text(content: str) -> None:
    analysis = analyse(content)
    for finding in analysis.findings:
        assert 0 <= finding.span.start <= finding.span.end <= len(content)
        assert analysis.source.first_line(finding.span) == finding.span
    assert (analysis.digest is None) == any(finding.refuses for finding in analysis.findings)
    assert (analysis.digest is None) == any(finding.decisive for finding in analysis.findings)


@pytest.mark.parametrize("item", ["{<<: ", "[", "{a: ", "? ", "- "])
def test_nesting_within_bounds_is_no_crash(item: str) -> None:
    close = {"{": "}", "[": "]"}.get(item[0], "")
    analysis = analyse(f"version: 1\ncases:\n  {item * 900}a{close * 900}\n")
    assert analysis.digest is None


def test_deep_nesting_is_a_problem_and_no_crash() -> None:
    analysis = analyse("a: " + "[" * 5000)
    assert [finding.code for finding in analysis.findings] == ["syntax"]
    assert isinstance(analysis.findings[0].span, Span)


@pytest.mark.parametrize(
    ("mistake", "most", "said"),
    [
        ("{}:, ", 100, 'a ":" cannot stand here; put the value in quotes'),
        ("!{}, x, ", 100, "this comma belongs to the tag; put a space before it"),
    ],
)
def test_what_is_mended_has_a_bound(mistake: str, most: int, said: str) -> None:
    items = [mistake.format(f"k{number}") for number in range(most + 1)]
    assert parse(f"a: [{''.join(items[:-1])}z]").problems == ()
    tree = parse(f"a: [{''.join(items)}z]")
    assert [problem.message for problem in tree.problems] == [said]


def test_comments_between_an_anchor_and_a_tag_take_no_time() -> None:
    content = "a: &x " + "# " * 20_000 + "\n  !foo b\n"
    assert scalars(parse(content).root) == [("", "a"), ("", "b")]
