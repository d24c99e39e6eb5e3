"""Source keys as semantic tokens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from lsprotocol import types

from caselens.features.tokens import State, Token, tokens
from caselens.lsp.convert import width
from caselens.lsp.documents import Document

MODIFIERS = {State.FOUND: 0, State.MISSING: 0b011, State.OUTSIDE: 0b101}
"""The modifiers of each state, as bits in the order of `names.LEGEND`."""

AT_ONCE = 300
"""Lines after which others have their turn."""


async def semantic_tokens(
    document: Document, where: types.Range | None, encoding: str
) -> types.SemanticTokens | None:
    """The keys within some lines, or in all. Of a large file only some lines are told at a time.

    None of a large file as a whole: after an empty answer an editor takes it that there are no keys, and
    does not ask for those on its screen.
    """
    picture = document.picture
    if where is None and not picture.is_small:
        return None
    first, last = (where.start.line, where.end.line + 1) if where else (0, len(picture.lines))
    last = min(last, len(picture.lines))
    data: list[int] = []
    line = column = 0
    async for token in tokens_in_turns(document, first, last):
        text = picture.lines[token.line]
        at = width(text[: token.start], encoding)
        length = width(text[token.start : token.end], encoding)
        before = 0 if token.line > line else column
        data += (token.line - line, at - before, length, 0, MODIFIERS[token.state])
        line, column = token.line, at
    return types.SemanticTokens(data)


async def tokens_in_turns(document: Document, first: int, last: int) -> AsyncIterator[Token]:
    """The keys in the lines from `first` up to `last`; others have their turn meanwhile."""
    version = document.version
    for start in range(first, last, AT_ONCE):
        for token in tokens(document.picture, start, min(last, start + AT_ONCE)):
            yield token
        await asyncio.sleep(0)
        if document.version != version:
            return  # it is another text by now, and the client asks again
