"""A report as one page of HTML that needs nothing else: no script, nothing from elsewhere."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from caselens.corpus.digest import SHORT
from caselens.evaluation.result import Run
from caselens.reports import Report
from caselens.reports.page.axis import Scale, grid
from caselens.reports.page.markup import Markup, Section, listed, name, tag, together
from caselens.reports.page.moves import changes
from caselens.reports.page.numbers import measures, scores, times, untelling
from caselens.reports.page.ranks import ranks
from caselens.text import counted

MOST_LISTED = 200


def written(told: Report) -> str:
    style, outcome = _style(), _outcome(told)
    what = told.run.corpus_name.strip() or told.run.corpus_path or told.file or "corpus"
    sections, scale = list(_sections(told)), _scale(told)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_policy(style)),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("link", rel="icon", href="data:,"),
        tag("title", f"{what}: {outcome}"),
        tag("style", style),
    )
    body = tag(
        "body",
        tag("a", "Skip to the cases", href="#ranks", class_="skip"),
        grid(scale),
        _header(told, what, outcome),
        _contents(sections),
        tag("main", *(_section(section) for section in sections)),
    )
    return f'<!DOCTYPE html>\n<html lang="en">\n{head}\n{body}\n</html>\n'


def _style() -> Markup:
    return Markup(Path(__file__).with_name("style.css").read_text("utf-8"))


def _policy(style: str) -> str:
    """Nothing but this very stylesheet and the empty icon."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    allowed = f"style-src 'sha256-{digest}'; img-src data:"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


def _outcome(told: Report) -> str:
    return f"blocked by {counted(len(told.blocking), 'finding')}" if told.blocking else "passed"


def _scale(told: Report) -> Scale:
    runs = [told.run, *([told.comparison.base] if told.comparison else [])]
    results = [result for run in runs for result in run.results]
    places = [place.rank for result in results for place in result.places.values()]
    return Scale(max([10, *(run.rows for run in runs), *(r.depth for r in results), *places]))


def _header(told: Report, what: str, outcome: str) -> Markup:
    verdict = tag("strong", outcome, class_="bad" if told.blocking else "good")
    return tag("header", tag("h1", name(what), ": ", verdict), tag("p", *_facts(told.run), class_="quiet"))


def _facts(run: Run) -> Iterator[str]:
    asked = counted(run.cases, "case") if run.is_whole else f"{len(run.results):,} of {run.cases:,} cases"
    yield from ("digest ", tag("code", run.corpus_digest[:SHORT]), f" · {asked} · ", name(run.model))
    yield "" if run.is_model else " (not a model)"
    yield f" · {counted(run.rows, 'row')}"
    if run.source.origin:
        yield from (" of ", name(run.source.origin))
    if run.completed:
        yield f" · {run.completed[:19].replace('T', ' ')} UTC"


def _sections(told: Report) -> Iterator[Section]:
    scale = _scale(told)
    if told.blocking:
        yield Section("blocks", "What blocks", listed(told.blocking, MOST_LISTED))
    yield measures(told.run)
    if told.comparison is not None:
        yield changes(told.comparison, scale)
    if told.explanation is not None:
        text, model = told.explanation
        paragraphs = [tag("p", line) for line in text.splitlines() if line.strip()]
        yield Section("explanation", f"What {model} makes of it", together(*paragraphs))
    yield ranks(told.run, scale)
    for section in (scores(told.run), times(told.run), untelling(told.run)):
        if section is not None:
            yield section
    if told.open_points:
        yield Section("unmeasured", "Not measured", listed(told.open_points, MOST_LISTED))


def _contents(sections: list[Section]) -> Markup:
    links = [tag("li", tag("a", section.heading, href=f"#{section.anchor}")) for section in sections]
    return tag("nav", tag("ul", *links), aria_label="Contents")


def _section(section: Section) -> Markup:
    heading = tag("h2", section.heading, id=f"{section.anchor}-heading")
    whole = tag(
        "section", heading, section.content, id=section.anchor, aria_labelledby=f"{section.anchor}-heading"
    )
    return Markup(f"\n{whole}")
