"""Edits as the client takes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from lsprotocol import types

from caselens.lsp.convert import Ruler
from caselens.lsp.documents import same
from caselens.text import Edit, Piece

if TYPE_CHECKING:
    from caselens.lsp.session import Session


def text_edits(changes: Iterable[tuple[Piece, Edit]], encoding: str) -> list[types.TextEdit]:
    return [
        types.TextEdit(Ruler(piece, encoding).range(edit.span), edit.replacement) for piece, edit in changes
    ]


def workspace_edit(session: Session, edits: Mapping[str, list[types.TextEdit]]) -> types.WorkspaceEdit:
    """Edits of some files, with the versions that they are meant for where the client looks at those."""
    workspace = session.server.client_capabilities.workspace
    can = workspace.workspace_edit if workspace else None
    if not (can and can.document_changes):
        return types.WorkspaceEdit(changes=edits)
    changes: list[types.TextDocumentEdit] = []
    for uri, of_file in edits.items():
        document = session.documents.get(same(uri))
        identifier = types.OptionalVersionedTextDocumentIdentifier(
            uri, document.version if document else None
        )
        changes.append(types.TextDocumentEdit(identifier, list(of_file)))
    return types.WorkspaceEdit(document_changes=list(changes))
