"""The arguments of the command `caselens`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from caselens import __version__

PAIRS = (
    ("table", "rows"),
    ("key_fields", "rows"),
    ("input_fields", "rows"),
    ("spec", "db_url"),
    ("db_url", "spec"),
)
"""Arguments that mean nothing without another."""

CLASHES = (("spec", "rows"), ("spec", "config"), ("baseline_spec", "baseline"))


def parsed(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The arguments, of the process where none are given. Ends it, with the reason, for those that make no
    sense.
    """
    parser = _parser()
    options = parser.parse_args(arguments)

    def given(name: str) -> bool:
        return bool(getattr(options, name, None))

    if options.command == "evaluate":
        if bool(options.file) == bool(options.corpus):
            parser.error("a corpus is needed, once: FILE or --corpus FILE")
        options.file = options.file or options.corpus
    for this, that in PAIRS:
        if given(this) and not given(that):
            parser.error(f"{_flag(this)} goes with {_flag(that)}, which is missing")
    for this, that in CLASHES:
        if given(this) and given(that):
            parser.error(f"{_flag(this)} does not go with {_flag(that)}")
    return options


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(
        prog="caselens",
        description="For evaluation corpora: which rows a search should return for which questions.",
        epilog="Exit status: 0 passed, 1 a finding blocks, 2 the command could not be carried out.",
    )
    whole.add_argument("--version", action="version", version=f"caselens {__version__}")
    # With `prog` given, argparse need not look for the width of the terminal to make it up.
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND", prog="caselens")

    check = commands.add_parser("check", help="every refusal, with its place and its reason")
    check.add_argument("files", nargs="+", metavar="FILE")
    output = check.add_argument_group("output")
    formats = ["text", "json", "sarif", "github"]
    output.add_argument("--format", choices=formats, default="text", help="of standard output (text)")
    output.add_argument(
        "--output",
        action="append",
        default=[],
        metavar="FILE",
        help="also into a file: .sarif or .json; may be given again",
    )
    _rows_arguments(check)

    digest = commands.add_parser("digest", help="the content address that results are compared by")
    digest.add_argument("file", metavar="FILE")
    digest.add_argument("--short", action="store_true", help="the form for people, 12 characters")

    _evaluate(commands.add_parser("evaluate", help="ask every case, and tell where each expected row ranks"))
    _compare(commands.add_parser("compare", help="two kept runs: what moved, and whether it says anything"))
    _runs(commands.add_parser("runs", help="the runs that were kept"))
    _watch(commands.add_parser("watch", help="evaluate again on every save, and tell what moved"))

    explain = commands.add_parser("explain", help="the page of a rule")
    explain.add_argument("code", nargs="?", metavar="CODE", help="without it, the list of rules")

    serve = commands.add_parser("serve", help="the language server, on standard input and output")
    serve.add_argument(
        "--stdio", action="store_true", help="accepted for editors that add it; it is the only way"
    )
    serve.add_argument("--log-level", default="WARNING", choices=["DEBUG", "INFO", "WARNING", "ERROR"])
    serve.add_argument("--clientProcessId", help=argparse.SUPPRESS)  # some editors add it
    return whole


def _evaluate(evaluate: argparse.ArgumentParser) -> None:
    evaluate.add_argument("file", nargs="?", metavar="FILE")
    evaluate.add_argument("--corpus", metavar="FILE", help="the same, as `ptah inference evaluate` has it")
    evaluate.add_argument(
        "--k", type=_positive, metavar="N", help="depth where neither case nor corpus names one (10)"
    )
    evaluate.add_argument("--case", action="append", metavar="ID", help="only this case; may be given again")
    evaluate.add_argument("--model", choices=["minilm", "hashing"], help="instead of the generation's model")
    evaluate.add_argument(
        "--baseline",
        metavar="RUN|GENERATION",
        help="compare with a kept run (its name, a file, `latest`), with another generation of "
        "caselens.yaml, or with `none`; without it, with the run set as the corpus's baseline",
    )
    evaluate.add_argument(
        "--baseline-spec",
        metavar="FILE",
        help="compare with the generation of another specification in the same database",
    )
    evaluate.add_argument(
        "--keep",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="keep the run in .caselens/runs, which is the default",
    )
    _output_arguments(evaluate)
    _gate_arguments(evaluate)
    _rows_arguments(evaluate)


def _compare(compare: argparse.ArgumentParser) -> None:
    compare.add_argument("base", metavar="BASE", help="a run's name, its beginning, or a file")
    compare.add_argument("current", metavar="CURRENT", nargs="?", help="without it, the latest of its corpus")
    compare.add_argument(
        "--explain", action="store_true", help="ask the `explainer` of caselens.yaml what it makes of this"
    )
    _store_arguments(compare)
    _output_arguments(compare)
    _gate_arguments(compare)


def _watch(watch: argparse.ArgumentParser) -> None:
    watch.add_argument("file", metavar="FILE")
    watch.add_argument("--k", type=_positive, metavar="N", help="as for evaluate")
    watch.add_argument("--model", choices=["minilm", "hashing"], help="instead of the generation's model")
    _rows_arguments(watch)


def _runs(runs: argparse.ArgumentParser) -> None:
    actions = runs.add_subparsers(dest="action", metavar="ACTION", prog="caselens runs")
    listed = actions.add_parser("list", help="all of them, the latest first; the default")
    listed.add_argument("corpus", nargs="?", metavar="CORPUS", help="only those of this file")
    shown = actions.add_parser("show", help="the report of one")
    shown.add_argument("run", metavar="RUN")
    _output_arguments(shown)
    deleted = actions.add_parser("delete", help="forget some")
    deleted.add_argument("runs", nargs="+", metavar="RUN")
    pruned = actions.add_parser("prune", help="forget all but the latest of each corpus, and baselines")
    pruned.add_argument("--keep", type=_positive, default=20, metavar="N", help="how many to leave (20)")
    baseline = actions.add_parser("baseline", help="compare a corpus with a run from now on")
    baseline.add_argument("run", metavar="RUN", help="or `none`")
    baseline.add_argument(
        "corpus", nargs="?", metavar="CORPUS", help="needed with `none`; with `latest`, of this file"
    )
    for one in (runs, *actions.choices.values()):
        _store_arguments(one)


def _output_arguments(parser: argparse.ArgumentParser) -> None:
    formats = ["text", "json", "markdown", "junit", "github", "html"]
    group = parser.add_argument_group("output")
    group.add_argument("--format", choices=formats, default="text", help="of standard output (text)")
    group.add_argument(
        "--json", action="store_const", dest="format", const="json", help="the same as --format json"
    )
    group.add_argument(
        "--output",
        action="append",
        default=[],
        metavar="FILE",
        help="also into a file: .json, .md, .xml (JUnit) or .html; may be given again",
    )


def _gate_arguments(parser: argparse.ArgumentParser) -> None:
    gates = parser.add_argument_group("gates", "they replace those of caselens.yaml")
    for name in ("recall", "mrr", "ndcg", "exact-agreement"):
        gates.add_argument(f"--min-{name}", type=_share, metavar="X", help="the least mean; 0 is off")
    for name in ("recall", "mrr", "ndcg", "exact-agreement"):
        said = "how far the mean may fall under the baseline's"
        # The second is what older versions of ptah call it.
        flags = f"--max-{name}-drop", f"--max-{name}-regression"
        gates.add_argument(*flags, type=_share, metavar="X", help=said)
    gates.add_argument(
        "--max-p95-ms",
        type=_milliseconds,
        metavar="MS",
        help="the longest 95th percentile of a search; 0 is off",
    )
    gates.add_argument(
        "--require-every-case",
        action=argparse.BooleanOptionalAction,
        help="block when a case could not be asked",
    )


def _store_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config",
        metavar="FILE",
        default=argparse.SUPPRESS,
        help="the caselens.yaml beside which the runs are, rather than the nearest one above this folder",
    )


def _rows_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("rows", "instead of what caselens.yaml says")
    group.add_argument(
        "--config", metavar="FILE", help="a caselens.yaml, rather than the nearest one above the corpus"
    )
    group.add_argument("--spec", metavar="FILE", help="the specification of a generation in PostgreSQL")
    group.add_argument(
        "--db-url", metavar="REFERENCE", help="with --spec: env:NAME or file:/path of the connection string"
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


def _milliseconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of milliseconds")
    return value


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return value
