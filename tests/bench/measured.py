"""Whole processes, measured from outside: what an editor would see of a language server."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped, unused-ignore]

from tests.e2e.client import Client, Json

MILLISECONDS, MEBIBYTES = 1e3, 2**20


def milliseconds(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return (time.perf_counter() - started) * MILLISECONDS


def spawn_to_initialize(command: Sequence[str]) -> tuple[float, float]:
    """From the start of the process to the answer to `initialize`, in ms: by the clock, and of the CPU."""
    started = time.perf_counter()
    with Client(command) as client:
        client.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        taken = (time.perf_counter() - started) * MILLISECONDS
        return taken, processor(psutil.Process(client.process.pid))


def processor(process: psutil.Process) -> float:
    """The CPU time of a process so far, in ms."""
    times = process.cpu_times()
    return float(times.user + times.system) * MILLISECONDS


@dataclass(frozen=True)
class Typing:
    """What typing into one file costs: medians in milliseconds, memory in MiB, CPU per change in ms."""

    opened: float
    change: float
    slowest: float
    processor: float
    memory: float


class Typist:
    """A file that is open in a server, into which characters are typed."""

    def __init__(self, client: Client, path: Path, text: str) -> None:
        self.client = client
        self.uri = path.as_uri()
        self.text = text
        self.version = 0
        self.process = psutil.Process(client.process.pid)

    def open(self) -> float:
        self.version += 1
        document = {"uri": self.uri, "languageId": "yaml", "version": self.version, "text": self.text}
        return milliseconds(lambda: self._until_published("textDocument/didOpen", {"textDocument": document}))

    def type(self, line: int, column: int, character: str = "x") -> float:
        self.version += 1
        where = {"line": line, "character": column}
        change = {"range": {"start": where, "end": where}, "text": character}
        document = {"uri": self.uri, "version": self.version}
        params = {"textDocument": document, "contentChanges": [change]}
        return milliseconds(lambda: self._until_published("textDocument/didChange", params))

    def send(self, line: int, column: int, text: str, replaced: int) -> None:
        """An edit without waiting for what comes of it."""
        self.version += 1
        start, end = {"line": line, "character": column}, {"line": line, "character": column + replaced}
        change = {"range": {"start": start, "end": end}, "text": text}
        document = {"uri": self.uri, "version": self.version}
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def settle(self, line: int, column: int) -> None:
        """Wait until everything that was sent has been looked at."""
        self.send(line, column, "", 0)
        version = self.version

        def seen() -> bool:
            return any(said["params"].get("version") == version for said in self.client.notifications[-3:])

        self.client.wait_until(seen, "the last version", 300)

    def _until_published(self, method: str, params: Json) -> None:
        before = len(self.client.notifications)
        self.client.notify(method, params)

        def published() -> bool:
            new = self.client.notifications[before:]
            return any(said["method"] == "textDocument/publishDiagnostics" for said in new)

        self.client.wait_until(published, "diagnostics", 300)

    def memory(self) -> float:
        return float(self.process.memory_info().rss) / MEBIBYTES

    def processor(self) -> float:
        return processor(self.process)


def typing(command: Sequence[str], path: Path, text: str, times: int, options: Json | None = None) -> Typing:
    """Open a file, then type `times` characters into a query in its middle."""
    with Client(command) as client:
        client.initialize(options=options)
        # What a server imports when it is first asked belongs to its start.
        Typist(client, path.with_name("first.corpus.yaml"), "version: 1\ncases:\n").open()
        typist = Typist(client, path, text)
        opened = typist.open()
        memory = typist.memory()
        line, column = place_to_type(text)
        typist.type(line, column)
        before = typist.processor()
        taken = sorted(typist.type(line, column) for _ in range(times))
        processor = (typist.processor() - before) / times
        slowest = taken[min(len(taken) - 1, int(0.99 * len(taken)))]
        return Typing(opened, statistics.median(taken), slowest, processor, memory)


def place_to_type(text: str) -> tuple[int, int]:
    """Line and column just inside a quoted query in the middle."""
    lines = text.split("\n")
    line = next(number for number in range(len(lines) // 2, len(lines)) if "query:" in lines[number])
    return line, lines[line].index('"') + 1
