"""A corpus text as its parts: what stands before the list of cases, and each case; kept through edits."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate, pairwise

from caselens.corpus.splitting import Layout, item_starts, layout
from caselens.corpus.written import Written
from caselens.features.chunk import (
    NOTHING,
    Chunk,
    Frame,
    look,
    look_again,
    read_chunk,
    read_frame,
    read_written,
)
from caselens.features.knowledge import Knowledge
from caselens.features.opening import chunks_of
from caselens.features.repeats import Repeats
from caselens.lines import Splice
from caselens.rules.rule import Scope
from caselens.text import Span


class Parts:
    """The parts of a text that `layout` can split.

    What must be known across cases is kept by counts: ids and queries that more than one case has, parts
    that are not to be trusted alone, items that are null, and cases with a depth. `noted` has the chunks
    with findings in their place, None for the others, so that a keystroke need not ask ten thousand.
    """

    def __init__(self, lines: list[str], found: Layout, knowledge: Knowledge) -> None:
        self.lines = lines
        self.knowledge = knowledge
        self.indent = found.indent
        self.chunks: list[Chunk] = []
        self.sizes: list[int] = []
        self.noted: list[Chunk | None] = []
        self.ids = Repeats[Chunk](lambda chunk: None if chunk.untrusted else chunk.id)
        self.queries = Repeats[Chunk](lambda chunk: None if chunk.untrusted else chunk.facts.query)
        self.new_keys: set[str] = set()
        self.untrusted = self.nulls = self.cases = self.depths = 0
        self.frame = self._framed(found.first)
        starts = item_starts(lines, found.indent, found.first, len(lines))
        self._put(0, 0, chunks_of(lines, starts))

    @property
    def trusted(self) -> bool:
        """Whether the parts together say all that there is to say."""
        frame = self.frame
        if frame.chunk.untrusted or frame.corpus.cases_at is None:
            return False
        return not self.untrusted and len(self.chunks) > self.nulls

    @cached_property
    def starts(self) -> list[int]:
        """The first line of each chunk, and the line after the last."""
        return list(accumulate(self.sizes, initial=self.frame.chunk.lines))

    @property
    def default_k(self) -> int:
        """The corpus's `default_k`, as far as it can be read."""
        written = self.frame.corpus.default_k
        return (written.value if written else None) or 0

    def text(self, index: int) -> str:
        start = self.starts[index]
        return "".join(self.lines[start : start + self.sizes[index]])

    def grip(self, index: int) -> Span:
        """The short thing to underline for a case, in its own text."""
        chunk = self.chunks[index]
        if chunk.grip is None:
            written = read_written(self.text(index))
            chunk.grip = written.grip if written else Span(0, 0)
        return chunk.grip

    def query(self, index: int) -> Written[str] | None:
        """The query of a case, in its own text."""
        chunk = self.chunks[index]
        if chunk.query is None:
            written = read_written(self.text(index))
            chunk.query = written.query if written else None
        return chunk.query

    # -- edits ---------------------------------------------------------------------------------

    def follow(self, change: Splice) -> bool:
        """Read again what an edit of the lines touched; false where everything must be split anew."""
        before = self.starts
        self.__dict__.pop("starts")
        if change.first < self.frame.chunk.lines:
            return self._follow_in_frame(change)
        return self._follow_in_list(change, before)

    def _follow_in_frame(self, change: Splice) -> bool:
        size = self.frame.chunk.lines
        grown = size + len(change.lines) - (change.last - change.first)
        if change.last > size or layout(self.lines) != Layout(grown, self.indent):
            return False
        before = self.default_k
        self.frame = self._framed(grown)
        if self.default_k != before:
            self._look_again(lambda chunk: chunk.facts.own_k <= 0 and chunk.facts.keys > 1)
        return True

    def _follow_in_list(self, change: Splice, before: Sequence[int]) -> bool:
        # The neighbours of what changed are looked at too: the border to them may have moved.
        low = max(0, bisect_right(before, change.first) - 2)
        high = min(len(self.chunks), bisect_right(before, max(change.first, change.last - 1)) + 1)
        delta = len(change.lines) - (change.last - change.first)
        first, last = before[low], before[high] + delta
        begins = item_starts(self.lines, self.indent, first, last)
        if not begins or begins[0] != first:
            return False
        known = self._untouched(before, low, high, change, delta)
        new = [
            known.get((begin, end)) or read_chunk("".join(self.lines[begin:end]), end - begin)
            for begin, end in pairwise((*begins, last))
        ]
        if len(new) == high - low:
            for chunk, old in zip(new, self.chunks[low:high], strict=True):
                if chunk.broken and chunk is not old:
                    chunk.good = None if old.shown.broken else old.shown
        self._put(low, high, new)
        return True

    def _untouched(
        self, before: Sequence[int], low: int, high: int, change: Splice, delta: int
    ) -> dict[tuple[int, int], Chunk]:
        """The chunks whose lines an edit left alone, by where they stand after it."""
        known = {}
        for index in range(low, high):
            begin, end = before[index], before[index + 1]
            if end <= change.first:
                known[begin, end] = self.chunks[index]
            elif begin >= change.last:
                known[begin + delta, end + delta] = self.chunks[index]
        return known

    def _framed(self, first: int) -> Frame:
        text = "".join(self.lines[:first])
        frame = read_frame(text, first)
        if self.knowledge.latest is not None:
            look(frame.chunk, text, frame.corpus, Scope.FRAME, self.knowledge.latest)
        return frame

    # -- counts --------------------------------------------------------------------------------

    def _put(self, low: int, high: int, new: list[Chunk]) -> None:
        """Put chunks in place of others, and keep the counts."""
        for chunk in self.chunks[low:high]:
            self._count(chunk, -1)
        self.chunks[low:high] = new
        self.sizes[low:high] = [chunk.lines for chunk in new]
        if len(new) != high - low:
            self.ids.moved()
            self.queries.moved()
        self.noted[low:high] = [None] * len(new)
        for index, chunk in enumerate(new, low):
            self._count(chunk, 1)
            self.new_keys.update(chunk.keys)
            if self._is_concerned(chunk):
                self._look(index)
            elif chunk.findings:
                self.noted[index] = chunk

    def _count(self, chunk: Chunk, by: int) -> None:
        self.untrusted += by * chunk.untrusted
        self.nulls += by * chunk.is_null
        self.cases += by * (chunk.facts is not NOTHING)
        self.depths += by * (chunk.facts.own_k > 0)
        self.ids.count(chunk, by)
        self.queries.count(chunk, by)

    # -- what a case does not say itself --------------------------------------------------------

    def know(self, changed: frozenset[str], source_changed: bool) -> None:
        """Look again at the parts of which something else is known now: of these keys, or of the rows."""
        if source_changed:
            self.frame = self._framed(self.frame.chunk.lines)
        if changed or source_changed:
            self._look_again(
                lambda chunk: (
                    not changed.isdisjoint(chunk.keys)
                    or (source_changed and (chunk.facts.own_k > 0 or chunk.facts.lengths))
                )
            )

    def _is_concerned(self, chunk: Chunk) -> bool:
        """Whether a rule may speak of a case for what stands elsewhere: the rows, or `default_k`."""
        facts = chunk.facts
        depth = facts.own_k if facts.own_k > 0 else self.default_k
        return (
            0 < depth < facts.keys
            or 0 < self.knowledge.rows <= facts.own_k
            or facts.lengths
            or self.knowledge.speaks_of(chunk.keys)
        )

    def _look_again(self, concerns: Callable[[Chunk], bool]) -> None:
        """Look again at what is concerned, and at what may have been before."""
        for index, chunk in enumerate(self.chunks):
            if concerns(chunk) and (chunk.findings or self._is_concerned(chunk)):
                self._look(index)

    def _look(self, index: int) -> None:
        chunk = self.chunks[index]
        look_again(chunk, self.text(index), self.knowledge.lookup(chunk.keys), self.default_k)
        self.noted[index] = chunk if chunk.findings else None
