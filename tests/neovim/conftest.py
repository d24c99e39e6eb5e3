"""What the tests in Neovim share: a small project, and an editor in its folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import project

from .editor import LENSES, Neovim
from .teas import TEXT

__all__ = ["neovim", "project"]


@pytest.fixture
def neovim(project: Path) -> Iterator[Neovim]:
    """An editor that has to end of itself, and to leave nothing behind."""
    editor = Neovim(project)
    try:
        yield editor
        editor.quit()
        # What a server writes to its standard error goes there.
        log = editor.home / "state" / "nvim" / "lsp.log"
        assert not log.exists() or not log.read_text(), log.read_text()
    finally:
        editor.kill()


@pytest.fixture
def corpus(project: Path, neovim: Neovim) -> Neovim:
    """An editor with the corpus of teas open."""
    (project / "tea.corpus.yaml").write_text(TEXT)
    neovim.open("tea.corpus.yaml")
    neovim.await_beside(LENSES, "run all")
    return neovim
