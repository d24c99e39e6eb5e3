# ruff: noqa: E501 - what is printed is as wide as it is
"""`caselens check` for other programs: SARIF, JSON and annotations, of the command as it is installed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from inline_snapshot import snapshot

from caselens import reports
from caselens.arguments import parsed
from caselens.cli.findings import FORMATS
from caselens.cli.findings.sarif import uri
from caselens.rules import BY_CODE
from caselens.rules.page import page

from .sarif_schema import LOG
from .test_cli import CORPUS, ROWS, SECRET, SETTINGS, Told, caselens

BAD = """\
version: 1
cases:
  - id: "😀"
    query: "😀 cost?"
    relevant: {"42": 1.0, "😀43": 0}
    required: ["42", "42"]
  - id: "😀"
    query: x
    requird: [a]
"""

MENDED = BAD.replace(', "😀43": 0', "").replace("requird", "required")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One file of each kind."""
    deep = tmp_path / "a folder"
    deep.mkdir()
    (tmp_path / "rows.jsonl").write_text(ROWS, "utf-8")
    (tmp_path / "caselens.yaml").write_text(SETTINGS, "utf-8")
    (tmp_path / "house.corpus.yaml").write_text(CORPUS, "utf-8")
    (deep / "bäd.yaml").write_text(BAD, "utf-8")
    (tmp_path / "latin.yaml").write_bytes(b"version: 1\nname: caf\xe9\n")
    (tmp_path / "a.spec.yaml").write_text(f"version: 1\nmodel: {{token: {SECRET}}}\n", "utf-8")
    return tmp_path


EVERYTHING = (
    "house.corpus.yaml",
    "a folder/bäd.yaml",
    "latin.yaml",
    "a.spec.yaml",
    "caselens.yaml",
    "gone.yaml",
)


def told(folder: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    """The status, and the document that was printed."""
    done = caselens(folder, "check", *arguments)
    document: dict[str, Any] = json.loads(done.out)
    return done.status, document


def sarif(folder: Path, *files: str) -> dict[str, Any]:
    document = told(folder, *files, "--format", "sarif")[1]
    jsonschema.validate(document, LOG)
    run: dict[str, Any] = document["runs"][0]
    return run


# -- SARIF --------------------------------------------------------------------------------------


def test_everything_is_sarif(folder: Path) -> None:
    run = sarif(folder, *EVERYTHING)
    assert [artifact["location"]["uri"] for artifact in run["artifacts"]] == [
        "house.corpus.yaml",
        "a%20folder/b%C3%A4d.yaml",
        "latin.yaml",
        "a.spec.yaml",
        "caselens.yaml",
        "gone.yaml",
    ]
    for result in run["results"]:
        place = result["locations"][0]["physicalLocation"]["artifactLocation"]
        assert run["artifacts"][place["index"]]["location"]["uri"] == place["uri"]
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    codes = {result["ruleId"] for result in run["results"]}
    assert {"duplicate-id", "nonpositive-grade", "repeated-key", "syntax", "specification"} <= codes


def test_a_place_is_counted_in_code_points_from_one(folder: Path) -> None:
    run = sarif(folder, "a folder/bäd.yaml", "latin.yaml")
    assert run["columnKind"] == "unicodeCodePoints"
    places = {
        (result["ruleId"], *result["locations"][0]["physicalLocation"]["region"].values())
        for result in run["results"]
    }
    lines = BAD.splitlines()
    assert places >= {
        ("nonpositive-grade", 5, lines[4].index("0}") + 1, 5, lines[4].index("0}") + 2),
        ("duplicate-id", 7, 9, 7, 12),
        ("unknown-field", 9, 5, 9, 12),
        ("syntax", 2, 10, 2, 10),
    }


def test_a_rule_has_its_page_and_its_level(folder: Path) -> None:
    rules = sarif(folder, "a folder/bäd.yaml", "a.spec.yaml")["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    levels = {rule["id"]: rule["defaultConfiguration"]["level"] for rule in rules}
    assert levels == snapshot(
        {
            "nonpositive-grade": "error",
            "repeated-key": "warning",
            "duplicate-id": "error",
            "unknown-field": "error",
            "specification": "error",
        }
    )
    for rule in rules:
        if rule["id"] in BY_CODE:
            assert rule["shortDescription"]["text"] == BY_CODE[rule["id"]].title
            assert rule["help"]["markdown"] == page(BY_CODE[rule["id"]])


def test_another_place_is_told(folder: Path) -> None:
    results = sarif(folder, "a folder/bäd.yaml")["results"]
    twice = next(result for result in results if result["ruleId"] == "duplicate-id")
    (related,) = twice["relatedLocations"]
    assert related["message"]["text"] == "first used here"
    assert related["physicalLocation"]["region"]["startLine"] == 3


def test_the_fixes_mend_the_file(folder: Path) -> None:
    """Applied by their regions alone, last first, as another program would."""
    lines = BAD.splitlines(keepends=True)
    edits = [
        replacement
        for result in sarif(folder, "a folder/bäd.yaml")["results"]
        for fix in result.get("fixes", ())
        for change in fix["artifactChanges"]
        for replacement in change["replacements"]
    ]
    assert len(edits) == 2
    for edit in sorted(edits, key=lambda edit: -edit["deletedRegion"]["startLine"]):
        line, start, end_line, end = edit["deletedRegion"].values()
        assert line == end_line
        whole = lines[line - 1]
        lines[line - 1] = whole[: start - 1] + edit["insertedContent"]["text"] + whole[end - 1 :]
    assert "".join(lines) == MENDED


def test_a_fingerprint_outlives_lines_above_it_and_is_its_own(folder: Path) -> None:
    file = folder / "a folder" / "bäd.yaml"

    def fingerprints() -> list[str]:
        return [
            result["partialFingerprints"]["caselens/v1"]
            for result in sarif(folder, "a folder/bäd.yaml")["results"]
        ]

    before = fingerprints()
    file.write_text("# a remark\n\n" + BAD.replace('"42", "42"]', '"42", "42", "42"]'), "utf-8")
    after = fingerprints()
    assert len(after) == len(set(after)) == len(before) + 1
    assert set(before) < set(after)


def test_what_could_not_be_read_is_no_finding(folder: Path) -> None:
    run = sarif(folder, "house.corpus.yaml", "gone.yaml")
    assert run["results"] == []
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    (note,) = invocation["toolExecutionNotifications"]
    assert note["message"]["text"] == "gone.yaml cannot be read: No such file or directory"
    assert sarif(folder, "a folder/bäd.yaml")["invocations"][0]["executionSuccessful"] is True


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.yaml", "a.yaml"),
        ("./sub/a b.yaml", "sub/a%20b.yaml"),
        ("../up#1?.yaml", "../up%231%3F.yaml"),
        ("c:d.yaml", "c%3Ad.yaml"),
        ("/tmp/ä.yaml", "file:///tmp/%C3%A4.yaml"),
        ("\udcff.yaml", "%FF.yaml"),
    ],
)
def test_a_name_is_a_uri(name: str, expected: str) -> None:
    assert uri(name) == expected


# -- the others ---------------------------------------------------------------------------------


def test_json_has_every_file_and_finding(folder: Path) -> None:
    status, document = told(folder, *EVERYTHING, "--format", "json")
    assert status == 2
    assert {file["file"]: file["outcome"] for file in document["files"]} == snapshot(
        {
            "house.corpus.yaml": "passed",
            "a folder/bäd.yaml": "blocked",
            "latin.yaml": "blocked",
            "a.spec.yaml": "blocked",
            "caselens.yaml": "passed",
            "gone.yaml": "not checked",
        }
    )
    good, bad = document["files"][:2]
    assert (good["digest"][:12], good["findings"]) == ("ec2d39706c2f", [])
    assert bad["digest"] is None
    finding = next(found for found in bad["findings"] if found["code"] == "unknown-field")
    assert finding == snapshot(
        {
            "code": "unknown-field",
            "severity": "error",
            "refuses": True,
            "message": 'no field "requird"; a case has id, query, k, required, relevant',
            "line": 9,
            "column": 5,
            "end_line": 9,
            "end_column": 12,
            "related": [],
            "fixes": [
                {
                    "title": 'Rename to "required"',
                    "safe": False,
                    "edits": [
                        {"replacement": "required", "line": 9, "column": 5, "end_line": 9, "end_column": 12}
                    ],
                }
            ],
        }
    )


def test_annotations(folder: Path) -> None:
    done = caselens(folder, "check", "a folder/bäd.yaml", "gone.yaml", "--format", "github")
    assert done == snapshot(
        Told(
            status=2,
            out="""\
::error file=a folder/bäd.yaml,line=5,endLine=5,col=34,endColumn=35,title=Caselens nonpositive-grade::key "😀43" has grade 0; a grade must be above zero
::error file=a folder/bäd.yaml,line=7,endLine=7,col=9,endColumn=12,title=Caselens duplicate-id::another case has the id "😀"; each case needs one of its own
::error file=a folder/bäd.yaml,line=9,endLine=9,col=5,endColumn=12,title=Caselens unknown-field::no field "requird"; a case has id, query, k, required, relevant
::error file=gone.yaml,title=Caselens::gone.yaml cannot be read: No such file or directory
::warning file=a folder/bäd.yaml,line=6,endLine=6,col=22,endColumn=26,title=Caselens repeated-key::the case requires "42" already
""",
            err="caselens: gone.yaml cannot be read: No such file or directory\n",
        )
    )


def test_of_many_annotations_the_rest_is_counted(folder: Path) -> None:
    cases = "".join(f"  - {{id: a, query: q{number}, required: [x]}}\n" for number in range(30))
    (folder / "many.yaml").write_text(f"version: 1\ncases:\n{cases}", "utf-8")
    lines = caselens(folder, "check", "many.yaml", "--format", "github").out.splitlines()
    errors = [line for line in lines if line.startswith("::error ")]
    assert len(errors) == 10
    assert errors[-1] == "::error title=Caselens::and 20 more findings of this kind"


# -- where to -----------------------------------------------------------------------------------


def test_text_is_as_ever_beside_files(folder: Path) -> None:
    files = ("a folder/bäd.yaml", "latin.yaml", "a.spec.yaml")
    plain = caselens(folder, "check", *files)
    assert plain.status == 1
    assert caselens(folder, "check", *files, "--output", "f.sarif", "--output", "f.json") == plain
    for name, form in (("f.sarif", "sarif"), ("f.json", "json")):
        assert json.loads((folder / name).read_text("utf-8")) == told(folder, *files, "--format", form)[1]


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
@pytest.mark.parametrize(
    ("file", "status"), [("house.corpus.yaml", 0), ("latin.yaml", 1), ("a.spec.yaml", 1), ("gone.yaml", 2)]
)
def test_the_status_does_not_depend_on_the_format(folder: Path, form: str, file: str, status: int) -> None:
    assert caselens(folder, "check", file, "--format", form).status == status


def test_a_file_that_cannot_be_written(folder: Path) -> None:
    done = caselens(
        folder,
        "check",
        "house.corpus.yaml",
        "--format",
        "json",
        "--output",
        "none/f.sarif",
        "--output",
        "f.json",
    )
    assert (done.status, done.err) == (
        2,
        "caselens: none/f.sarif cannot be written: No such file or directory\n",
    )
    assert done.out == (folder / "f.json").read_text("utf-8")


def test_nothing_is_done_for_a_file_of_no_format(folder: Path) -> None:
    done = caselens(folder, "check", "latin.yaml", "--output", "f.json", "--output", "f.txt")
    assert done == Told(2, "", "caselens: f.txt: no format has this ending; accepted are .json, .sarif\n")
    assert not (folder / "f.json").exists()


@pytest.mark.parametrize(("command", "formats"), [("check", FORMATS), ("evaluate", reports.FORMATS)])
def test_the_arguments_take_every_format(
    command: str, formats: Mapping[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    for name in formats:
        assert parsed([command, "a.yaml", "--format", name]).format == name
    with pytest.raises(SystemExit):
        parsed([command, "a.yaml", "--format", "none"])
    choices = re.findall(r"'([a-z]+)'|, ([a-z]+)", capsys.readouterr().err.partition("choose from")[2])
    assert {one or other for one, other in choices} == set(formats)


def test_an_ending_of_two_parts_is_sarif(folder: Path) -> None:
    caselens(folder, "check", "house.corpus.yaml", "--output", "F.SARIF.json")
    jsonschema.validate(json.loads((folder / "F.SARIF.json").read_text("utf-8")), LOG)
