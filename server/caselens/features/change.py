"""Changes of a case, each with what the case must be afterwards: what does not come out so is not offered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from caselens.corpus.accepted import Case, accept_case
from caselens.corpus.reading import read, read_item
from caselens.corpus.written import WrittenCase, WrittenCorpus
from caselens.features.picture import Picture
from caselens.features.placed import PlacedCase
from caselens.syntax.parse import parse
from caselens.text import Edit, Piece, applied


class Action(NamedTuple):
    """Something to do with the text. `kind` is what an editor sorts it under."""

    title: str
    kind: str
    changes: tuple[tuple[Piece, Edit], ...]
    preferred: bool = False


class Target(NamedTuple):
    """A case that nothing is wrong with, where it stands. `is_alone` where its piece holds no other."""

    placed: PlacedCase
    case: Case
    piece: Piece
    written: WrittenCase
    is_alone: bool

    def becomes(self, edits: Iterable[Edit], case: Case) -> bool:
        """Whether the case is another after some edits, and nothing else in its piece is."""
        text = applied(self.piece.source.content, list(edits))
        before, after = _corpus(self.piece.source.content), _corpus(text)
        if before is None or after is None or after.syntax or len(after.shape) > len(before.shape):
            return False
        cases = [accept_case(written) for written in before.cases]
        cases[_index(before, self.written)] = case
        return [accept_case(written) for written in after.cases] == cases

    def action(self, title: str, kind: str, edits: Iterable[Edit], case: Case) -> Iterator[Action]:
        """The action, where it does what it is to do."""
        edits = tuple(edits)
        if edits and self.becomes(edits, case):
            yield Action(title, kind, tuple((self.piece, edit) for edit in edits))


def targets(picture: Picture, first: int, last: int) -> Iterator[Target]:
    """The cases in the lines from `first` up to `last` that can be changed."""
    for placed in picture.cases(first, last):
        if placed.case is not None and not placed.broken and (read := placed.read()) is not None:
            yield Target(placed, placed.case, *read, picture.trusted)


Offer = Callable[[Target, int, int], Iterator[Action]]
"""What can be done with a case where a line and a column of the whole text are pointed at."""


def _corpus(text: str) -> WrittenCorpus | None:
    """The cases of a piece, which is one item of a list or a whole file."""
    tree = parse(text)
    return read_item(tree) or read(tree) if tree.root is not None else None


def _index(corpus: WrittenCorpus, case: WrittenCase) -> int:
    return next(index for index, one in enumerate(corpus.cases) if one.span == case.span)
