"""Outline, folds, selections, tokens and links over the wire."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .client import Client
from .conftest import CORPUS, TEAS, write_rows
from .editor import OpenFile
from .marks import ENCODINGS, Json, offset

TEXT = CORPUS.replace("steep\n", "steep 🫖\r\n").replace("[green]", '["green", gone]')


def cut(file: OpenFile, where: Json) -> str:
    """What stands in a range."""
    start, end = (offset(file.text, where[side], file.client.encoding) for side in ("start", "end"))
    return file.text[start:end]


def symbols(file: OpenFile) -> list[Json]:
    found: list[Json] = file.client.request("textDocument/documentSymbol", {"textDocument": file.name})
    return found


@pytest.mark.parametrize("nested", [True, False])
@pytest.mark.parametrize("end", ["", "\n"])
def test_the_outline(project: Path, nested: bool, end: str) -> None:
    with Client() as client:
        can: Json = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": nested}}}
        client.initialize(capabilities=can)
        file = OpenFile(client, project / "a.corpus.yaml", TEXT.rstrip("\n") + end)
        (found,) = symbols(file)
        where = found["range"] if nested else found["location"]["range"]
        assert (found["name"], found["kind"]) == ("steep 🫖", 19)
        assert cut(file, where).startswith("  - id: steep 🫖\r\n") and cut(file, where).rstrip("\n").endswith(
            "]"
        )
        if nested:
            assert found["detail"] == "steep green tea"
            assert found["selectionRange"]["start"] == where["start"]
        file.write("version: 1\ncases:\n")
        assert symbols(file) == []


def test_folds(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "a.corpus.yaml", TEXT)
    found = client.request("textDocument/foldingRange", {"textDocument": file.name})
    assert {"startLine": 1, "endLine": 4} in found
    assert {"startLine": 2, "endLine": 4} in found


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_selections_and_tokens_in_each_encoding(project: Path, encoding: str) -> None:
    with Client() as client:
        client.initialize(encoding)
        file = OpenFile(client, project / "a.corpus.yaml", TEXT.replace('["green"', '["🫖", "green"'))
        file.diagnostics("unknown-key", "unknown-key")
        places = [file.after('"gre')["position"], file.after("vers")["position"]]
        asked = {"textDocument": file.name, "positions": places}
        key, version = client.request("textDocument/selectionRange", asked)
        assert cut(file, key["range"]) == '"green"'
        assert cut(file, key["parent"]["range"]) == '["🫖", "green", gone]'
        assert cut(file, version["parent"]["range"]) == "version: 1"
        outermost: Json = version
        while "parent" in outermost:
            outermost = outermost["parent"]
        assert cut(file, outermost["range"]) == file.text
        data = client.request("textDocument/semanticTokens/full", {"textDocument": file.name})["data"]
        assert drawn(file, data) == [('"🫖"', 3), ('"green"', 0), ("gone", 3)]


def drawn(file: OpenFile, data: list[int]) -> list[tuple[str, int]]:
    """The text of each token, and its modifiers."""
    found, line, column = [], 0, 0
    for index in range(0, len(data), 5):
        down, right, length, kind, modifiers = data[index : index + 5]
        line, column = line + down, right + (0 if down else column)
        start, end = ({"line": line, "character": at} for at in (column, column + length))
        assert kind == 0
        found.append((cut(file, {"start": start, "end": end}), modifiers))
    return found


def tokens(file: OpenFile, first: int, last: int) -> list[tuple[str, int]]:
    where = {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}
    asked = {"textDocument": file.name, "range": where}
    return drawn(file, file.client.request("textDocument/semanticTokens/range", asked)["data"])


def test_tokens_of_a_part_and_after_a_change(project: Path) -> None:
    with Client() as client:
        client.initialize(capabilities={"workspace": {"semanticTokens": {"refreshSupport": True}}})
        file = OpenFile(client, project / "a.corpus.yaml", TEXT)
        file.diagnostics("unknown-key")
        client.wait_until(lambda: client.requested["workspace/semanticTokens/refresh"] > 0, "a refresh")
        assert tokens(file, 0, 3) == []
        assert tokens(file, 4, 99) == [('"green"', 0), ("gone", 3)]
        write_rows(project, {**TEAS, "gone": "back again"})
        file.save()
        file.diagnostics()
        assert tokens(file, 4, 5) == [('"green"', 0), ("gone", 0)]


def test_a_large_file_has_tokens_on_the_screen_alone(client: Client, project: Path) -> None:
    more = (f"  - id: case {n}\n    query: question {n}\n    required: [green]\n\n\n" for n in range(3000))
    file = OpenFile(client, project / "a.corpus.yaml", CORPUS + "".join(more))
    file.settled()
    client.wait_until(lambda: bool(tokens(file, 4, 5)), "what is known of the keys")
    assert client.request("textDocument/semanticTokens/full", {"textDocument": file.name}) is None


def test_a_key_links_to_its_row(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "a.corpus.yaml", TEXT)
    file.diagnostics("unknown-key")
    (link,) = links(file)
    assert cut(file, link["range"]) == '"green"'
    target = client.request("documentLink/resolve", link)["target"]
    assert target == (project / "rows.jsonl").as_uri() + "#L1"


def test_a_configuration_links_to_its_files(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "caselens.yaml")
    (link,) = links(file)
    assert (cut(file, link["range"]), link["target"]) == ("rows.jsonl", (project / "rows.jsonl").as_uri())


def links(file: OpenFile) -> list[Any]:
    found: list[Any] = file.client.request("textDocument/documentLink", {"textDocument": file.name})
    return found
