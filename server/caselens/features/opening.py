"""The chunks of a text that is read for the first time: one pass of the parser instead of one for each."""

from __future__ import annotations

from collections.abc import Sequence as Items

from caselens.features.chunk import Chunk, Quick, is_doubtful_frame, quick, read_chunk
from caselens.syntax.parse import parse
from caselens.syntax.tree import Mapping, Scalar, Sequence

WORTH_IT = 30
"""Chunks from which one pass is faster."""


def chunks_of(lines: Items[str], first: int, starts: Items[int]) -> list[Chunk]:
    """The chunks that begin at the lines `starts` and fill the text from line `first` on."""
    ends = (*starts[1:], len(lines))
    texts = ["".join(lines[start:end]) for start, end in zip(starts, ends, strict=True)]
    sizes = [end - start for start, end in zip(starts, ends, strict=True)]
    items: Items[Quick | None] = [None] * len(starts)
    offset = 0
    if len(starts) >= WORTH_IT:
        offset = sum(map(len, lines[:first]))
        items = _items("".join(lines[:first]) + "".join(texts), offset, texts)
    chunks = []
    for text, size, item in zip(texts, sizes, items, strict=True):
        found = item.chunk(size) if item else None
        chunks.append(found or read_chunk(text, size))
        offset += len(text)
    return chunks


def _items(content: str, offset: int, texts: Items[str]) -> Items[Quick | None]:
    """What was read of each text's item; None for all where the whole does not fall apart that way."""
    nothing: list[Quick | None] = [None] * len(texts)
    if is_doubtful_frame(content):
        return nothing
    tree = parse(content, quick, depth=2)
    if tree.problems or tree.anchored or not isinstance(tree.root, Mapping):
        return nothing
    last_key, cases = tree.root.entries[-1]
    if not (isinstance(last_key, Scalar) and last_key.text == "cases" and isinstance(cases, Sequence)):
        return nothing
    if len(cases.items) != len(texts):
        return nothing
    for text, item in zip(texts, cases.items, strict=True):
        if not offset <= item.span.start <= item.span.end <= offset + len(text):
            return nothing
        offset += len(text)
    return [item if isinstance(item, Quick) else None for item in cases.items]
