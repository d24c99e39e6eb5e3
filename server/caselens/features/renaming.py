"""What it takes to give a case, a source key or an anchor another name, and what stands against it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from caselens.corpus.edits import spelling
from caselens.corpus.reading import read, read_item
from caselens.corpus.written import WrittenCase, WrittenCorpus
from caselens.features.anchors import Anchored, anchors
from caselens.features.mentions import may_name, mentions, unread
from caselens.features.picture import Picture
from caselens.features.pointing import Named
from caselens.syntax.parse import parse
from caselens.syntax.values import is_blank
from caselens.text import Edit, Piece, Span, applied, quoted

Change = tuple[Piece, Edit]


class Refusal(Exception):  # noqa: N818 - it is an answer
    """Why something cannot be renamed."""


def renamed_key(picture: Picture, key: str, new: str) -> list[Change]:
    """The edits that put another key in place of one, each in its own quotes. Raises `Refusal`."""
    if is_blank(new):
        raise Refusal("a source key must not be blank")
    picture.settle()  # nothing may hide in what waits for a pause
    for line, text in unread(picture):
        if may_name(text, key):
            where = f"what begins in line {line + 1}"
            raise Refusal(f"{where} cannot be read, and may name {quoted(key)}; mend it first")
    changes = []
    for named in mentions(picture, key):
        _refuse_repetition(named, new)
        changes.append(_change(named, new))
    _verify(changes, lambda case, _: case._replace(keys=tuple(new if k == key else k for k in case.keys)))
    return changes


def _refuse_repetition(named: Named, new: str) -> None:
    listed = {
        "required": [written.value for written in named.case.required],
        "relevant": [judgment.key.value for judgment in named.case.relevant],
    }[named.field]
    if new in listed and new != named.name:
        case = named.case.id.value if named.case.id and named.case.id.value else "without an id"
        raise Refusal(f"the case {quoted(case)} has {quoted(new)} under {named.field} already")


def renamed_case(picture: Picture, named: Named, new: str) -> list[Change]:
    """The edit that gives a case another id. Raises `Refusal`."""
    if is_blank(new):
        raise Refusal("an id must not be blank")
    picture.settle()
    if new != named.name and new in _ids(picture):
        raise Refusal(f"another case has the id {quoted(new)}; each case needs one of its own")
    change = _change(named, new)
    _verify([change], lambda case, span: case._replace(id=new) if span == named.case.span else case)
    return [change]


def _ids(picture: Picture) -> Iterator[str]:
    """The id of each case; most need not be read again for it."""
    if picture.parts is not None and picture.trusted:
        yield from (chunk.id for chunk in picture.parts.chunks if chunk.id is not None)
        return
    for placed in picture.cases():
        if not placed.broken and (found := placed.read()) and found[1].id and found[1].id.value:
            yield found[1].id.value


def renamed_anchor(picture: Picture, anchored: Anchored, new: str) -> list[Change]:
    """The edits that give an anchor and its aliases another name. Raises `Refusal`."""
    if not re.fullmatch("[A-Za-z0-9_-]+", new):
        raise Refusal(f"{quoted(new)} is no name of an anchor: those have letters, digits, _ and - alone")
    if anchored.anchor is None:
        raise Refusal("the alias has no anchor")
    if new != anchored.name and new in anchors(picture, anchored.piece.line):
        raise Refusal(f"another anchor has the name {new}")
    edits = [Edit(span, ("&" if span == anchored.anchor else "*") + new) for span in anchored.spans]
    return [(anchored.piece, edit) for edit in edits]


def _change(named: Named, new: str) -> Change:
    span = named.written.span
    like = named.piece.source.slice(span)
    if like.startswith("*"):
        line = named.piece.line + named.piece.source.line_of(span.start) + 1
        raise Refusal(f"an alias stands for {quoted(named.name)} in line {line}; write it out first")
    # A block scalar ends with its last line end, which must stay.
    return named.piece, Edit(Span(span.start, span.start + len(like.rstrip("\r\n"))), spelling(new, like))


class _Values(NamedTuple):
    """What a case says, its keys apart from the grades."""

    id: str | None
    query: str | None
    k: int | None
    keys: tuple[str | None, ...]
    grades: tuple[str, ...]


def _verify(changes: Sequence[Change], meant: Callable[[_Values, Span], _Values]) -> None:
    """Refuse changes after which something else than what is meant would be read, as by way of an anchor."""
    pieces: dict[int, tuple[Piece, list[Edit]]] = {}
    for piece, edit in changes:
        pieces.setdefault(piece.line, (piece, []))[1].append(edit)
    for piece, edits in pieces.values():
        before, after = _read(piece.source.content), _read(applied(piece.source.content, edits))
        wanted = [meant(_values(case), case.span) for case in before.cases]
        if _frame(after) != _frame(before) or [_values(case) for case in after.cases] != wanted:
            raise Refusal("an anchor or a tag would change more than that; write out what it means first")


def _read(content: str) -> WrittenCorpus:
    tree = parse(content)
    return read_item(tree) or read(tree)


def _frame(corpus: WrittenCorpus) -> list[object]:
    fields = (corpus.version, corpus.name, corpus.description, corpus.default_k)
    return [field.value if field else None for field in fields]


def _values(case: WrittenCase) -> _Values:
    return _Values(
        case.id.value if case.id else None,
        case.query.value if case.query else None,
        case.k.value if case.k else None,
        (*(key.value for key in case.required), *(judgment.key.value for judgment in case.relevant)),
        tuple(repr(judgment.grade.value) for judgment in case.relevant),
    )
