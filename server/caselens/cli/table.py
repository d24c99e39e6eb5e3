"""A run as text: a line for each case, the means, and the verdict."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator, Sequence

from caselens.cli.render import counted
from caselens.corpus.accepted import Case, Corpus
from caselens.corpus.digest import SHORT
from caselens.evaluation.run import CaseResult, Run
from caselens.text import quoted

NARROWEST, LONGEST_ID = 60, 32
ABOVE = 5
"""How many of the rows that took a missed key's place are named."""


def report(
    run: Run,
    corpus: Corpus,
    origin: str,
    blocking: Sequence[str],
    open_points: Sequence[str],
    columns: int = 0,
) -> str:
    """The whole report. `columns` is the width to wrap to; 0 asks the terminal."""
    columns = max(NARROWEST, columns or shutil.get_terminal_size((100, 24)).columns)
    cases = {case.id: case for case in corpus.cases}
    wide = min(LONGEST_ID, max((len(result.id) for result in run.results), default=0))
    wide = max(wide, len("mean"))
    lines = [*_head(run, origin), "", f"{'case':{wide}}    k  recall    RR   NDCG  ranks"]
    for result in run.results:
        lines.extend(_case(cases[result.id], result, wide, columns))
    means = run.means
    numbers = f"{number(means.recall):>6} {number(means.mrr):>5}  {number(means.ndcg):>5}"
    lines.extend(["", f"{'mean':{wide}}       {numbers}"])
    lines.extend(_section("not measured", open_points, columns))
    lines.extend(_section("blocks", blocking, columns))
    lines.extend(["", f"blocked by {counted(len(blocking), 'finding')}" if blocking else "passed"])
    return "\n".join(lines)


def number(value: float | None) -> str:
    """A measure to two digits; a dash where there is nothing under it."""
    return "–" if value is None else f"{value:.2f}"


def _head(run: Run, origin: str) -> Iterator[str]:
    name = f"{run.corpus_name} · " if run.corpus_name else ""
    yield f"{name}digest {run.corpus_digest[:SHORT]} · {counted(len(run.results), 'case')}"
    caveat = "" if run.is_model else " (not a model)"
    yield f"{counted(run.rows, 'row')} of {origin} · {run.model}{caveat}"
    yield f"embedding queries {run.embedding:.0f} ms · searching {run.searching:.0f} ms"


def _case(case: Case, result: CaseResult, wide: int, columns: int) -> Iterator[str]:
    name = result.id if len(result.id) <= wide else result.id[: wide - 1] + "…"
    if result.incomplete:
        yield f"{name:{wide}}  {result.depth:>3}  not asked: {result.incomplete}"
        return
    numbers = f"{number(result.recall):>6} {number(result.reciprocal_rank):>5}  {number(result.ndcg):>5}"
    head = f"{name:{wide}}  {result.depth:>3}  {numbers}  "
    ranks = [_rank(key, case, result) for key in sorted(case.expected, key=lambda key: _order(key, result))]
    yield from textwrap.wrap(
        ", ".join(ranks),
        columns,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_on_hyphens=False,
    ) or [head]
    for key in dict.fromkeys(result.missing):
        above = [f"{hit.key} {hit.score:.3f}" for hit in result.hits[:ABOVE]]
        place = result.places.get(key)
        said = f"{quoted(key)} missed" + (f" at {place.score:.3f}" if place else ": no row has this key")
        yield from textwrap.wrap(
            f"└ {said}; above it {', '.join(above)}" if above else f"└ {said}",
            columns,
            initial_indent=" " * len(head),
            subsequent_indent=" " * (len(head) + 2),
            break_on_hyphens=False,
        )


def _order(key: str, result: CaseResult) -> float:
    place = result.places.get(key)
    return place.rank if place else float("inf")


def _rank(key: str, case: Case, result: CaseResult) -> str:
    """A key and its rank; required ones are marked, and so are ranks beyond the depth."""
    place = result.places.get(key)
    shown = key.replace("\x1f", "\\x1f")
    mark = "*" if key in case.required else ""
    if place is None:
        return f"{shown}{mark} (no row)"
    return f"{shown}{mark} {place.rank}" if place.rank <= result.depth else f"{shown}{mark} ({place.rank})"


def _section(title: str, points: Sequence[str], columns: int) -> Iterator[str]:
    if points:
        yield from ("", title)
        for point in points:
            yield from textwrap.wrap(
                point, columns, initial_indent="  - ", subsequent_indent="    ", break_on_hyphens=False
            )
