"""Neovim as somebody sees it who types: nothing here is asked of the editor but by its keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from .drawing import drawn
from .terminal import Terminal

COLUMNS = 120

CORPUS = """\
version: 1
default_k: 1
cases:
  # caselens: ignore[unreachable-required]
  - {id: steep, query: "🍵 steep <green> tea", required: [green, black]}
"""


@pytest.fixture
def terminal(project: Path) -> Iterator[Terminal]:
    (project / "tea.corpus.yaml").write_text(CORPUS)
    terminal = Terminal(project, COLUMNS, 24)
    try:
        yield terminal
        terminal.quit()
    finally:
        terminal.kill()


def test_a_case_is_run_and_its_miss_is_gone_to(terminal: Terminal) -> None:
    terminal.press(":edit tea.corpus.yaml", "Enter")
    terminal.screen("run all")
    # A message of the server's must not wait to be dismissed.
    terminal.press(":Caselens compare", "Enter")
    assert "Press ENTER" not in terminal.screen("no run of all cases is kept")
    terminal.press("/id: steep", "Enter")
    terminal.press(":lua vim.lsp.codelens.run()", "Enter")
    terminal.screen("required: [green rank 1, black rank 2, beyond k 1]} run | missed")
    terminal.press(":Caselens failed", "Enter")
    assert '"black" is not in the top 1' in terminal.screen("tea.corpus.yaml|5")
    terminal.press("Enter")
    terminal.press("cwsilver", "Escape")
    terminal.screen("edited since")


def test_the_picture_of_a_screen_has_all_its_text(terminal: Terminal) -> None:
    terminal.press(":edit tea.corpus.yaml", "Enter")
    terminal.screen("run all")
    picture = ElementTree.fromstring(drawn(terminal.screen("run all", colours=True), COLUMNS))
    texts = [one for one in picture.iter() if one.tag.endswith("}text")]
    rows: dict[str, str] = {}
    for one in texts:
        rows[one.attrib["y"]] = rows.get(one.attrib["y"], "") + (one.text or "")
    assert any("steep <green> tea" in row for row in rows.values())
    assert len({one.attrib["fill"] for one in texts}) > 3
