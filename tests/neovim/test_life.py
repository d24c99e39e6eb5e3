"""How the plugin begins and ends: installation, an old Neovim, a server that dies, health, help."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import CORPUS

from .editor import LENSES, PLUGIN, RANKS, Neovim

OLD = """
local has = vim.fn.has
vim.fn.has = function(what)
  return what == 'nvim-0.11' and 0 or has(what)
end
vim.version = function()
  return { major = 0, minor = 10, patch = 4 }
end
"""

HEALTH = """
vim.cmd('checkhealth caselens')
return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')
"""

Start = Callable[..., Neovim]


@pytest.fixture
def start(project: Path) -> Iterator[Start]:
    """Starts an editor in a folder with one corpus; it is left in the end."""
    (project / "tea.corpus.yaml").write_text(CORPUS)
    started: list[Neovim] = []

    def begin(before: str = "", **how: bool) -> Neovim:
        started.append(Neovim(project, before, **how))
        return started[-1]

    try:
        yield begin
        for editor in started:
            editor.quit()
    finally:
        for editor in started:
            editor.kill()


def test_a_server_that_was_killed_is_started_again(start: Start) -> None:
    neovim = start()
    neovim.open("tea.corpus.yaml")
    neovim.await_beside(LENSES, "run all")
    (first,) = neovim.servers()
    first.suspend()
    neovim.lua("vim.api.nvim_exec_autocmds('CursorHold', {})")  # lenses are asked for, and never answered
    first.kill()
    neovim.wait("not Client()")
    neovim.wait("Client() and Client().initialized")
    assert neovim.await_beside(LENSES, "run all")[1:] == ["run"]
    assert [server.pid for server in neovim.servers()] != [first.pid]
    neovim.command("Caselens run")
    neovim.told("1 asked")

    (second,) = neovim.servers()
    before = neovim.lua("return Client().id")
    neovim.command("Caselens restart")
    neovim.wait(f"Client() and Client().initialized and Client().id ~= {before}")
    neovim.await_beside(LENSES, "recall 1.00")
    (third,) = neovim.servers()
    assert second.pid != third.pid


def test_a_server_that_keeps_dying_is_left_alone(start: Start, project: Path) -> None:
    neovim = start("vim.lsp.config('caselens', { cmd = { 'sh', '-c', 'exit 3' } })")
    neovim.lua("vim.cmd.edit('tea.corpus.yaml')")
    assert "checkhealth" in neovim.told("keeps ending")
    assert not neovim.lua("return Client() ~= nil")


@pytest.mark.parametrize("signal", [0, 9], ids=["by itself", "killed"])
def test_a_server_that_is_not_wanted_stays_away(start: Start, signal: int) -> None:
    neovim = start()
    neovim.open("tea.corpus.yaml")
    neovim.wait("vim.b.caselens")
    (server,) = neovim.servers()
    neovim.lua("vim.lsp.enable('caselens', false) vim.uv.kill(...)", server.pid, signal)
    neovim.wait("not Client() and not vim.b.caselens")
    neovim.command("write")
    neovim.command("Caselens run")
    neovim.told("the server is not running")
    neovim.lua("vim.wait(1000)")  # longer than a restart takes
    assert neovim.servers() == []


def test_a_server_that_is_stopped_stays_so(start: Start) -> None:
    neovim = start()
    neovim.open("tea.corpus.yaml")
    neovim.lua("Client():stop()")
    neovim.wait("not Client()")
    neovim.lua("vim.wait(1000)")
    assert neovim.servers() == []


def test_an_old_neovim_is_told_what_is_needed(start: Start) -> None:
    neovim = start(OLD)
    assert neovim.told("needs") == "Caselens needs Neovim 0.11 or later; this is 0.10.4"
    neovim.lua("vim.cmd.edit('tea.corpus.yaml')")
    assert neovim.lua("return { Client() ~= nil, vim.fn.exists(':Caselens') }") == [False, 0]
    assert "Neovim 0.11 or later is needed" in neovim.lua(HEALTH)


def test_health_says_what_runs_and_what_is_missing(start: Start) -> None:
    neovim = start()
    idle = neovim.lua(HEALTH)
    assert "caselens 0." in idle
    assert "no file is open" in idle
    neovim.open("tea.corpus.yaml")
    assert f"running for {neovim.folder}: tea.corpus.yaml" in neovim.lua(HEALTH)
    neovim.lua("vim.lsp.config('caselens', { cmd = { 'no-such-caselens', 'serve', '--stdio' } })")
    missing = neovim.lua(HEALTH)
    assert "`no-such-caselens` is not executable" in missing
    assert "pipx install" in missing
    neovim.lua("vim.lsp.config('caselens', { cmd = { 'false' } }) vim.lsp.enable('caselens', false)")
    broken = neovim.lua(HEALTH)
    assert "`false --version` failed" in broken
    assert "not enabled" in broken


def test_what_is_shown_can_be_switched_off(start: Start) -> None:
    neovim = start("vim.g.caselens = { lenses = false, hints = false }")
    neovim.open("tea.corpus.yaml")
    neovim.command("Caselens run")
    neovim.told("1 asked")
    assert neovim.await_beside(RANKS, "rank 1") == ["rank 1"]
    assert neovim.beside(LENSES) == []
    assert not neovim.lua("return vim.lsp.inlay_hint.is_enabled({ bufnr = 0 })")
    neovim.lua("vim.lsp.enable('caselens', false)")
    neovim.wait("#Beside(a) == 0", RANKS)


PACKED = f"""
local packs = vim.fn.stdpath('data') .. '/site/pack/core/opt'
vim.fn.mkdir(packs, 'p')
assert(vim.uv.fs_symlink('{PLUGIN.parent}', packs .. '/caselens'))
vim.cmd.packadd('caselens/neovim')
"""

APPENDED = f"""
local plugin = {{ dir = '{PLUGIN.parent}' }}
vim.opt.rtp:append(plugin.dir .. '/neovim')
vim.cmd.runtime('plugin/caselens.lua')
"""


@pytest.mark.parametrize("way", [PACKED, APPENDED], ids=["vim.pack", "lazy.nvim"])
def test_the_plugin_is_loaded_from_a_whole_repository(start: Start, way: str) -> None:
    """By what the README has behind a manager that has checked it out."""
    (said,) = [line for line in way.splitlines() if "packadd" in line or "append" in line]
    assert said in (PLUGIN / "README.md").read_text()
    neovim = start(way, installed=False)
    neovim.open("tea.corpus.yaml")
    neovim.await_beside(LENSES, "run all")


def test_the_help_has_every_word_of_the_command(start: Start) -> None:
    neovim = start()
    neovim.open("tea.corpus.yaml")
    words = neovim.lua("return vim.fn.getcompletion('Caselens ', 'cmdline')")
    text = (PLUGIN / "doc" / "caselens.txt").read_text()
    assert [word for word in words if f":Caselens {word}" not in text] == []
    # Tags go into a copy: they are no part of the repository.
    docs = neovim.home / "doc"
    docs.mkdir()
    (docs / "caselens.txt").write_text(text)
    neovim.lua(
        "vim.opt.rtp:prepend((...)) vim.cmd.helptags((...) .. '/doc') vim.cmd.help('caselens-commands')",
        str(neovim.home),
    )
    assert neovim.lua("return vim.fn.expand('%:t')") == "caselens.txt"
