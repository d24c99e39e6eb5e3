"""`make soak`: a thousand edits a second for half a minute, and what the server's memory does meanwhile."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.bench.corpora import corpus
from tests.bench.measured import Typist, place_to_type
from tests.e2e.client import Client

PER_SECOND, SECONDS, MOST_GROWTH = 1_000, 30, 0.05


def main() -> int:
    with tempfile.TemporaryDirectory() as name, Client() as client:
        client.initialize()
        text = corpus(1_000)
        typist = Typist(client, Path(name) / "soak.corpus.yaml", text)
        typist.open()
        line, column = place_to_type(text)
        first = 0.0
        started = time.perf_counter()
        for second in range(SECONDS):
            for number in range(PER_SECOND):
                # Typed, broken, mended: each state a file is in while somebody works on it.
                typist.send(line, column, *(("x", 0), ("", 1), ('"', 0), ("", 1))[number % 4])
            typist.settle(line, column)
            time.sleep(max(0.0, started + second + 1 - time.perf_counter()))
            client.notifications.clear()
            if second == 0:
                first = typist.memory()
        last, took = typist.memory(), time.perf_counter() - started
        growth = last / first - 1
        rate = PER_SECOND * SECONDS / took
        print(f"{rate:,.0f} edits a second for {took:.0f} s")
        print(f"memory after the first second {first:.1f} MiB, in the end {last:.1f} MiB: {growth:+.1%}")
        return int(growth > MOST_GROWTH)


if __name__ == "__main__":
    sys.exit(main())
