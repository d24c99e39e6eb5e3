"""Work off the event loop, on a thread that never keeps the process from ending; and tasks on it that nobody
awaits.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sys
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")

log = logging.getLogger(__name__)

TURN = 0.001
"""Seconds that a thread may compute while another waits: what somebody types comes before it."""


class Background:
    """One thread that does what it is given, one after the other.

    An executor's threads are waited for when Python ends, and reading a file that hangs would then hang
    the server; this one is not.
    """

    def __init__(self, name: str) -> None:
        sys.setswitchinterval(TURN)
        self._jobs: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
        threading.Thread(target=self._work, name=name, daemon=True).start()

    async def run(self, job: Callable[[], T]) -> T:
        """What the job returns or raises. Cancelling drops a job that has not begun."""
        future: Future[T] = Future()
        self._jobs.put((future, job))
        return await asyncio.wrap_future(future)

    def _work(self) -> None:
        while True:
            future, job = self._jobs.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(job())
            except BaseException as error:
                future.set_exception(error)


def watched(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """A task that nobody awaits; a fault in it goes to the log."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(_log_fault)
    return task


def _log_fault(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("%s", error, exc_info=error)
