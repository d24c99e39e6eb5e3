"""Every case on the page: where its expected keys rank, and why those that were missed were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from caselens.evaluation.result import CaseResult, Run
from caselens.evaluation.why import Fault, Miss, misses
from caselens.reports.page.axis import Mark, Scale, axis, legend, strip
from caselens.reports.page.markup import Markup, Section, name, table, tag, together
from caselens.text import counted, decimals

MOST_DRAWN = 200
"""Cases that are drawn, and of which every returned row is listed; those that found least come first."""

MOST_ROWS, MOST_MARKS = 20, 50
"""Returned rows of one case that are listed besides the expected ones, and keys that are drawn."""


def ranks(run: Run, scale: Scale) -> Section:
    """The section of all cases, in the order of the corpus."""
    chosen, said = _drawn(run.results), []
    if len(run.results) > MOST_DRAWN:
        which = f"{MOST_DRAWN} of {counted(len(run.results), 'case')} are drawn, those that found least"
        said.append(tag("p", f"{which}, with the rows they returned; every expected key is in the tables."))
    only = tag(
        "p",
        tag("input", type="checkbox", id="only"),
        " ",
        tag("label", "only cases that did not find everything", for_="only"),
        class_="only",
    )
    cases = [_case(number, result, scale, number in chosen) for number, result in enumerate(run.results)]
    none = [] if cases else [tag("p", "No case was asked for.")]
    ground = tag("div", axis(scale), class_="row head")
    return Section(
        "ranks", "Ranks of the expected keys", together(*said, legend(), only, ground, *cases, *none)
    )


def anchor(number: int) -> str:
    """Where a case is found on the page; ids are the author's, and may be anything."""
    return f"case-{number}"


def _drawn(results: Sequence[CaseResult]) -> frozenset[int]:
    def found(number: int) -> tuple[bool, float, float]:
        one = results[number]
        return not one.missing, one.recall or 0.0, one.ndcg or 0.0

    asked = [number for number, result in enumerate(results) if not result.incomplete]
    return frozenset(sorted(asked, key=found)[:MOST_DRAWN])


def _case(number: int, result: CaseResult, scale: Scale, is_drawn: bool) -> Markup:
    marks = list(_marks(result))
    is_whole = all(mark.is_in for mark in marks) and not result.incomplete
    head = tag("span", name(result.id), " ", _outcome(result, marks), class_="case")
    drawing = strip(marks[:MOST_MARKS], result.depth, scale) if is_drawn else ""
    if is_drawn and len(marks) > MOST_MARKS:
        drawing = tag("span", drawing, tag("span", f"the first {MOST_MARKS} are drawn", class_="quiet"))
    summary = tag("summary", tag("span", head, drawing, class_="row"))
    body = tag("div", *_body(result, is_drawn), id=anchor(number), class_="body")
    return tag("details", summary, body, class_="found" if is_whole else "lacking")


def _marks(result: CaseResult) -> Iterator[Mark]:
    returned, required = {hit.key for hit in result.hits}, set(result.required)
    for key in result.expected:
        place = result.places.get(key)
        yield Mark(key, place.rank if place else None, key in required, key in returned)


def _outcome(result: CaseResult, marks: Sequence[Mark]) -> Markup:
    if result.incomplete:
        return tag("span", "not asked", class_="bad")
    measured = {"recall": result.recall, "RR": result.reciprocal_rank, "NDCG": result.ndcg}
    numbers = " · ".join(f"{measure} {decimals(value)}" for measure, value in measured.items())
    missing = len(set(result.missing))
    found = sum(mark.is_in for mark in marks)
    if missing:
        return together(tag("span", f"✗ {missing} required missing", class_="bad"), " ", _quiet(numbers))
    if found < len(marks):
        return together(tag("span", f"{found} of {len(marks)} found"), " ", _quiet(numbers))
    return _quiet(f"✓ {numbers}")


def _quiet(text: str) -> Markup:
    return tag("span", text, class_="quiet")


def _body(result: CaseResult, is_full: bool) -> Iterator[Markup]:
    if result.incomplete:
        yield tag("p", f"It could not be asked: {result.incomplete}")
    if rows := list(_rows(result, is_full)):
        what = "The returned rows and the expected keys" if is_full else "The expected keys"
        cut = f", the best {MOST_ROWS} and those" if is_full and len(result.hits) > MOST_ROWS else ""
        caption = f"{what}{cut}; {result.depth} count"
        yield table(caption, ["rank", "key", "score", "expected"], rows, (1, 3))


def _rows(result: CaseResult, is_full: bool) -> Iterator[Sequence[str]]:
    """What was returned, as far as it is wanted, then what was expected and is not among it."""
    expected, seen = frozenset(result.expected), set()
    for position, hit in enumerate(result.hits, 1):
        key, score = hit.key, f"{hit.score:.3f}"
        if key not in seen and (key in expected or (is_full and position <= MOST_ROWS)):
            yield f"{position:,}", name(key), score, _kind(result, key)
        seen.add(key)
    missed = {miss.key: miss for miss in misses(result)}
    for key in sorted(expected - seen, key=lambda key: _order(result, key)):
        found = result.places.get(key)
        rank, score = (f"({found.rank:,})", f"{found.score:.3f}") if found else ("–", "–")
        reason = f": {_why(missed[key])}" if key in missed else ""
        yield rank, name(key), score, f"{_kind(result, key)}{reason}"


def _order(result: CaseResult, key: str) -> tuple[float, str]:
    found = result.places.get(key)
    return (found.rank if found else inf), key


def _why(miss: Miss) -> str:
    """What a miss is the fault of, how much was wanting, and whether what stands above it is judged."""
    gap = f", by {miss.gap:.3f}" if miss.fault is Fault.MODEL and miss.gap is not None else ""
    judged = f"; {len(miss.unjudged)} above it are not judged" if miss.unjudged else ""
    return f"{miss.said}{gap}{judged}"


def _kind(result: CaseResult, key: str) -> str:
    said = ["required"] if key in result.required else []
    if key in result.grades:
        said.append(f"grade {result.grades[key]:g}")
    if key in result.missing:
        said.append("missing")
    return ", ".join(said) or "not judged"
