# ruff: noqa: E501 - a marked text is as wide as its messages
"""`caselens.yaml`: every fault at its place, every glob, and which generation claims a corpus."""

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from caselens import schema
from caselens.adapters.claims import claimant
from caselens.adapters.configuration import Fault, find, load, masked, read
from caselens.ports import PortError
from caselens.project import find_project
from caselens.rules.carets import draw, erase
from caselens.rules.rule import Finding, Severity
from caselens.settings import Gates, Generation, Settings
from caselens.text import SourceText

HERE = Path("folder")

# Carets stand under what is wrong, as in tests/rules; for what stands in the first column the `#` counts.
FAULTY = {
    "unknown field": """\
        version: 1
        generations:
          - name: handbook
            corpora: ["*.corpus.yaml"]
            rows: handbook.jsonl
            colour: red
        #   ^^^^^^ fault: generations.0: no field "colour"; accepted are name, corpora, rows, table, key_fields, input_fields, qdrant, spec, database, model
            keyfields: [id]
        #   ^^^^^^^^^ fault: generations.0: no field "keyfields"; accepted are name, corpora, rows, table, key_fields, input_fields, qdrant, spec, database, model
        gate:
        #^^^ fault: the configuration: no field "gate"; accepted are version, generations, gates, explainer, ignore
          min_recall: 0.5
        """,
    "unknown field under an odd name": """\
        version: 1
        generations: [{name: a, corpora: [x], rows: r}]
        gates: {[min_recall]: 0.5, "min_recall ": 1}
        #       ^^^^^^^^^^^^ fault: gates: no field "['min_recall']"; accepted are min_recall, min_mrr, min_ndcg, min_exact_agreement, max_recall_drop, max_mrr_drop, max_ndcg_drop, max_exact_agreement_drop, max_p95_ms, require_every_case
        #                          ^^^^^^^^^^^^^ fault: gates: no field "min_recall "; accepted are min_recall, min_mrr, min_ndcg, min_exact_agreement, max_recall_drop, max_mrr_drop, max_ndcg_drop, max_exact_agreement_drop, max_p95_ms, require_every_case
        """,
    "no merge keys": """\
        version: 1
        generations:
          - &first {name: a, corpora: [x], rows: r}
          - <<: *first
        #   ^^ fault: generations.1: no field "<<"; accepted are name, corpora, rows, table, key_fields, input_fields, qdrant, spec, database, model
        #   ^^ fault: generations.1: "name", "corpora" are missing
        #   ^^ fault: generations.1: "rows" is missing; or else `spec` with `database`
        """,
    "missing fields": """\
        version: 1
        generations:
          - name: a
        #   ^^^^ fault: generations.0: "corpora" is missing
        #   ^^^^ fault: generations.0: "rows" is missing; or else `spec` with `database`
          - {corpora: [x], rows: r}
        #   ^^^^^^^^^^^^^^^^^^^^^^^ fault: generations.1: "name" is missing
        """,
    "missing at the top": """\
        # about the handbook
        gates: {}
        #^^^^ fault: the configuration: "version", "generations" are missing
        """,
    "wrong types": """\
        version: 1
        generations:
          - name: 42
        #         ^^ fault: generations.0.name: found 42; it takes a string
            corpora: "*.corpus.yaml"
        #            ^^^^^^^^^^^^^^^ fault: generations.0.corpora: found "*.corpus.yaml"; it takes a list
            rows: [a.jsonl, b.jsonl]
        #         ^^^^^^^^^^^^^^^^^^ fault: generations.0.rows: found a list; it takes a string
            key_fields: [id, 1.50, yes, true, ~]
        #                    ^^^^ fault: generations.0.key_fields.1: found 1.5; it takes a string
        #                               ^^^^ fault: generations.0.key_fields.3: found true; it takes a string
        #                                     ^ fault: generations.0.key_fields.4: found nothing; it takes a string
            input_fields:
              title: body
        #     ^^^^^ fault: generations.0.input_fields: found a mapping; it takes a list
        gates:
          min_recall: "0.8"
        #             ^^^^^ fault: gates.min_recall: found "0.8"; it takes a number
          require_every_case: 1
        #                     ^ fault: gates.require_every_case: found 1; it takes true or false
        """,
    "generations that are none": """\
        version: 1
        generations: {}
        #            ^^ fault: generations: found a mapping; it takes a list
        gates: []
        #      ^^ fault: gates: found a list; it takes a mapping
        """,
    "an item that is none": """\
        version: 1
        generations:
          - handbook
        #   ^^^^^^^^ fault: generations.0: found "handbook"; it takes a mapping
          - - handbook
        #   ^ fault: generations.1: found a list; it takes a mapping
        """,
    "nothing after a field": """\
        version: 1
        generations:
        #           ^ fault: generations: found nothing; it takes a list
        """,
    "another version": """\
        version: 2
        #        ^ fault: version: found 2; accepted is 1
        generations: [{name: a, corpora: [x], rows: r}]
        """,
    "a repeated field": """\
        version: 1
        version: 2
        #^^^^^^ fault: "version" stands here a second time
        generations: [{name: a, corpora: [x], rows: r}]
        """,
    "a version in quotes": """\
        version: "1"
        #        ^^^ fault: version: found "1"; accepted is 1
        generations: [{name: a, corpora: [x], rows: r}]
        """,
    "a version that is true": """\
        version: true
        #        ^^^^ fault: version: found true; accepted is 1
        generations: [{name: a, corpora: [x], rows: r}]
        """,
    "a model that there is not": """\
        version: 1
        generations:
          - {name: a, corpora: [x], rows: r, model: mini-lm}
        #                                           ^^^^^^^ fault: generations.0.model: found "mini-lm"; accepted are minilm, hashing
          - {name: b, corpora: [x], rows: r, model: ~}
        #                                           ^ fault: generations.1.model: found nothing; accepted are minilm, hashing
        """,
    "empty lists and strings": """\
        version: 1
        generations:
          - name: ""
        #         ^^ fault: generations.0.name: it must not be empty
            corpora: []
        #            ^^ fault: generations.0.corpora: it must not be empty
            rows: ''
        #         ^^ fault: generations.0.rows: it must not be empty
            key_fields: [""]
        #                ^^ fault: generations.0.key_fields.0: it must not be empty
        """,
    "no generations": """\
        version: 1
        generations: []
        #            ^^ fault: generations: it must not be empty
        """,
    "numbers out of range": """\
        version: 1
        generations: [{name: a, corpora: [x], rows: r}]
        gates:
          min_recall: 80
        #             ^^ fault: gates.min_recall: found 80; it must be from 0 to 1
          min_exact_agreement: -0.1
        #                      ^^^^ fault: gates.min_exact_agreement: found -0.1; it must be from 0 to 1
        """,
    "within what an alias repeats": """\
        version: 1
        generations:
          - name: a
            corpora: &globs [1]
        #                    ^ fault: generations.0.corpora.0: found 1; it takes a string
        #                    ^ fault: generations.1.corpora.0: found 1; it takes a string
            rows: r
          - {name: b, corpora: *globs, rows: r}
        """,
    "after an emoji": """\
        version: 1
        generations: [{name: "😀 日本", corpora: [x], row: r, rows: r}]
        #                                          ^^^ fault: generations.0: no field "row"; accepted are name, corpora, rows, table, key_fields, input_fields, qdrant, spec, database, model
        """,
    "a list": """\
        - version: 1
        #^ fault: the configuration: found a list; it takes a mapping
        """,
    "text": """\
        version 1
        #^^^^^^^^ fault: the configuration: found "version 1"; it takes a mapping
        """,
    "a list that is not closed": """\
        version: 1
        generations: [
        #            ^ fault: a value is expected here
        """,
    "text that needs quotes": """\
        version: 1
        generations:
          - name: handbook: the second
        #                 ^ fault: a ":" cannot stand here; text with ": " needs quotes
        """,
    "an alias of nothing": """\
        version: 1
        generations: *shared
        #            ^^^^^^^ fault: no anchor &shared stands before this alias
        """,
    "a list that holds itself": """\
        version: 1
        generations: &all [*all, *all]
        #                  ^^^^ fault: this holds itself
        """,
    "a list that unfolds without end": """\
        version: 1
        generations:
          - &a [x, x, x, x, x, x, x, x, x]
        #                   ^ fault: aliases unfold this without end
          - &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
          - &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
          - &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]
          - [*d, *d, *d]
        """,
    "a number that is none": """\
        version: 1
        generations: [{name: a, corpora: [x], rows: r}]
        gates: {min_recall: .nan}
        #                   ^^^^ fault: .nan is no finite number
        """,
    "a value that denies its tag": """\
        version: !!int one
        #              ^^^ fault: "one" is not a !!int
        """,
}


@pytest.mark.parametrize("marked", FAULTY.values(), ids=FAULTY)
def test_every_fault_stands_where_it_is_drawn(marked: str) -> None:
    text = dedent(marked)
    assert drawn(erase(text)) == text


@pytest.mark.parametrize("marked", FAULTY.values(), ids=FAULTY)
def test_line_ends_move_no_fault(marked: str) -> None:
    text = erase(dedent(marked))
    assert places(text.replace("\n", "\r\n")) == places(text)


def drawn(text: str) -> str:
    return draw(
        SourceText(text), [Finding("fault", Severity.ERROR, *fault) for fault in map(parts, faults(text))]
    )


def parts(fault: Fault) -> tuple[Any, str]:
    return fault.span, fault.message


def faults(text: str) -> tuple[Fault, ...]:
    reading = read(text, HERE)
    assert (reading.settings is None) == bool(reading.faults)
    return reading.faults


def places(text: str) -> list[tuple[tuple[int, int], str]]:
    source = SourceText(text)
    return [(source.line_column(fault.span.start), fault.message) for fault in faults(text)]


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "---\n", "~"])
def test_an_empty_file_is_no_mapping(text: str) -> None:
    assert [fault.message for fault in faults(text)] == [
        "the configuration: found nothing; it takes a mapping"
    ]


def test_every_keyword_of_the_schema_has_words() -> None:
    """`_said` knows each kind of error that the schema can give."""
    spoken = {"additionalProperties", "required", "enum", "const", "type", "minItems", "minLength"}
    spoken |= {"pattern", "examples", "writeOnly", "if", "then", "else", "not", "$comment"}
    assert keywords(schema.load("caselens")) == spoken | {"minimum", "maximum"}


def keywords(value: Any) -> set[str]:
    silent = {"$schema", "$id", "$ref", "$defs", "title", "description", "default", "properties", "items"}
    if not isinstance(value, dict):
        return set()
    inner = [*value.get("properties", {}).values(), *value.get("$defs", {}).values()]
    inner += [value.get(name) for name in ("items", "then", "else")]
    return (value.keys() - silent).union(*map(keywords, inner))


# -- settings -----------------------------------------------------------------------------------


def test_what_is_not_written_has_its_default() -> None:
    text = """
        version: 1.0
        generations:
          - {name: handbook, corpora: ["*.corpus.yaml"], rows: handbook.jsonl}
    """
    assert read(text, HERE).settings == Settings(
        HERE,
        (Generation("handbook", ("*.corpus.yaml",), "handbook.jsonl", ("id",), (), "", "minilm"),),
        Gates(min_recall=0.0, min_exact_agreement=0.0, require_every_case=True),
    )


def test_what_is_written_counts() -> None:
    text = """\
        version: 0x1
        generations:
          - name: &name handbook
            corpora: [a.yaml, 'b/**/*.yaml']
            rows: >-
              rows
              of mine.db
            table: *name
            key_fields: [tenant, id]
            input_fields: ["title", yes]
            model: hashing
          - {name: other, corpora: [x], rows: r}
        gates: {min_recall: 0.8, min_exact_agreement: 1, require_every_case: False}
        ---
        only: [the first document counts
        """
    assert read(dedent(text), HERE).settings == Settings(
        HERE,
        (
            Generation(
                "handbook",
                ("a.yaml", "b/**/*.yaml"),
                "rows of mine.db",
                ("tenant", "id"),
                ("title", "yes"),
                "handbook",
                "hashing",
            ),
            Generation("other", ("x",), "r"),
        ),
        Gates(min_recall=0.8, min_exact_agreement=1, require_every_case=False),
    )


def test_the_schema_and_the_settings_know_the_same_fields_and_defaults() -> None:
    definitions = schema.load("caselens")["$defs"]
    assert set(schema.fields("caselens", "generation")) == set(Generation._fields)
    assert set(schema.fields("caselens", "gates")) == set(Gates._fields)
    plain, gates = Generation("n", ("x",), "r"), Gates()
    assert {
        name: field["default"]
        for name, field in definitions["generation"]["properties"].items()
        if "default" in field
    } == {"key_fields": list(plain.key_fields), "model": plain.model}
    assert definitions["gates"]["properties"]["require_every_case"]["default"] is gates.require_every_case


# -- files --------------------------------------------------------------------------------------

GOOD = "version: 1\ngenerations: [{name: a, corpora: ['*'], rows: r.jsonl}]\n"


def test_a_file_is_read_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "caselens.yaml"
    for content in (GOOD.encode(), b"\xef\xbb\xbf" + GOOD.encode(), GOOD.replace("\n", "\r\n").encode()):
        path.write_bytes(content)
        settings = load(path)
        assert (settings.folder, settings.resolve("r.jsonl")) == (tmp_path, tmp_path / "r.jsonl")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            GOOD.replace("rows", "row").encode(),
            '2:15: generations.0: "rows" is missing; or else `spec` with `database` (and 1 more)',
        ),
        (b"\xef\xbb\xbfversion: 2\ngenerations: []", "1:10: version: found 2; accepted is 1 (and 1 more)"),
        (b"version: 1\r\ngenerations:\r\n  - x\r\n", '3:5: generations.0: found "x"; it takes a mapping'),
        (b"", "1:1: the configuration: found nothing; it takes a mapping"),
    ],
)
def test_a_refusal_names_the_first_fault_s_place(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "caselens.yaml"
    path.write_bytes(content)
    with pytest.raises(PortError) as raised:
        load(path)
    assert str(raised.value) == f"{path}:{message}"


@pytest.mark.parametrize("content", [b"version: 1 # \xe9", GOOD.encode("utf-16")])
def test_a_file_that_is_no_text_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "caselens.yaml"
    path.write_bytes(content)
    with pytest.raises(PortError) as raised:
        load(path)
    assert str(raised.value) == f"{path} cannot be read: it is not UTF-8"


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "absent.yaml", "No such file or directory"),
        (tmp_path, "Is a directory"),
    ):
        with pytest.raises(PortError) as raised:
            load(path)
        assert str(raised.value) == f"{path} cannot be read: {reason}"


def test_the_nearest_configuration_above_is_found(tmp_path: Path) -> None:
    outer, inner = tmp_path / "caselens.yaml", tmp_path / "a/b/caselens.yaml"
    (tmp_path / "a/b/c/d").mkdir(parents=True)
    # A folder of that name is none.
    (tmp_path / "a/b/c/caselens.yaml").mkdir()
    corpus = tmp_path / "a/b/c/d/x.corpus.yaml"
    outer.write_text(GOOD)
    assert find(corpus) == outer
    inner.write_text(GOOD)
    assert find(corpus) == inner
    assert find(tmp_path / "x.corpus.yaml") == outer


def test_a_link_to_a_corpus_is_where_the_corpus_is(tmp_path: Path) -> None:
    for name in ("real", "elsewhere"):
        (tmp_path / name).mkdir()
    (tmp_path / "real/caselens.yaml").write_text(GOOD)
    (tmp_path / "real/x.yaml").write_text("")
    (tmp_path / "elsewhere/link.yaml").symlink_to(tmp_path / "real/x.yaml")
    project = find_project(tmp_path / "elsewhere/link.yaml")
    assert project is not None
    assert project.rows_path == tmp_path / "real/r.jsonl"


def test_without_a_claim_there_is_no_project(tmp_path: Path) -> None:
    (tmp_path / "caselens.yaml").write_text(GOOD.replace("*", "*.corpus.yaml"))
    assert find_project(tmp_path / "notes.yaml") is None
    assert find_project(tmp_path / "sub/x.corpus.yaml") is None
    assert find_project(tmp_path / "x.corpus.yaml") is not None


# -- claims -------------------------------------------------------------------------------------


def claims(*globs: str) -> Settings:
    return Settings(HERE, tuple(Generation(glob, (glob,), "r") for glob in globs))


@pytest.mark.parametrize(
    ("glob", "inside", "outside"),
    [
        ("a.yaml", ["a.yaml"], ["b.yaml", "sub/a.yaml", "../a.yaml", "a.yaml.orig", "A.yaml", "ayaml"]),
        ("./a.yaml", ["a.yaml"], ["sub/a.yaml"]),
        ("*.corpus.yaml", ["a.corpus.yaml", ".corpus.yaml"], ["sub/a.corpus.yaml", "a.corpusXyaml"]),
        ("**/*.yaml", ["a.yaml", "sub/a.yaml", "x/y/z/a.yaml"], ["a.yml", "../a.yaml", "../../x/a.yaml"]),
        ("docs/**/a.yaml", ["docs/a.yaml", "docs/x/a.yaml", "docs/x/y/a.yaml"], ["a.yaml", "x/docs/a.yaml"]),
        ("docs/*/a.yaml", ["docs/x/a.yaml"], ["docs/a.yaml", "docs/x/y/a.yaml"]),
        ("docs/**", ["docs/a.yaml"], ["docs/x/a.yaml"]),
        ("?.yaml", ["a.yaml", "é.yaml"], ["ab.yaml", ".yaml"]),
        ("a?b.yaml", ["a-b.yaml"], ["a/b.yaml"]),
        ("../shared/*.yaml", ["../shared/a.yaml"], ["a.yaml", "shared/a.yaml"]),
        ("[ab]+(c|d).yaml", ["[ab]+(c|d).yaml"], ["a.yaml", "ac.yaml"]),
        ("*", ["a.yaml", "a"], ["sub/a"]),
    ],
)
def test_globs(tmp_path: Path, glob: str, inside: list[str], outside: list[str]) -> None:
    settings = Settings(tmp_path / "folder", claims(glob).generations)
    claimed = {name: claimant(settings, settings.folder / name) is not None for name in (*inside, *outside)}
    assert claimed == dict.fromkeys(inside, True) | dict.fromkeys(outside, False)


def test_the_first_generation_that_matches_wins() -> None:
    settings = claims("special.yaml", "*.yaml", "*")
    won = [claimant(settings, HERE / name) for name in ("special.yaml", "a.yaml", "a.txt", "sub/a.txt")]
    assert [generation and generation.name for generation in won] == ["special.yaml", "*.yaml", "*", None]


def test_any_glob_of_a_generation_claims() -> None:
    settings = Settings(HERE, (Generation("both", ("a.yaml", "sub/*.yaml"), "r"),))
    assert claimant(settings, HERE / "a.yaml") == claimant(settings, HERE / "sub/b.yaml")
    assert claimant(settings, HERE / "b.yaml") is None
    assert claimant(Settings(HERE), HERE / "a.yaml") is None


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("    model: minilm\n", "    model: minilm\n"),
        ("  - name: docs # a\n", "  - name: docs # a\n"),
        ("    database: env:DOCS\n", "    database: env:DOCS\n"),
        ("    database: postgresql://u:p@h/d\n", "    database: ********************\n"),
        ("      credential: sk-123 456\r\n", "      credential: ****** ***\r\n"),
        ("    databse: host=h password=p\n", "    databse: ****** **********\n"),
        ("    tokne: sk-123\n", "    tokne: ******\n"),
        ("      endpoint: http://h/v1\n", "      endpoint: http://h/v1\n"),
        ("      endpoint: http://u@h/v1\n", "      endpoint: *************\n"),
        ("  - {name: a, database: postgresql://u:p@h/d}", "  * ****** ** ********* *********************"),
        ("    rows: file with password=p\n", "    rows: **** **** **********\n"),
        ("# comment\n", "# comment\n"),
        ("generations:\n", "generations:\n"),
    ],
)
def test_a_line_is_printed_without_what_may_be_a_secret(line: str, printed: str) -> None:
    assert masked(line) == printed
    assert len(masked(line)) == len(line)
