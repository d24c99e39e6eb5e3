"""`make bench`: how the server feels under one's hands, beside bare pygls and yaml-language-server."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.corpora import corpus
from tests.bench.measured import Typist, milliseconds, place_to_type, spawn_to_initialize, typing
from tests.bench.neighbours import BARE_PYGLS, DEBOUNCE, SCHEMA_LINE, yaml_language_server
from tests.e2e.client import SERVER, Client

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
        line, column = place_to_type(text)
        where = {"textDocument": {"uri": typist.uri}, "position": {"line": line, "character": column - 4}}
        ask = [milliseconds(lambda: client.request("textDocument/hover", where)) for _ in range(50)]
        row("hover, median of 50, ms", 20.0, statistics.median(ask))


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
