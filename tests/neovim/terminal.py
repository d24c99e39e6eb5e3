"""Neovim in a terminal that somebody could look at: tmux draws it."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import pytest

from .editor import PATIENCE, Neovim

COLOURS = "vim.o.termguicolors, vim.o.background, vim.o.number = true, 'dark', true"


class Terminal(Neovim):
    """An editor in a terminal of some columns and rows."""

    def __init__(self, folder: Path, columns: int, rows: int) -> None:
        if shutil.which("tmux") is None:
            pytest.fail("no tmux is on the PATH (Debian: apt-get install tmux); it shows Neovim")
        self._size = ["-x", str(columns), "-y", str(rows)]
        super().__init__(folder, COLOURS)

    def _start(self, command: list[str]) -> None:
        self._tmux("-f", "/dev/null", "new-session", "-d", *self._size, *command)

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-u", "-S", str(self.home / "tmux"), *arguments]
        ran = subprocess.run(
            command,
            env=self.environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        return ran.stdout

    def _is_there(self) -> bool:
        try:
            self._tmux("has-session")
        except subprocess.CalledProcessError:
            return False
        return True

    def _ended(self) -> bool:
        deadline = time.monotonic() + PATIENCE
        while self._is_there() and time.monotonic() < deadline:
            time.sleep(0.05)
        return not self._is_there()

    def kill(self) -> None:
        if self._is_there():
            self._tmux("kill-server")

    def press(self, *keys: str) -> None:
        """Press keys on the keyboard, by tmux's names of them."""
        self._tmux("send-keys", *keys)

    def screen(self, part: str, colours: bool = False) -> str:
        """What is on the screen once `part` is: the lines, perhaps with the codes of their colours."""
        deadline = time.monotonic() + PATIENCE
        while part not in (seen := self._tmux("capture-pane", "-p")):
            assert time.monotonic() < deadline, seen
            time.sleep(0.05)
        return self._tmux("capture-pane", "-p", "-e") if colours else seen
