"""What the server is asked, each in a few lines.

The answers are imported when an editor first asks: it waits for what stands here, and need not for them.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from caselens.lsp.names import RUN_KIND
from caselens.lsp.server import Server, server


@server.feature(types.TEXT_DOCUMENT_CODE_LENS)
def code_lens(ls: Server, params: types.CodeLensParams) -> list[dict[str, Any]]:
    from caselens.lsp.answers import shown

    document = ls.session.corpus(params.text_document.uri)
    return shown.code_lenses(document, ls.trusted) if document else []


@server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
def inlay_hint(ls: Server, params: types.InlayHintParams) -> list[types.InlayHint]:
    from caselens.lsp.answers import shown

    document = ls.session.corpus(params.text_document.uri)
    return shown.inlay_hints(document, params.range, ls.session.encoding) if document else []


@server.feature(types.TEXT_DOCUMENT_HOVER)
def hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    from caselens.lsp.answers import shown

    document = ls.session.corpus(params.text_document.uri)
    text = ls.client_capabilities.text_document
    formats = text.hover.content_format if text and text.hover else None
    markdown = not formats or types.MarkupKind.Markdown in formats
    return shown.hover(document, params.position, ls.session.encoding, markdown) if document else None


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, RUN_KIND]),
)
def code_action(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    from caselens.lsp.answers import actions

    document = ls.session.corpus(params.text_document.uri)
    return actions.code_actions(document, params, ls.trusted, ls.session.encoding) if document else []
