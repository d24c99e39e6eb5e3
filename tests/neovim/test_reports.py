"""What is shown of runs in a window of its own, and where it leads."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.conftest import write_rows

from .editor import LENSES, Neovim
from .teas import BLACK, STEEP, run_all

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
