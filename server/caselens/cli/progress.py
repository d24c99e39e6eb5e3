"""How far a command is, for those who look at it."""

from __future__ import annotations

import sys


class Progress:
    """A line on standard error that is written over, where somebody looks at it."""

    def __init__(self) -> None:
        self.shown = False

    def __call__(self, what: str, done: int, total: int) -> None:
        # The last step of a bar is followed by something better.
        if sys.stderr.isatty() and total > 1:
            filled = 24 * done // total
            bar = "█" * filled + "░" * (24 - filled)
            self.shown = True  # before it is, since Ctrl-C may come at any time
            print(f"\r\x1b[K{what} {bar} {done:,} of {total:,}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self.shown = False

    def warn(self, message: str) -> None:
        self.clear()
        print(f"caselens: {message}", file=sys.stderr)
