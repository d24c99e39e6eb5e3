"""A run as text: a line for each case, the means, and the verdict."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator, Sequence

from caselens.cli.render import cells
from caselens.corpus.accepted import Case, Corpus
from caselens.corpus.digest import SHORT
from caselens.evaluation.run import CaseResult, Run
from caselens.text import counted, decimals, quoted

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
    wide = max([len("mean"), *(cells(_name(result)) for result in run.results)])
    lines = [*_head(run, corpus, origin), "", f"{'case':{wide}}    k  recall    RR   NDCG  ranks"]
    for result in run.results:
        lines.extend(_case(cases[result.id], result, wide, columns))
    means = run.means
    numbers = f"{decimals(means.recall):>6} {decimals(means.mrr):>5}  {decimals(means.ndcg):>5}"
    lines.extend(["", f"{'mean':{wide}}       {numbers}  * required · (rank) beyond k"])
    lines.extend(_section("not measured", open_points, columns))
    lines.extend(_section("blocks", blocking, columns))
    lines.extend(["", f"blocked by {counted(len(blocking), 'finding')}" if blocking else "passed"])
    return "\n".join(lines)


def _head(run: Run, corpus: Corpus, origin: str) -> Iterator[str]:
    # A block scalar ends with a line feed.
    name = f"{_shown(run.corpus_name.strip())} · " if run.corpus_name else ""
    part = f"{len(run.results):,} of " if len(run.results) < len(corpus.cases) else ""
    yield f"{name}digest {run.corpus_digest[:SHORT]} · {part}{counted(len(corpus.cases), 'case')}"
    caveat = "" if run.is_model else " (not a model)"
    yield f"{counted(run.rows, 'row')} of {origin} · {run.model}{caveat}"
    yield f"embedding queries {run.embedding:.0f} ms · searching {run.searching:.0f} ms"


def _case(case: Case, result: CaseResult, wide: int, columns: int) -> Iterator[str]:
    name = _name(result)
    head = f"{name}{' ' * (wide - cells(name))}  {result.depth:>3}  "
    if result.incomplete:
        yield f"{head}not asked: {result.incomplete}"
        return
    head += (
        f"{decimals(result.recall):>6} {decimals(result.reciprocal_rank):>5}  {decimals(result.ndcg):>5}  "
    )
    ranks = [_rank(key, case, result) for key in sorted(case.expected, key=lambda key: _order(key, result))]
    yield from textwrap.wrap(
        ", ".join(ranks),
        columns,
        initial_indent=head,
        subsequent_indent=" " * cells(head),
        break_on_hyphens=False,
    ) or [head]
    for key in dict.fromkeys(result.missing):
        place = result.places.get(key)
        if place is None:
            said = "no row has this key"
        else:
            above = ", ".join(f"{_shown(hit.key)} {hit.score:.3f}" for hit in result.hits[:ABOVE])
            said = f"missed at {place.score:.3f}; above it {above}"
        yield from textwrap.wrap(
            f"└ {quoted(key)}: {said}",
            columns,
            initial_indent=" " * cells(head),
            subsequent_indent=" " * (cells(head) + 2),
            break_on_hyphens=False,
        )


def _name(result: CaseResult) -> str:
    name = _shown(result.id)
    return name if len(name) <= LONGEST_ID else name[: LONGEST_ID - 1] + "…"


def _shown(text: str) -> str:
    """`text` on one line, with what does not print as YAML's double quotes spell it."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _order(key: str, result: CaseResult) -> float:
    place = result.places.get(key)
    return place.rank if place else float("inf")


def _rank(key: str, case: Case, result: CaseResult) -> str:
    """A key and its rank; required ones are marked, and so are ranks beyond the depth."""
    place = result.places.get(key)
    shown = _shown(key)
    mark = "*" if key in case.required else ""
    if place is None:
        return f"{shown}{mark} (no row)"
    return f"{shown}{mark} {place.rank}" if place.rank <= result.depth else f"{shown}{mark} ({place.rank})"


def _section(title: str, points: Sequence[str], columns: int) -> Iterator[str]:
    if points:
        yield from ("", title)
        for point in points:
            yield from textwrap.wrap(
                _shown(point),
                columns,
                initial_indent="  - ",
                subsequent_indent="    ",
                break_on_hyphens=False,
            )
