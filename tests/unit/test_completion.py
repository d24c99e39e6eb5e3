"""What could be written at `⌖`: the labels, and the text once one of them is chosen."""

import pytest

from caselens.features import fields, source_keys
from caselens.features.completion import Completion
from caselens.features.ignoring import ignorable
from caselens.features.picture import Picture
from caselens.features.place import Place, place, present
from caselens.ports import Row
from caselens.rules import LINTS
from caselens.settings import Gates
from caselens.text import Edit, applied

ENDPOINT = "endpoint, identifier, credential, dimension, query_prefix, prefix"
HEAD = "version: 1\ncases:\n  - id: a\n"
NOTHING = ""


def cut(text: str) -> tuple[str, int, int]:
    """A text without its cursor, and the line and column of that."""
    before, after = text.split("⌖")
    return before + after, before.count("\n"), len(before) - before.rfind("\n") - 1


def offered(text: str, schema: str = "corpus") -> tuple[str, Place | None, list[Completion]]:
    content, line, column = cut(text)
    where = place(Picture(content), line, column)
    return content, where, list(fields.completions(schema, where)) if where else []


def chosen(text: str, where: Place, one: Completion, plain: bool = True) -> str:
    """The text once a completion has been chosen."""
    lines = text.splitlines(keepends=True)
    head, rest = "".join(lines[: where.piece.line]), "".join(lines[where.piece.line :])
    return head + applied(rest, [Edit(one.span, one.plain if plain else one.insert)])


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("⌖", "a whole file, version, name, description, default_k, cases"),
        ("ver⌖\nname: x\n", "version, description, default_k, cases"),
        ("version: ⌖", "1"),
        ("version: 1\n⌖", "name, description, default_k, cases"),
        ("version: 1\nna⌖me: x\ncases: []\n", "name, description, default_k"),
        ("version: 1\ncases:\n  ⌖", "a whole case"),
        ("version: 1\ncases:\n  - ⌖", "a whole case, id, query, k, required, relevant"),
        (f"{HEAD}    ⌖\n    query: q\n", "k, required, relevant"),
        (f"{HEAD}    re⌖\n    required: [x]\n    relevant:\n      x: 1\n", "query, k"),
        (f"{HEAD}  ⌖", "a whole case"),
        (f"{HEAD}⌖", "name, description, default_k"),
        ("cases:\n  - {id: a, ⌖, k: 1}\n", "query, required, relevant"),
        ("cases: [⌖]", "a whole case"),
        ("cases:\n  - i⌖d: b\n    query: x\n", "id, k, required, relevant"),
        (f"{HEAD}    query: How ⌖", NOTHING),
        (f"{HEAD}    query: |\n      re⌖", NOTHING),
        (f"{HEAD}    # re⌖", NOTHING),
        (f"{HEAD}    required: [⌖]", NOTHING),
        (f"{HEAD}    relevant: {{⌖}}", NOTHING),
        (f"{HEAD}    k: ⌖", NOTHING),
        (f"{HEAD}    nonsense: {{⌖}}", NOTHING),
    ],
)
def test_fields_of_a_corpus(text: str, labels: str) -> None:
    assert ", ".join(one.label for one in offered(text)[2]) == labels


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("⌖", "a whole file, version, generations, gates, explainer, ignore"),
        ("version: 1\ngenerations:\n  - name: x\n    model: ⌖", "minilm, hashing"),
        (
            "generations:\n  - name: x\n    ⌖",
            "corpora, rows, table, key_fields, input_fields, qdrant, spec, database, model",
        ),
        ("generations:\n  - name: x\n    model:\n      ⌖", ENDPOINT),
        ("generations:\n  - model:\n      ⌖\n      endpoint: http://h", ENDPOINT.replace("endpoint, ", "")),
        (
            "gates:\n  min_recall: 1\n  ⌖",
            ", ".join(name for name in Gates._fields if name != "min_recall"),
        ),
        ("gates: {require_every_case: ⌖}", "true, false"),
        ("gates: {require_every_case: '⌖'}", "true, false"),
        ("generations:\n  - key_fields: [⌖]", NOTHING),
    ],
)
def test_fields_of_a_configuration(text: str, labels: str) -> None:
    assert ", ".join(one.label for one in offered(text, "caselens")[2]) == labels


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("ignore: ⌖", "ignore: [odd-k]"),
        ("ignore: [⌖]", "ignore: [odd-k]"),
        ("ignore: [few-cases, od⌖]", "ignore: [few-cases, odd-k]"),
        ("ignore: ['o⌖']", "ignore: ['odd-k']"),
        ("ignore:\n  ⌖", "ignore:\n  - odd-k"),
        ("ignore:\n- few-cases\n- o⌖", "ignore:\n- few-cases\n- odd-k"),
        ("ignore:\n  - few-cases\n  o⌖", "ignore:\n  - few-cases\n  - odd-k"),
    ],
)
def test_rules_to_ignore(text: str, becomes: str) -> None:
    plain, where, found = offered(text, "caselens")
    assert where is not None
    (one,) = [one for one in found if one.label == "odd-k"]
    assert chosen(plain, where, one) == becomes
    assert ("few-cases" in text) is ("few-cases" not in {one.label for one in found})


@pytest.mark.parametrize(
    ("text", "label", "snippet", "becomes"),
    [
        ("ver⌖", "version", "version: 1", "version: 1"),
        ("⌖", "a whole file", "version: 1\ncases:\n  - id: $1\n    query: $2\n    required: [$3]",
         "version: 1\ncases:\n  - id: \n    query: \n    required: []"),
        (f"{HEAD}    ⌖\n", "required", "required: [$1]", f"{HEAD}    required: []\n"),
        (f"{HEAD}    ⌖\n", "relevant", "relevant: {$1: ${2:1}}", f"{HEAD}    relevant: {{}}\n"),
        (f"{HEAD}    q⌖ : x\n", "query", "query", f"{HEAD}    query: x\n"),
        (f"{HEAD}  ⌖\n", "a whole case", "- id: $1\n  query: $2\n  required: [$3]",
         f"{HEAD}  - id: \n    query: \n    required: []\n"),
        ("cases:\r\n- id: a\r\n- ⌖\r\n", "a whole case", "id: $1\n  query: $2\n  required: [$3]",
         "cases:\r\n- id: a\r\n- id: \r\n  query: \r\n  required: []\r\n"),
        ("cases: [⌖]", "a whole case", "{id: $1, query: $2, required: [$3]}",
         "cases: [{id: , query: , required: []}]"),
    ],
)  # fmt: skip
def test_a_field_is_written_in_its_shape(text: str, label: str, snippet: str, becomes: str) -> None:
    content, where, found = offered(text)
    one = next(one for one in found if one.label == label)
    assert where is not None
    assert (one.insert, chosen(content, where, one)) == (snippet, becomes)


def test_a_field_says_what_the_schema_says() -> None:
    (_, _, found) = offered(f"{HEAD}    k⌖\n")
    assert next(one.documentation for one in found if one.label == "k").startswith("How many of the best")


ROWS = [Row("42", "Prices\nWhat it costs"), Row("acme\x1f1", ""), Row("$a}", "x" * 80)]


@pytest.mark.parametrize(
    ("text", "becomes", "snippet"),
    [
        (f"{HEAD}    required: [⌖]", "[42]", "42"),
        (f"{HEAD}    required: [a, 4⌖, b]", "[a, 42, b]", "42"),
        (f"{HEAD}    required: ['4⌖']", "['42']", "'42'"),
        (f"{HEAD}    required: ⌖", "required: [42]", "[42]"),
        (f"{HEAD}    required:\n      ⌖", "\n      - 42", "- 42"),
        (f"{HEAD}    required:\n      - ⌖", "\n      - 42", "42"),
        (f"{HEAD}    required:\n      - a\n      ⌖", "- a\n      - 42", "- 42"),
        (f"{HEAD}    relevant: {{⌖}}", "{42: 1}", "42: ${1:1}"),
        (f"{HEAD}    relevant: {{4⌖: 3}}", "{42: 3}", "42"),
        (f"{HEAD}    relevant: ⌖", "relevant: {42: 1}", "{42: ${1:1}\\}"),
        (f"{HEAD}    relevant:\n      a: 1\n      ⌖", "a: 1\n      42: 1", "42: ${1:1}"),
    ],
)
def test_a_key_is_written_as_its_place_needs(text: str, becomes: str, snippet: str) -> None:
    content, where, _ = offered(text)
    assert where is not None and source_keys.expects_key(where)
    one = next(source_keys.completions(where, ROWS, {}))
    assert one.insert == snippet
    assert chosen(content, where, one).endswith(becomes)


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("[black te⌖]", "black te"),
        ("['it''⌖s']", "it'"),
        ("['it⌖", "it"),
        (r'["acme\x1f1⌖"]', "acme\x1f1"),
        (r'["acme\x1⌖', "acme"),
        (r'["acme\⌖"]', "acme"),
        (r"[acme\x1f⌖]", r"acme\x1f"),
    ],
)
def test_what_is_typed_of_a_key_is_what_it_means(text: str, typed: str) -> None:
    _, where, _ = offered(f"{HEAD}    required: {text}")
    assert where is not None and source_keys.typed(where) == typed


@pytest.mark.parametrize("word", [r'"acme\x1f1⌖"', "'it''s⌖'", "a⌖b"])
def test_the_word_at_the_cursor_is_not_taken_for_listed(word: str) -> None:
    _, where, _ = offered(f"{HEAD}    required: [x, {word}]")
    assert where is not None and present(where) == {"x"}


def test_a_key_shows_its_rank_and_the_title_of_its_row() -> None:
    _, where, _ = offered(f"{HEAD}    relevant: {{⌖}}")
    assert where is not None
    shown = [
        (one.label, one.detail, one.plain, one.insert)
        for one in source_keys.completions(where, ROWS, {"acme\x1f1": 3, "42": 1})
    ]
    assert shown == [
        ("42", "rank 1 · Prices", "42: 1", "42: ${1:1}"),
        ("acme\\x1f1", "rank 3", '"acme\\x1f1": 1', '"acme\\\\x1f1": ${1:1}'),
        ("$a}", "x" * 59 + "…", '"$a}": 1', '"\\$a\\}": ${1:1}'),
    ]


@pytest.mark.parametrize(
    "text",
    [f"{HEAD}    query: ⌖", f"{HEAD}    ⌖", f"{HEAD}    relevant: {{a: ⌖}}", "required: [⌖]", "⌖"],
)
def test_no_key_belongs_elsewhere(text: str) -> None:
    _, where, _ = offered(text)
    assert where is not None and not source_keys.expects_key(where)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (f"{HEAD}    required: [a, ⌖, b]", {"a", "b"}),
        (f"{HEAD}    required: [a, ⌖", {"a"}),
        (f"{HEAD}    required: [a, b⌖]", {"a"}),
        (f"{HEAD}    required:\n      - a\n      - ⌖\n      - c\n", {"a", "c"}),
        (f"{HEAD}    required:\n      - a\n      ⌖\n      - c\n", {"a", "c"}),
        (f"{HEAD}    relevant: {{a: 1, ⌖, b: 2}}", {"a", "b"}),
    ],
)
def test_what_is_listed_already(text: str, keys: set[str]) -> None:
    _, where, _ = offered(text)
    assert where is not None and present(where) == keys


def test_what_is_written_ends_its_lines_as_the_file_does() -> None:
    plain, where, found = offered("version: 1\r\ncases:\r\n  - ⌖")
    assert where is not None
    assert chosen(plain, where, found[0]).replace("\r\n", "").count("\n") == 0


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("x: &d {k: 3}\ncases:\n  - id: a\n    <<: *d\n    ⌖", "query, k, required, relevant"),
        ("cases:\n  - id: a\n    required: &r [x]\n  - id: b\n    required: *r\n    ⌖", "query, k, relevant"),
    ],
)
def test_an_alias_of_something_elsewhere_hides_no_field(text: str, names: str) -> None:
    assert ", ".join(one.label for one in offered(text)[2]) == names


IGNORING = "version: 1\ncases:\n  - id: a\n    query: q\n"


@pytest.mark.parametrize(
    ("text", "first", "left_out"),
    [
        # What is said in the line comes first, wherever in the list one is.
        (f"{IGNORING}    required: [x, x] # caselens: ignore[⌖]", "repeated-key", ""),
        (f"{IGNORING}    required: [x, x] # caselens: ignore[odd-k, ⌖", "repeated-key", "odd-k"),
        # Alone in its line, a comment speaks of the next.
        (f"{IGNORING}    #caselens:ignore[⌖]\n    required: [x, x]", "repeated-key", ""),
        (
            f"{IGNORING}    # caselens: ignore[odd⌖, repeated-key]\n    required: [x, x]",
            "cut-query",
            "repeated-key",
        ),
    ],
)
def test_what_a_comment_could_ignore(text: str, first: str, left_out: str) -> None:
    content, line, column = cut(text)
    picture = Picture(content)
    picture.settle()
    found = ignorable(picture, line, column)
    assert found is not None
    labels = [one.label for one in found.found]
    assert labels[0] == first
    assert {*LINTS} - {*labels} == {left_out} - {""}
    word = found.piece.source.slice(found.found[0].span)
    assert word in ("", "odd")


@pytest.mark.parametrize(
    "text", [f"{IGNORING}    # caselens: ignore[x]⌖", f"{IGNORING}    # ⌖", "⌖", "query: ign[⌖"]
)
def test_no_code_belongs_elsewhere(text: str) -> None:
    content, line, column = cut(text)
    assert ignorable(Picture(content), line, column) is None
