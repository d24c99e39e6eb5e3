"""A run as text: a line for each case, the means, and the verdict."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator, Sequence

from caselens.cells import cells
from caselens.corpus.digest import SHORT
from caselens.evaluation.informative import informative_means, uninformative
from caselens.evaluation.latency import latency
from caselens.evaluation.result import CaseResult, Means, Run
from caselens.evaluation.why import Fault, Miss, misses
from caselens.text import counted, decimals, quoted

NARROWEST, LONGEST_ID = 60, 32
ABOVE = 5
"""How many of the rows that took a missed key's place are named."""


def columns() -> int:
    """The width to wrap to: that of the terminal."""
    return max(NARROWEST, shutil.get_terminal_size((100, 24)).columns)


def report(run: Run, width: int) -> str:
    """A line for each case, the means, and what else was measured."""
    wide = max([len("mean"), *(cells(_name(result)) for result in run.results)])
    lines = [*_head(run), "", f"{'case':{wide}}    k  recall    RR   NDCG  ranks"]
    for result in run.results:
        lines.extend(_case(result, wide, width))
    lines.extend(["", f"{'mean':{wide}}       {_numbers(run.means)}  * required · (rank) beyond k"])
    telling = informative_means(run)
    if telling is not None:
        means, left_out = telling
        label = f"{'':{wide}}       {_numbers(means)}  without {counted(left_out, 'case')} that cannot tell"
        lines.extend(wrapped(f"{label}: {', '.join(_untelling(run))}", width, hanging=wide + 29))
    if run.means.exact_agreement is not None:
        settings = "".join(f" · {shown(name)} {shown(value)}" for name, value in run.parameters.items())
        agreement = f"exact agreement {decimals(run.means.exact_agreement)}{settings}"
        lines.extend(wrapped(agreement, width))
    if times := latency(run.results):
        slowest = f"slowest {shown(times.slowest)} {times.longest:.1f} ms"
        lines.append(
            f"a search: median {times.p50:.1f} ms · {times.name_of_p95} {times.p95:.1f} ms · {slowest}"
        )
    return "\n".join(lines)


def verdict(blocking: Sequence[str], open_points: Sequence[str], width: int) -> str:
    """What was not measured, what blocks, and the outcome."""
    lines = [*_section("not measured", open_points, width), *_section("blocks", blocking, width)]
    lines.append(f"blocked by {counted(len(blocking), 'finding')}" if blocking else "passed")
    return "\n".join(lines)


def _numbers(means: Means) -> str:
    return f"{decimals(means.recall):>6} {decimals(means.mrr):>5}  {decimals(means.ndcg):>5}"


def _untelling(run: Run) -> Iterator[str]:
    for result in run.results:
        if uninformative(result, run.rows):
            yield shown(result.id)


def _head(run: Run) -> Iterator[str]:
    # A block scalar ends with a line feed.
    name = f"{shown(run.corpus_name.strip())} · " if run.corpus_name else ""
    part = f"{len(run.results):,} of " if not run.is_whole else ""
    yield f"{name}digest {run.corpus_digest[:SHORT]} · {part}{counted(run.cases, 'case')}"
    caveat = "" if run.is_model else " (not a model)"
    yield f"{counted(run.rows, 'row')} of {run.source.origin} · {run.model}{caveat}"
    yield f"embedding queries {run.embedding:.0f} ms · searching {run.searching:.0f} ms"


def _case(result: CaseResult, wide: int, width: int) -> Iterator[str]:
    name = _name(result)
    head = f"{name}{' ' * (wide - cells(name))}  {result.depth:>3}  "
    if result.incomplete:
        yield f"{head}not asked: {result.incomplete}"
        return
    head += (
        f"{decimals(result.recall):>6} {decimals(result.reciprocal_rank):>5}  {decimals(result.ndcg):>5}  "
    )
    ranks = [_rank(key, result) for key in sorted(result.expected, key=lambda key: _order(key, result))]
    yield from textwrap.wrap(
        ", ".join(ranks),
        width,
        initial_indent=head,
        subsequent_indent=" " * cells(head),
        break_on_hyphens=False,
    ) or [head]
    for miss in misses(result):
        if miss.key in result.missing:
            yield from textwrap.wrap(
                f"└ {quoted(miss.key)}: {_why(miss, result)}",
                width,
                initial_indent=" " * cells(head),
                subsequent_indent=" " * (cells(head) + 2),
                break_on_hyphens=False,
            )


def _why(miss: Miss, result: CaseResult) -> str:
    if miss.score is None:
        return miss.said
    if miss.fault is Fault.INDEX:
        return f"rank {miss.rank} at {miss.score:.3f}, but not returned: {miss.said}"
    above = ", ".join(f"{shown(hit.key)} {hit.score:.3f}" for hit in miss.above[:ABOVE])
    gap = f", {miss.gap:.3f} under rank {len(result.hits)}" if miss.gap is not None else ""
    return f"missed at {miss.score:.3f}{gap}; above it {above}"


def _name(result: CaseResult) -> str:
    name = shown(result.id)
    return name if len(name) <= LONGEST_ID else name[: LONGEST_ID - 1] + "…"


def shown(text: str) -> str:
    """`text` on one line, with what does not print as YAML's double quotes spell it."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _order(key: str, result: CaseResult) -> float:
    place = result.places.get(key)
    return place.rank if place else float("inf")


def _rank(key: str, result: CaseResult) -> str:
    """A key and its rank; required ones are marked, and so are ranks beyond the depth."""
    place = result.places.get(key)
    name = f"{shown(key)}{'*' if key in result.required else ''}"
    if place is None:
        return f"{name} (not searched)" if key in result.absent else f"{name} (no row)"
    return f"{name} {place.rank}" if place.rank <= result.depth else f"{name} ({place.rank})"


def _section(title: str, points: Sequence[str], width: int) -> Iterator[str]:
    if points:
        yield title
        for point in points:
            yield from wrapped(f"  - {shown(point)}", width, hanging=4)
        yield ""


def wrapped(text: str, width: int, hanging: int = 2) -> list[str]:
    """A text in lines of at most `width` cells or so, all but the first indented."""
    return textwrap.wrap(
        text, width, subsequent_indent=" " * hanging, break_on_hyphens=False, drop_whitespace=True
    )
