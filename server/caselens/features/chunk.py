"""One part of a corpus read alone: an item of the list of cases, or what stands before the list."""

from __future__ import annotations

import re
from typing import NamedTuple

from caselens.corpus.accepted import Case, accept_case
from caselens.corpus.digest import encoded
from caselens.corpus.edits import composite
from caselens.corpus.plain import plain_case
from caselens.corpus.reading import read, read_item
from caselens.corpus.written import Written, WrittenCase, WrittenCorpus
from caselens.ports import KeyLookup
from caselens.rules import check, cut_query, duplicate_key, syntax
from caselens.rules.repeated_query import folded
from caselens.rules.rule import Context, Finding, Scope
from caselens.rules.silence import NAME
from caselens.syntax.parse import parse
from caselens.syntax.tree import Plain, Sequence
from caselens.syntax.trouble import left_over, rest
from caselens.syntax.values import is_blank
from caselens.text import SourceText, Span

# The mark that many files begin with: nothing depends on it.
FIRST_MARK = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?\r?\n)*---[ \t]*(?:#[^\r\n]*)?\r?\n")

LONE_CR = re.compile(r"\r(?!\n)")


def is_doubtful(text: str) -> bool:
    """Whether a text has what YAML takes for a line end and an editor does not, a byte order mark, a lone
    carriage return, or the mark of a document or a directive.
    """
    if not text.isascii() and any(mark in text for mark in "\x85\u2028\u2029\ufeff"):
        return True
    if "\r" in text and LONE_CR.search(text):
        return True
    return text.startswith(("---", "...", "%")) or any(mark in text for mark in ("\n---", "\n...", "\n%"))


def is_doubtful_frame(text: str) -> bool:
    """The same of a text that may begin with the mark of its document."""
    mark = FIRST_MARK.match(text)
    return is_doubtful(text[mark.end() :] if mark else text)


def is_odd(text: str) -> bool:
    """Whether a text may have something in its comments that a rule speaks of."""
    return "#" in text and (NAME in text or re.search(cut_query.CUT, text) is not None)


GIVE_UP = frozenset([duplicate_key.check.code, syntax.check.code])


class Facts(NamedTuple):
    """Of a case: its query as `repeated_query.folded`, its own depth, the depth that its keys need, and
    whether one of them may be a composite key with lengths in it.
    """

    query: str = ""
    own_k: int = 0
    keys: int = 0
    lengths: bool = False


NOTHING = Facts()
"""What is known of an item that is no case."""


def facts_of(case: Case) -> Facts:
    return Facts(folded(case.query), case.k, max(len(case.required), len(case.relevant)))


def facts_written(case: WrittenCase) -> Facts:
    """The same of a case that may be wrong."""
    query = case.query.value if case.query and case.query.value else ""
    own = case.k.value if case.k and case.k.value else 0
    lengths = any(composite(key.value) for key in case.named_keys() if key.value)
    return Facts(folded(query), own, max(len(case.required), len(case.relevant)), lengths)


class Told(NamedTuple):
    """What was found in a case that speaks `of` something besides its text, such as a run."""

    of: object
    default_k: int
    source: SourceText
    findings: tuple[Finding, ...]


class Chunk:
    """What follows from the text of a part, spans relative to it.

    `broken`: it is no YAML of its own. `doubtful`: what it means may depend on the rest of the file.
    In either case the whole file decides. `case` is there only where nothing refuses it, `source` only
    where there is something to place, `grip`, `query` and `told` only where they were asked for. `good` is
    what stood here before it broke. `facts` is what rules about all cases need to know of this one.
    """

    __slots__ = (
        "broken",
        "case",
        "doubtful",
        "facts",
        "findings",
        "good",
        "grip",
        "id",
        "is_null",
        "kept",
        "keys",
        "lines",
        "query",
        "source",
        "told",
    )

    def __init__(
        self,
        lines: int,
        identifier: str | None = None,
        case: Case | None = None,
        keys: tuple[str, ...] = (),
        broken: bool = False,
        doubtful: bool = False,
        facts: Facts = NOTHING,
    ) -> None:
        self.lines = lines
        self.id = identifier
        self.case = case
        self.keys = keys
        self.broken = broken
        self.doubtful = doubtful
        self.is_null = False
        self.facts = facts
        self.findings: tuple[Finding, ...] = ()
        self.source: SourceText | None = None
        self.grip: Span | None = None
        self.query: Written[str] | None = None
        self.good: Chunk | None = None
        self.kept: bytes | None = None
        self.told: Told | None = None

    @property
    def untrusted(self) -> bool:
        return self.broken or self.doubtful

    @property
    def refused(self) -> bool:
        return any(finding.refuses for finding in self.findings)

    @property
    def encoded(self) -> bytes:
        """What of the case goes into the digest."""
        if self.kept is None:
            self.kept = encoded(self.case) if self.case else b""
        return self.kept

    @property
    def shown(self) -> Chunk:
        """The chunk whose case is shown: the last good one while this one is broken."""
        return self.good if self.broken and self.good else self


class Frame(NamedTuple):
    """What stands before the list: its chunk, and the corpus in it, without its cases."""

    chunk: Chunk
    corpus: WrittenCorpus
    source: SourceText


class Quick(NamedTuple):
    """What was read of an item without looking for anything wrong. `case` is None where that must be done."""

    span: Span
    case: Case | None

    def chunk(self, lines: int) -> Chunk | None:
        if self.case is None:
            return None
        return Chunk(lines, self.case.id, self.case, self.case.expected, facts=facts_of(self.case))


def quick(item: Plain, span: Span) -> Quick:
    return Quick(span, plain_case(item))


def read_chunk(text: str, lines: int) -> Chunk:
    """The chunk of one item of the list of cases."""
    is_plain = not is_doubtful(text) and not is_odd(text)
    return (_quick_chunk(text, lines) if is_plain else None) or _full_chunk(text, lines)


def _quick_chunk(text: str, lines: int) -> Chunk | None:
    """The chunk of an item that nothing is wrong with; None of any other."""
    tree = parse(text, quick, depth=1)
    items = tree.root.items if isinstance(tree.root, Sequence) else ()
    if tree.problems or tree.anchored or len(items) != 1 or rest(text, tree.end) < len(text):
        return None
    (item,) = items
    return item.chunk(lines) if isinstance(item, Quick) else None


def _full_chunk(text: str, lines: int) -> Chunk:
    tree = parse(text)
    whole = rest(text, tree.end) == len(text)
    item = read_item(tree) if whole else None
    if item is None and not tree.problems:
        tree = tree._replace(problems=(left_over(text, tree.end if not whole else 0),))
    chunk = Chunk(lines, doubtful=tree.anchored or is_doubtful(text), broken=item is None)
    look(chunk, text, item or WrittenCorpus(tree), Scope.CASE)
    if item is not None and item.cases:
        written = item.cases[0]
        chunk.grip = written.grip
        chunk.id = written.id.value if written.id and not is_blank(written.id.value) else None
        chunk.facts = facts_written(written)
        chunk.keys = tuple(dict.fromkeys(key.value for key in written.named_keys() if key.value is not None))
        chunk.case = None if chunk.refused else accept_case(written)
    elif item is not None:
        chunk.is_null = bool(item.nulls)
    return chunk


def read_frame(text: str, lines: int) -> Frame:
    """What stands before the list of cases."""
    tree = parse(text)
    chunk = Chunk(lines, broken=tree.root is None)
    chunk.doubtful = tree.anchored or is_doubtful_frame(text)
    frame = Frame(chunk, read(tree), SourceText(text))
    look(chunk, text, frame.corpus, Scope.FRAME)
    # Where the reference gives up the whole document, it comes to no case.
    chunk.doubtful |= any(finding.code in GIVE_UP for finding in chunk.findings)
    return frame


def read_written(text: str) -> WrittenCase | None:
    """The written case of an item's text."""
    corpus = read_item(parse(text))
    return corpus.cases[0] if corpus and corpus.cases else None


def look(
    chunk: Chunk,
    text: str,
    corpus: WrittenCorpus,
    scope: Scope,
    keys: KeyLookup | None = None,
    default_k: int | None = None,
) -> None:
    """Let the rules look at a chunk, with what is known of its keys and of the rest of the file."""
    source = SourceText(text)
    chunk.findings = check(Context(source, corpus, keys, default_k), scope)
    chunk.source = source if chunk.findings else None


def look_again(chunk: Chunk, text: str, keys: KeyLookup | None, default_k: int) -> None:
    """Look at the chunk of a case again, knowing something else of its keys or of the rest of the file."""
    if (corpus := read_item(parse(text))) is not None:
        look(chunk, text, corpus, Scope.CASE, keys, default_k)
