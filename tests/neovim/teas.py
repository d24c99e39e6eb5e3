"""A corpus of two cases, the first of which misses a key."""

from __future__ import annotations

from tests.e2e.marks import marked

from .editor import Neovim

MARKED = """\
version: 1
default_k: 1
cases:
  # caselens: ignore[unreachable-required]
  - {id: ⟦steep⟧, query: "🍵 steep green tea", required: [green⟦⟧, ⟦black⟧]}
  - {id: spoons, query: "🥄🥄 polish the spoons", relevant: {silver: 1}}
"""
TEXT, (STEEP, AFTER_GREEN, BLACK) = marked(MARKED, "utf-8")


def run_all(corpus: Neovim) -> str:
    corpus.command("Caselens run")
    return corpus.told("2 asked")
