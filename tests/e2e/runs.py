"""Runs that last long enough to be seen, ways to cancel them, and the process that does the work."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import psutil  # type: ignore[import-untyped, unused-ignore]
import pytest

from .client import PATIENCE, Client, Refused
from .editor import OpenFile

CANCELLED = -32800
MANY = {f"row-{number}": f"row {number} of {number * 7919 % 10007}" for number in range(60_000)}
"""Rows that take `hashing` some seconds to embed."""


class Running(NamedTuple):
    """A run of all cases that has been seen to embed rows."""

    file: OpenFile
    request: int
    token: str


def running(file: OpenFile) -> Running:
    """Click "run all" and wait until rows are being embedded."""
    client, before = file.client, len(file.client.heard("$/progress"))
    request = file.start(file.lens("run all"))

    def embedding() -> bool:
        later = client.heard("$/progress")[before:]
        return any(said["value"].get("message", "").startswith("embedding") for said in later)

    client.wait_until(embedding, "progress of the embedding")
    return Running(file, request, client.heard("$/progress")[-1]["token"])


def _by_request(run: Running) -> None:
    run.file.client.notify("$/cancelRequest", {"id": run.request})


def _by_progress(run: Running) -> None:
    run.file.client.notify("window/workDoneProgress/cancel", {"token": run.token})


def _by_lens(run: Running) -> None:
    lens = next(lens for lens in run.file.lenses() if lens.title.endswith("· cancel"))
    assert lens.command == "caselens.cancel"
    run.file.start(lens)


CANCELS: dict[str, Callable[[Running], None]] = {
    "$/cancelRequest": _by_request,
    "window/workDoneProgress/cancel": _by_progress,
    "the lens": _by_lens,
}


def cancel(run: Running, how: str) -> None:
    """Cancel a run and hold its end to the promise, with a margin for a machine that is busy."""
    began = time.monotonic()
    CANCELS[how](run)
    with pytest.raises(Refused) as refusal:
        run.file.client.answer(run.request)
    took = time.monotonic() - began
    print(f"cancelled by {how} after {1000 * took:.0f} ms")
    assert refusal.value.code == CANCELLED
    assert took < 2


def worker_of(client: Client) -> psutil.Process:
    """The process in which a server evaluates."""
    found: list[psutil.Process] = psutil.Process(client.process.pid).children(recursive=True)
    return next(child for child in found if "caselens.lsp.worker" in child.cmdline())


def ends(process: psutil.Process, patience: float = PATIENCE) -> bool:
    """Whether a process ends within some seconds. One that nobody has collected yet has ended."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.02)
    return False
