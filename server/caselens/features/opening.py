"""The chunks of a text that is read for the first time: one pass of the parser instead of one for each."""

from __future__ import annotations

from collections.abc import Sequence as Items
from itertools import accumulate, pairwise

from caselens.features.chunk import Chunk, Quick, is_doubtful_frame, is_odd, quick, read_chunk
from caselens.syntax.parse import parse
from caselens.syntax.tree import Mapping, Scalar, Sequence

WORTH_IT = 30
"""Chunks from which one pass is faster."""


def chunks_of(lines: Items[str], starts: Items[int]) -> list[Chunk]:
    """The chunks that begin at the lines `starts` and fill the text from the first of them on."""
    bounds = list(pairwise((*starts, len(lines))))
    items: Items[Quick | None] = [None] * len(bounds)
    if len(bounds) >= WORTH_IT:
        items = _items(lines, bounds)
    chunks = []
    odd = _odd(lines)
    for (start, end), item in zip(bounds, items, strict=True):
        is_plain = item is not None and (not odd or odd.isdisjoint(range(start, end)))
        found = item.chunk(end - start) if item and is_plain else None
        chunks.append(found or read_chunk("".join(lines[start:end]), end - start))
    return chunks


def _odd(lines: Items[str]) -> set[int]:
    """The lines whose comment a rule may speak of; of most it is known without a closer look."""
    return {number for number, line in enumerate(lines) if "#" in line and is_odd(line)}


def _items(lines: Items[str], bounds: Items[tuple[int, int]]) -> Items[Quick | None]:
    """What was read of the item within each bounds; None for all where the whole does not fall apart so."""
    content = "".join(lines)
    nothing: list[Quick | None] = [None] * len(bounds)
    if is_doubtful_frame(content):
        return nothing
    tree = parse(content, quick, depth=2)
    if tree.problems or tree.anchored or not isinstance(tree.root, Mapping) or not tree.root.entries:
        return nothing
    last_key, cases = tree.root.entries[-1]
    if not (isinstance(last_key, Scalar) and last_key.text == "cases" and isinstance(cases, Sequence)):
        return nothing
    if len(cases.items) != len(bounds):
        return nothing
    offsets = list(accumulate(map(len, lines), initial=0))
    for (start, end), item in zip(bounds, cases.items, strict=True):
        if not offsets[start] <= item.span.start <= item.span.end <= offsets[end]:
            return nothing
    return [item if isinstance(item, Quick) else None for item in cases.items]
