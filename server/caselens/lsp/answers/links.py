"""Links: from a key to its row, from a configuration to the files that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from caselens.features.links import configuration_links
from caselens.features.tokens import State
from caselens.lsp.answers.tokens import tokens_in_turns
from caselens.lsp.convert import Ruler, width
from caselens.lsp.documents import Document
from caselens.lsp.workspace import uri_of

if TYPE_CHECKING:
    from caselens.lsp.session import Session


async def document_links(session: Session, document: Document) -> list[types.DocumentLink]:
    if document.is_configuration:
        return list(_files(session, document))
    return await _rows(session, document) if document.is_corpus and document.picture.is_small else []


def _files(session: Session, document: Document) -> list[types.DocumentLink]:
    if document.path is None:
        return []
    folder = document.path.parent
    return [
        types.DocumentLink(Ruler(link.piece, session.encoding).range(link.span), uri_of(folder / link.path))
        for link in configuration_links(document.picture.content)
    ]


async def _rows(session: Session, document: Document) -> list[types.DocumentLink]:
    """A link for each key that has a row; where that stands is found when it is followed."""
    picture = document.picture
    known = picture.knowledge.latest
    if known is not None and known.components:
        return []  # a row of a database stands in no file
    text = session.server.client_capabilities.text_document
    can = text.document_link if text else None
    tooltip = "go to the row" if can and can.tooltip_support else None
    links = []
    async for token in tokens_in_turns(document, 0, len(picture.lines)):
        if token.state is not State.MISSING:
            line = picture.lines[token.line]
            start, end = (width(line[:column], session.encoding) for column in (token.start, token.end))
            where = types.Range(types.Position(token.line, start), types.Position(token.line, end))
            data = {"uri": document.uri, "key": token.key}
            links.append(types.DocumentLink(where, tooltip=tooltip, data=data))
    return links


async def resolved(session: Session, link: types.DocumentLink) -> types.DocumentLink:
    """The link with the place of its row."""
    data: Any = link.data
    document = session.corpus(data["uri"]) if isinstance(data, dict) else None
    found = await session.row_place(document, data["key"]) if document else None
    if found is not None:
        path, line = found
        link.target = uri_of(path) + (f"#L{line}" if line else "")
    return link
