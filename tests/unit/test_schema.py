"""The JSON Schemas: what they say of the reference's vectors, of every field, and in a built wheel.

Other YAML tools show a schema's findings on values that their own reader made. ruamel.yaml reads
YAML 1.2, as most editors' readers do.
"""

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML
from ruamel.yaml.constructor import SafeConstructor
from ruamel.yaml.error import YAMLError

from caselens import schema
from caselens.evaluation.result import CaseResult
from caselens.rules import LINTS
from caselens.settings import Gates

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors" / "corpus.jsonl"
NAMES = ("corpus", "caselens", "specification")
CORPUS = Draft202012Validator(schema.load("corpus"))

VISIBLE = {
    "wrong-type",
    "unknown-field",
    "bad-version",
    "no-cases",
    "missing-id",
    "missing-query",
    "expects-nothing",
    "nonpositive-grade",
}
"""The rules that a schema can see. It sees no syntax, no repeated keys or ids, and no absent document."""

DIFFERENT = {
    "version '.1e1'": "to ruamel.yaml, a number that begins with a dot has no exponent",
    "required+relevant '{x: 1e400}'": "a number beyond every float is infinite elsewhere",
    "relevant '{~: 1}'": "a null key is a key elsewhere",
    "unknown case field null": "a null key is a key elsewhere",
    "unknown top field ~": "a null key is a key elsewhere",
    "relevant '{1: 1, 1.0: 1}'": "keys are compared by value elsewhere",
    "required+relevant '{1: 1, 1.0: 1}'": "keys are compared by value elsewhere",
    "relevant '{[a]: 1}'": "a list is a key elsewhere",
    "relevant '{{a: b}: 1}'": "a map is no key that can be hashed",
    "required+relevant '{{a: b}: 1}'": "a map is no key that can be hashed",
    "tab trailing": "ruamel.yaml refuses the tab",
}
"""Vectors that another reader refuses, or reads as something else, before any schema comes to see it."""


def rows() -> Iterator[tuple[str, str, set[str]]]:
    """Name, text and refusals of the vectors that a schema has something to say about."""
    for line in VECTORS.read_text("utf-8").splitlines():
        row = json.loads(line)
        refusals = {refusal["rule"] for refusal in row.get("refused", [])}
        if refusals <= VISIBLE:
            yield row["name"], row["text"], refusals


ROWS = list(rows())


class JsonConstructor(SafeConstructor):
    """Values as JSON has them: dates and values with tags of their own are their text."""

    def text(self, node: Any) -> str:
        return str(self.construct_scalar(node))


for tag in ("tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:binary", None):
    JsonConstructor.add_constructor(tag, JsonConstructor.text)


def value_of(text: str) -> Any:
    reader = YAML(typ="safe", pure=True)
    reader.Constructor = JsonConstructor
    return next(iter(reader.load_all(text)), None)


def agrees(text: str, refusals: set[str]) -> bool:
    try:
        return CORPUS.is_valid(value_of(text)) is not bool(refusals)
    except YAMLError:
        return False


@pytest.mark.parametrize(
    ("name", "text", "refusals"), ROWS, ids=[f"{number} {row[0]}" for number, row in enumerate(ROWS)]
)
def test_the_schema_agrees_with_the_reference(name: str, text: str, refusals: set[str]) -> None:
    assert agrees(text, refusals) is (name not in DIFFERENT)


def test_the_vectors_show_every_rule_that_a_schema_can_see() -> None:
    seen = [refusals for name, _, refusals in ROWS if name not in DIFFERENT]
    assert set().union(*seen) == VISIBLE
    assert len(ROWS) > 600
    assert {name for name, _, _ in ROWS} >= DIFFERENT.keys()


@pytest.mark.parametrize(
    ("text", "place", "keyword"),
    [
        ("version: 2\ncases: [{id: a, query: q, required: [x]}]", ["version"], "exclusiveMaximum"),
        (
            "version: 1\ncases: [{id: a, query: q, requried: [x], required: [x]}]",
            ["cases", 0],
            "additionalProperties",
        ),
        ("version: 1\ncases: [{query: q, required: [x]}]", ["cases", 0], "required"),
        ("version: 1\ncases: [{id: a, query: q}]", ["cases", 0], "anyOf"),
        ("version: 1\ncases: [{id: a, query: q, k: '3', required: [x]}]", ["cases", 0, "k"], "type"),
        ("version: 1\ncases: [{id: a, query: q, required: [[x]]}]", ["cases", 0, "required", 0], "type"),
        (
            "version: 1\ncases: [{id: a, query: q, relevant: {x: 0}}]",
            ["cases", 0, "relevant", "x"],
            "exclusiveMinimum",
        ),
        ("version: 1\ncases: [{id: a, query: q, required: x}]", ["cases", 0, "required"], "type"),
        ("version: 1\ncases: [{id: a, query: q, relevant: [x]}]", ["cases", 0, "relevant"], "type"),
        ("version: 1\ncases: [{id: a, query: q, required: [~], relevant: ~}]", ["cases", 0], "anyOf"),
        ("version: 1\ncases: [{id: a, query: q, required: [], relevant: {}}]", ["cases", 0], "anyOf"),
        ("version: 1\ncases: [~]", ["cases"], "contains"),
    ],
)
def test_a_finding_of_the_schema_names_the_very_place(
    text: str, place: list[str | int], keyword: str
) -> None:
    """One mistake is one finding, at its own place: editors show every one that there is."""
    found = [(list(error.absolute_path), error.validator) for error in CORPUS.iter_errors(value_of(text))]
    assert found == [(place, keyword)]


BLANK = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""What Go's `strings.TrimSpace` takes away."""


@pytest.mark.parametrize("field", ["id", "query"])
def test_blank_is_what_the_reference_calls_blank(field: str) -> None:
    def accepted(text: str) -> bool:
        case = {"id": "a", "query": "q", "required": ["x"], field: text}
        return CORPUS.is_valid({"version": 1, "cases": [case]})

    assert [blank for blank in BLANK if accepted(blank)] == []
    assert not accepted(BLANK)
    assert all(accepted(text) for text in ("\u200b", "\x1f", "\x1c", "\ufeff", f"{BLANK}.{BLANK}"))


# -- the schemas themselves ---------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_each_is_a_valid_schema_of_2020_12(name: str) -> None:
    document = schema.load(name)
    Draft202012Validator.check_schema(document)
    assert document["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert document["$id"].endswith(f"/{name}.schema.json")


@pytest.mark.parametrize("name", NAMES)
def test_every_field_has_a_description_in_sentences(name: str) -> None:
    described = dict(properties(schema.load(name)))
    assert len(described) >= 9
    assert [path for path, text in described.items() if not text[:1].isupper() and text[:1] != "`"] == []
    assert [path for path, text in described.items() if not text.endswith(".")] == []


def properties(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The path and description of every property there is, except those of conditions."""
    if isinstance(value, dict):
        for name, property_ in value.get("properties", {}).items():
            yield f"{path}.{name}", property_.get("description", "")
        for key, inner in value.items():
            if key not in ("anyOf", "contains", "if", "then", "else"):
                yield from properties(inner, f"{path}.{key}")


def test_fields_stand_in_the_order_in_which_they_are_written() -> None:
    assert schema.fields("corpus") == ("version", "name", "description", "default_k", "cases")
    assert schema.fields("corpus", "case") == ("id", "query", "k", "required", "relevant")
    assert schema.fields("caselens") == ("version", "generations", "gates", "explainer", "ignore")
    assert schema.fields("caselens", "gates") == Gates._fields
    assert schema.fields("run", "case")[: len(CaseResult.__slots__)] == CaseResult.__slots__


def test_a_field_s_description_is_the_schema_s() -> None:
    def said(name: str, *path: str | int) -> str | None:
        found = schema.at(name, path)
        return found["description"] if found else None

    assert said("corpus", "version") == "The version of the format, which is `1`."
    assert said("corpus", "cases", 7, "query") == "The question, sent to the model exactly as it is written."
    assert said("caselens", "gates", "min_recall") == "The least mean recall; 0 is off."
    assert said("corpus", "cases", 0, "requried") is None
    assert said("corpus", "cases", "query") is None


# -- the wheel ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=60)
    (path,) = folder.glob("*.whl")
    return path


def test_the_wheel_carries_schemas_and_vocabulary(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        for name in NAMES:
            assert json.loads(archive.read(f"caselens/schemas/{name}.schema.json")) == schema.load(name)
        vocabulary = archive.read("caselens/adapters/embedders/bert-base-uncased-vocab.txt")
        notice = archive.read("caselens/adapters/embedders/bert-base-uncased-vocab.NOTICE").decode()
    assert vocabulary.count(b"\n") == 30_522
    assert "Apache License" in notice
    assert {"caselens/py.typed", "caselens/main.py", "caselens/lsp/server.py"} <= names
    assert "caselens/reports/page/style.css" in names
    assert {name.split("/")[0].split("-")[0] for name in names} == {"caselens"}
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    assert not [name for name in names if "__pycache__" in name or "/test" in name]


def test_an_installed_package_reads_its_own_schemas(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    code = "from caselens import schema; print(schema.__file__, *schema.fields('corpus', 'case'), sep='\\n')"
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout.splitlines()
    assert Path(told[0]) == tmp_path / "caselens" / "schema.py"
    assert tuple(told[1:]) == schema.fields("corpus", "case")


def test_what_may_be_ignored_is_every_rule_that_does_not_refuse() -> None:
    assert schema.load("caselens")["properties"]["ignore"]["items"]["enum"] == sorted(LINTS)
