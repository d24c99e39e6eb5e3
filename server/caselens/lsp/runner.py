"""The server's end of the worker process: started when first needed, killed when it will not stop."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import sys
from collections.abc import Callable
from typing import Any

from caselens.ports import PortError

PATIENCE = 0.15
"""Seconds that a cancelled job may take to stop by itself."""

LONGEST_LINE = 1 << 28


class _Gone(PortError):  # noqa: N818 - named as its message reads
    """The worker is no more; `had_begun` when it had said something of the job."""

    def __init__(self, had_begun: bool, signal: int) -> None:
        how = (
            f"was ended by signal {signal}" if signal else "ended unexpectedly; the server's log may say why"
        )
        super().__init__(f"the evaluation process {how}")
        self.had_begun = had_begun


class Runner:
    """Runs one job at a time."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._numbers = itertools.count(1)
        self._turn = asyncio.Lock()

    async def run(
        self, job: dict[str, Any], progress: Callable[[str, int, int], None] = lambda *_: None
    ) -> Any:
        """What comes of a job. Cancelling the caller stops the job. Raises `PortError`."""
        async with self._turn:
            try:
                return await self._run(job, progress)
            except _Gone as gone:
                if gone.had_begun:
                    raise
            # It had ended while it was idle, which is only known now.
            return await self._run(job, progress)

    async def _run(self, job: dict[str, Any], progress: Callable[[str, int, int], None]) -> Any:
        process = await self._started()
        number = next(self._numbers)
        try:
            await self._send(process, {"id": number, **job})
            return await self._answer(process, number, progress)
        except asyncio.CancelledError:
            stopping = asyncio.ensure_future(self._stop_job(process, number))
            while not stopping.done():  # the next job must not begin before, however often one cancels
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.shield(stopping)
            raise
        except ConnectionError:
            raise await self._lost(had_begun=False) from None

    async def close(self) -> None:
        """End the worker."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",  # nothing in the workspace may stand in for a module of ours or of Python's
                "-m",
                "caselens.lsp.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
            )
        return self._process

    async def _send(self, process: asyncio.subprocess.Process, message: dict[str, Any]) -> None:
        assert process.stdin is not None
        process.stdin.write(json.dumps(message).encode() + b"\n")
        await process.stdin.drain()

    async def _answer(
        self, process: asyncio.subprocess.Process, number: int, progress: Callable[[str, int, int], None]
    ) -> Any:
        """What came of a job; None when it was cancelled."""
        assert process.stdout is not None
        had_begun = False
        while line := await self._line(process.stdout):
            message = json.loads(line)
            if message["id"] != number:
                continue
            had_begun = True
            if "progress" in message:
                progress(*message["progress"])
            elif "error" in message:
                raise PortError(message["error"])
            else:
                return message.get("answer")
        raise await self._lost(had_begun)

    async def _line(self, output: asyncio.StreamReader) -> bytes:
        """The next line; nothing where the output has ended, or has become unreadable."""
        try:
            return await output.readline()
        except ValueError:  # a line beyond the limit
            return b""

    async def _lost(self, had_begun: bool) -> _Gone:
        process = self._process
        if process is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), PATIENCE)
        await self.close()
        ended = process.returncode if process is not None else None
        return _Gone(had_begun, -ended if ended is not None and ended < 0 else 0)

    async def _stop_job(self, process: asyncio.subprocess.Process, number: int) -> None:
        """Ask the job to stop, and end the process if it does not at once."""
        try:
            await self._send(process, {"cancel": number})
            await asyncio.wait_for(self._answer(process, number, lambda *_: None), PATIENCE)
        except (TimeoutError, ConnectionError, _Gone):
            await self.close()
        except PortError:
            pass  # it failed before it could be stopped, which is one way to stop
