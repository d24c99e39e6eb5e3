"""Complaints about other servers that nothing else here holds; `tests/test_complaints.py` has them all."""

from __future__ import annotations

from pathlib import Path

from tests.bench.corpora import corpus

from .client import Client
from .conftest import CORPUS
from .editor import OpenFile

MANY = corpus(3_000)


def test_typing_goes_on_while_an_outline_is_asked_for(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "a.corpus.yaml", MANY)
    asked = []
    for number in range(30):
        file.splice(len(MANY) + number, len(MANY) + number, "#")
        asked.append(client.start("textDocument/documentSymbol", {"textDocument": file.name}))
    assert [len(client.answer(one)) for one in asked] == [3_000] * 30
    # Every version was looked at, none later than what was asked after it.
    file.settled()


def test_completion_reads_one_case_of_many(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "a.corpus.yaml", MANY.replace("id: case-002000\n", "id: 🫖\n    re\n"))
    assert [item["label"] for item in file.completions("id: 🫖\n    re")][:1] == ["k"]
    # The rest of the file may be in any state.
    file.splice(0, 0, "[")
    assert [item["label"] for item in file.completions("id: 🫖\n    re")][:1] == ["k"]


def test_completion_among_aliases(client: Client, project: Path) -> None:
    aliases = "".join(f"  - {{<<: *first, id: c{number}}}\n" for number in range(500))
    text = (
        "version: 1\ncases:\n  - &first {id: a, query: q, required: [green]}\n"
        + aliases
        + "  - id: b\n    re"
    )
    file = OpenFile(client, project / "a.corpus.yaml", text)
    assert [item["label"] for item in file.completions("id: b\n    re")] == [
        "query",
        "k",
        "required",
        "relevant",
    ]


def test_a_finding_stays_on_one_line(client: Client, project: Path) -> None:
    for number, broken in enumerate(("'", '"', "[", "{", "|x", "*a", "&a &b", "{x: 1,\n      y: 2}")):
        file = OpenFile(client, project / f"{number}.corpus.yaml", CORPUS.replace("[green]", broken) + CORPUS)
        for one in file.settled():
            assert one["range"]["start"]["line"] == one["range"]["end"]["line"]


def test_hovers_on_what_looks_like_another_type(client: Client, project: Path) -> None:
    for key in ("True", "yes", "no", "on", "1:30", "2001-01-01", "0x10"):
        file = OpenFile(client, project / "a.corpus.yaml", CORPUS.replace("[green]", f"[{key}]"))
        file.diagnostics("unknown-key")
        assert file.hover(f"[{key}").startswith("### unknown-key")
        file.close()


def test_lenses_move_with_their_lines(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "a.corpus.yaml", CORPUS)
    before = file.places()[-1]["start"]["line"]
    file.splice(0, 0, "# one\n# two\n")
    assert file.places()[-1]["start"]["line"] == before + 2
