"""Files that are broken most of the time: what is said, where, and what stays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.corpora import corpus

from .client import Client
from .editor import OpenFile, untitled
from .marks import Json, marked, span

HEAD = "version: 1\ncases:\n"
GREEN = "  - id: green\n    query: steep green tea\n    required: [green]\n"
BLACK = "  - id: black\n    query: steep black tea\n    required: [black]\n"
SILVER = "  - id: silver\n    query: polish the spoons\n    required: [silver]\n"


@pytest.fixture(scope="module")
def quiet() -> Iterator[Client]:
    """One server that has nothing to complain about."""
    with Client() as client:
        client.initialize("utf-8")
        yield client
    assert client.heard("window/showMessage") == []
    assert not client.log, client.log


# Each breaks the case of the black tea, and underlines the ⟦mark⟧ on the line that was broken.
BREAKS = {
    "a half-typed field": "  - id: black\n    query: steep black tea\n    ⟦requ⟧\n    required: [black]\n",
    "a quote that is left open": '  - id: black\n    query: ⟦"steep black tea⟧\n    required: [black]\n',
    "another quote left open": "  - id: black\n    query: ⟦'steep black tea⟧\n    required: [black]\n",
    "a list that is left open": "  - id: black\n    query: steep black tea\n    required: ⟦[black⟧\n",
    "a map that is left open": "  - id: black\n    query: steep black tea\n    relevant: ⟦{black: 1⟧\n",
    "a colon too many": "  - id: black\n    query: steep⟦:⟧ black: tea\n    required: [black]\n",
    "a tab for indentation": "  - id: black\n⟦\t⟧query: steep black tea\n    required: [black]\n",
    "an alias just begun": "  - id: black\n    query: ⟦*⟧\n    required: [black]\n",
    "too far out": "  - id: black\n   ⟦q⟧uery: steep black tea\n    required: [black]\n",
}


@pytest.mark.parametrize("broken", BREAKS.values(), ids=BREAKS)
def test_a_broken_case_says_so_on_its_own_line_and_keeps_its_lens(project: Path, broken: str) -> None:
    with Client() as client:
        client.initialize("utf-8")
        text = HEAD + GREEN + BLACK + SILVER
        file = OpenFile(client, project / "tea.corpus.yaml", text)
        file.diagnostics()
        client.answer(file.start(file.lens("run all")))
        before = file.titles()[2:]
        clean, (where,) = marked(HEAD + GREEN + broken + SILVER, "utf-8")
        file.splice(len(HEAD + GREEN), len(text) - len(SILVER), clean[len(HEAD + GREEN) : -len(SILVER)])
        (shown,) = file.diagnostics("syntax")
        assert shown["range"] == where
        # The run lenses go, since a refused corpus cannot be run; what came of the cases stays.
        assert file.titles() == ["no digest: 1 refusal", *(title for title in before if title != "run")]
        assert {label for _, label in file.hints()} == {"rank 1"}
        assert len(file.hints()) == 2
        file.write(text)
        file.diagnostics()
        assert file.titles()[2:] == before


def test_the_other_cases_keep_their_own_findings(quiet: Client) -> None:
    text = HEAD + GREEN.replace("[green]", "{}") + BLACK.replace("required", "requ\n    required") + SILVER
    file = OpenFile(quiet, untitled(), text.replace("silver]", "silver]\n    relevant: {a: 0}"))
    file.diagnostics("wrong-type", "syntax", "ungraded-required", "nonpositive-grade")


def test_conflict_markers_are_one_finding(quiet: Client) -> None:
    mine, theirs = BLACK.replace("tea", "leaves"), BLACK.replace("tea", "pot")
    clean, (where,) = marked(
        f"{HEAD}{GREEN}⟦<<<<<<< mine⟧\n{mine}=======\n{theirs}>>>>>>> theirs\n{SILVER}", "utf-8"
    )
    file = OpenFile(quiet, untitled(), clean)
    (shown,) = file.diagnostics("syntax")
    assert shown["range"] == where
    assert shown["message"] == "a merge conflict stands here; resolve it first"
    file.write(clean.replace("<<<<<<< mine\n", ""))
    (shown,) = file.diagnostics("syntax")
    assert "merge conflict" in shown["message"]


def test_a_file_that_is_too_large_is_one_message(project: Path) -> None:
    with Client() as client:
        client.initialize(options={"largestFile": 1000})
        text = HEAD + GREEN + "# " + "x" * 1000
        file = OpenFile(client, project / "large.corpus.yaml", text)
        (shown,) = file.diagnostics_like("the file is larger than 1,000 characters")
        assert shown["severity"] == 3
        assert file.titles() == []
        file.splice(len(HEAD + GREEN), len(text), "")
        file.diagnostics()
        assert file.digest().startswith("digest ")


def test_what_depends_on_another_part_is_decided_by_the_whole(quiet: Client) -> None:
    anchored = GREEN.replace("[green]", "&keys [green]") + BLACK.replace("[black]", "*keys")
    file = OpenFile(quiet, untitled(), HEAD + anchored)
    file.diagnostics()
    assert file.digest().startswith("digest ")
    file.replace(("&keys ", ""))
    file.diagnostics("syntax")
    file.replace(("[green]", "&keys [green]"))
    file.diagnostics()


def test_a_large_file_is_read_as_a_whole_once_typing_pauses(quiet: Client) -> None:
    text = corpus(2_000).replace('    query: "', '    query: &first "', 1)
    text += "  - id: last\n    query: *first\n    required: [a]\n"
    file = OpenFile(quiet, untitled(), text)
    file.diagnostics()
    assert file.digest() == "reading"
    quiet.wait_until(lambda: len(file.published()) == 2, "a second look")
    assert file.digest().startswith("digest ")
    file.replace(("*first", "*second"))
    (shown,) = file.diagnostics("syntax")
    assert "&second" in shown["message"]


def test_no_answer_speaks_of_an_older_version_than_one_before(quiet: Client) -> None:
    text = corpus(1_500) + "  - id: last\n    query: q\n    required: [a]\n"
    file = OpenFile(quiet, untitled(), text)
    for _ in range(40):
        file.replace(("id: last", "id: *last"))
        file.replace(("id: *last", "id: last"))
    file.diagnostics()
    versions = [said["version"] for said in file.published()]
    assert versions == sorted(versions)
    assert versions[-1] == file.version


def example() -> str:
    """The example of the format's own documentation."""
    path = Path(__file__).parents[1] / "vectors" / "corpus.jsonl"
    vectors = map(json.loads, path.read_text("utf-8").strip().split("\n"))
    return next(str(vector["text"]) for vector in vectors if vector["name"] == "seed example")


EVERY_STYLE = """\
%TAG ! tag:example.com,2000:
--- # every style
"version": !!int '1'
? name
: &name >-
  folded

  text
description: |+2
    kept

cases:
- &first
  id: "a\\x1f\\u00e9"
  query: 'it''s'
  required: [!!str 42, "k", *name, ~,]
- {id: b, query: "😀 \\
    b", relevant: {? x : .5, y: 0x10}}
- <<: [*first]
  id: c # comment
  relevant:
    "a": 1e3
    b: 1_0
...
# after
"""


AT_A_PLACE = ("hover", "completion", "definition", "documentHighlight", "prepareRename", "selectionRange")
OF_A_FILE = ("codeLens", "documentSymbol", "foldingRange", "documentLink", "semanticTokens/full")


# yaml-language-server #317, vscode-yaml #337, #358, #584 and #83, azure-pipelines-language-server #167
@pytest.mark.parametrize(
    "text",
    [example(), EVERY_STYLE, example().replace("\n", "\r\n"), EVERY_STYLE.replace("\n", "\r\n")],
    ids=["the example", "every style", "the example with CRLF", "every style with CRLF"],
)
def test_every_prefix_has_an_answer_to_everything(quiet: Client, text: str) -> None:
    file = OpenFile(quiet, untitled(), "")
    asked: list[int] = []
    for end in range(len(text) + 1):
        file.text = text[:end]
        place = span(text, max(0, end - 1), max(0, end - 1), "utf-8")
        file._changed([{"range": place, "text": text[end - 1 : end]}])
        for line in range(text[:end].count("\n") + 1):
            there = {"line": line, "character": 1}
            params = {"textDocument": file.name, "range": {"start": there, "end": there}}
            asked.append(quiet.start("textDocument/codeAction", {**params, "context": {"diagnostics": []}}))
            asked.append(quiet.start("textDocument/inlayHint", params))
        last = text[:end].rpartition("\n")
        here = {"line": last[0].count("\n") + bool(last[1]), "character": len(last[2].encode())}
        at_place: Json = {"textDocument": file.name, "position": here, "positions": [here]}
        methods = *AT_A_PLACE, *OF_A_FILE
        asked += [quiet.start(f"textDocument/{method}", at_place) for method in methods]
        while asked:
            quiet.answer(asked.pop(0))
    assert not any(one["severity"] == 1 for one in file.settled())
    assert file.digest().startswith("digest ")
