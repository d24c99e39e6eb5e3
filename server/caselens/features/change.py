"""Changes of a case, each with what the case must be afterwards: what does not come out so is not offered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from caselens.corpus.accepted import Case, accept_case
from caselens.corpus.reading import read
from caselens.corpus.written import Written, WrittenCase
from caselens.features.chunk import read_chunk, read_written
from caselens.features.picture import Picture
from caselens.features.placed import PlacedCase
from caselens.features.pointing import touches
from caselens.syntax.parse import parse
from caselens.syntax.tree import Entry, Node, Scalar
from caselens.text import Edit, Piece, Span, applied

MOST_READ = 5_000
"""Characters up to which a whole file is read for each change of a case that cannot be read alone."""


Changes = tuple[tuple[Piece, Edit], ...]


class Action(NamedTuple):
    """Something to do with the text. `kind` is what an editor sorts it under. `stops` are the places in the
    text of its one change at which an author has something to fill in.
    """

    title: str
    kind: str
    changes: Changes
    stops: tuple[int, ...] = ()


class Target(NamedTuple):
    """A case that nothing is wrong with, where it stands.

    `within` is the part of its piece in which it can be read alone, as an item between `around`. Where it
    cannot, `cases` are all that stand in the piece, and all are read.
    """

    case: Case
    lines: range
    piece: Piece
    written: WrittenCase
    line_end: str
    within: Span
    around: tuple[str, str] = ("", "")
    cases: tuple[Case, ...] = ()
    number: int = 0

    def offset(self, line: int, column: int) -> int:
        """Where a line and a column of the whole text are in the piece."""
        return self.piece.source.starts[line - self.piece.line] + column

    def entry(self, name: str) -> Entry | None:
        """The field of a name, where the case itself has it."""
        entries = self.written.holder.entries if self.written.holder else ()
        return next((one for one in entries if isinstance(one.key, Scalar) and one.key.text == name), None)

    def field(self, name: str) -> Node | None:
        entry = self.entry(name)
        return entry.value if entry else None

    @property
    def has_own_lines(self) -> bool:
        """Whether no other case stands in its lines."""
        source, (start, end) = self.piece.source, self.written.span
        first, last = source.line_of(start), source.line_of(max(start, end - 1))
        before, after = Span(source.starts[first], start), Span(end, max(end, source.line_span(last).end))
        return "}" not in source.slice(before) and "{" not in source.slice(after).partition("#")[0]

    def holds(self, name: str, at: int) -> bool:
        """Whether a place stands in a field: in its name or its value."""
        entry = self.entry(name)
        return entry is not None and entry.span.start <= at <= entry.span.end

    def like(self, text: Written[str]) -> str:
        """How a text of the case is spelled."""
        return self.piece.source.slice(text.span)

    def becomes(self, edits: Iterable[Edit], case: Case) -> bool:
        """Whether the case is another after some edits, and nothing else is."""
        start, end = self.within
        moved = [Edit(Span(span.start - start, span.end - start), new) for span, new in edits]
        if any(edit.span.start < 0 or edit.span.end > end - start for edit in moved) or _overlap(moved):
            return False
        text = applied(self.piece.source.slice(self.within), moved)
        if not self.cases:
            return _alone(text.join(self.around)) == case
        return _together(text) == (*self.cases[: self.number], case, *self.cases[self.number + 1 :])

    def action(self, title: str, kind: str, edits: Iterable[Edit], case: Case) -> Iterator[Action]:
        """The action, where it does what it is to do."""
        edits = tuple(edits)
        if edits and self.becomes(edits, case):
            yield Action(title, kind, tuple((self.piece, edit) for edit in edits))


def targets(
    picture: Picture,
    first: int,
    last: int,
    concerned: Callable[[PlacedCase, Case], bool] = lambda _placed, _case: True,
) -> Iterator[Target]:
    """The cases in the lines from `first` up to `last` that can be changed, and that are concerned."""
    for placed in picture.cases(first, last):
        case = placed.case
        if case is None or placed.broken or not concerned(placed, case):
            continue
        if (found := _target(picture, placed, case)) is not None:
            yield found


def target_at(picture: Picture, line: int, column: int) -> tuple[Target, int] | None:
    """The case at a place that can be changed, and where in its piece the place is.

    Where the list does not fall apart into lines of their own, it is the one that the place touches.
    """
    splits = picture.item_at(line) is not None

    def is_meant(placed: PlacedCase, _case: Case) -> bool:
        if splits or not placed.line <= line < placed.end:
            return splits
        read = placed.read()
        return read is not None and touches(read[0], read[1].span, line, column)

    for target in targets(picture, line, line + 1, is_meant):
        if line in target.lines:
            return target, target.offset(line, column)
    return None


def _target(picture: Picture, placed: PlacedCase, case: Case) -> Target | None:
    lines = range(placed.line, placed.end)
    item = picture.item_at(placed.line)
    if item is not None and (written := read_written(item.source.content)) is not None:
        content = item.source.content
        if picture.trusted or _alone(content) == case:
            return Target(case, lines, item, written, _line_end(picture, item), Span(0, len(content)))
    if (read := placed.read()) is None:
        return None
    piece, written = read
    target = Target(case, lines, piece, written, _line_end(picture, piece), written.span, ("[", "\n]"))
    source = piece.source
    # With its lines, where they are its own, so that it can have comments.
    first, last = source.line_of(written.span.start), source.line_of(written.span.end)
    own = [Span(source.starts[first], source.line_span(last).end)] if target.has_own_lines else []
    for within in (*own, written.span):
        if _alone(source.slice(within).join(target.around)) == case:
            return target._replace(within=within)
    if len(source.content) > MOST_READ:
        return None
    cases = _together(source.content) or ()
    number = next((i for i, one in enumerate(cases) if one.id == case.id), len(cases))
    if number == len(cases) or cases[number] != case:
        return None
    return target._replace(within=Span(0, len(source.content)), around=("", ""), cases=cases, number=number)


def _line_end(picture: Picture, piece: Piece) -> str:
    """How lines end near a case, and in the file where it has only one."""
    return next((end for end in ("\r\n", "\n") if end in piece.source.content), picture.line_end)


def _alone(text: str) -> Case | None:
    """The one case that a text holds as a list of one; None where something else may decide what it means."""
    chunk = read_chunk(text, 0)
    return None if chunk.untrusted else chunk.case


def _together(text: str) -> tuple[Case, ...] | None:
    """All cases of a text in which nothing is of the wrong shape."""
    written = read(parse(text))
    if written.syntax or written.shape:
        return None
    return tuple(accept_case(case) for case in written.cases)


def _overlap(edits: Iterable[Edit]) -> bool:
    end = -1
    for edit in sorted(edits):
        if edit.span.start < end:
            return True
        end = edit.span.end
    return False
