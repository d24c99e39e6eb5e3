"""The command `caselens`: its arguments, and which function each subcommand is."""

from __future__ import annotations

import argparse
import gc
import io
import sys
from collections.abc import Sequence

from caselens import __version__
from caselens.cli import CUT_SHORT, IMPOSSIBLE, INTERRUPTED
from caselens.ports import PortError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. 0: it passed, 1: a finding blocks, 2: it could not be done."""
    # Short processes have no garbage worth looking for; `serve` looks again once it has started.
    gc.disable()
    parser = _parser()
    options = parser.parse_args(arguments)
    for flag in ("table", "key_fields", "input_fields"):
        if getattr(options, flag, None) and not options.rows:
            parser.error(f"--{flag.replace('_', '-')} goes with --rows, which is missing")
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
    "explain": _explain,
    "serve": _serve,
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="caselens",
        description="For evaluation corpora: which rows a search should return for which questions.",
        epilog="Exit status: 0 passed, 1 a finding blocks, 2 the command could not be carried out.",
    )
    parser.add_argument("--version", action="version", version=f"caselens {__version__}")
    # With `prog` given, argparse need not look for the width of the terminal to make it up.
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", prog="caselens")

    check = commands.add_parser("check", help="every refusal, with its place and its reason")
    check.add_argument("files", nargs="+", metavar="FILE")
    _rows_arguments(check)

    digest = commands.add_parser("digest", help="the content address that results are compared by")
    digest.add_argument("file", metavar="FILE")
    digest.add_argument("--short", action="store_true", help="the form for people, 12 characters")

    evaluate = commands.add_parser("evaluate", help="ask every case, and tell where each expected row ranks")
    evaluate.add_argument("file", metavar="FILE")
    evaluate.add_argument(
        "--k", type=_positive, metavar="N", help="depth where neither case nor corpus names one (10)"
    )
    evaluate.add_argument("--json", action="store_true", help="the run as JSON, on standard output")
    evaluate.add_argument("--case", action="append", metavar="ID", help="only this case; may be given again")
    evaluate.add_argument("--model", choices=["minilm", "hashing"], help="instead of the generation's model")
    gates = evaluate.add_argument_group("gates", "they replace those of caselens.yaml; 0 is off")
    gates.add_argument("--min-recall", type=_share, metavar="X", help="least mean recall")
    gates.add_argument("--min-exact-agreement", type=_share, metavar="X", help="least mean exact agreement")
    gates.add_argument(
        "--require-every-case",
        action=argparse.BooleanOptionalAction,
        help="block when a case could not be asked",
    )
    _rows_arguments(evaluate)

    explain = commands.add_parser("explain", help="the page of a rule")
    explain.add_argument("code", nargs="?", metavar="CODE", help="without it, the list of rules")

    serve = commands.add_parser("serve", help="the language server, on standard input and output")
    serve.add_argument(
        "--stdio", action="store_true", help="accepted for editors that add it; it is the only way"
    )
    serve.add_argument("--log-level", default="WARNING", choices=["DEBUG", "INFO", "WARNING", "ERROR"])
    serve.add_argument("--clientProcessId", help=argparse.SUPPRESS)  # some editors add it
    return parser


def _rows_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("rows", "instead of what caselens.yaml says")
    group.add_argument(
        "--config", metavar="FILE", help="a caselens.yaml, rather than the nearest one above the corpus"
    )
    group.add_argument("--rows", metavar="FILE", help="JSONL, CSV or SQLite; state is kept in .caselens here")
    group.add_argument("--table", default="", metavar="NAME", help="the table, in a SQLite file")
    group.add_argument(
        "--key-fields", type=_names, default=(), metavar="A,B", help="what makes a row's key (id)"
    )
    group.add_argument(
        "--input-fields", type=_names, default=(), metavar="A,B", help="what is embedded (all others)"
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return value
