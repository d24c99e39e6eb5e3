"""`make bench`: how the server feels under one's hands, beside bare pygls and yaml-language-server."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tests.bench.corpora import corpus
from tests.bench.measured import Typist, milliseconds, place_to_type, spawn_to_initialize, typing
from tests.bench.neighbours import BARE_PYGLS, DEBOUNCE, SCHEMA_LINE, yaml_language_server
from tests.bench.postgres import thirty_cases
from tests.bench.scale import in_memory, over_servers
from tests.bench.workspace import asked_across
from tests.e2e.client import SERVER, Client
from tests.e2e.conftest import CONFIGURATION, write_rows

BARS = {30: 1.0, 1_000: 1.5, 10_000: 3.0, 100_000: 15.0}
"""Cases, and the milliseconds that one typed character may cost from didChange to publishDiagnostics."""

NEIGHBOUR_UP_TO = 10_000

COMMAND = str(Path(sys.executable).with_name("caselens"))


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start_up()
        keystrokes(folder)
        large_file(folder)
        source_keys(folder)
        workspace(folder)
        database()
        command_line(folder)


def row(*cells: object) -> None:
    print(
        "| " + " | ".join(f"{cell:,.2f}" if isinstance(cell, float) else str(cell) for cell in cells) + " |"
    )


def start_up() -> None:
    print("\nspawn to the answer to `initialize`, 15 of each in turn, ms\n")
    row("what", "caselens", "bare pygls", "ratio")
    row(*["---"] * 4)
    commands = [COMMAND, "serve", "--stdio"], [sys.executable, "-c", BARE_PYGLS]
    pairs = [[spawn_to_initialize(command) for command in commands] for _ in range(15)]
    for index, clock in enumerate(("by the clock", "of the CPU")):
        ours, bare = zip(*([taken[index] for taken in pair] for pair in pairs), strict=True)
        for what, of in (("quickest", min), ("median", statistics.median)):
            row(f"{what}, {clock}", of(ours), of(bare), of(ours) / of(bare))


def keystrokes(folder: Path) -> None:
    print("\none character typed in the middle, didChange to publishDiagnostics, median of 200, ms\n")
    row("cases", "bar", "caselens", "p99", "CPU", "open", "MiB", "yaml-ls", "less its debounce", "ratio")
    row(*["---"] * 10)
    neighbour = yaml_language_server()
    for cases, bar in BARS.items():
        text = corpus(cases)
        ours = typing(SERVER, folder / f"{cases}.corpus.yaml", text, 200, {"largestFile": 2**28})
        theirs = theirs_of(neighbour, folder, cases, text)
        row(cases, bar, ours.change, ours.slowest, ours.processor, ours.opened, ours.memory, *theirs(ours))


def theirs_of(command, folder: Path, cases: int, text: str):  # type: ignore[no-untyped-def]
    if command is None or cases > NEIGHBOUR_UP_TO:
        return lambda _ours: ("–", "–", "–")
    times = 20 if cases <= 1_000 else 5
    found = typing(command, folder / f"{cases}.yaml", SCHEMA_LINE + text, times)
    net = max(found.change - DEBOUNCE, 0.0)
    return lambda ours: (found.change, net, f"{found.change / ours.change:,.0f} ({net / ours.change:,.0f})")


def large_file(folder: Path) -> None:
    print("\n10,000 cases\n")
    row("what", "bar", "measured")
    row("---", "---", "---")
    text = corpus(10_000)
    opened = [typing(SERVER, folder / "open.corpus.yaml", text, 1) for _ in range(3)]
    row("open to diagnostics, ms, best of 3", 500.0, min(found.opened for found in opened))
    row("memory after it, MiB", 100.0, min(found.memory for found in opened))
    with Client() as client:
        client.initialize()
        typist = Typist(client, folder / "head.corpus.yaml", text)
        typist.open()
        row("header edited, median of 50, ms", 40.0, statistics.median(typist.type(1, 6) for _ in range(50)))
        for what, bar, ask in questions(client, typist.uri, text):
            taken = [arrival(client, ask) for _ in range(30)]
            row(f"{what}, to the last byte, median of 30, ms", bar, statistics.median(taken))


def arrival(client: Client, ask: Callable[[], object]) -> float:
    """Milliseconds until the last byte of an answer; reading it is the editor's part."""
    began = time.perf_counter()
    ask()
    return 1000 * (client.arrived - began)


def questions(client: Client, uri: str, text: str) -> Iterator[tuple[str, object, Callable[[], object]]]:
    """What an editor asks about an open file, with the bar for it, where there is one."""
    line, column = place_to_type(text)
    file = {"textDocument": {"uri": uri}}
    query = {**file, "position": {"line": line, "character": column - 4}}
    field = {**file, "position": {"line": line, "character": 6}}
    where = {"start": query["position"], "end": query["position"]}
    whole = {"start": {"line": line, "character": 0}, "end": {"line": line + 60, "character": 0}}
    actions = {**file, "range": where, "context": {"diagnostics": []}}

    ask = partial(partial, client.request)

    yield "hover", 20.0, ask("textDocument/hover", query)
    yield "completion of fields", 20.0, ask("textDocument/completion", field)
    yield "symbols", 20.0, ask("textDocument/documentSymbol", file)
    yield "symbols of the workspace", 20.0, ask("workspace/symbol", {"query": "case-009"})
    yield "folds", "–", ask("textDocument/foldingRange", file)
    yield "code actions", 20.0, ask("textDocument/codeAction", actions)
    yield "tokens of a screen", "–", ask("textDocument/semanticTokens/range", {**file, "range": whole})
    yield (
        "references",
        "–",
        ask("textDocument/references", {**query, "context": {"includeDeclaration": True}}),
    )


def source_keys(folder: Path) -> None:
    print("\ncompletion of source keys out of 100,000 rows, median of 30, ms\n")
    row("typed", "bar", "measured", "found")
    row(*["---"] * 4)
    words = [f"word{number * 7919 % 50_000}" for number in range(3_000_000 // 30)]
    rows = {
        f"doc-{n}": " ".join(words[(n * 31 + i * 17) % len(words)] for i in range(30)) for n in range(100_000)
    }
    folder = folder / "keys"
    folder.mkdir()
    (folder / "caselens.yaml").write_text(CONFIGURATION)
    write_rows(folder, rows)
    for typed in ("", "doc-5", "doc-99999", "word7919", "word7919 word1", "nothing at all"):
        text = f"version: 1\ncases:\n  - id: a\n    required: [{typed}]\n"
        with Client() as client:
            client.initialize()
            typist = Typist(client, folder / "a.corpus.yaml", text)
            typist.open()
            place = {"line": 3, "character": len(text.split("\n")[3]) - 1}
            params = {"textDocument": {"uri": typist.uri}, "position": place}
            found = client.answer(client.start("textDocument/completion", params), 120)
            ask = partial(client.request, "textDocument/completion", params)
            taken = [arrival(client, ask) for _ in range(30)]
            row(repr(typed), 30.0, statistics.median(taken), len(found["items"]))


def workspace(folder: Path) -> None:
    print("\n10,000 cases in ten corpora of a workspace\n")
    row("what", "bar", "measured")
    row("---", "---", "---")
    for cells in asked_across(folder / "workspace"):
        row(*cells)


def database() -> None:
    print("\n100,000 rows in PostgreSQL, best of 3, s\n")
    row("what", "caselens", "plain SQL in a loop", "ratio")
    row(*["---"] * 4)
    for cells in thirty_cases():
        row(*cells)
    print("\nthirty questions, three true ranks each, best of 3, s\n")
    row("what", "measured")
    row(*["---"] * 2)
    for what, seconds in (*in_memory(), *over_servers()):
        row(what, seconds)


def command_line(folder: Path) -> None:
    print("\nwhole process\n")
    row("what", "bar", "measured")
    row("---", "---", "---")
    path = folder / "thirty.yaml"
    path.write_text(corpus(30), "utf-8")
    command = [COMMAND, "check", str(path)]
    taken = [
        milliseconds(lambda: subprocess.run(command, check=True, capture_output=True)) for _ in range(15)
    ]
    row(
        "caselens check, 30 cases, best and median of 15, ms",
        120.0,
        f"{min(taken):.0f}, {statistics.median(taken):.0f}",
    )


if __name__ == "__main__":
    main()
