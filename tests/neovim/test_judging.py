"""Judging the rows that a run returned, one after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from .editor import LENSES, Neovim

BEFORE = """\
version: 1
cases:
  - id: steep
    query: steep green tea
    required: [green]
  - id: spoons
    query: polish the spoons
    required: [silver]
"""

AFTER = """\
version: 1
cases:
  - id: steep
    query: steep green tea
    required: [green]
    relevant: {green: 3, black: 1}
  - id: spoons
    query: polish the spoons
    required: [silver]
"""

SCRIPT = """
local choices = ...
function vim.ui.select(items, options, chosen)
  local wanted = table.remove(choices, 1)
  for _, item in ipairs(items) do
    local label = options.format_item(item)
    if wanted and vim.startswith(label, wanted) then
      table.insert(Offered, label)
      return chosen(item)
    end
  end
  chosen()
end
"""


@pytest.fixture
def corpus(project: Path, neovim: Neovim) -> Neovim:
    (project / "tea.corpus.yaml").write_text(BEFORE)
    neovim.open("tea.corpus.yaml")
    neovim.await_beside(LENSES, "run all")
    return neovim


def test_rows_are_judged_one_after_the_other_and_written_at_once(corpus: Neovim) -> None:
    corpus.command("Caselens run")
    corpus.told("2 asked")
    corpus.lua(SCRIPT, ["green", "required, grade 3", "black", "grade 1", "write"])
    corpus.put_cursor({"line": 3, "character": 0})
    corpus.command("Caselens judge")
    corpus.wait("vim.api.nvim_buf_line_count(0) == 9")
    assert "\n".join(corpus.lines) + "\n" == AFTER
    assert corpus.lua("return Offered") == [
        "green · rank 1 · required, grade 1 · steep green tea",
        "required, grade 3",
        "black · rank 2 · nothing · steep black tea",
        "grade 1",
        "write this into the case",
    ]
    corpus.type("u")
    corpus.wait("vim.api.nvim_buf_line_count(0) == 8")


def test_what_is_not_confirmed_is_not_written(corpus: Neovim) -> None:
    corpus.command("Caselens judge")
    corpus.told("the cursor is in no case")
    corpus.put_cursor({"line": 6, "character": 0})
    corpus.command("Caselens judge")
    corpus.told("run spoons first")
    corpus.command("Caselens run spoons")
    corpus.told("1 asked")
    corpus.lua(SCRIPT, ["silver", "grade 2"])
    corpus.command("Caselens judge spoons")
    corpus.wait("#Offered == 2")
    assert "\n".join(corpus.lines) + "\n" == BEFORE
    corpus.command("Caselens judge nothing")
    corpus.told("no case nothing")


def test_a_case_that_would_expect_nothing_is_left_alone(corpus: Neovim) -> None:
    corpus.command("Caselens run spoons")
    corpus.told("1 asked")
    corpus.lua(SCRIPT, ["silver", "nothing", "write"])
    corpus.command("Caselens judge spoons")
    corpus.told("would expect nothing")
    assert "\n".join(corpus.lines) + "\n" == BEFORE
