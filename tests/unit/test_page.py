"""The report as a page: nothing in it is anybody's but ours, everything is on it, and it can be read."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from caselens.evaluation.result import CaseResult, Run
from caselens.evaluation.why import misses
from caselens.ports import Hit, Place
from caselens.reports import page, written
from caselens.reports.page.axis import Scale
from caselens.reports.page.charts import binned
from caselens.reports.page.markup import EMPTY, Markup, escaped, tag
from caselens.reports.table import shown
from tests.invented import report, run

STYLE = Path(page.__file__).with_name("style.css").read_text("utf-8")

ALONE = {"meta", "link", "input"}
"""Elements of HTML that have no end."""

HOSTILE = (
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "</style></title></svg><b>",
    "]]>--><!-- &lt;&amp;&#0;",
    "javascript:alert(1)",
    "\u202eright to left\u2066",
    "שלום עולם",
    "\udc80 alone",
    "\x00\x1b[31m\x7f\x85\u2028",
    "acme\x1f1",
    " ",
    "k" * 5000,
)


class Parsed(HTMLParser):
    """A page as a browser would take it: its elements in order, its text, its attributes."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.text, self.open = "", list[str]()
        self.unclosed: list[str] = []
        self.feed(content)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.extend((tag, name, value or "") for name, value in attrs)
        if tag not in ALONE:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ALONE and self.open.pop() != tag:
            self.unclosed.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        self.tags.append(f"comment {data}")

    def unknown_decl(self, data: str) -> None:
        self.tags.append(f"declaration {data}")


def of(current: Run, base: Run | None = None) -> Parsed:
    return Parsed(written(report(current, base), "html"))


def values(parsed: Parsed, name: str) -> list[str]:
    return [value for _, attribute, value in parsed.attributes if attribute == name]


# -- what is ours -------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    texts=st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=20)), min_size=1, max_size=6),
    is_compared=st.booleans(),
)
def test_no_text_makes_an_element(texts: list[str], is_compared: bool) -> None:
    def hostile(kind: str, number: int) -> str:
        return f"{texts[number % len(texts)]}{kind}{number}"

    cases = 12
    ours = of(run(cases), run(cases, 2, 0.4) if is_compared else None)
    theirs = of(run(cases, naming=hostile), run(cases, 2, 0.4, hostile) if is_compared else None)
    assert theirs.tags == ours.tags
    assert theirs.open == theirs.unclosed == []
    plain = [(tag, name) for tag, name, _ in ours.attributes]
    assert [(tag, name) for tag, name, _ in theirs.attributes] == plain
    assert all(letter.isprintable() or letter == "\n" for letter in theirs.text)
    for result in run(cases, naming=hostile).results:
        for told in (result.id, *result.expected):
            assert shown(told) in theirs.text


@pytest.mark.parametrize("text", HOSTILE)
def test_every_text_of_a_run_is_escaped(text: str) -> None:
    one = CaseResult(
        text, "d", 3, (text,), {text: 1.0}, (Hit("x", 0.5),), places={text: Place(9, 0.1)}, missing=(text,)
    )
    away = replace(one, id=f"{text}2", incomplete=text)
    told = of(Run("d", text, text, text, False, 9, (one, away), cases=2, corpus_path=text, completed=text))
    assert not {"script", "img", "b", "comment"} & {tag.split()[0] for tag in told.tags}
    assert told.open == told.unclosed == []


def test_a_page_asks_for_nothing() -> None:
    content = written(report(run(12), run(12, 2)), "html")
    told = Parsed(content)
    assert not {"script", "img", "iframe", "object", "base", "form", "embed"} & set(told.tags)
    assert not [name for _, name, _ in told.attributes if name.startswith("on") or name in ("style", "src")]
    addresses = values(told, "href")
    assert [address for address in addresses if not address.startswith("#")] == ["data:,"]
    assert "url(" not in STYLE
    assert "@import" not in STYLE


def test_the_policy_allows_this_very_stylesheet_alone() -> None:
    content = written(report(run(3)), "html")
    style = re.search("<style>(.*?)</style>", content, re.DOTALL)
    assert style is not None
    digest = b64encode(sha256(style[1].encode()).digest()).decode()
    policy = values(Parsed(content), "content")[0]
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    )


def test_it_is_the_same_each_time() -> None:
    assert written(report(run(9), run(9, 2)), "html") == written(report(run(9), run(9, 2)), "html")


# -- what is there ------------------------------------------------------------------------------


@pytest.mark.parametrize("base", [None, run(60, 2, 0.4)], ids=["alone", "compared"])
def test_every_case_and_expected_key_is_there(base: Run | None) -> None:
    current = run(60)
    told = of(current, base)
    body = told.text
    for result in current.results:
        assert result.id in body
        assert [key for key in result.expected if key not in body] == []
    sections = ["blocks", "measures", "ranks", "scores", "latency", "unmeasured"]
    assert [s for s in sections if s not in values(told, "id")] == []
    assert ("change" in values(told, "id")) == (base is not None)


@pytest.mark.parametrize("cases", [0, 1, 12])
def test_every_link_leads_somewhere_and_every_anchor_is_one(cases: int) -> None:
    told = of(run(cases), run(cases, 2))
    anchors = values(told, "id")
    assert len(anchors) == len(set(anchors))
    assert {a.removeprefix("#") for a in values(told, "href") if a.startswith("#")} <= set(anchors)
    assert set(values(told, "aria-labelledby")) <= set(anchors)
    assert set(values(told, "for")) <= set(anchors)


def test_every_drawing_says_what_it_shows() -> None:
    told = of(run(12), run(12, 2))
    drawings = told.tags.count("svg")
    said = [value for tag, name, value in told.attributes if tag == "svg" and name == "aria-label"]
    hidden = [1 for tag, name, _ in told.attributes if tag == "svg" and name == "aria-hidden"]
    assert len(said) > 20
    assert all(said)
    assert drawings == len(said) + len(hidden)
    heads = [value for tag, name, value in told.attributes if tag == "th" and name == "scope"]
    assert len(heads) == told.tags.count("th")
    assert told.tags.count("table") == told.tags.count("caption")


def test_a_miss_says_why() -> None:
    hits = tuple(Hit(f"x{place}", 0.9 - place / 100) for place in range(3))
    places = {"far": Place(17, 0.5), "lost": Place(2, 0.89)}
    result = CaseResult(
        "c", "d", 3, ("far", "lost", "gone"), {"far": 2.0}, hits, (), places, {}, ("far", "lost", "gone")
    )
    told = of(Run("d", "n", "g", "m", True, 100, (result,), cases=1)).text
    assert len(list(misses(result))) == 3
    assert "required, grade 2, missing: other rows are nearer, by 0.380; 3 above it are not judged" in told
    assert "required, missing: an exhaustive search returns it: the index loses it; 2 above it" in told
    assert "required, missing: no row has this key" in told


def test_what_is_not_drawn_is_said() -> None:
    keys = [f"key-{number}" for number in range(60)]

    def of_rank(first: int) -> Run:
        places = {key: Place(first + number, 0.5) for number, key in enumerate(keys)}
        result = CaseResult("c", "d", 3, (), dict.fromkeys(keys, 1.0), places=places)
        return Run(
            "d",
            "n",
            "g",
            "m",
            True,
            100,
            (replace(result, recall=0.0, reciprocal_rank=first / 100),),
            cases=1,
        )

    told = of(of_rank(2), of_rank(9))
    assert "the first 12 are drawn" in told.text
    assert "the first 50 are drawn" in told.text
    assert [key for key in keys if key not in told.text] == []


def test_cases_that_tell_nothing_are_named_with_the_reason() -> None:
    result = CaseResult(
        "all of them", "d", 5, ("a",), {"a": 1.0}, (Hit("a", 1.0),), places={"a": Place(1, 1.0)}
    )
    told = of(Run("d", "n", "g", "m", True, 5, (result,), cases=1))
    assert "all of them: its depth takes in every row, so recall cannot fall" in told.text
    assert "without 1 case that cannot tell" in told.text


def test_nothing_asked_and_nothing_at_all() -> None:
    away = CaseResult("c", "d", 3, ("k",), {"k": 1.0}, incomplete="the model is away")
    told = of(Run("d", "n", "g", "m", True, 9, (away, replace(away, id="e")), cases=2))
    assert "It could not be asked: the model is away" in told.text
    assert "scores" not in values(told, "id")
    empty = of(Run("", "", "", "", True, 0, ()))
    assert "No case was asked for." in empty.text
    assert empty.unclosed == []


def test_means_that_cannot_be_compared_say_why() -> None:
    current = run(12)
    told = of(current, replace(run(12, 2), corpus_digest="cd" * 32))
    assert "No difference of means is given:" in told.text
    assert "Differences of the means" not in told.text
    compared = of(current, run(12, 2))
    assert "Differences of the means" in compared.text
    assert "Settings that differ" in compared.text


def test_odd_numbers_do_not_reach_a_drawing() -> None:
    odd = [Hit("a", float("nan")), Hit("b", float("inf")), Hit("c", 0.5)]
    result = CaseResult(
        "c", "d", 3, ("a",), {"a": float("inf")}, tuple(odd), places={"a": Place(1, float("nan"))}
    )
    told = of(Run("d", "n", "g", "m", True, 9, (result,), cases=1))
    drawn = [value for _, name, value in told.attributes if name in ("x", "y", "cx", "width", "height", "x1")]
    assert drawn
    assert [value for value in drawn if not re.fullmatch(r"\d+(\.\d+)?%?", value)] == []


def test_a_thousand_cases_stay_a_page() -> None:
    current = run(1000)
    content = written(report(current, run(1000, 2, 0.4)), "html")
    assert len(content.encode()) < 2_000_000
    told = Parsed(content)
    assert "200 of 1,000 cases are drawn" in told.text
    lacking = [r for r in current.results if any(key not in told.text for key in (r.id, *r.expected))]
    assert lacking == []


# -- how it is drawn ----------------------------------------------------------------------------


@given(st.integers(1, 10**9), st.integers(1, 10**9), st.integers(10, 10**9))
def test_a_deeper_rank_is_never_to_the_left(one: int, other: int, deepest: int) -> None:
    scale = Scale(deepest)
    assert (scale.at(one) <= scale.at(other)) or one > other
    assert 2 <= scale.at(one) <= 90 < scale.at(None)


@given(st.lists(st.floats(-1, 1), min_size=1), st.integers(1, 30))
def test_every_value_is_counted_once(values: list[float], bins: int) -> None:
    found = binned(values, min(values), max(values), bins)
    assert sum(found.counts) == len(values)
    assert len(found.counts) == bins


@given(st.text())
def test_an_attribute_is_one_text(text: str) -> None:
    parsed = Parsed(tag("p", text, title=text))
    assert parsed.attributes == [("p", "title", shown(text))]
    assert parsed.text == shown(text)


def test_what_is_markup_stays_so() -> None:
    assert escaped(Markup("<b>")) == "<b>"
    assert tag("circle", r=4.5, hidden=True, class_=None, fill=False) == '<circle r="4.5" hidden/>'
    assert "circle" in EMPTY


# -- whether it can be read ---------------------------------------------------------------------


def palettes() -> Iterator[tuple[str, Mapping[str, str]]]:
    """The colours in the light and in the dark."""
    blocks = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
    for name, block in zip(("light", "dark"), blocks, strict=True):
        yield name, dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6})", block))


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("name", "colours"), [*palettes()], ids=["light", "dark"])
def test_the_colours_have_contrast(name: str, colours: Mapping[str, str]) -> None:
    for text in ("ink", "quiet", "good", "bad", "link"):
        assert contrast(colours[text], colours["paper"]) >= 4.5, f"{text} in the {name}"
    for mark in ("mark", "good", "bad", "edge"):
        for ground in ("paper", "shade"):
            assert contrast(colours[mark], colours[ground]) >= 3, f"{mark} on {ground} in the {name}"


def test_both_palettes_have_every_colour_and_every_colour_is_used() -> None:
    (_, light), (_, dark) = palettes()
    assert light.keys() == dark.keys() == set(re.findall(r"var\(--([a-z]+)\)", STYLE))


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
