"""Judging what a run returned, by edits that the server asks its client for."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from .client import Client, Refused
from .conftest import CORPUS
from .editor import OpenFile
from .test_commands import ask


@pytest.fixture
def file(editor: Client, project: Path) -> OpenFile:
    return OpenFile(editor, project / "tea.corpus.yaml", CORPUS)


def judge(file: OpenFile, *said: tuple[str, bool, float | None], case: str = "steep") -> Any:
    """What the server answers, once the client has made the edit that it asked for."""
    count = len(file.client.edits)
    judgements = [{"key": key, "required": required, "grade": grade} for key, required, grade in said]
    answer = ask(file.client, "caselens.judge", file.uri, case, judgements)
    for edit in file.client.edits[count:]:
        [change] = edit["documentChanges"]
        assert change["textDocument"] == {"uri": file.uri, "version": file.version}
        file.apply(change["edits"])
    return answer


def test_returned_rows_are_judged_with_their_texts_before_one(file: OpenFile) -> None:
    assert ask(file.client, "caselens.returned", file.uri, "steep") == []
    file.click("run", "steep")
    rows = ask(file.client, "caselens.returned", file.uri, "steep")
    assert [(row["key"], row["rank"], row["text"], row["required"], row["grade"]) for row in rows] == [
        ("green", 1, "steep green tea", True, 1.0),
        ("black", 2, "steep black tea", False, None),
        ("silver", 3, "polish the spoons", False, None),
    ]
    assert rows[0]["score"] > rows[1]["score"] > rows[2]["score"]
    assert judge(file, ("black", False, 0.5), ("silver", True, 1)) is True
    assert len(file.client.edits) == 1
    assert file.text == CORPUS.replace(
        "required: [green]\n", "required: [green, silver]\n    relevant: {green: 1, black: 0.5, silver: 1}\n"
    )
    file.diagnostics()
    # As it stands now it has not been run.
    assert ask(file.client, "caselens.returned", file.uri, "steep") == []


def test_a_key_without_a_row_has_no_rank_and_no_text(file: OpenFile) -> None:
    file.replace(("[green]", "[green, gold]"))
    file.click("run", "steep")
    last = ask(file.client, "caselens.returned", file.uri, "steep")[-1]
    assert last == {
        "key": "gold", "rank": None, "score": None, "text": "", "required": True, "grade": 1.0,
    }  # fmt: skip


def test_an_endless_grade_is_told_and_taken_as_text(file: OpenFile) -> None:
    file.replace(("required: [green]", "relevant: {green: .inf}"))
    file.click("run", "steep")
    rows = ask(file.client, "caselens.returned", file.uri, "steep")
    assert (rows[0]["key"], rows[0]["grade"]) == ("green", "inf")
    judged = [{"key": "black", "required": False, "grade": "inf"}]
    assert ask(file.client, "caselens.judge", file.uri, "steep", judged) is True
    [change] = file.client.edits[-1]["documentChanges"]
    file.apply(change["edits"])
    assert "    relevant: {green: .inf, black: .inf}\n" in file.text


def test_an_edit_ends_where_a_line_does_in_the_units_of_the_client(file: OpenFile) -> None:
    file.write(CORPUS + '  - {id: last, query: "😀😎", required: [green]}')
    assert judge(file, ("black", True, 1.0), case="last") is True
    assert file.text == CORPUS + '  - {id: last, query: "😀😎", required: [green, black]}'


def test_what_is_so_already_is_no_edit_and_an_edit_may_be_refused(file: OpenFile) -> None:
    assert judge(file, ("green", True, 1.0)) is True
    assert file.client.edits == []
    file.client.takes_edits = False
    assert (
        ask(
            file.client,
            "caselens.judge",
            file.uri,
            "steep",
            [{"key": "black", "required": True, "grade": None}],
        )
        is False
    )


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ([{"key": "green", "required": False, "grade": None}], 'the case "steep" would expect nothing'),
        ([{"key": "green", "required": True, "grade": 0}], "a grade above 0 or null"),
        ([{"key": "green", "required": True, "grade": math.inf}], "a grade above 0 or null"),
        ([{"key": "green", "required": True, "grade": True}], "a grade above 0 or null"),
        ([{"key": "green", "required": True, "grade": "high"}], "a grade above 0 or null"),
        ([{"key": 1, "required": True, "grade": 1}], "a judgement has a key"),
        ([{"key": "green"}], "a judgement has a key"),
        ("green", "a judgement has a key"),
        (None, "a judgement has a key"),
    ],
)
def test_wrong_judgements_are_refused_and_change_nothing(file: OpenFile, said: object, message: str) -> None:
    with pytest.raises(Refused, match=message) as refused:
        ask(file.client, "caselens.judge", file.uri, "steep", said)
    assert refused.value.data is None  # it is the editor's to show
    assert file.client.edits == []


def test_a_case_that_cannot_be_judged_says_why(file: OpenFile, project: Path) -> None:
    judging: list[tuple[str, list[object]]] = [("caselens.returned", []), ("caselens.judge", [[]])]
    for command, arguments in judging:
        with pytest.raises(Refused, match='there is no case "gone" in the file'):
            ask(file.client, command, file.uri, "gone", *arguments)
        with pytest.raises(Refused, match="the file is not open, or is no corpus"):
            ask(file.client, command, (project / "other.corpus.yaml").as_uri(), "steep", *arguments)
    file.click("run", "steep")
    file.replace(("query: steep green tea", 'query: "steep green tea'))
    for command, arguments in judging:
        with pytest.raises(Refused, match='there is no case "steep" in the file, or it is refused'):
            ask(file.client, command, file.uri, "steep", *arguments)
    file.replace(('query: "steep', "query: steep"))
    file.replace(("required: [green]", "required: &keys [green]"))
    file.write(file.text + "  - id: other\n    query: q\n    required: *keys\n")
    with pytest.raises(Refused, match="has to be edited by hand"):
        judge(file, ("green", False, None), ("black", True, 1.0), case="other")


def test_a_client_that_takes_no_edits_is_told_so(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "tea.corpus.yaml", CORPUS)
    with pytest.raises(Refused, match="this editor does not take edits from the server"):
        judge(file, ("black", True, 1.0))
