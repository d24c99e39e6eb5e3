"""How far aliases may unfold, counted as the reference counts."""

from __future__ import annotations

from caselens.text import Span

# The reference stops a file that unfolds to far more than it holds; these are its figures.
FREE_ALIASES, FREE_NODES, SMALL_FILE, HUGE_FILE = 100, 1_000, 400_000, 4_000_000


class Unfolding:
    """The nodes decoded so far, those of them through aliases, and the aliases that are open."""

    def __init__(self) -> None:
        self.nodes = self.aliased = 0
        self.open: set[Span] = set()

    def count(self, times: int = 1, aliased: bool = False) -> bool:
        """Count what is decoded; whether too much of it came through aliases."""
        self.nodes += times
        if not (aliased or self.open):
            return False
        self.aliased += times
        many = self.aliased > FREE_ALIASES and self.nodes > FREE_NODES
        return many and self.aliased / self.nodes > _allowed(self.nodes)


def _allowed(nodes: int) -> float:
    """The share of nodes that may come from aliases: 99 % in a small file, 10 % in a huge one."""
    return 0.99 - 0.89 * min(max(nodes - SMALL_FILE, 0) / (HUGE_FILE - SMALL_FILE), 1.0)
