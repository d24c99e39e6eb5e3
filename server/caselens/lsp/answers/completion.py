"""What could be written at a place, and what is said of it when it is looked at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lsprotocol import types

from caselens.features import fields, source_keys
from caselens.features.completion import Completion
from caselens.features.ignoring import ignorable
from caselens.features.key_hover import row_text
from caselens.features.place import place, present, query_at
from caselens.lsp.convert import Ruler, column_of, markup
from caselens.lsp.documents import Document
from caselens.text import Piece

if TYPE_CHECKING:
    from caselens.lsp.session import Session

MOST = 100
"""Source keys offered at once."""

KINDS = {
    "field": types.CompletionItemKind.Field,
    "value": types.CompletionItemKind.EnumMember,
    "whole": types.CompletionItemKind.Snippet,
    "key": types.CompletionItemKind.Reference,
}


async def completion(
    session: Session, document: Document, params: types.CompletionParams
) -> types.CompletionList | None:
    column = column_of(document.picture.lines, params.position, session.encoding)
    line = params.position.line
    if document.schema == "corpus" and (comment := ignorable(document.picture, line, column)) is not None:
        return _listed(session, comment.piece, comment.found)
    where = place(document.picture, line, column)
    if where is None:
        return None
    piece, quote = where.piece, where.cursor.quote
    if document.schema != "corpus":
        return _listed(session, piece, fields.completions(document.schema, where), quote)
    if not source_keys.expects_key(where):
        return _listed(session, piece, fields.completions("corpus", where), quote)
    corpus = session.place_of(document)
    if corpus is None or not session.server.trusted:
        return None
    query = query_at(document.picture, where)
    hits = await session.rankings.of(corpus, query) if query else ()
    ranks = {hit.key: rank for rank, hit in enumerate(hits, 1)}
    typed = source_keys.typed(where)
    seen = await session.lookups.search(corpus, typed, MOST, present(where), tuple(ranks))
    if seen is None:
        return None
    listed = _listed(session, piece, source_keys.completions(where, seen.rows, ranks), quote, searched=True)
    for item in listed.items:
        item.data = {"uri": document.uri, "key": item.data}
    listed.is_incomplete = True
    return listed


async def resolved(session: Session, item: types.CompletionItem) -> types.CompletionItem:
    """The item with the text of its row."""
    match item.data:
        case {"uri": str(uri), "key": str(key)}:
            document = session.corpus(uri)
        case _:
            return item  # it is none of ours, or one that needs no more
    seen = await session.row(document, key) if document else None
    if seen is not None and seen.rows:
        item.documentation = _documentation(session, row_text(seen.rows[0], seen.origin, seen.unread))
    return item


def _listed(
    session: Session, piece: Piece, found: Iterable[Completion], quote: str = "", searched: bool = False
) -> types.CompletionList:
    """The items, in the order in which they come, for a word that begins with `quote`. Where they were
    `searched` for it, the editor is not to filter them again.
    """
    can = _abilities(session)
    snippets = bool(can and can.snippet_support)
    details = bool(can and can.label_details_support)
    items = [
        _item(session, piece, one, f"{number:04}", _compared(piece, one, quote, searched), snippets, details)
        for number, one in enumerate(found)
    ]
    return types.CompletionList(is_incomplete=False, items=items)


def _item(
    session: Session,
    piece: Piece,
    found: Completion,
    order: str,
    compared: str | None,
    snippets: bool,
    details: bool,
) -> types.CompletionItem:
    snippet = snippets and found.insert != found.plain
    edit = types.TextEdit(
        Ruler(piece, session.encoding).range(found.span), found.insert if snippet else found.plain
    )
    form = types.InsertTextFormat.Snippet if snippet else types.InsertTextFormat.PlainText
    return types.CompletionItem(
        found.label,
        label_details=types.CompletionItemLabelDetails(description=found.detail) if details else None,
        kind=KINDS[found.kind],
        detail=found.detail or None,
        documentation=_documentation(session, found.documentation),
        preselect=found.preselect or None,
        sort_text=order,
        filter_text=compared,
        insert_text_format=form,
        insert_text_mode=types.InsertTextMode.AdjustIndentation if snippet else types.InsertTextMode.AsIs,
        text_edit=edit,
        data=found.of or None,
    )


def _compared(piece: Piece, found: Completion, quote: str, searched: bool) -> str | None:
    """What an editor compares with the word in the place of the edit, quote and all; the label where None."""
    if searched:
        return piece.source.slice(found.span) or found.label
    return quote + found.label if quote else None


def _documentation(session: Session, text: str) -> types.MarkupContent | None:
    can = _abilities(session)
    return markup(text, can.documentation_format if can else None) if text else None


def _abilities(session: Session) -> types.ClientCompletionItemOptions | None:
    """What the client can do with an item."""
    capabilities = session.server.client_capabilities.text_document
    return capabilities.completion.completion_item if capabilities and capabilities.completion else None
