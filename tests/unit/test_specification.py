# ruff: noqa: E501 - a marked text is as wide as its messages
"""A specification: every refusal at its place, its identity, and no secret in anything that is said."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from caselens import schema
from caselens.features.outline import Symbol
from caselens.features.recognition import is_corpus, is_specification
from caselens.features.specifications import checked, headline, outline
from caselens.rules.carets import draw, erase
from caselens.specification.accepted import Model, Preprocessing, Source, Specification, Target
from caselens.specification.identity import identity
from caselens.specification.reading import read
from caselens.specification.secrets import has_user_info, is_base_url, is_reference
from caselens.syntax.parse import parse
from caselens.syntax.plain import plain_value
from caselens.text import SourceText, applied

WHOLE = """\
version: 1
source:
  table: handbook
  key_fields: [id]
  input_fields: [title, body]
  mutable: true
preprocessing:
  null_policy: empty
  empty_policy: skip
  unicode_normalization: nfc
  truncate: refuse
model:
  endpoint_class: local
  reported_dimension: 384
  normalization: l2
target:
  table: handbook
  column: embedding
  representation: vector
  metric: cosine
"""

# Carets stand under what is wrong, as in tests/rules; for what stands in the first column the `#` counts.
# Each is a section that replaces that of WHOLE, or a field at the top.
FAULTY = {
    "nothing wrong": """\
        name: anything
        policy: ~
        """,
    "unknown fields": """\
        colour: red
        #^^^^^ specification: no field "colour" in a specification; accepted are version, name, description, source, preprocessing, model, target, consistency, policy
        policy:
          max_plan_ages: 24h
        # ^^^^^^^^^^^^^ specification: no field "max_plan_ages" in policy; the nearest is "max_plan_age"
          paused: true
        # ^^^^^^ specification: no field "paused" in policy; it stands in consistency
        """,
    "unknown in source": """\
        source:
          tabel: handbook
        # ^^^^^ specification: no field "tabel" in source; the nearest is "table"
          key_fields: [id]
          input_fields: [body]
          mutabel: true
        # ^^^^^^^ specification: no field "mutabel" in source; the nearest is "mutable"
        """,
    "unknown in preprocessing": """\
        preprocessing: {null_policy: skip, empty_policy: refuse, unicode_normalization: none, truncate: bytes, max_bytes: 3}
        #                                                                                                      ^^^^^^^^^ specification: no field "max_bytes" in preprocessing; the nearest is "max_input_bytes"
        """,
    "unknown in model": """\
        model: {endpoint_class: hosted, reported_dimension: 3, normalization: none, metric: l2}
        #                                                                           ^^^^^^ specification: no field "metric" in model; it stands in target
        """,
    "unknown in target": """\
        target: {table: t, column: c, representation: halfvec, metric: l2, Layout: own_table}
        #                                                                  ^^^^^^ specification: no field "Layout" in target; the nearest is "layout"
        """,
    "unknown in consistency": """\
        consistency: {modus: outbox}
        #             ^^^^^ specification: no field "modus" in consistency; the nearest is "mode"
        """,
    "another version": """\
        version: 2
        #        ^ specification: found version 2; this format is version 1
        """,
    "a version in quotes": """\
        version: "1"
        #        ^^^ specification: found the string "1"; "version" takes an integer
        """,
    "missing in source": """\
        source: {table: t, key_fields: [id], input_fields: [body]}
        #^^^^^ specification: "mutable" is missing; it takes true or false
        """,
    "missing in preprocessing": """\
        preprocessing:
        #^^^^^^^^^^^^ specification: "null_policy" is missing; it takes empty, skip, refuse
        #^^^^^^^^^^^^ specification: "empty_policy" is missing; it takes skip, refuse
          unicode_normalization: ~
        #                        ^ specification: "unicode_normalization" has no value; it takes none, nfc, nfd, nfkc, nfkd
          truncate:
        # ^^^^^^^^ specification: "truncate" has no value; it takes refuse, bytes, chunk
        """,
    "missing in model": """\
        model:
        #^^^^ specification: "endpoint_class" is missing; it takes local, hosted, gateway
        #^^^^ specification: "normalization" is missing; it takes none, l2
          reported_dimension: 0
        #                     ^ specification: "reported_dimension" has no value; it takes a number from 1
        """,
    "missing in target": """\
        target:
        #^^^^^ specification: "column" is missing; it takes a name
        #^^^^^ specification: "representation" is missing; it takes vector, halfvec, sparsevec
        #^^^^^ specification: "metric" is missing; it takes cosine, l2, inner_product
          table: ""
        #        ^^ specification: "table" has no value; it takes a name
        """,
    "values of another kind": """\
        source:
          table: [handbook]
        #        ^^^^^^^^^^ specification: found a list; "table" takes a string
          key_fields: id
        #             ^^ specification: found the string "id"; "key_fields" takes a list of columns
          input_fields: [{a: b}]
        #                ^^^^^^ specification: found a map; a column is named by a string
          mutable: "true"
        #          ^^^^^^ specification: found the string "true"; "mutable" takes true or false
        target: {table: 1.50, column: yes, representation: vector, metric: l2, index_options: [m]}
        #                                                                                     ^^^ specification: found a list; "index_options" takes a map from option to value
        consistency: on
        #            ^^ specification: found a string; consistency is a mapping
        """,
    "sections of another kind": """\
        source: [table, handbook]
        #       ^^^^^^^^^^^^^^^^^ specification: found a list; source is a mapping
        target: ~
        #^^^^^ specification: "table" is missing; it takes a name
        #^^^^^ specification: "column" is missing; it takes a name
        #^^^^^ specification: "representation" is missing; it takes vector, halfvec, sparsevec
        #^^^^^ specification: "metric" is missing; it takes cosine, l2, inner_product
        """,
    "values of no list": """\
        source: {table: t, key_fields: [id], input_fields: [a], mutable: yes, version_strategy: updated-at, version_field: a}
        #                                                                                       ^^^^^^^^^^ specification: found "updated-at"; "version_strategy" takes monotonic, outbox_sequence, updated_at, input_hash
        preprocessing: {null_policy: Empty, empty_policy: empty, unicode_normalization: NFC, truncate: cut}
        #                            ^^^^^ specification: found "Empty"; "null_policy" takes empty, skip, refuse
        #                                                 ^^^^^ specification: found "empty"; "empty_policy" takes skip, refuse
        #                                                                               ^^^ specification: found "NFC"; "unicode_normalization" takes none, nfc, nfd, nfkc, nfkd
        #                                                                                              ^^^ specification: found "cut"; "truncate" takes refuse, bytes, chunk
        model: {provider: openai, endpoint_class: cloud, reported_dimension: 3, normalization: L2}
        #                 ^^^^^^ specification: found "openai"; "provider" takes openai-compatible
        #                                         ^^^^^ specification: found "cloud"; "endpoint_class" takes local, hosted, gateway
        #                                                                                      ^^ specification: found "L2"; "normalization" takes none, l2
        target: {table: t, column: c, representation: bit, metric: dot, index_method: flat, layout: inline}
        #                                             ^^^ specification: found "bit"; "representation" takes vector, halfvec, sparsevec
        #                                                          ^^^ specification: found "dot"; "metric" takes cosine, l2, inner_product
        #                                                                             ^^^^ specification: found "flat"; "index_method" takes hnsw, ivfflat
        #                                                                                           ^^^^^^ specification: found "inline"; "layout" takes source_columns, own_table
        consistency: {mode: polling}
        #                   ^^^^^^^ specification: found "polling"; "mode" takes outbox, immutable
        """,
    "an endpoint with a user": """\
        model:
          endpoint_class: local
          endpoint: https://ada:lovelace@models.example/v1
        #           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ specification: the URL has a user name or a password in it; a token goes where "credential" points to
          reported_dimension: 384
          normalization: l2
        """,
    "an endpoint that is none": """\
        model: {endpoint_class: local, endpoint: "localhost:11434", reported_dimension: 3, normalization: l2}
        #                                        ^^^^^^^^^^^^^^^^^ specification: this is no URL that can be asked; "endpoint" takes one such as http://localhost:11434/v1
        """,
    "a token instead of a reference": """\
        model: {endpoint_class: local, reported_dimension: 384, normalization: l2, credential: sk-123}
        #                                                                                      ^^^^^^ specification: this is no reference; "credential" takes env:NAME or file:/path, and never the token itself
        """,
    "sizes below nothing": """\
        preprocessing: {null_policy: skip, empty_policy: skip, unicode_normalization: nfc, truncate: bytes, max_input_bytes: -1}
        #                                                                                                                    ^^ specification: found -1; "max_input_bytes" takes a number from 0
        model: {endpoint_class: local, requested_dimension: -2, reported_dimension: -3, normalization: l2}
        #                                                   ^^ specification: found -2; "requested_dimension" takes a number from 0
        #                                                                           ^^ specification: found -3; "reported_dimension" takes a number from 1
        policy: {min_source_rows: -4}
        #                         ^^ specification: found -4; "min_source_rows" takes a number from 0
        """,
    "an overlap without chunks": """\
        preprocessing: {null_policy: skip, empty_policy: skip, unicode_normalization: nfc, truncate: bytes, overlap_bytes: 8}
        #                                                                                                                  ^ specification: found 8; "overlap_bytes" goes with "truncate: chunk" alone
        """,
    "an overlap of a whole chunk": """\
        preprocessing: {null_policy: skip, empty_policy: skip, unicode_normalization: nfc, truncate: chunk, max_input_bytes: 8, overlap_bytes: 8}
        #                                                                                                                                      ^ specification: found 8; "overlap_bytes" takes less than "max_input_bytes", which is 8
        """,
    "chunks without a size": """\
        preprocessing: {null_policy: skip, empty_policy: skip, unicode_normalization: nfc, truncate: chunk}
        #                                                                                            ^^^^^ specification: "truncate: chunk" needs a size; "max_input_bytes" takes one above 0
        """,
    "a key field twice": """\
        source: {table: t, key_fields: [id, tenant, "id"], input_fields: [body, body], mutable: false}
        #                                           ^^^^ specification: "id" is a key field already; each stands once
        """,
    "a key of YAML twice": """\
        consistency: {paused: false, paused: true}
        #                            ^^^^^^ specification: "paused" stands here a second time; a key may stand once in a mapping
        """,
    "a strategy without its column": """\
        source: {table: t, key_fields: [id], input_fields: [a], mutable: true, version_strategy: monotonic}
        #                                                                                        ^^^^^^^^^ specification: "version_strategy: monotonic" needs a column; "version_field" names it
        """,
    "a strategy without a column": """\
        source: {table: t, key_fields: [id], input_fields: [a], mutable: true, version_strategy: input_hash}
        """,
    "more dimensions than an index takes": """\
        model: {endpoint_class: local, requested_dimension: 3072, reported_dimension: 2001, normalization: l2}
        #                                                   ^^^^ specification: found 3,072; what comes back is to have "reported_dimension", which is 2,001
        target: {table: t, column: c, representation: vector, metric: l2, index_method: hnsw}
        #                                                                               ^^^^ specification: pgvector indexes vector up to 2,000 dimensions, and these are 2,001
        """,
    "as many as it takes": """\
        model: {endpoint_class: local, reported_dimension: 4000, normalization: l2}
        target: {table: t, column: c, representation: halfvec, metric: l2, index_method: ivfflat}
        """,
    "an index that there is not": """\
        target: {table: t, column: c, representation: sparsevec, metric: l2, index_method: ivfflat}
        #                                                                                  ^^^^^^^ specification: pgvector has no ivfflat index of sparsevec; it has hnsw
        """,
    "more dimensions than a column holds": """\
        model: {endpoint_class: local, reported_dimension: 16001, normalization: l2}
        #                                                  ^^^^^ specification: found 16,001; a column of vector holds up to 16,000 dimensions
        """,
    "nothing to embed": """\
        source:
        #^^^^^ specification: without "table", there are no rows
        #^^^^^ specification: without "key_fields", no row can be named
        #^^^^^ specification: without "input_fields", there is nothing to embed
          mutable: true
          key_fields: [~]
        #              ^ specification: an item without a value is left out
        """,
}

HARMLESS = {
    "nothing wrong",
    "an endpoint that is none",
    "a strategy without a column",
    "more dimensions than an index takes",
    "as many as it takes",
    "an index that there is not",
    "more dimensions than a column holds",
    "nothing to embed",
}
"""Those above that are not refused."""


def sections(text: str) -> dict[str, str]:
    """The top-level entries of a text, by their names."""
    found: dict[str, str] = {}
    name = ""
    for line in text.splitlines(keepends=True):
        if line[:1].isalpha():
            name = line.partition(":")[0]
        found[name] = found.get(name, "") + line
    return found


def whole(part: str) -> str:
    """WHOLE with some of its sections replaced."""
    return "".join((sections(WHOLE) | sections(part)).values())


@pytest.mark.parametrize("name", FAULTY)
def test_each_fault_is_said_at_its_place(name: str) -> None:
    marked = whole(dedent(FAULTY[name]))
    content = erase(marked)
    found = checked(content)
    assert draw(SourceText(content), found.findings) == marked
    assert bool(found.identity) is (found.refusals == 0) is (name in HARMLESS)


WITHOUT_SECTIONS = """\
version: 1
#^^^^^^ specification: "source" is missing; it needs mutable
#^^^^^^ specification: "preprocessing" is missing; it needs null_policy, empty_policy, unicode_normalization, truncate
#^^^^^^ specification: "model" is missing; it needs endpoint_class, reported_dimension, normalization
#^^^^^^ specification: "target" is missing; it needs table, column, representation, metric
"""


@pytest.mark.parametrize(
    "marked",
    [
        WITHOUT_SECTIONS,
        "- version: 1\n#^ specification: found a list; a specification is a mapping\n",
        "version: [1\n#        ^^ specification: this list is not closed; a comma or ] is expected\n",
    ],
)
def test_what_is_no_specification_says_so(marked: str) -> None:
    content = erase(marked)
    assert draw(SourceText(content), checked(content).findings) == marked


@pytest.mark.parametrize("content", ["", "# nothing yet\n", " \n"])
def test_an_empty_file_is_no_specification(content: str) -> None:
    (fault,) = read(content).faults
    assert fault.message.startswith("there is nothing here")
    assert fault.refuses


def test_what_is_merged_counts() -> None:
    content = WHOLE.replace("preprocessing:\n", "preprocessing:\n  <<: {separator: x, null_policy: skip}\n")
    found = read(content).specification
    assert found is not None
    assert (found.preprocessing.separator, found.preprocessing.null_policy) == ("x", "empty")


@pytest.mark.parametrize(
    ("content", "mended"),
    [
        ("  metric: cosin\n", "  metric: cosine\n"),
        ("  metrik: cosine\n", "  metric: cosine\n"),
        ("  metric: L2\n", "  metric: l2\n"),
    ],
)
def test_a_fault_can_be_mended(content: str, mended: str) -> None:
    wrong = WHOLE.replace("  metric: cosine\n", content)
    (finding,) = checked(wrong).findings
    ((fix,)) = finding.fixes
    assert applied(wrong, list(fix.edits)) == WHOLE.replace("  metric: cosine\n", mended)


# -- the values -----------------------------------------------------------------------------------

FULL = """\
version: 1
name: handbook
description: of the support desk
source:
  schema: public
  table: Handbook
  filter: published
  key_fields: [tenant, id]
  input_fields: [title]
  version_strategy: updated_at
  version_field: changed
  mutable: yes
preprocessing:
  separator: "\\n"
  prefix: "passage: "
  null_policy: skip
  empty_policy: refuse
  unicode_normalization: nfkc
  collapse_whitespace: true
  max_input_bytes: 0x100
  truncate: chunk
  overlap_bytes: 16
model:
  provider: openai-compatible
  endpoint_class: gateway
  endpoint: https://models.example/v1
  identifier: small
  revision: 1.50
  requested_dimension: 3
  reported_dimension: 3
  normalization: none
  pooling: mean
  credential: file:/run/token
target:
  schema: vectors
  table: t
  column: c
  representation: halfvec
  metric: inner_product
  index_method: ivfflat
  index_options: {lists: 100}
  layout: own_table
consistency: {mode: outbox, paused: off}
policy: {require_exact_approval: true, max_plan_age: 24h, min_source_rows: 10}
"""

SPECIFICATION = Specification(
    "handbook",
    "of the support desk",
    Source("public", "Handbook", "published", ("tenant", "id"), ("title",), "updated_at", "changed", True),
    Preprocessing("\n", "passage: ", "skip", "refuse", "nfkc", True, 256, "chunk", 16),
    Model(
        "openai-compatible", "gateway", "https://models.example/v1", "small", "1.50", 3, 3, "none", "mean", "file:/run/token"
    ),
    Target("vectors", "t", "c", "halfvec", "inner_product", "ivfflat", "own_table"),
)  # fmt: skip


def test_a_full_one_is_what_it_says() -> None:
    reading = read(FULL)
    assert reading.faults == ()
    assert reading.specification == SPECIFICATION
    assert reading.shown == FULL


def test_the_schema_takes_what_the_reader_takes() -> None:
    validator = Draft202012Validator(schema.load("specification"))
    # Other readers know the words of YAML 1.1 for true and false as text, or not at all.
    plain = FULL.replace("mutable: yes", "mutable: true").replace("paused: off", "paused: false")
    assert list(validator.iter_errors(plain_value(parse(plain).root))) == []
    assert list(validator.iter_errors(plain_value(parse(WHOLE).root))) == []


@pytest.mark.parametrize(
    "name",
    [
        "another version",
        "missing in source",
        "missing in preprocessing",
        "missing in model",
        "missing in target",
        "values of another kind",
        "values of no list",
        "sizes below nothing",
        "unknown in consistency",
        "unknown in source",
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(name: str) -> None:
    validator = Draft202012Validator(schema.load("specification"))
    assert not validator.is_valid(plain_value(parse(erase(whole(dedent(FAULTY[name])))).root))


# -- the identity ---------------------------------------------------------------------------------

FRAMED = (
    "4:spec1:18:contract1:1"
    "13:source.schema6:public12:source.table8:Handbook13:source.filter9:published"
    "23:source.version_strategy10:updated_at20:source.version_field7:changed"
    "13:pre.separator1:\n10:pre.prefix9:passage: 15:pre.null_policy4:skip16:pre.empty_policy6:refuse"
    "25:pre.unicode_normalization4:nfkc23:pre.collapse_whitespace4:true19:pre.max_input_bytes3:256"
    "12:pre.truncate5:chunk"
    "14:model.provider17:openai-compatible20:model.endpoint_class7:gateway16:model.identifier5:small"
    "14:model.revision4:1.5025:model.requested_dimension1:324:model.reported_dimension1:3"
    "19:model.normalization4:none13:model.pooling4:mean"
    "13:target.schema7:vectors12:target.table1:t13:target.column1:c21:target.representation7:halfvec"
    "13:target.metric13:inner_product19:target.index_method7:ivfflat"
    "17:source.key_fields1:26:tenant2:id19:source.input_fields5:title"
)
"""What is hashed, counted by hand."""


def test_the_identity_is_framed_as_a_digest_is() -> None:
    assert identity(SPECIFICATION) == hashlib.sha256(FRAMED.encode()).hexdigest()


def test_lengths_are_bytes_and_what_is_absent_is_its_zero() -> None:
    source = Source(table="Größe")
    one = "12:source.table7:Größe"
    framed = (
        f"4:spec1:18:contract1:113:source.schema0:{one}13:source.filter0:23:source.version_strategy0:"
        "20:source.version_field0:13:pre.separator0:10:pre.prefix0:15:pre.null_policy0:16:pre.empty_policy0:"
        "25:pre.unicode_normalization0:23:pre.collapse_whitespace5:false19:pre.max_input_bytes1:0"
        "12:pre.truncate0:14:model.provider0:20:model.endpoint_class0:16:model.identifier0:14:model.revision0:"
        "25:model.requested_dimension1:024:model.reported_dimension1:019:model.normalization0:13:model.pooling0:"
        "13:target.schema0:12:target.table0:13:target.column0:21:target.representation0:13:target.metric0:"
        "19:target.index_method0:17:source.key_fields1:019:source.input_fields"
    )
    assert identity(Specification(source=source)) == hashlib.sha256(framed.encode()).hexdigest()


def changed(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else (*value, "x") if isinstance(value, tuple) else value + "x"


def fields() -> Iterator[tuple[str, str]]:
    for section in ("source", "preprocessing", "model", "target"):
        yield from ((section, field) for field in getattr(SPECIFICATION, section)._fields)


@pytest.mark.parametrize(("section", "field"), list(fields()))
def test_what_is_part_of_the_identity_is_what_its_description_says(section: str, field: str) -> None:
    before = getattr(SPECIFICATION, section)
    after = before._replace(**{field: changed(getattr(before, field))})
    differs = identity(SPECIFICATION._replace(**{section: after})) != identity(SPECIFICATION)
    described = (schema.at("specification", (section, field)) or {})["description"]
    assert differs is ("Part of the identity." in described)


def test_names_and_order() -> None:
    assert identity(SPECIFICATION._replace(name="x", description="y")) == identity(SPECIFICATION)
    source = SPECIFICATION.source
    swapped = source._replace(key_fields=source.key_fields[::-1])
    # A column that is called as the next label is: the count keeps the lists apart.
    one = source._replace(key_fields=("a", "source.input_fields", "b"), input_fields=())
    other = source._replace(key_fields=("a",), input_fields=("b", "source.input_fields"))
    identities = {identity(SPECIFICATION._replace(source=each)) for each in (source, swapped, one, other)}
    assert len(identities) == 4


# -- secrets --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "valid", "user"),
    [
        ("http://localhost:11434/v1", True, False),
        ("HTTPS://models.example", True, False),
        ("https://[::1]:8080/v1?x=1", True, False),
        ("https://gateway.example/@cf/small", True, False),
        ("https://ada@models.example", False, True),
        ("https://ada:love/lace@models.example", False, True),
        ("https:/ada:lovelace@models.example", False, True),
        ("ada:lovelace@models.example/v1", False, True),
        ("https://ada:love#lace@models.example", False, True),
        ("https:\\\\ada:lovelace@models.example", False, True),
        ("localhost:11434", False, False),
        ("ftp://models.example", False, False),
        ("http://", False, False),
    ],
)
def test_urls(url: str, valid: bool, user: bool) -> None:
    assert (is_base_url(url), has_user_info(url)) == (valid, user)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("env:TOKEN", True),
        ("env:_t0", True),
        ("file:/run/secrets/a b", True),
        ("env:", False),
        ("env:sk-123", False),
        ("file:", False),
        ("file:token", False),
        ("sk-123", False),
        ("ENV:TOKEN", False),
        (" env:TOKEN", False),
        ("env:TOKEN\n", False),
    ],
)
def test_references(text: str, expected: bool) -> None:
    assert is_reference(text) is expected


SECRET = "qZ9-hunter2"

LEAKS = [
    f"model: {{credential: {SECRET}}}",
    f"model: {{credential: !!int {SECRET}}}",
    f"model: {{credential: !!binary {SECRET}}}",
    f"model: {{credential: [{SECRET}]}}",
    f"model: {{credential: {{{SECRET}: 1, {SECRET}: 2}}}}",
    f"model: {{credential: *{SECRET}}}",
    f"model: {{credentials: {SECRET}}}",
    f"model: {{credential {SECRET}: x}}",
    f"model: {{credential: env:A, credential: {SECRET}}}",
    f"model: {{endpoint: 'https://ada:{SECRET}@models.example'}}",
    f"model: {{endpoint: ['https://ada:{SECRET}@models.example']}}",
    f"model: {{endpoint: 'https://models.example/v1?key={SECRET}', colour: red}}",
    f"model: {{https://ada:{SECRET}@models.example: 1}}",
    f"model: 'credential: {SECRET}'",
    f"model:\n  credential {SECRET}\n",
    f"credential: {SECRET}",
    f"- credential: {SECRET}",
    f"x: &a {SECRET}\nmodel: {{credential: *a}}",
    f"model: {{? [credential, {SECRET}] : x}}",
    f"model:\n  credential: {SECRET}\n  endpoint: [\n",
    f"model: {{credential: '{SECRET}}}",
    f"consistency: {SECRET}",
    f"model: {{<<: {{credential: {SECRET}}}}}",
    f"model: {{credential: >-\n  {SECRET}\n }}",
]


def is_told(content: str, secret: str) -> bool:
    """Whether a message, a fix or what a terminal shows of a specification repeats a secret."""
    found = checked(content)
    fixes = [fix for finding in found.findings for fix in finding.fixes]
    said = [finding.message for finding in found.findings] + [fix.title for fix in fixes]
    said += [edit.replacement for fix in fixes for edit in fix.edits]
    return any(secret in one for one in (*said, found.shown or ""))


@pytest.mark.parametrize("content", LEAKS)
@pytest.mark.parametrize("before", ["", "version: 1\n"])
def test_no_secret_is_told(content: str, before: str) -> None:
    assert checked(before + content).identity == ""
    assert not is_told(before + content, SECRET)


tokens = st.text("abcXYZ0129-_.:/@#*&!?{}[]'\"% \\é", min_size=8, max_size=24).map(
    lambda text: f"qZ9{text}7w"
)


@settings(max_examples=400, deadline=None)
@given(token=tokens, style=st.sampled_from(["{}", "'{}'", '"{}"', "[{}]", "{{a: {}}}", "!!int {}", ">-\n    {}"]),
       field=st.sampled_from(["credential", "credentials", "Credential", "endpoint"]))  # fmt: skip
def test_no_generated_secret_is_told(token: str, style: str, field: str) -> None:
    value = f"https://ada:{token}@models.example" if field == "endpoint" else token
    content = WHOLE.replace(
        "  normalization: l2\n", f"  normalization: L2\n  {field}: {style.format(value)}\n"
    )
    # What is short of the token may stand there by chance; what follows a comment sign is not in the value.
    assert not is_told(content, token[:10])


pieces = st.sampled_from(
    [*WHOLE.splitlines(keepends=True), *FULL.splitlines(keepends=True), "- ", "[", "]", "{", "}", ": ", "~", "*a",
     "&a ", "<<: ", "!!int ", "\n", "  ", "'", '"', "|\n", "\x00", "\ud800", "\u2028", "# ", "? ", "---\n", "é"]
)  # fmt: skip


@settings(max_examples=600, deadline=None)
@given(st.one_of(st.text(max_size=80), st.lists(pieces, max_size=40).map("".join)))
def test_no_text_makes_reading_raise(content: str) -> None:
    found = checked(content)
    assert bool(found.identity) is (found.refusals == 0)
    assert all(0 <= f.span.start <= f.span.end <= len(content) for f in found.findings)
    assert all("\n" not in finding.message for finding in found.findings)
    assert found.shown is None or len(found.shown) == len(content)
    headline(content)
    list(outline(content))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(FULL)), st.integers(0, 30))
def test_no_edit_makes_reading_raise(start: int, length: int) -> None:
    checked(FULL[:start] + FULL[start + length :])


def test_deep_and_endless_texts_are_read() -> None:
    deep = "[" * 900 + "]" * 900
    for content in (f"version: {deep}", f"model: {{credential: {deep}}}", "a: &a [*a]\nmodel: *a\n"):
        assert checked(content).identity == ""
    bomb = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]\n" for n in range(1, 40))
    assert checked(f"{bomb}source: {{key_fields: *a39}}\n").identity == ""


# -- what is shown --------------------------------------------------------------------------------


def test_the_lens_says_the_identity_or_how_much_is_wrong() -> None:
    short = identity(SPECIFICATION)[:12]
    assert headline(FULL) == f"generation {short}"
    assert headline(FULL.replace("vers", "Vers", 1)) == "no identity: 1 refusal"
    assert headline("version: 1\n") == "no identity: 4 refusals"
    assert headline(" \n") == ""


def test_the_outline_has_the_sections() -> None:
    found = list(outline(WHOLE + "policy: {paused: true}\n"))
    assert [symbol.name for symbol in found] == ["source", "preprocessing", "model", "target", "policy"]
    assert found[0] == Symbol(1, 6, "source", "table, key_fields, input_fields, mutable")
    assert list(outline("- a\n")) == list(outline("[")) == []


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.spec.yaml", "", "specification"),
        ("a.spec.yml", "version: 1\ncases: []\n", "specification"),
        ("a.yaml", WHOLE, "specification"),
        ("a.yaml", WHOLE.replace("model:", '"model" :'), "specification"),
        ("a.yaml", WHOLE.replace("target:", " target:"), ""),
        ("a.yaml", "version: 1\nsource: a\n", ""),
        ("a.yaml", WHOLE + "cases: []\n", "corpus"),
        ("a.corpus.yaml", WHOLE, "corpus"),
        ("caselens.yaml", WHOLE, ""),
        ("spec.yaml", "version: 1\n", ""),
    ],
)
def test_what_a_file_is(name: str, content: str, expected: str) -> None:
    found = {"corpus": is_corpus(name, content), "specification": is_specification(name, content)}
    assert [kind for kind, is_so in found.items() if is_so] == [expected] * bool(expected)
