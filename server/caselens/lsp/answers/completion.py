"""What could be written at a place, and what is said of it when it is looked at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from caselens.features import fields, source_keys
from caselens.features.completion import Completion
from caselens.features.key_hover import row_text
from caselens.features.place import Place, place, present, query_at
from caselens.lsp.convert import Ruler, column_of, markup
from caselens.lsp.documents import Document

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
    where = place(document.picture, params.position.line, column)
    if where is None:
        return None
    if document.schema != "corpus":
        return _listed(session, where, fields.completions(document.schema, where))
    if not source_keys.expects_key(where):
        return _listed(session, where, fields.completions("corpus", where))
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
    listed = _listed(session, where, source_keys.completions(where, seen.rows, ranks), typed)
    for item in listed.items:
        item.data = {"uri": document.uri, "key": item.data}
    listed.is_incomplete = True
    return listed


async def resolved(session: Session, item: types.CompletionItem) -> types.CompletionItem:
    """The item with the text of its row."""
    data: Any = item.data
    document = session.corpus(data["uri"]) if isinstance(data, dict) and "uri" in data else None
    seen = await session.row(document, data["key"]) if document else None
    if seen is not None and seen.rows:
        item.documentation = _documentation(session, row_text(seen.rows[0], seen.path.name, seen.unread))
    return item


def _listed(
    session: Session, where: Place, found: Iterable[Completion], typed: str | None = None
) -> types.CompletionList:
    """The items, in the order in which they come. With `typed`, the editor is not to filter them again."""
    can = _abilities(session)
    snippets = bool(can and can.snippet_support)
    details = bool(can and can.label_details_support)
    items = [
        _item(session, where, one, f"{number:04}", typed, snippets, details)
        for number, one in enumerate(found)
    ]
    return types.CompletionList(is_incomplete=False, items=items)


def _item(
    session: Session,
    where: Place,
    found: Completion,
    order: str,
    typed: str | None,
    snippets: bool,
    details: bool,
) -> types.CompletionItem:
    snippet = snippets and found.insert != found.plain
    edit = types.TextEdit(
        Ruler(where.piece, session.encoding).range(found.span), found.insert if snippet else found.plain
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
        filter_text=_compared(where, found, typed is not None),
        insert_text_format=form,
        insert_text_mode=types.InsertTextMode.AdjustIndentation if snippet else types.InsertTextMode.AsIs,
        text_edit=edit,
        data=found.of or None,
    )


def _compared(where: Place, found: Completion, searched: bool) -> str | None:
    """What an editor compares with the word in the place of the edit, quote and all; the label where None."""
    if searched:
        return where.piece.source.slice(found.span) or found.label
    return where.cursor.quote + found.label if where.cursor.quote else None


def _documentation(session: Session, text: str) -> types.MarkupContent | None:
    can = _abilities(session)
    return markup(text, can.documentation_format if can else None) if text else None


def _abilities(session: Session) -> types.ClientCompletionItemOptions | None:
    """What the client can do with an item."""
    capabilities = session.server.client_capabilities.text_document
    return capabilities.completion.completion_item if capabilities and capabilities.completion else None
