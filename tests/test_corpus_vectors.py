"""What the reference loader answered for each of these files, and that we answer the same."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from caselens.corpus.digest import grade_text
from caselens.features.analysis import Analysis, analyse

FOLDER = Path(__file__).parent / "vectors"

# Where the reference names another line than an editor shows: vector, and why.
OTHER_LINE = {"ps plain": "the reference counts U+2029 as a line end; an editor does not, and says line 4"}


def vectors(accepted: bool) -> list[Any]:
    """Of the format (`corpus`), and of the corners of the parser below it (`parser`)."""
    texts = [(FOLDER / f"{name}.jsonl").read_text("utf-8") for name in ("corpus", "parser")]
    # splitlines() would also break at the U+2028 that some of the texts hold.
    found = [json.loads(line) for text in texts for line in text.strip().split("\n")]
    return [pytest.param(v, id=v["name"]) for v in found if ("digest" in v) == accepted]


@pytest.mark.parametrize("vector", vectors(accepted=True))
def test_accepted_with_the_same_digest_and_cases(vector: dict[str, Any]) -> None:
    analysis = analyse(vector["text"])
    assert not any(finding.refuses for finding in analysis.findings)
    assert analysis.digest == vector["digest"]
    assert analysis.corpus is not None
    assert analysis.corpus.default_k == vector["default_k"]
    assert [
        {
            "id": case.id,
            "k": case.k,
            "query": case.query,
            "required": list(case.required),
            "relevant": {key: grade_text(grade) for key, grade in case.relevant},
        }
        for case in analysis.corpus.cases
    ] == vector["cases"]


@pytest.mark.parametrize("vector", vectors(accepted=False))
def test_refused_for_the_same_reasons_on_the_same_lines(vector: dict[str, Any]) -> None:
    analysis = analyse(vector["text"])
    assert analysis.digest is None
    ours = set(places(analysis))
    for refusal in vector["refused"]:
        line = None if vector["name"] in OTHER_LINE else refusal.get("line")
        assert any(code == refusal["rule"] and line in (None, at) for code, at in ours), (refusal, ours)


@pytest.mark.parametrize("vector", vectors(accepted=False))
def test_what_the_reference_names_is_what_we_call_decisive(vector: dict[str, Any]) -> None:
    decisive = {finding.code for finding in analyse(vector["text"]).findings if finding.decisive}
    assert decisive == {refusal["rule"] for refusal in vector["refused"]}


def places(analysis: Analysis) -> Iterator[tuple[str, int]]:
    for finding in analysis.findings:
        yield finding.code, analysis.source.line_of(finding.span.start) + 1


def grades() -> list[list[str]]:
    lines = (FOLDER / "grade-format.tsv").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines]


@pytest.mark.parametrize(("number", "written"), grades())
def test_grades_are_written_as_the_reference_writes_them(number: str, written: str) -> None:
    assert grade_text(float(number)) == written
