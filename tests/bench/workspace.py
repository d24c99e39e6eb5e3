"""What it costs to ask across corpora of which most are not open."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

from tests.bench.corpora import corpus
from tests.bench.measured import Typist, milliseconds, place_to_type
from tests.e2e.client import Client
from tests.e2e.conftest import CONFIGURATION

TIMES = 50


def asked_across(folder: Path) -> Iterator[tuple[str, object, float]]:
    """What was asked, the bar for it, and the median in ms; half of ten corpora name keys of the others."""
    folder.mkdir()
    (folder / "caselens.yaml").write_text(CONFIGURATION)
    for number in range(10):
        text = corpus(1_000, seed=number % 5).replace("case-", f"case-{number}")
        (folder / f"{number}.corpus.yaml").write_text(text, "utf-8")
    with Client() as client:
        client.initialize(folders=[folder])
        typist = Typist(client, folder / "9.corpus.yaml", text)
        typist.open()
        line, column = place_to_type(text)
        first = client.start("workspace/symbol", {"query": "case-"})
        typed = []
        while not client.has_answered(first):
            typed.append(typist.type(line, column))
        client.answer(first)
        yield "a character typed while they are first read", "–", statistics.median(typed)

        def ask(method: str, **params: object) -> float:
            return milliseconds(lambda: client.request(method, params))

        def median(method: str, **params: object) -> float:
            return statistics.median(ask(method, **params) for _ in range(TIMES))

        for query in ("case-5", "export data", "c9z"):
            yield f"symbols, {query}", 20.0, median("workspace/symbol", query=query)
        taken = []
        for _ in range(TIMES):
            typist.type(line, column)
            taken.append(ask("workspace/symbol", query="case-5"))
        yield "symbols after each change", 20.0, statistics.median(taken)
        lines = text.split("\n")
        line = next(number for number, one in enumerate(lines) if "required: [" in one)
        where = {"line": line, "character": lines[line].index("[") + 3}
        key: dict[str, object] = {"textDocument": {"uri": typist.uri}, "position": where}
        context = {"includeDeclaration": False}
        yield "references of a key", 20.0, median("textDocument/references", context=context, **key)
        yield "another name for a key", "–", median("textDocument/rename", newName="x", **key)
