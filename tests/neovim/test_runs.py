"""What an author does with runs: lenses, hints, actions, cancelling, failed cases, digests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import write_rows
from tests.e2e.runs import MANY

from .editor import LENSES, RANKS, Neovim
from .teas import AFTER_GREEN, BLACK, STEEP, TEXT, run_all

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
