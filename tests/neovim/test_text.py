"""What an author meets while writing: findings, completion, fixes, renaming."""

from __future__ import annotations

import re
from pathlib import Path

from tests.e2e.conftest import TEAS, write_rows
from tests.e2e.marks import marked

from .editor import LENSES, Neovim

FAULTY = """\
version: 1
default_k: 1
cases:
  # caselens: ignore[unreachable-required]
  - {id: steep, query: "🍵 steep green tea", ⟦requried⟧: [green, black]}
  - {id: spoons, query: "🥄🥄 polish the spoons", relevant: {silver: 1, black: ⟦0⟧}}
"""

GOOD = """\
version: 1
default_k: 1
cases:
  # caselens: ignore[unreachable-required]
  - {id: steep, query: "🍵 steep green tea", required: [green, black]}
  - {id: spoons, query: "🥄🥄 polish the spoons", relevant: {silver: 1}}
"""

FOUND = """
local least = { severity = { min = vim.diagnostic.severity.INFO } }
return vim.tbl_map(function(one)
  local text = vim.api.nvim_buf_get_text(0, one.lnum, one.col, one.end_lnum, one.end_col, {})
  return { one.code, one.lnum, one.col, table.concat(text) }
end, vim.diagnostic.get(0, least))
"""

FIX = """
vim.lsp.buf.code_action({ context = { only = { 'quickfix' }, diagnostics = {} }, apply = true })
"""


def test_findings_stand_at_their_bytes_and_are_mended_by_actions(project: Path, neovim: Neovim) -> None:
    text, places = marked(FAULTY, "utf-8")
    (project / "tea.corpus.yaml").write_text(text)
    neovim.open("tea.corpus.yaml")
    neovim.wait("#vim.diagnostic.get(0) > 0")
    found = sorted(neovim.lua(FOUND), key=lambda one: one[1])
    starts = [(place["start"]["line"], place["start"]["character"]) for place in places]
    assert found == [
        ["unknown-field", *starts[0], "requried"],
        ["nonpositive-grade", *starts[1], "0"],
    ]
    assert neovim.await_beside(LENSES, "digest") == ["no digest: 2 refusals"]

    for left, place in ((1, places[0]), (0, places[1])):
        neovim.put_cursor(place["start"])
        neovim.lua(FIX)
        neovim.wait(
            "#vim.diagnostic.get(0, { severity = { min = vim.diagnostic.severity.INFO } }) == a", left
        )
    assert neovim.lines == GOOD.splitlines()
    assert re.match(r"digest [0-9a-f]{12} · 2 cases \| run all", neovim.await_beside(LENSES, "2 cases")[0])


def test_keys_are_completed_from_the_rows(project: Path, neovim: Neovim) -> None:
    text, (place,) = marked(GOOD.replace("[green, black]", "[green, bl⟦⟧]"), "utf-8")
    (project / "tea.corpus.yaml").write_text(text)
    neovim.open("tea.corpus.yaml")
    neovim.put_cursor(place["start"])
    neovim.type("i<C-x><C-o>")
    offered = neovim.wait("vim.fn.complete_info().items[1] and vim.fn.complete_info().items")
    assert [one["word"] for one in offered] == ["black"]
    neovim.type("<C-y><Esc>")
    neovim.wait("not vim.fn.mode():find('i')")
    assert neovim.lines == GOOD.splitlines()


def test_rows_are_asked_again_on_request(project: Path, neovim: Neovim) -> None:
    write_rows(project, {"green": "steep green tea", "silver": "polish the spoons"})
    (project / "tea.corpus.yaml").write_text(GOOD)
    neovim.open("tea.corpus.yaml")
    neovim.wait(
        "vim.iter(vim.diagnostic.get(0)):any(function(one) return one.message:find(a) end)", '"black"'
    )
    write_rows(project, TEAS)
    neovim.command("Caselens refresh")
    neovim.wait(
        "not vim.iter(vim.diagnostic.get(0)):any(function(one) return one.message:find(a) end)", '"black"'
    )


def test_a_key_is_renamed_wherever_it_stands(project: Path, neovim: Neovim) -> None:
    text, (place,) = marked(
        GOOD.replace("green, black", "green, ⟦black⟧").replace("silver: 1", "silver: 1, black: 2"), "utf-8"
    )
    (project / "tea.corpus.yaml").write_text(text)
    neovim.open("tea.corpus.yaml")
    neovim.put_cursor(place["start"])
    neovim.lua("vim.lsp.buf.rename(...)", "silver-2")
    neovim.wait(
        "vim.api.nvim_buf_get_lines(0, 5, 6, false)[1]:find('silver-2', 1, true)",
    )
    assert "\n".join(neovim.lines) + "\n" == text.replace("black", "silver-2")


def test_only_corpora_specifications_and_configurations_are_attended_to(
    project: Path, neovim: Neovim
) -> None:
    texts = {
        "compose.yaml": "services:\n  web:\n    image: tea\n",
        "model.yaml": "version: 1\nsource: a\nmodel: b\n",
        "a.spec.yml": "",
        "deep/a.corpus.yaml": "",
        "how.yaml": "version: 1\nsource: {}\nmodel: {}\ntarget: {}\n",
        "questions.yaml": GOOD,
    }
    (project / "deep").mkdir()
    for name, text in texts.items():
        (project / name).write_text(text)
    for name in texts:
        neovim.lua("vim.cmd.edit(...)", name)
    neovim.open("caselens.yaml")
    attended = "return vim.tbl_map(vim.fs.basename, vim.tbl_map(vim.api.nvim_buf_get_name, ...))"
    attached = f"local ids = vim.tbl_keys(Client().attached_buffers) {attended.replace('...', 'ids')}"
    assert sorted(neovim.lua(attached)) == [
        "a.corpus.yaml",
        "a.spec.yml",
        "caselens.yaml",
        "how.yaml",
        "questions.yaml",
    ]
    assert len(neovim.servers()) == 1  # for the folder of the configuration, and what is below
    for name in ("compose.yaml", "caselens.yaml"):
        neovim.lua("vim.cmd.buffer(...)", name)
        assert neovim.lua("return vim.fn.exists(':Caselens')") == (2 if name == "caselens.yaml" else 0)


def test_a_new_file_is_attended_to_once_it_is_a_corpus(neovim: Neovim) -> None:
    neovim.lua("vim.cmd.edit('new.yaml')")
    neovim.lua("vim.api.nvim_buf_set_lines(0, 0, -1, false, ...)", GOOD.splitlines())
    neovim.command("write")
    neovim.wait("Client() and Client().initialized")
    neovim.await_beside(LENSES, "2 cases")
