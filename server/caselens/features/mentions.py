"""Where a source key is named, and where it cannot be told whether it is."""

from __future__ import annotations

from collections.abc import Iterator

from caselens.features.chunk import read_written
from caselens.features.picture import Picture
from caselens.features.pointing import Named, named_between
from caselens.text import visible


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


def unread(picture: Picture) -> Iterator[tuple[int, str]]:
    """The parts of a text in which names stand that cannot be found, each with its first line."""
    tree = picture.whole.written.tree if picture.whole else None
    if picture.trusted or (tree and (tree.root is not None or tree.blank)):
        return
    parts = picture.parts
    if parts is None:
        yield 0, picture.content
        return
    if parts.frame.chunk.untrusted:
        yield 0, "".join(picture.lines[: parts.starts[0]])
    for index, chunk in enumerate(parts.chunks):
        if chunk.untrusted and (chunk.broken or read_written(parts.text(index)) is None):
            yield parts.starts[index], parts.text(index)


def may_name(text: str, key: str) -> bool:
    """Whether a text that is no YAML has the letters of a key, as they are or escaped."""
    return key in text or "".join(map(visible, key)) in text
