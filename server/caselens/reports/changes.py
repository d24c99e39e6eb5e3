"""What changed between two runs, as text: the means, then the cases that moved."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from caselens.cells import cells
from caselens.corpus.digest import SHORT
from caselens.evaluation.comparison import Change, Comparison, Delta, Status
from caselens.evaluation.result import Run
from caselens.reports.table import shown, wrapped
from caselens.text import counted

UNMOVED = (Status.SAME, Status.NOT_ASKED)


def changes(found: Comparison, width: int) -> Iterator[str]:
    """The lines of a comparison."""
    yield f"compared with {title(found.base)}"
    for reason in found.reasons:
        yield from wrapped(f"no difference of means is given: {reason}", width)
    if found.deltas:
        yield f"{'':15} base  now    change  95 % interval"
        yield from map(_delta, found.deltas)
    counts = found.counts()
    yield ", ".join(f"{count:,} {status}" for status, count in counts.items()) or "no case is in both"
    moved = [change for status in Status if status not in UNMOVED for change in found.of(status)]
    wide = max((cells(shown(change.id)) for change in moved), default=0)
    for change in moved:
        name = shown(change.id)
        head = f"{change.status:<8} {name}{' ' * (wide - cells(name))}  "
        yield from textwrap.wrap(
            movement(change), width, initial_indent=head, subsequent_indent=" " * cells(head)
        ) or [head.rstrip()]
    for name, was, is_ in found.settings:
        yield from wrapped(f"{name}: {setting(was)} → {setting(is_)}", width)


def title(run: Run) -> str:
    """What a run is called in a report."""
    when = run.completed[:19].replace("T", " ")
    return f"{run.generation} · {run.model} · {when} UTC · digest {run.corpus_digest[:SHORT]}"


def _delta(delta: Delta) -> str:
    interval = f"{delta.low:+.3f} to {delta.high:+.3f}"
    return (
        f"{delta.name:<15} {delta.base:.3f} {delta.current:.3f}  {delta.difference:+.3f}  {interval}"
        f"  {delta.verdict} ({counted(delta.cases, 'case')})"
    )


def movement(change: Change) -> str:
    """Where the expected keys of a case ranked before and now, as far as they moved."""
    if change.base is None or change.current is None:
        return ""
    moved = []
    for key in change.current.expected:
        was, is_ = change.base.rank(key), change.current.rank(key)
        if was != is_ and key in change.base.expected:
            moved.append(f"{shown(key)} {was} → {is_}")
    return ", ".join(moved)


def setting(value: Any) -> str:
    """A setting as it is written; a dash where there is none."""
    if value is None:
        return "–"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
