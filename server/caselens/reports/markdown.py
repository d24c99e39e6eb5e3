"""A report for a pull request, in the Markdown that GitHub and GitLab show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caselens.corpus.digest import SHORT
from caselens.evaluation.comparison import Comparison, Status
from caselens.evaluation.latency import latency
from caselens.evaluation.result import CaseResult, Run
from caselens.evaluation.wide import wide_means
from caselens.reports import Report
from caselens.reports.changes import UNMOVED, movement, setting, title
from caselens.reports.table import shown
from caselens.text import counted, decimals

MOST_LISTED = 200
"""Cases of one table; a comment on a pull request has a longest length."""


def written(told: Report) -> str:
    return "\n".join(_lines(told)) + "\n"


def _lines(told: Report) -> Iterator[str]:
    run = told.run
    outcome = f"blocked by {counted(len(told.blocking), 'finding')}" if told.blocking else "passed"
    name = shown(run.corpus_name.strip() or run.corpus_path or told.file)
    yield f"## {_text(name)}: {outcome}"
    yield ""
    asked = counted(run.cases, "case") if run.is_whole else f"{len(run.results)} of {run.cases} cases"
    model = f"{_code(run.model)}{'' if run.is_model else ' (not a model)'}"
    yield f"digest {_code(run.corpus_digest[:SHORT])} · {asked} · {model} · {counted(run.rows, 'row')}"
    yield from _points("Blocks", told.blocking)
    if told.comparison is not None:
        yield from _comparison(told.comparison)
    if told.explanation is not None:
        text, model = told.explanation
        yield from ("", f"**What {_text(model)} makes of it**", "")
        yield from (f"> {_text(line)}" for line in text.splitlines())
    yield from _means(run)
    yield from _cases(run.results)
    yield from _points("Not measured", told.open_points)


def _points(heading: str, points: Sequence[str]) -> Iterator[str]:
    if points:
        yield from ("", f"**{heading}**", "", *(f"- {_text(shown(point))}" for point in points))


def _comparison(found: Comparison) -> Iterator[str]:
    yield from ("", f"### Compared with {_text(title(found.base))}", "")
    for reason in found.reasons:
        yield f"- no difference of means is given: {_text(reason)}"
    if found.deltas:
        yield from _table(["", "base", "now", "change", "95 % interval", ""], "lrrrll")
        for d in found.deltas:
            interval = f"{d.low:+.3f} to {d.high:+.3f}"
            numbers = [f"{d.base:.3f}", f"{d.current:.3f}", f"{d.difference:+.3f}", interval, d.verdict]
            yield _row([d.name, *numbers])
    counts = ", ".join(f"{count:,} {status}" for status, count in found.counts().items())
    yield from ("", counts or "no case is in both")
    moved = [change for status in Status if status not in UNMOVED for change in found.of(status)]
    if moved:
        yield from ("", *_table(["", "case", "ranks"], "lll"))
        for change in moved[:MOST_LISTED]:
            yield _row([change.status.value, _code(change.id), _text(movement(change))])
        yield from _more(len(moved))
    if found.settings:
        yield from ("", *_table(["setting", "base", "now"], "lll"))
        for name, was, is_ in found.settings:
            yield _row([_code(name), _text(setting(was)), _text(setting(is_))])


def _means(run: Run) -> Iterator[str]:
    means, wide = run.means, wide_means(run.results)
    headline = {"recall": means.recall, "MRR": means.mrr, "NDCG": means.ndcg}
    if means.exact_agreement is not None:
        headline["exact agreement"] = means.exact_agreement
    shown_means = {**headline, **wide}
    yield from ("", *_table([*shown_means], "r" * len(shown_means)))
    yield _row(list(map(decimals, shown_means.values())))
    if run.parameters:
        yield from ("", " · ".join(f"{_text(name)} {_code(value)}" for name, value in run.parameters.items()))
    if times := latency(run.results):
        yield from ("", f"a search: median {times.p50:.1f} ms, {times.name_of_p95} {times.p95:.1f} ms")


def _cases(results: Sequence[CaseResult]) -> Iterator[str]:
    yield from ("", "<details><summary>every case</summary>", "")
    yield from _table(["case", "k", "recall", "RR", "NDCG", "ranks"], "lrrrrl")
    for result in results[:MOST_LISTED]:
        numbers = [decimals(value) for value in (result.recall, result.reciprocal_rank, result.ndcg)]
        ranks = [_text(f"{shown(key)} {result.rank(key)}") for key in result.expected]
        said = f"not asked: {_text(result.incomplete)}" if result.incomplete else ", ".join(ranks)
        yield _row([_code(result.id), str(result.depth), *numbers, said])
    yield from _more(len(results))
    yield from ("", "</details>")


def _more(count: int) -> Iterator[str]:
    if count > MOST_LISTED:
        yield from ("", f"and {count - MOST_LISTED:,} more")


def _table(names: Sequence[str], sides: str) -> list[str]:
    """The head of a table; `sides` has an l or an r for each column."""
    return [_row(names), _row(["---:" if side == "r" else "---" for side in sides])]


def _row(values: Sequence[str]) -> str:
    return f"| {' | '.join(values)} |"


def _text(text: str) -> str:
    """A text that nothing in Markdown changes, on one line, within a cell."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#|~$@" else letter for letter in shown(text))


def _code(text: str) -> str:
    """A text as code, within a cell; one with backquotes or bars as text, where those can be escaped."""
    plain = shown(text)
    return _text(text) if "`" in plain or "|" in plain or not plain.strip() else f"`{plain}`"
