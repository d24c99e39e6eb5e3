"""A session: one connection, not shared, that only reads, has bounded time, and can be left at any moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, wait
from time import monotonic
from typing import TYPE_CHECKING, Any

from caselens.adapters.postgres.address import address
from caselens.adapters.postgres.line import Connection, Line, Rows
from caselens.ports import PortError

if TYPE_CHECKING:
    import psycopg
    from psycopg.sql import Composed

CONNECT_SECONDS = 5
STATEMENT_SECONDS = 30.0

POLL_SECONDS = 0.05
"""Between two looks whether somebody wants the work to stop."""

GRACE_SECONDS = CONNECT_SECONDS + 1.0
"""For which a statement is waited for beyond its time: a server or a pool that hangs tells nobody."""

STEADY: dict[str, Any] = {
    "application_name": "caselens",
    "connect_timeout": CONNECT_SECONDS,
    # A server that is gone without a word is noticed, also while nothing is sent.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}

TIMED_OUT = "57014"

REFUSALS = {
    "starting up": "the server is starting",
    "shutting down": "the server is stopping",
    "too many": "the server has no connection left",
    "password authentication failed": "the server refuses the user or the password",
    "no password supplied": "the server wants a password",
    "authentication failed": "the server refuses the user or the password",
    "pg_hba.conf": "the server does not take this user from here",
    "permission denied": "the server does not let this user into the database",
    'role "': "the server refuses the user or the password",
    'database "': "the server has no such database",
    "refused": "nothing listens there",
    "No such file": "nothing listens there",
    "timeout": f"no answer within {CONNECT_SECONDS} seconds",
    "translate host name": "no such host",
    "resolve": "no such host",
    "certificate": "the server's certificate is not trusted",
    "SSL": "the server and the connection string disagree about TLS",
    "closed the connection": "the server closed the connection",
}
"""What a driver says of a connection that fails, and our words: its own hold the user's name. The first that
is found counts: of what speaks of a database, not all speaks of one that is not there.
"""


class Lost(PortError):  # noqa: N818 - what became of the connection
    """The connection is gone; the next statement connects anew."""


class Hung(Lost):
    """The server has not even said that a statement took too long; asking again would only wait again."""


class TooSlow(PortError):  # noqa: N818 - what the statement was
    """A statement took longer than it may."""


class Session:
    """Statements on one connection, opened with the first. `settings` are set on it, for the session.

    A statement runs on a thread of its own, so that whoever waits can leave.
    """

    def __init__(
        self, reference: str, settings: Mapping[str, str] | None = None, seconds: float = STATEMENT_SECONDS
    ) -> None:
        self._address = address(reference)
        self._seconds = seconds
        self._settings = {
            "default_transaction_read_only": "on",
            "statement_timeout": f"{max(1, round(1000 * seconds))}ms",
            **(settings or {}),
        }
        self._line: Line | None = None

    @property
    def place(self) -> str:
        """Host, port and database."""
        return self._address.place

    def rows(
        self, statement: Composed, values: Sequence[object] = (), still: Callable[[], None] | None = None
    ) -> Rows:
        """The rows of a statement. `still` is called while it runs, and may raise. Raises `PortError`."""
        if self._line is not None:
            # Since it was last used, the server may have been started anew.
            try:
                return self._rows(self._line, statement, values, still)
            except Hung:
                raise
            except Lost:
                pass
        self._line = Line(self._connect)
        return self._rows(self._line, statement, values, still)

    def _rows(
        self, line: Line, statement: Composed, values: Sequence[object], still: Callable[[], None] | None
    ) -> Rows:
        import psycopg

        until = monotonic() + self._seconds + GRACE_SECONDS
        try:
            return _waited(line.rows(statement, values), still, until)
        except psycopg.Error as error:
            raise self._told(error, line) from None
        except PortError:
            self.close()
            raise
        except TimeoutError:
            self._line = None
            line.give_up()
            raise Hung(f"{self.place} does not answer") from None
        except BaseException:
            # Whoever waited has left: the connection is given up, whatever comes of the statement.
            self._line = None
            line.give_up()
            raise

    def close(self) -> None:
        """Let go of the connection; a next statement connects anew."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _connect(self) -> Connection:
        import psycopg
        from psycopg.sql import SQL

        connection = None
        try:
            connection = psycopg.connect(self._address.dsn, autocommit=True, **STEADY)
            for name, value in self._settings.items():
                connection.execute(SQL("SELECT set_config(%s, %s, false)"), (name, value))
        except psycopg.Error as error:
            if connection is not None:
                connection.close()
            said = str(error)
            reason = next((ours for theirs, ours in REFUSALS.items() if theirs in said), "it failed")
            raise Lost(f"no connection to {self.place}: {reason}") from None
        return connection

    def _told(self, error: psycopg.Error, line: Line) -> PortError:
        """What to say of a statement that failed."""
        if not line.is_open:
            self.close()
            return Lost(f"the connection to {self.place} was lost")
        if error.sqlstate == TIMED_OUT:
            return TooSlow(f"{self.place} did not answer within {self._seconds:g} seconds")
        return PortError(f"{self.place}: {error.diag.message_primary or type(error).__name__}")


def _waited(running: Future[Rows], still: Callable[[], None] | None, until: float) -> Rows:
    """What comes of a statement. Raises `TimeoutError` for a server that does not keep its own time."""
    while not wait([running], POLL_SECONDS).done:
        if still is not None:
            still()
        if monotonic() > until:
            raise TimeoutError
    return running.result()
