"""What an author does with runs: lenses, hints, actions, cancelling, failed cases, reports, baselines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import write_rows
from tests.e2e.marks import marked
from tests.e2e.runs import MANY

from .editor import Neovim

LENSES, RANKS = "nvim.lsp.codelens", "caselens.ranks"

MARKED = """\
version: 1
default_k: 1
cases:
  # caselens: ignore[unreachable-required]
  - {id: ⟦steep⟧, query: "🍵 steep green tea", required: [green⟦⟧, ⟦black⟧]}
  - {id: spoons, query: "🥄🥄 polish the spoons", relevant: {silver: 1}}
"""
TEXT, (STEEP, AFTER_GREEN, BLACK) = marked(MARKED, "utf-8")

HINTS = """
return vim.tbl_map(function(hint)
  local place = hint.inlay_hint.position
  return { place.line, place.character, hint.inlay_hint.label }
end, vim.lsp.inlay_hint.get({ bufnr = 0 }))
"""

ACT = """
local title = ...
vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.title == title end })
"""

# Where the bars between cells stand in the table of cases, on the screen.
BARS = """
local seen = {}
for _, line in ipairs(vim.fn.getline(vim.fn.search('case.*ranks'), '$')) do
  if vim.startswith(line, '|') then
    local places = {}
    for column in line:gsub('\\\\|', '  '):gmatch('()|') do
      table.insert(places, vim.fn.strdisplaywidth(line:sub(1, column)))
    end
    table.insert(seen, places)
  end
end
return seen
"""

IN_REPORT = "vim.b.caselens_report and table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')"


@pytest.fixture
def corpus(project: Path, neovim: Neovim) -> Neovim:
    """An editor with a corpus of two cases, the first of which misses a key."""
    (project / "tea.corpus.yaml").write_text(TEXT)
    neovim.open("tea.corpus.yaml")
    neovim.await_beside(LENSES, "run all")
    return neovim


def run_all(corpus: Neovim) -> str:
    corpus.command("Caselens run")
    return corpus.told("2 asked")


def test_lenses_and_hints_show_a_run_without_being_asked_for(corpus: Neovim) -> None:
    before = corpus.beside(LENSES)
    assert before[0].endswith(" · 2 cases | run all")
    assert before[1:] == ["run", "run"]

    corpus.put_cursor(STEEP["start"])
    corpus.lua("vim.lsp.codelens.run()")
    then = corpus.await_beside(LENSES, "run | missed 1 of 2 required · rank 1 · recall 0.50")
    assert "1 with a result" in then[0]
    corpus.wait("#vim.lsp.inlay_hint.get({ bufnr = 0 }) == 2")
    assert corpus.lua(HINTS) == [
        [place["end"]["line"], place["end"]["character"], label]
        for place, label in ((AFTER_GREEN, "rank 1"), (BLACK, "rank 2, beyond k 1"))
    ]
    assert run_all(corpus) == "Caselens: 2 asked · recall 0.75  MRR 1.00  NDCG 1.00"
    corpus.await_beside(LENSES, "recall 0.75")
    corpus.wait("vim.b.caselens.answered == 2")


def test_an_edit_makes_the_lens_say_so(corpus: Neovim) -> None:
    run_all(corpus)
    corpus.await_beside(LENSES, "recall 0.75")
    corpus.put_cursor(STEEP["start"])
    corpus.type("/steep green<CR>cwbrew<Esc>")
    corpus.await_beside(LENSES, "edited since")
    corpus.command("Caselens runs")
    corpus.wait("Offered[1] and vim.endswith(Offered[1], 'of another digest')")


def test_a_code_action_runs_a_case(corpus: Neovim) -> None:
    corpus.put_cursor(STEEP["start"])
    corpus.lua(ACT, "Run case steep")
    corpus.await_beside(LENSES, "missed 1 of 2 required")


def test_a_run_is_cancelled(project: Path, neovim: Neovim) -> None:
    write_rows(project, MANY)
    (project / "tea.corpus.yaml").write_text(TEXT)
    neovim.open("tea.corpus.yaml")
    neovim.await_beside(LENSES, "run all")
    neovim.command("Caselens run")
    neovim.await_beside(LENSES, "of 60,000 · cancel")  # how far it is
    neovim.command("Caselens cancel")
    assert neovim.told("cancelled") == "Caselens: cancelled"
    neovim.await_beside(LENSES, "run all")
    neovim.command("Caselens cancel")
    neovim.told("nothing is running")


def test_failed_cases_go_to_the_quickfix_list(corpus: Neovim) -> None:
    corpus.command("Caselens failed")
    corpus.told("nothing failed")
    run_all(corpus)
    corpus.wait("#vim.diagnostic.get(0) > 1")
    corpus.command("Caselens failed")
    assert corpus.lua("return { vim.bo.buftype, vim.w.quickfix_title }") == [
        "quickfix",
        "Caselens: what failed",
    ]
    (failed,) = corpus.lua("return vim.fn.getqflist()")
    assert failed["text"].startswith('"black" is not in the top 1: rank 2')
    corpus.command("cc 1")
    assert corpus.cursor == [BLACK["start"]["line"], BLACK["start"]["character"]]


def test_ranks_stand_at_the_end_of_the_line_where_hints_are_off(corpus: Neovim) -> None:
    run_all(corpus)
    corpus.wait("#vim.lsp.inlay_hint.get({ bufnr = 0 }) == 3")
    assert corpus.beside(RANKS) == []
    corpus.lua("vim.lsp.inlay_hint.enable(false) vim.api.nvim_exec_autocmds('CursorHold', {})")
    assert corpus.await_beside(RANKS, "rank 2") == ["rank 1 · rank 2, beyond k 1", "rank 1"]
    corpus.lua("vim.g.caselens = { ranks = false } vim.api.nvim_exec_autocmds('CursorHold', {})")
    corpus.wait("#Beside(a) == 0", RANKS)


def test_ranks_that_come_too_late_do_no_harm(corpus: Neovim) -> None:
    run_all(corpus)
    corpus.lua("vim.lsp.inlay_hint.enable(false) vim.api.nvim_exec_autocmds('CursorHold', {})")
    corpus.await_beside(RANKS, "rank 2")
    # What is asked of the text is answered when the cases are gone.
    corpus.lua(
        "vim.api.nvim_exec_autocmds('CursorHold', {}) vim.api.nvim_buf_set_lines(0, 3, -1, false, {})"
        "vim.wait(1000)"
    )
    assert corpus.beside(RANKS) == []


def test_a_comparison_leads_to_cases_and_keys(corpus: Neovim) -> None:
    run_all(corpus)
    corpus.lua("vim.api.nvim_buf_set_text(0, ...)", 4, 0, 4, 0, ["# another line", ""])
    corpus.await_beside(LENSES, "recall")
    run_all(corpus)
    corpus.command("Caselens compare")
    report = corpus.wait(IN_REPORT)
    assert "### Compared with" in report
    assert "**every case**" in report
    assert "details>" not in report
    assert corpus.lua("return { vim.bo.filetype, vim.bo.modifiable, vim.bo.buftype, vim.wo.wrap }") == [
        "markdown",
        False,
        "nofile",
        False,
    ]

    line, column = BLACK["start"]["line"] + 1, BLACK["start"]["character"]
    for pattern, keys, there in (
        ("black (2)", "gf", [line, column]),
        ("- steep", "<CR>", [line, column]),
        ("`steep`", "<CR>", [line, 2]),
    ):
        corpus.lua(
            "vim.cmd.wincmd('b') vim.fn.cursor(1, 1) assert(vim.fn.search([[\\V]] .. ...) > 0)", pattern
        )
        corpus.type(keys)
        corpus.wait("not vim.b.caselens_report")
        assert corpus.cursor == there
    corpus.lua("vim.cmd('normal! ``')")
    assert corpus.cursor == [line, column]

    corpus.await_beside(LENSES, "compare with")
    corpus.put_cursor({"line": 0, "character": 0})
    corpus.lua("Choice = 'compare with' vim.lsp.codelens.run()")
    corpus.wait(IN_REPORT)  # in place of the last
    assert corpus.lua("return #vim.api.nvim_list_wins()") == 2
    corpus.command("only")
    corpus.lua("vim.fn.search('`steep`')")
    corpus.type("<CR>")
    corpus.wait("not vim.b.caselens_report")
    assert corpus.cursor == [line, 2]
    corpus.lua("vim.cmd.wincmd('b') vim.fn.cursor(1, 1)")
    corpus.type("<CR>")
    corpus.told("no case")
    corpus.type("q")
    corpus.wait("#vim.api.nvim_list_wins() == 1")


NAMED = """\
version: 1
default_k: 1
cases:
  - {id: "two words", query: steep green tea, required: [gr_een]}
  - {id: "a|b `c`", query: steep black tea, relevant: {gr_een: 1, two|*words*: 2}}
"""


def test_odd_names_are_found_again(project: Path, neovim: Neovim) -> None:
    write_rows(project, {"gr_een": "steep green tea", "two|*words*": "steep black tea"})
    (project / "odd.corpus.yaml").write_text(NAMED)
    neovim.open("odd.corpus.yaml")
    neovim.await_beside(LENSES, "run all")
    (completed,) = neovim.lua("return vim.fn.getcompletion('Caselens run tw', 'cmdline')")
    neovim.command(f"Caselens run {completed}")
    neovim.told("1 asked")
    neovim.command("Caselens run")
    neovim.told("2 asked")
    neovim.lua("Choice = '2 cases'")
    neovim.command("Caselens runs")
    neovim.wait(IN_REPORT)
    bars = neovim.lua(BARS)
    assert len(bars) > 1, neovim.lines
    assert len({tuple(places) for places in bars}) == 1
    two, other = NAMED.splitlines()[3:]
    for pattern, there in (
        ("`two", [3, 2]),
        (r"gr\\_een 1", [3, two.index("gr_een")]),
        ("*words", [4, other.index("two|")]),
        ("(2)", [4, other.index("gr_een")]),
    ):
        neovim.lua("vim.cmd.wincmd('b') vim.fn.cursor(1, 1) assert(vim.fn.search('case.*ranks') > 0)")
        neovim.lua("assert(vim.fn.search([[\\V]] .. ...) > 0)", pattern)
        neovim.type("<CR>")
        neovim.wait("not vim.b.caselens_report")
        assert neovim.cursor == there


def test_the_lens_of_a_result_shows_its_history(corpus: Neovim) -> None:
    run_all(corpus)
    corpus.await_beside(LENSES, "recall 0.75")
    corpus.put_cursor(STEEP["start"])
    corpus.lua("Choice = 'missed' vim.lsp.codelens.run()")
    assert corpus.wait(IN_REPORT).startswith("Last runs of steep:")
    corpus.type("G<CR>")
    corpus.wait("not vim.b.caselens_report")
    assert corpus.cursor[0] == STEEP["start"]["line"]


def test_runs_are_chosen_shown_compared_and_forgotten(corpus: Neovim) -> None:
    corpus.command("Caselens runs")
    corpus.told("no run is kept")
    run_all(corpus)
    run_all(corpus)
    corpus.command("Caselens baseline")  # and nothing is chosen
    latest, first = (one.split(" · ")[0] for one in corpus.wait("#Offered == 2 and Offered"))
    assert corpus.lua("return Offered[1]") == f"{latest} · 2 cases · recall 0.75  MRR 1.00  NDCG 1.00"
    corpus.lua("Choice = ...", first)
    corpus.command("Caselens baseline")
    corpus.told(f"{first} is the baseline")
    assert corpus.lua("return vim.fn.getcompletion('Caselens baseline ', 'cmdline')") == [
        "none",
        latest,
        first,
    ]

    corpus.command("Caselens runs")
    assert "2 cases" in corpus.wait(IN_REPORT)
    assert corpus.lua("return Offered[2]").endswith("baseline")
    corpus.type("q")
    corpus.wait("not vim.b.caselens_report")
    corpus.command(f"Caselens compare {latest} {first}")
    assert "### Compared with" in corpus.wait(IN_REPORT)
    corpus.type("q")
    corpus.wait("not vim.b.caselens_report")

    corpus.command("Caselens baseline none")
    corpus.told("no baseline")
    corpus.command(f"Caselens delete {first}")
    corpus.told("is deleted")
    assert corpus.lua("return vim.fn.getcompletion('Caselens compare ', 'cmdline')") == [latest]
    corpus.command("Caselens compare nonsense")
    corpus.wait("#Told > 0")
    (said,) = corpus.lua("vim.wait(500) return Told")  # once, by the server
    assert "nonsense" in said


def test_a_report_has_the_commands_of_its_corpus(corpus: Neovim) -> None:
    run_all(corpus)
    corpus.lua("Choice = '2 cases'")
    corpus.command("Caselens runs")
    corpus.wait(IN_REPORT)
    corpus.command("Caselens judge")
    corpus.told("the cursor is in no case")
    corpus.command("Caselens run spoons")
    corpus.told("1 asked")
    corpus.command("Caselens compare")
    corpus.told("no earlier run")


def test_a_report_leads_to_the_window_of_its_tab(corpus: Neovim) -> None:
    run_all(corpus)
    corpus.command("tab split")
    corpus.lua("Choice = '2 cases'")
    corpus.command("Caselens runs")
    corpus.wait(IN_REPORT)
    corpus.lua("assert(vim.fn.search('`steep`') > 0)")
    corpus.type("<CR>")
    corpus.wait("not vim.b.caselens_report")
    assert corpus.lua("return vim.fn.tabpagenr()") == 2


def test_words_and_cases_are_completed_and_run(corpus: Neovim) -> None:
    completed = "return vim.fn.getcompletion(..., 'cmdline')"
    assert corpus.lua(completed, "Caselens r") == ["refresh", "restart", "run", "runs"]
    assert corpus.lua(completed, "Caselens run s") == ["steep", "spoons"]
    corpus.command("Caselens run spoons")
    corpus.told("1 asked")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Caselens", "followed by one of baseline, cancel, compare"),
        ("Caselens brew", "there is no :Caselens brew"),
        ("Caselens cancel now", ":Caselens cancel is followed by nothing"),
        ("Caselens runs one two", ":Caselens runs is followed by 1 word at most"),
        ("Caselens compare one two three", ":Caselens compare is followed by 2 words at most"),
        ("Caselens digest %", '"%" is no register'),
        ("Caselens digest name", '"name" is no register'),
    ],
)
def test_wrong_words_are_answered_clearly(corpus: Neovim, line: str, told: str) -> None:
    corpus.command(line)
    corpus.told(told)


def test_the_digest_goes_to_a_register(corpus: Neovim) -> None:
    corpus.command("Caselens digest d")
    told = corpus.told("digest")
    digest = corpus.lua("return vim.fn.getreg('d')")
    assert len(digest) == 64
    assert digest[:12] in told
    corpus.command("Caselens digest")
    corpus.told("digest")
    assert corpus.lua("return vim.fn.getreg()") == digest
    corpus.lua("vim.api.nvim_buf_set_lines(0, 0, 1, false, { 'version: 2' })")
    corpus.await_beside(LENSES, "no digest")
    corpus.command("Caselens digest")
    corpus.told("no digest while 1 finding refuses the corpus")
    corpus.open("caselens.yaml")
    corpus.command("Caselens digest")
    corpus.told("only a corpus has a digest")
