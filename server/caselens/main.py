"""The command `caselens`: which function each subcommand is, and how it ends."""

from __future__ import annotations

import argparse
import gc
import io
import sys
from collections.abc import Sequence

from caselens.arguments import parsed
from caselens.cli import CUT_SHORT, IMPOSSIBLE, INTERRUPTED
from caselens.ports import PortError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. 0: it passed, 1: a finding blocks, 2: it could not be done."""
    # Short processes have no garbage worth looking for; `serve` looks again once it has started.
    gc.disable()
    options = parsed(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A character that the terminal or pipe cannot take must not stop a report.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status: int = _COMMANDS[options.command](options)
        if sys.stdout is not None and not sys.stdout.closed:
            sys.stdout.flush()
        return status
    except PortError as error:
        print(f"caselens: {error}", file=sys.stderr)
        return IMPOSSIBLE
    except KeyboardInterrupt:
        print("caselens: interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        # Only the output is left to fail. What could not be written is not tried again at exit.
        sys.stdout = None
        if isinstance(error, BrokenPipeError):
            return CUT_SHORT  # whoever read it has seen enough, but not that nothing blocks
        print(f"caselens: the output cannot be written: {error.strerror or error}", file=sys.stderr)
        return IMPOSSIBLE


def _check(options: argparse.Namespace) -> int:
    from caselens.cli.check import check

    return check(options)


def _digest(options: argparse.Namespace) -> int:
    from caselens.cli.check import digest

    return digest(options)


def _evaluate(options: argparse.Namespace) -> int:
    from caselens.cli.evaluate import evaluate

    return evaluate(options)


def _compare(options: argparse.Namespace) -> int:
    from caselens.cli.compare import compare

    return compare(options)


def _runs(options: argparse.Namespace) -> int:
    from caselens.cli.runs import runs

    return runs(options)


def _watch(options: argparse.Namespace) -> int:
    from caselens.cli.watch import watch

    return watch(options)


def _explain(options: argparse.Namespace) -> int:
    from caselens.cli.explain import explain

    return explain(options)


def _serve(options: argparse.Namespace) -> int:
    # The protocol's classes are thousands; to look through them for garbage would take a fifth of the start.
    from caselens.lsp.serving import serve

    gc.freeze()
    gc.enable()
    return serve(options.log_level)


_COMMANDS = {
    "check": _check,
    "digest": _digest,
    "evaluate": _evaluate,
    "compare": _compare,
    "runs": _runs,
    "watch": _watch,
    "explain": _explain,
    "serve": _serve,
}
