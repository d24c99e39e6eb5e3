"""Where a source key is named, and what renaming it, or a case, would take."""

from __future__ import annotations

from collections.abc import Iterator

from caselens.corpus.edits import spelling
from caselens.features.picture import Picture
from caselens.features.pointing import Named, named_between
from caselens.syntax.values import is_blank
from caselens.text import Edit, Piece, quoted


class Refusal(Exception):  # noqa: N818 - it is an answer
    """Why something cannot be renamed."""


Change = tuple[Piece, Edit]


def mentions(picture: Picture, key: str) -> Iterator[Named]:
    """Every place that names a source key, each once."""
    seen = set()
    for first, last in _where(picture, key):
        for named in named_between(picture, first, last):
            at = named.piece.line, named.written.span
            if named.field != "id" and named.name == key and at not in seen:
                seen.add(at)
                yield named


def _where(picture: Picture, key: str) -> Iterator[tuple[int, int]]:
    """The lines of the cases that name a key: of a large file, only those are looked at closely."""
    parts = picture.parts
    if parts is None or not picture.trusted:
        yield 0, len(picture.lines)
        return
    for index, chunk in enumerate(parts.chunks):
        if key in chunk.keys:
            yield parts.starts[index], parts.starts[index + 1]


def renamed_key(picture: Picture, key: str, new: str) -> list[Change]:
    """The edits that put another key in place of one, each in its own quotes. Raises `Refusal`."""
    changes = []
    for named in mentions(picture, key):
        listed = {
            "required": [written.value for written in named.case.required],
            "relevant": [judgment.key.value for judgment in named.case.relevant],
        }[named.field]
        if new in listed and new != key:
            case = named.case.id.value if named.case.id and named.case.id.value else "without an id"
            raise Refusal(f"the case {quoted(case)} has {quoted(new)} under {named.field} already")
        like = named.piece.source.slice(named.written.span)
        if like.startswith("*"):
            line = named.piece.line + named.piece.source.line_of(named.written.span.start) + 1
            raise Refusal(f"the key is an alias in line {line}; rename what it stands for")
        changes.append((named.piece, Edit(named.written.span, spelling(new, like))))
    return changes


def renamed_case(picture: Picture, named: Named, new: str) -> list[Change]:
    """The edit that gives a case another id. Raises `Refusal`."""
    if is_blank(new):
        raise Refusal("an id must not be blank")
    if any(case.name == new for case in named_between(picture) if case.field == "id") and new != named.name:
        raise Refusal(f"another case has the id {quoted(new)}; each case needs one of its own")
    like = named.piece.source.slice(named.written.span)
    if like.startswith("*"):
        raise Refusal("the id is an alias; rename what it stands for")
    return [(named.piece, Edit(named.written.span, spelling(new, like)))]
