"""Completions and hovers over the wire: fields, source keys, and the rows that a query returns."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import psutil  # type: ignore[import-untyped, unused-ignore]
import pytest

from .client import Client
from .conftest import CONFIGURATION, CORPUS, TEAS, write_rows
from .editor import OpenFile
from .marks import Json

KEYS = CORPUS.replace("[green]", "[]")
RANKED = ["green", "black", "silver"]


def shown(items: Sequence[Json]) -> list[tuple[str, str]]:
    return [(item["label"], item.get("detail", "")) for item in items]


def ranked(file: OpenFile, after: str) -> list[str]:
    """The keys offered, once they come with ranks."""
    for _ in range(200):
        items = file.completions(after)
        if items and items[0].get("detail", "").startswith("rank "):
            return [item["label"] for item in items]
        time.sleep(0.05)
    raise AssertionError(f"no ranks came: {shown(items)}")


def test_fields_of_a_corpus_and_of_its_configuration(client: Client, project: Path) -> None:
    corpus = OpenFile(client, project / "a.corpus.yaml", "version: 1\r\nname: 🫖\r\ndes\r\n")
    (item,) = [item for item in corpus.completions("des") if item["label"] == "description"]
    corpus.apply([item["textEdit"]])
    assert corpus.text == "version: 1\r\nname: 🫖\r\ndescription: \r\n"
    configuration = OpenFile(client, project / "caselens.yaml")
    assert [item["label"] for item in configuration.completions("model: hash")] == ["minilm", "hashing"]
    assert configuration.hover("key_fie").endswith("Without it: `id`.")
    # An editor compares it with what stands in the place of the edit: the quote too.
    configuration.replace(("model: hashing", 'model: "hash"'))
    assert [item["filterText"] for item in configuration.completions('model: "hash')] == [
        '"minilm',
        '"hashing',
    ]


@pytest.mark.parametrize("can", [True, False], ids=["a client with snippets", "one without"])
def test_snippets_are_for_clients_that_have_them(project: Path, can: bool) -> None:
    item = {"snippetSupport": can, "documentationFormat": ["plaintext"]}
    with Client() as client:
        client.initialize(capabilities={"textDocument": {"completion": {"completionItem": item}}})
        file = OpenFile(client, project / "a.corpus.yaml", "version: 1\ncases:\n  - id: a\n    rel")
        (found,) = [one for one in file.completions("rel") if one["label"] == "relevant"]
        assert found["textEdit"]["newText"] == ("relevant: {$1: ${2:1}}" if can else "relevant: {}")
        assert found["insertTextFormat"] == (2 if can else 1)
        assert found["documentation"]["kind"] == "plaintext"


def test_the_rows_that_the_query_returns_come_first(client: Client, project: Path) -> None:
    write_rows(project, {"a": "kettle", **TEAS, "acme\x1f1": "a tea set"})
    file = OpenFile(client, project / "a.corpus.yaml", KEYS)
    assert {label for label, _ in shown(file.completions("required: ["))} >= {"a", *TEAS}
    assert ranked(file, "required: [")[:2] == ["green", "black"]
    assert shown(file.completions("required: ["))[0] == ("green", "rank 1 · steep green tea")
    # What is typed filters, by key and by text; ranks stay. What is listed is not offered again.
    file.replace(("[]", "[green, te]"))
    assert [label for label, _ in shown(file.completions("[green, te"))][:1] == ["black"]
    file.replace(("te]", '"SPOON]'))
    (item,) = file.completions('"SPOON')
    assert item["textEdit"]["newText"] == '"silver"'
    # An editor filters by what stands in the place of the edit, which is not in the key.
    assert item["filterText"] == '"SPOON'
    resolved = client.request("completionItem/resolve", item)
    assert resolved["documentation"]["value"] == "rows.jsonl:4\n\n```text\npolish the spoons\n```"


def test_keys_are_asked_for_again_at_each_letter_and_fields_are_not(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "a.corpus.yaml", KEYS)
    for piece, again in (("required: [", True), ("    req", False)):
        assert client.request("textDocument/completion", file.after(piece))["isIncomplete"] is again


def test_a_half_typed_case_is_offered_keys_too(client: Client, project: Path) -> None:
    text = "version: 1\r\ncases:\r\n  - id: 🫖\r\n    query: steep green tea\r\n    required: [b"
    file = OpenFile(client, project / "a.corpus.yaml", text)
    assert [item["label"] for item in file.completions("[b")] == ["black"]
    assert ranked(file, "[b") == ["black"]
    (item,) = file.completions("[b")
    file.apply([item["textEdit"]])
    assert file.text.endswith("required: [black")


def test_nothing_is_read_in_a_workspace_that_is_not_trusted(project: Path) -> None:
    with Client() as client:
        client.initialize(options={"trusted": False})
        file = OpenFile(client, project / "a.corpus.yaml", CORPUS)
        assert file.completions("[gre") == []
        assert "steep" not in file.hover("[gre")
        assert [item["label"] for item in file.completions("    req")][:1] == ["k"]


def test_rows_that_change_are_read_again(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "a.corpus.yaml", KEYS)
    assert ranked(file, "required: [") == RANKED
    write_rows(project, {"pot": "green tea pot"})
    file.save()
    assert ranked(file, "required: [") == ["pot"]


def test_a_worker_that_is_ended_does_no_harm(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "a.corpus.yaml", KEYS)
    assert ranked(file, "required: [") == RANKED
    for child in psutil.Process(client.process.pid).children():
        os.kill(child.pid, signal.SIGKILL)
    file.replace(("steep green tea", "polish the spoons"))
    assert ranked(file, "required: [")[0] == "silver"


def test_many_rows_are_not_embedded_unasked(client: Client, project: Path) -> None:
    write_rows(project, {f"row-{number}": f"text {number}" for number in range(500)} | TEAS)
    file = OpenFile(client, project / "a.corpus.yaml", CORPUS.replace("[green]", "[green, ]"))
    for _ in range(5):
        assert not any("rank" in detail for _, detail in shown(file.completions("[green, ")))
        time.sleep(0.1)
    file.click("run all")
    assert ranked(file, "[green, ")[0] == "black"


def test_a_run_goes_before_rankings(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "a.corpus.yaml", CORPUS)
    file.completions("[gre")
    assert file.click("run all")["means"]["recall"] == 1.0


def test_a_key_s_hover_shows_its_row(client: Client, project: Path) -> None:
    write_rows(project, {"green": "steep green tea\n```\n<b>hot</b>" + "\nmore" * 20})
    file = OpenFile(client, project / "a.corpus.yaml", CORPUS)
    said = file.hover("[gre")
    assert said.startswith(
        "`green`: not asked yet, or edited since\n\nGrade 1, because `relevant` is not given."
    )
    assert "rows.jsonl:1\n\n````text\nsteep green tea\n```\n<b>hot</b>\nmore" in said
    assert said.endswith("more…\n````")


def test_a_key_with_backticks_is_code_all_the_same(client: Client, project: Path) -> None:
    write_rows(project, {"a``<b>": "kettle"})
    file = OpenFile(client, project / "a.corpus.yaml", CORPUS.replace("green]", '"a``<b>"]'))
    assert file.hover('"a``').startswith("``` a``<b> ```: not asked yet")


def test_why_a_row_has_no_text(client: Client, project: Path) -> None:
    (project / "caselens.yaml").write_text(CONFIGURATION.replace("[text]", "[txet]"))
    file = OpenFile(client, project / "a.corpus.yaml", CORPUS)
    assert 'its text cannot be shown: rows.jsonl:1: no field "txet"' in file.hover("[gre")
    assert [item["label"] for item in file.completions("[gre")] == ["green"]


def test_what_is_resolved_and_none_of_ours_comes_back_as_it_is(client: Client, project: Path) -> None:
    uri = OpenFile(client, project / "tea.corpus.yaml", CORPUS).uri
    for data in ({"uri": uri}, {"uri": 5, "key": []}, {"uri": uri, "key": None}, "x", None, {"key": "green"}):
        item = {"label": "green", "data": data}
        assert client.request("completionItem/resolve", item)["label"] == "green"
        action = {"title": "Annotate", "kind": "source.annotate.caselens", "data": data}
        assert "edit" not in client.request("codeAction/resolve", action)
    assert "Error" not in client.log


def test_the_codes_that_a_comment_could_ignore_are_offered(client: Client, project: Path) -> None:
    text = CORPUS.replace("[green]", "[green, green] # caselens: ignore[]")
    file = OpenFile(client, project / "tea.corpus.yaml", text)
    file.settled()
    first, *_ = file.completions("ignore[")
    assert (first["label"], first["textEdit"]["newText"]) == ("repeated-key", "repeated-key")
    assert first["documentation"]["value"].startswith("### ")
