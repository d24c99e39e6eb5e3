"""What the server is asked, each in a few lines.

The answers are imported when an editor first asks: it waits for what stands here, and need not for them.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from caselens.lsp.names import ACTION_KINDS, LEGEND
from caselens.lsp.protocol import Encoded
from caselens.lsp.server import Server, server


@server.feature(types.TEXT_DOCUMENT_CODE_LENS)
def code_lens(ls: Server, params: types.CodeLensParams) -> list[dict[str, Any]]:
    from caselens.lsp.answers import shown

    document = ls.session.document(params.text_document.uri)
    return shown.code_lenses(document, ls.trusted) if document else []


@server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
def inlay_hint(ls: Server, params: types.InlayHintParams) -> list[types.InlayHint]:
    from caselens.lsp.answers import shown

    document = ls.session.corpus(params.text_document.uri)
    return shown.inlay_hints(document, params.range, ls.session.encoding) if document else []


@server.feature(types.TEXT_DOCUMENT_HOVER)
async def hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    from caselens.lsp.answers import shown

    document = ls.session.document(params.text_document.uri)
    return await shown.hover(ls.session, document, params.position) if document else None


@server.feature(
    types.TEXT_DOCUMENT_COMPLETION,
    types.CompletionOptions(["[", "{", ",", " ", '"', "'"], resolve_provider=True),
)
async def completion(ls: Server, params: types.CompletionParams) -> types.CompletionList | None:
    from caselens.lsp.answers import completion

    document = ls.session.document(params.text_document.uri)
    return await completion.completion(ls.session, document, params) if document else None


@server.feature(types.COMPLETION_ITEM_RESOLVE)
async def completion_item(ls: Server, item: types.CompletionItem) -> types.CompletionItem:
    from caselens.lsp.answers import completion

    return await completion.resolved(ls.session, item)


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions(code_action_kinds=list(ACTION_KINDS), resolve_provider=True),
)
def code_action(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    from caselens.lsp.answers import actions

    document = ls.session.document(params.text_document.uri)
    return actions.code_actions(ls.session, document, params) if document else []


@server.feature(types.CODE_ACTION_RESOLVE)
async def code_action_edit(ls: Server, action: types.CodeAction) -> types.CodeAction | Encoded:
    from caselens.lsp.answers import actions

    return await actions.resolved(ls.session, action)


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def document_symbol(ls: Server, params: types.DocumentSymbolParams) -> Encoded | None:
    from caselens.lsp.answers import outline

    document = ls.session.document(params.text_document.uri)
    if document is None or document.is_configuration:
        return None
    text = ls.client_capabilities.text_document
    can = text.document_symbol if text else None
    nested = bool(can and can.hierarchical_document_symbol_support)
    return outline.symbols(document, nested, ls.session.encoding)


@server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
def folding_range(ls: Server, params: types.FoldingRangeParams) -> Encoded | None:
    from caselens.lsp.answers import outline

    document = ls.session.document(params.text_document.uri)
    return outline.folding(document) if document else None


@server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
def selection_range(ls: Server, params: types.SelectionRangeParams) -> list[types.SelectionRange] | None:
    from caselens.lsp.answers import outline

    document = ls.session.corpus(params.text_document.uri)
    if document is None:
        return None
    return [outline.selection(document, place, ls.session.encoding) for place in params.positions]


@server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
async def semantic_tokens(ls: Server, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
    from caselens.lsp.answers import tokens

    document = ls.session.corpus(params.text_document.uri)
    return await tokens.semantic_tokens(document, None, ls.session.encoding) if document else None


@server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, LEGEND)
async def semantic_tokens_range(
    ls: Server, params: types.SemanticTokensRangeParams
) -> types.SemanticTokens | None:
    from caselens.lsp.answers import tokens

    document = ls.session.corpus(params.text_document.uri)
    return await tokens.semantic_tokens(document, params.range, ls.session.encoding) if document else None


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, types.DocumentLinkOptions(resolve_provider=True))
async def document_link(ls: Server, params: types.DocumentLinkParams) -> list[types.DocumentLink] | None:
    from caselens.lsp.answers import links

    document = ls.session.document(params.text_document.uri)
    return await links.document_links(ls.session, document) if document else None


@server.feature(types.DOCUMENT_LINK_RESOLVE)
async def document_link_target(ls: Server, link: types.DocumentLink) -> types.DocumentLink:
    from caselens.lsp.answers import links

    return await links.resolved(ls.session, link)


@server.feature(types.WORKSPACE_SYMBOL)
async def workspace_symbol(ls: Server, params: types.WorkspaceSymbolParams) -> list[dict[str, Any]]:
    from caselens.lsp.answers import workspace

    return await workspace.symbols(ls.session, params.query)


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
async def definition(ls: Server, params: types.DefinitionParams) -> types.Location | None:
    from caselens.lsp.answers import workspace

    document = ls.session.corpus(params.text_document.uri)
    return await workspace.definition(ls.session, document, params.position) if document else None


@server.feature(types.TEXT_DOCUMENT_REFERENCES)
async def references(ls: Server, params: types.ReferenceParams) -> list[types.Location] | None:
    from caselens.lsp.answers import workspace

    document = ls.session.corpus(params.text_document.uri)
    declaration = params.context.include_declaration
    if document is None:
        return None
    return await workspace.references(ls.session, document, params.position, declaration)


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
def highlight(ls: Server, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight] | None:
    from caselens.lsp.answers import workspace

    document = ls.session.corpus(params.text_document.uri)
    return workspace.highlights(ls.session, document, params.position) if document else None


@server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
def prepare_rename(ls: Server, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    from caselens.lsp.answers import rename

    document = ls.session.corpus(params.text_document.uri)
    return rename.prepared(ls.session, document, params.position) if document else None


@server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
async def rename_all(ls: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
    from caselens.lsp.answers import rename

    document = ls.session.corpus(params.text_document.uri)
    if document is None:
        return None
    return await rename.renamed(ls.session, document, params.position, params.new_name)
