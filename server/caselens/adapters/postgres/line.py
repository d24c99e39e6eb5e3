"""A connection and the one thread that uses it, which never keeps the process from ending."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import psycopg
    from psycopg.sql import Composed

CANCEL_SECONDS = 0.1
"""Spent on telling the server that nobody waits any more."""

Rows = list[tuple[Any, ...]]
Connection: TypeAlias = "psycopg.Connection[tuple[Any, ...]]"


class Line:
    """Statements one after another, on a connection that `connect` opens with the first.

    An executor's threads are waited for when Python ends, and a server that hangs would then hang us.
    """

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._connection: Connection | None = None
        self._given_up = False
        self._jobs: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        threading.Thread(target=self._work, name="postgres", daemon=True).start()

    @property
    def is_open(self) -> bool:
        return self._connection is not None and not self._connection.closed

    def rows(self, statement: Composed, values: Sequence[object]) -> Future[Rows]:
        """The rows of a statement, to be waited for."""
        return self._submit(lambda: self._rows(statement, values))

    def close(self) -> None:
        """Hang up, once what runs has ended."""
        hung_up = self._submit(self._hang_up)
        self._jobs.put(None)
        hung_up.result()

    def give_up(self) -> None:
        """Hang up, and wait for nothing."""
        import psycopg

        self._given_up = True
        if self._connection is not None:
            # A server that cannot be told ends the statement by its own timeout.
            with contextlib.suppress(psycopg.Error):
                self._connection.cancel_safe(timeout=CANCEL_SECONDS)
        self._submit(self._hang_up)
        self._jobs.put(None)

    def _submit(self, job: Callable[[], Any]) -> Future[Any]:
        future: Future[Any] = Future()
        self._jobs.put((future, job))
        return future

    def _work(self) -> None:
        while (given := self._jobs.get()) is not None:
            future, job = given
            try:
                future.set_result(job())
            except BaseException as error:
                future.set_exception(error)

    def _rows(self, statement: Composed, values: Sequence[object]) -> Rows:
        if self._connection is None:
            self._connection = self._connect()
        if self._given_up:
            return []
        # The extended protocol takes one statement only; asking for binary answers always uses it.
        with self._connection.cursor(binary=True) as cursor:
            return cursor.execute(statement, values).fetchall()

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
