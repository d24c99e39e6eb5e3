"""Source keys as semantic tokens."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from caselens.features.tokens import tokens
from caselens.lsp.convert import width
from caselens.lsp.documents import Document

MISSING = 0b11

AT_ONCE = 300
"""Lines after which others have their turn."""


async def semantic_tokens(
    document: Document, where: types.Range | None, encoding: str
) -> types.SemanticTokens:
    """The keys within some lines, or in all. Of a large file only some lines are told at a time."""
    picture = document.picture
    if where is None and not picture.is_small:
        return types.SemanticTokens([])
    first, last = (where.start.line, where.end.line + 1) if where else (0, len(picture.lines))
    last = min(last, len(picture.lines))
    data: list[int] = []
    line = column = 0
    for start in range(first, last, AT_ONCE):
        for token in tokens(picture, start, min(last, start + AT_ONCE)):
            text = picture.lines[token.line]
            at = width(text[: token.start], encoding)
            length = width(text[token.start : token.end], encoding)
            before = 0 if token.line > line else column
            data += (token.line - line, at - before, length, 0, MISSING if token.is_missing else 0)
            line, column = token.line, at
        version = document.version
        await asyncio.sleep(0)
        if document.version != version:
            break  # it is another text by now, and the client asks again
    return types.SemanticTokens(data)
