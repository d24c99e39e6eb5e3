"""Standard input and output: one stream of the loop each way, and an end that is noticed."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

AT_ONCE = 1 << 16
"""Bytes read at once: what a pipe holds."""

LONGEST_LINE = 1 << 30
"""Bytes in a line of a message's head before the stream gives up: in effect, never."""

log = logging.getLogger(__name__)


class Input(asyncio.StreamReader):
    """A stream that lets others have their turn before each message, however many are waiting, and reads
    the head of a message however its lines are written.
    """

    async def readline(self) -> bytes:
        line = await super().readline()
        name, colon, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            return b"Content-Length: %b\r\n" % value.strip()
        if line.strip() and not colon:
            log.warning("what is no line of a message's head is skipped: %.60r", line)
        return line

    async def readexactly(self, n: int) -> bytes:
        await asyncio.sleep(0)
        return await super().readexactly(n)


def input_stream() -> Input:
    """Standard input as a stream of the running loop.

    A thread reads, because a loop cannot wait for every kind of input on every platform, and no change of
    threads is wanted for each line of a head. It keeps the process from ending no more than the loop does.
    """
    loop, stream, source = asyncio.get_running_loop(), Input(LONGEST_LINE), sys.stdin.fileno()
    if os.name == "posix":
        os.set_blocking(source, True)

    def read() -> None:
        with suppress(RuntimeError):  # the loop has ended
            try:
                while data := os.read(source, AT_ONCE):
                    loop.call_soon_threadsafe(stream.feed_data, data)
            except OSError as error:
                log.warning("standard input cannot be read: %s", error.strerror)
            finally:
                loop.call_soon_threadsafe(stream.feed_eof)

    threading.Thread(target=read, name="standard input", daemon=True).start()
    return stream


class Output:
    """Standard output; `gone` is called when nobody reads it any more."""

    def __init__(self, gone: Callable[[], None]) -> None:
        self.gone = gone

    def write(self, data: bytes) -> None:
        try:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        except (OSError, ValueError):
            # What is left in the buffer must not be tried again at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            self.gone()

    def close(self) -> None:
        """It is closed with the process."""
