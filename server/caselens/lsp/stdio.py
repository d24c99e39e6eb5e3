"""Standard input and output, without a change of threads for every line of a message's head."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from contextlib import suppress

AT_ONCE = 1 << 16
"""Bytes read at once: what a pipe holds."""

LONGEST_LINE = 1 << 30
"""Bytes in a line of a message's head before the stream gives up: in effect, never."""


class Input(asyncio.StreamReader):
    """A stream that lets others have their turn before each message, however many are waiting."""

    async def readexactly(self, n: int) -> bytes:
        await asyncio.sleep(0)
        return await super().readexactly(n)


def input_stream() -> Input:
    """Standard input as a stream of the running loop.

    A thread reads, because a loop cannot wait for every kind of input on every platform. It keeps the
    process from ending no more than the loop does.
    """
    loop, stream = asyncio.get_running_loop(), Input(LONGEST_LINE)

    def read() -> None:
        with suppress(RuntimeError):  # the loop has ended
            while data := os.read(sys.stdin.fileno(), AT_ONCE):
                loop.call_soon_threadsafe(stream.feed_data, data)
            loop.call_soon_threadsafe(stream.feed_eof)

    threading.Thread(target=read, name="standard input", daemon=True).start()
    return stream
