"""The live picture of a corpus that is being typed: always there, at a cost that does not grow with it.

The text is split at its cases, each is read alone, and an edit reads again only what it touches. A
part that is broken, or whose meaning may depend on the rest, makes the whole file the authority: it
is read too (`settle`), and its verdict stands. What the parts say together and what the whole says
never differ where both can speak.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator
from functools import cached_property, partial

from caselens.corpus.accepted import Case, Corpus, accept
from caselens.corpus.digest import digest, digest_of
from caselens.corpus.splitting import layout
from caselens.corpus.written import WrittenCase
from caselens.features import silence, verdict
from caselens.features.analysis import Analysis, analyse
from caselens.features.chunk import Told, read_written
from caselens.features.knowledge import Knowledge
from caselens.features.parts import Parts
from caselens.features.placed import PlacedCase, whole_cases
from caselens.lines import Position, splice, split
from caselens.ports import KeyLookup
from caselens.rules.rule import Finding
from caselens.syntax.parse import parse
from caselens.syntax.tree import Node
from caselens.text import Piece, SourceText

AT_ONCE = 1_000
"""Cases up to which the whole file may be read within a keystroke."""

LINES_OF_A_CASE = 8

MOST_FORGOTTEN = 10_000
"""Keys that nobody names any more, beyond which they are forgotten."""

LARGEST = 16 * 1024 * 1024
"""Characters beyond which a file is not read at all."""


class Picture:
    """A text, its cases, and what is wrong with it.

    `parts` is None where the text cannot be split; then there is only the whole. `whole` is None until
    the whole file has been read in this version. Of a text of more than `largest` characters there is
    neither.
    """

    def __init__(self, content: str, largest: int = LARGEST) -> None:
        self.knowledge = Knowledge()
        self.largest = largest
        self.ignored: frozenset[str] = frozenset()
        self._last_default_k = 0
        self.replace(content)

    def replace(self, content: str) -> None:
        """Another text altogether."""
        self.lines = split(content)
        self.size = len(content)
        self._split()

    def edit(self, start: Position, end: Position, text: str, index: Callable[[str, int], int]) -> None:
        """Replace what stands between two places; `index` as in `lines.splice`."""
        change = splice(self.lines, start, end, text, index)
        was_too_large = self.too_large
        self.size += change.grown
        anew = self.too_large or was_too_large or self.parts is None
        if anew or not (self.parts and self.parts.follow(change)):
            self._split()
        self._forget()

    def _split(self) -> None:
        found = None if self.too_large else layout(self.lines)
        self.parts: Parts | None = None if found is None else Parts(self.lines, found, self.knowledge)
        self._forget()

    @property
    def too_large(self) -> bool:
        return self.size > self.largest

    def _forget(self) -> None:
        self.__dict__.pop("content", None)
        self.whole: Analysis | None = None
        self._forget_findings()

    def _forget_findings(self) -> None:
        for name in ("findings", "corpus", "digest"):
            self.__dict__.pop(name, None)

    # -- the whole as the authority --------------------------------------------------------------

    @property
    def trusted(self) -> bool:
        """Whether the parts need no authority above them."""
        return self.parts is not None and self.parts.trusted

    @property
    def pending(self) -> bool:
        """Whether the whole file is yet to be read."""
        return self.whole is None and not self.trusted and not self.too_large

    @property
    def is_small(self) -> bool:
        """Whether reading the whole file is no more than a keystroke may cost."""
        return len(self.lines) <= AT_ONCE * LINES_OF_A_CASE

    def settle(self, whole: Analysis | None = None) -> None:
        """Read the whole file where its parts do not suffice, or take such a reading of this version."""
        if self.pending:
            whole = whole or analyse(self.content)
            self.whole = whole.with_keys(self.knowledge.lookup(whole.mentioned))
            self._forget_findings()

    def ignore(self, codes: frozenset[str]) -> None:
        """Take in which rules the configuration switches off."""
        if codes != self.ignored:
            self.ignored = codes
            self._forget_findings()

    @property
    def _by_whole(self) -> Analysis | None:
        """The whole, where its verdict stands: it was read, and it parses or there is nothing else."""
        whole = self.whole
        return whole if whole and (self.parts is None or whole.written.tree.root is not None) else None

    @property
    def line_end(self) -> str:
        """How the lines of the text end."""
        return "\r\n" if self.lines[0].endswith("\r\n") else "\n"

    # -- what follows, computed when asked for, once for each version ----------------------------------

    @cached_property
    def content(self) -> str:
        return "".join(self.lines)

    @cached_property
    def findings(self) -> list[verdict.PlacedFinding]:
        """What is wrong, but for what the author or the configuration ignores."""
        return list(silence.heard(self._found(), self.lines, self.ignored))

    def _found(self) -> list[verdict.PlacedFinding]:
        if self.parts is not None and self.parts.trusted:
            return verdict.of_parts(self.parts)
        if self._by_whole is not None:
            return verdict.of_whole(self._by_whole)
        return verdict.of_broken(self.parts, self.whole) if self.parts is not None else []

    @property
    def refusals(self) -> int:
        return sum(found.refuses for _, found in self.findings)

    @property
    def default_k(self) -> int:
        """The corpus's `default_k`, or the last that could be read: results are tied to it too."""
        whole = self._by_whole
        written = whole.written if whole else self.parts.frame.corpus if self.parts else None
        if written is not None and written.tree.root is not None:
            found = written.default_k
            if found is None or found.state != "misfit":
                self._last_default_k = (found.value if found else None) or 0
        return self._last_default_k

    @cached_property
    def corpus(self) -> Corpus | None:
        """The accepted corpus; None when a rule refuses it, or while that is not known."""
        if self.parts is None or not self.parts.trusted:
            return self.whole.corpus if self.whole else None
        if self.refusals:
            return None
        cases = tuple(chunk.case for chunk in self.parts.chunks if chunk.case)
        return accept(self.parts.frame.corpus)._replace(cases=cases)

    @cached_property
    def digest(self) -> str | None:
        if self.corpus is None:
            return None
        if self.parts is None or not self.parts.trusted:
            return digest(self.corpus)
        return digest_of(self.default_k, (chunk.encoded for chunk in self.parts.chunks if chunk.case))

    def cases(self, first: int = 0, last: int | None = None) -> Iterator[PlacedCase]:
        """The cases that stand in the lines from `first` up to `last`."""
        last = len(self.lines) if last is None else last
        if self._by_whole is not None:
            yield from whole_cases(self._by_whole, first, last)
        elif self.parts is not None:
            yield from self._cases_of(self.parts, first, last)

    def _cases_of(self, parts: Parts, first: int, last: int) -> Iterator[PlacedCase]:
        for index in range(max(0, bisect_right(parts.starts, first) - 1), len(parts.chunks)):
            chunk, line = parts.chunks[index], parts.starts[index]
            if line >= last:
                return
            if not chunk.is_null and not (chunk.broken and chunk.good is None):
                case = None if chunk.doubtful else chunk.shown.case
                read = partial(self._written, parts, index)
                yield PlacedCase(line, line + chunk.lines, case, chunk.broken, read)

    def told_of(
        self, ids: Collection[str], say: Callable[[WrittenCase, Case], tuple[Finding, ...]], of: object
    ) -> Iterator[verdict.PlacedFinding]:
        """What `say` finds in the cases with these ids. It is asked once for each text of a case, as long as
        what it speaks `of` is the same object.
        """
        if self._by_whole is not None or self.parts is None:
            for placed in self.cases():
                if placed.case is not None and placed.case.id in ids and (read := placed.read()):
                    yield from (verdict.PlacedFinding(read[0], one) for one in say(read[1], placed.case))
            return
        for index, chunk in enumerate(self.parts.chunks):
            if chunk.case is None or chunk.case.id not in ids or chunk.doubtful:
                continue
            if chunk.told is None or chunk.told.of is not of or chunk.told.default_k != self.default_k:
                text = self.parts.text(index)
                written = read_written(text)
                found = say(written, chunk.case) if written else ()
                chunk.told = Told(of, self.default_k, SourceText(text), found)
            piece = Piece(self.parts.starts[index], chunk.told.source)
            yield from (verdict.PlacedFinding(piece, one) for one in chunk.told.findings)

    def _written(self, parts: Parts, index: int) -> tuple[Piece, WrittenCase] | None:
        text = parts.text(index)
        written = read_written(text)
        return (Piece(parts.starts[index], SourceText(text)), written) if written else None

    def item_at(self, line: int) -> Piece | None:
        """The text of the item that a line stands in; None where the list does not fall apart into items."""
        if self.parts is None or not self.parts.starts[0] <= line < self.parts.starts[-1]:
            return None
        index = bisect_right(self.parts.starts, line) - 1
        return Piece(self.parts.starts[index], SourceText(self.parts.text(index)))

    def tree_at(self, line: int) -> tuple[Piece, Node | None]:
        """The tree of the part that a line stands in, for a case a list of one, and its piece of the text."""
        if self._by_whole is not None:
            return Piece(0, self._by_whole.source), self._by_whole.written.tree.root
        if self.parts is None:
            return Piece(0, SourceText("")), None
        index = min(bisect_right(self.parts.starts, line), len(self.parts.chunks)) - 1
        begin = self.parts.starts[index] if index >= 0 else 0
        end = self.parts.starts[index + 1]
        text = "".join(self.lines[begin:end])
        return Piece(begin, SourceText(text)), parse(text).root

    # -- keys ----------------------------------------------------------------------------------

    @property
    def mentioned(self) -> frozenset[str]:
        """Every source key that the file names."""
        if (whole := self._by_whole) is not None:
            return whole.mentioned
        chunks = self.parts.chunks if self.parts is not None else ()
        return frozenset(key for chunk in chunks for key in chunk.keys)

    @property
    def unasked(self) -> frozenset[str]:
        """The keys among them that have not been looked up."""
        if self._by_whole is not None or self.parts is None:
            return self.mentioned - self.knowledge.asked
        if len(self.knowledge.asked) > MOST_FORGOTTEN + 2 * len(self.parts.chunks):
            # Every state that a key was typed in has been asked about.
            self.knowledge.keep(self.mentioned)
        # Not in place, which would go through all that was ever asked.
        self.parts.new_keys = self.parts.new_keys - self.knowledge.asked
        return frozenset(self.parts.new_keys)

    def ask_again(self) -> None:
        """Take nothing for known, though what was known is shown until an answer comes."""
        self.knowledge.keep(self.mentioned)
        self.knowledge.asked.clear()
        if self.parts is not None:
            self.parts.new_keys = set(self.mentioned)

    def learn(self, asked: frozenset[str], told: KeyLookup | None) -> None:
        """Take in what the rows said of some keys."""
        if self.knowledge.unread and told is not None and not told.unread:
            self.ask_again()  # of the others nothing was said when they were asked about
        before = self.knowledge.unread, self.knowledge.rows
        changed = self.knowledge.learn(asked, told)
        if self.parts is not None:
            self.parts.know(changed, before != (self.knowledge.unread, self.knowledge.rows))
        if self.whole is not None:
            self.whole = self.whole.with_keys(self.knowledge.lookup(self.whole.mentioned))
        self._forget_findings()
