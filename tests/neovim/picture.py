"""Draws docs/neovim.svg: the handbook in a terminal, after a run, and its comparison with hashing."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from .drawing import drawn
from .editor import LENSES
from .terminal import Terminal

ROOT = Path(__file__).parents[2]
COLUMNS, ROWS = 112, 38


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        example = Path(folder) / "handbook"
        shutil.copytree(ROOT / "examples" / "handbook", example, ignore=shutil.ignore_patterns(".caselens"))
        command = [sys.executable, "-m", "caselens", "evaluate", "handbook.corpus.yaml", "--model", "hashing"]
        # One miss is there on purpose: status 1.
        done = subprocess.run(command, check=False, cwd=example, capture_output=True, timeout=300)
        if done.returncode != 1:
            sys.exit(done.stderr.decode())
        terminal = Terminal(example, COLUMNS, ROWS)
        try:
            (ROOT / "docs" / "neovim.svg").write_text(drawn(compared(terminal), COLUMNS))
            terminal.quit()
        finally:
            terminal.kill()


def compared(terminal: Terminal) -> str:
    """The screen with the last cases of the corpus, and the cases that moved."""
    terminal.open("handbook.corpus.yaml")
    terminal.await_beside(LENSES, "run all")
    terminal.command("Caselens run")
    terminal.told("24 asked")
    terminal.command("Caselens compare")
    terminal.wait("vim.b.caselens_report and vim.fn.search('^| fixed') > 0")
    terminal.lua("vim.cmd('resize 14') vim.fn.search('^| *| case') vim.cmd('normal! zt0')")
    terminal.lua("vim.cmd.wincmd('p') vim.fn.search('id: harvests-as-table') vim.cmd('normal! zt')")
    return terminal.screen("beyond k 5", colours=True)


if __name__ == "__main__":
    main()
