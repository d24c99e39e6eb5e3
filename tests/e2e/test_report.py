"""The report as a browser shows it: in a narrow panel, in the dark, by keyboard, on paper."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from caselens.reports import Report, written
from tests.invented import report, run

from .browser import Browser
from .conftest import CONFIGURATION, CORPUS, TEAS

TAB, ENTER, SPACE = 9, 13, 32
OPEN = "document.querySelectorAll('details').forEach(one => one.open = true)"
LONG = "kilometre-" * 30


def hostile(kind: str, number: int) -> str:
    texts = (
        "<script>document.title = 'bad'</script>",
        LONG,
        '"><img src=https://example.org/x>',
        "שלום\u202e",
    )
    return f"{texts[number % len(texts)]}{kind}{number}"


REPORTS = {
    "compared": report(run(30), run(30, 2, 0.4)),
    "alone": report(run(30)),
    "hostile": report(run(12, naming=hostile), run(12, 2, 0.4, hostile)),
    "empty": report(run(0)),
    "many": report(run(400), run(400, 2, 0.4)),
}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


def saved(folder: Path, told: Report) -> Path:
    path = folder / "report.html"
    path.write_text(written(told, "html"), "utf-8")
    return path


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (320, "dark"), (1400, "light")])
@pytest.mark.parametrize("name", REPORTS)
def test_it_fits_and_is_quiet(browser: Browser, tmp_path: Path, name: str, width: int, scheme: str) -> None:
    path = saved(tmp_path, REPORTS[name])
    browser.show(path, width, scheme)
    browser.value(OPEN)
    assert browser.value("document.documentElement.scrollWidth") <= width
    assert browser.value("document.title").startswith("<script>") == (name == "hostile")
    outside = (
        "[...document.querySelectorAll('main *')].map(one => one.getBoundingClientRect())"
        ".filter(box => box.left < 0 || box.right > document.documentElement.clientWidth).length"
    )
    assert browser.value(outside) == 0
    assert browser.said() == []
    assert browser.requested() == [path.as_uri()]


def test_a_run_of_the_command_is_shown(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "caselens.yaml").write_text(CONFIGURATION, "utf-8")
    (tmp_path / "tea.corpus.yaml").write_text(CORPUS, "utf-8")
    rows = (f'{{"id": "{key}", "text": "{text}"}}\n' for key, text in TEAS.items())
    (tmp_path / "rows.jsonl").write_text("".join(rows), "utf-8")
    command = [sys.executable, "-m", "caselens", "evaluate", "tea.corpus.yaml", "--output", "tea.html"]
    done = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    browser.show(tmp_path / "tea.html")
    assert browser.value("document.querySelector('h1').innerText") == "tea.corpus.yaml: passed"
    assert browser.value("document.querySelector('summary bdi').innerText") == "steep"
    assert browser.said() == []


def test_the_policy_holds(browser: Browser, tmp_path: Path) -> None:
    """What got onto the page in spite of everything would neither run nor reach anybody."""
    path = saved(tmp_path, REPORTS["compared"])
    browser.show(path)
    browser.value(
        """for (const [name, set] of [
            ['script', script => script.textContent = 'window.ran = true'],
            ['img', image => image.src = 'http://127.0.0.1:9/x.png'],
            ['style', style => style.textContent = 'p {color: red}'],
        ]) { const made = document.createElement(name); set(made); document.body.append(made); }
        new Promise(done => setTimeout(done, 100))"""
    )
    assert browser.value("window.ran === undefined") is True
    assert browser.value("getComputedStyle(document.querySelector('main p')).color") != "rgb(255, 0, 0)"
    assert browser.requested() == [path.as_uri()]
    violations = [said for said in browser.said() if "Content Security Policy" in said]
    assert len(violations) == 3


@pytest.mark.parametrize(("scheme", "paper"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(20, 23, 26)")])
def test_it_is_dark_where_that_is_wanted(browser: Browser, tmp_path: Path, scheme: str, paper: str) -> None:
    browser.show(saved(tmp_path, REPORTS["compared"]), 800, scheme)
    assert browser.value("getComputedStyle(document.documentElement).backgroundColor") == paper


def test_it_is_read_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    browser.show(saved(tmp_path, REPORTS["compared"]), 800)
    browser.press("Tab", TAB)
    assert browser.value("document.activeElement.innerText") == "Skip to the cases"
    assert browser.value("document.activeElement.getBoundingClientRect().left") >= 0
    assert browser.value("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    browser.press("Enter", ENTER)
    assert browser.value("location.hash") == "#ranks"
    browser.press("Tab", TAB)
    assert browser.value("document.activeElement.id") == "only"
    shown = "[...document.querySelectorAll('#ranks > details')].filter(one => one.offsetHeight).length"
    before = browser.value(shown)
    browser.press(" ", SPACE)
    lacking = browser.value("document.querySelectorAll('#ranks > details.lacking').length")
    assert browser.value(shown) == lacking < before
    browser.press("Tab", TAB)
    assert browser.value("document.activeElement.tagName") == "SUMMARY"
    assert browser.value("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    browser.press("Enter", ENTER)
    assert browser.value("document.activeElement.parentElement.open") is True


def test_a_case_that_moved_leads_to_its_ranks(browser: Browser, tmp_path: Path) -> None:
    browser.show(saved(tmp_path, REPORTS["compared"]), 800)
    browser.value("document.querySelector('.moved a').click()")
    target = "document.querySelector(location.hash)"
    assert browser.value(f"{target}.parentElement.open") is True
    assert browser.value(f"{target}.getBoundingClientRect().top") < 900
    ranked = browser.value(f"{target}.parentElement.querySelector('bdi').innerText")
    assert browser.value("document.querySelector('.moved a').innerText") == ranked


def test_marks_stand_where_their_ranks_are(browser: Browser, tmp_path: Path) -> None:
    """Each mark of a strip is inside of it, in the order of the ranks that its title gives."""
    browser.show(saved(tmp_path, REPORTS["alone"]), 800)
    marks = browser.value(
        """[...document.querySelectorAll('summary svg')].map(strip => {
            const all = strip.getBoundingClientRect();
            return [...strip.querySelectorAll('circle, rect.in, rect.out')].map(mark => {
                const box = mark.getBoundingClientRect();
                const rank = parseInt(mark.textContent.match(/: ([0-9,]+)/)[1].replace(',', ''));
                return [rank, (box.left + box.right) / 2 - all.left, all.width];
            });
        })"""
    )
    assert sum(map(len, marks)) > 50
    for strip in marks:
        places = [place for _, place, _ in sorted(strip)]
        assert places == sorted(places)
        assert all(0 < place < width for _, place, width in strip)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_printed_whole_and_on_white(browser: Browser, tmp_path: Path, scheme: str) -> None:
    browser.show(saved(tmp_path, REPORTS["compared"]), 800, scheme)
    hidden = "[...document.querySelectorAll('#ranks table')].filter(one => !one.checkVisibility()).length"
    assert browser.value(hidden) > 20
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.ask("Emulation.setEmulatedMedia", media="print", features=features)
    assert browser.value(hidden) == 0
    assert browser.value("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert browser.value("getComputedStyle(document.querySelector('nav')).display") == "none"
    browser.ask("Emulation.setEmulatedMedia", media="", features=features)
    pages = browser.printed().count(b"/Type /Page\n")
    assert 3 < pages < 30
