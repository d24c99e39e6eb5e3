"""The numbers of a run on the page: means, wide measures, scores, times, and the cases that tell nothing."""

from __future__ import annotations

from math import isfinite
from statistics import median

from caselens.evaluation.informative import REASONS, informative_means, uninformative
from caselens.evaluation.judgement import MEANS
from caselens.evaluation.latency import latency
from caselens.evaluation.result import CaseResult, Run
from caselens.evaluation.wide import wide_means
from caselens.reports.page.charts import spread
from caselens.reports.page.markup import Markup, Section, listed, name, table, tag, together
from caselens.text import counted, decimals

MOST_LISTED = 200


def measures(run: Run) -> Section:
    """The means of the corpus format, also without the cases that tell nothing, and the wide measures."""
    heads, columns = ["mean of", "all cases"], [run.means]
    if telling := informative_means(run):
        means, left_out = telling
        heads.append(f"without {counted(left_out, 'case')} that cannot tell")
        columns.append(means)
    own = [
        [measure, *(decimals(getattr(means, field)) for means in columns)] for measure, field in MEANS.items()
    ]
    wide = [[measure, decimals(value)] for measure, value in wide_means(run.results).items()]
    return Section(
        "measures",
        "Measures",
        tag(
            "div",
            table("At the depth of each case", heads, own, (2, 3)),
            table("At fixed depths", ["mean of", "all cases"], wide, (2,)),
            class_="beside",
        ),
    )


def scores(run: Run) -> Section | None:
    """How well scores tell graded rows from others; None where nothing was returned."""
    groups: dict[str, list[float]] = {"graded rows": [], "rows without a grade": []}
    graded, others = groups.values()
    for result in run.results:
        for hit in result.hits:
            if isfinite(hit.score):
                (graded if result.grades.get(hit.key, 0) > 0 else others).append(hit.score)
    if not graded and not others:
        return None
    said = "; ".join(
        f"the median of {group} is {median(values):.3f}" for group, values in groups.items() if values
    )
    return Section(
        "scores",
        "Scores",
        together(tag("p", f"Of what was returned, {said}."), spread(groups, "", 3)),
    )


def times(run: Run) -> Section | None:
    """How long searches took; None where none was measured by itself."""
    found = latency(run.results)
    if found is None:
        return None
    rows = [
        ["median", f"{found.p50:.1f} ms"],
        [found.name_of_p95, f"{found.p95:.1f} ms"],
        [together("slowest: ", name(found.slowest)), f"{found.longest:.1f} ms"],
    ]
    values = [result.searching for result in run.results if result.searching is not None]
    return Section(
        "latency",
        "Latency",
        together(
            table(f"The search of one query, over {counted(found.cases, 'case')}", ["", "took"], rows, (2,)),
            spread({"searches": values}, " ms", 1),
        ),
    )


def untelling(run: Run) -> Section | None:
    """The cases that cannot tell a good search from a bad one, and why; None where there are none."""
    points = [point for result in run.results if (point := _untelling(result, run.rows))]
    return Section("untelling", "Cases that tell nothing", listed(points, MOST_LISTED)) if points else None


def _untelling(result: CaseResult, rows: int) -> Markup | None:
    reasons = uninformative(result, rows)
    return (
        together(name(result.id), ": ", "; ".join(REASONS[reason] for reason in reasons)) if reasons else None
    )
