"""Edits as the client takes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from caselens.features.completion import literal
from caselens.lsp.convert import Ruler
from caselens.lsp.documents import same
from caselens.ports import PortError
from caselens.text import Edit, Piece

if TYPE_CHECKING:
    from caselens.lsp.session import Session


def text_edits(changes: Iterable[tuple[Piece, Edit]], encoding: str) -> list[types.TextEdit]:
    return [
        types.TextEdit(Ruler(piece, encoding).range(edit.span), edit.replacement) for piece, edit in changes
    ]


def plain_edits(changes: Iterable[tuple[Piece, Edit]], encoding: str) -> Iterator[dict[str, Any]]:
    """The same as plain values: of a whole file there may be thousands."""
    for piece, edit in changes:
        start, end = map(Ruler(piece, encoding).position, edit.span)
        yield {
            "range": {
                "start": {"line": start.line, "character": start.character},
                "end": {"line": end.line, "character": end.character},
            },
            "newText": edit.replacement,
        }


def plain_edit(session: Session, uri: str, version: int, edits: list[dict[str, Any]]) -> dict[str, Any]:
    """The edits of one file as plain values."""
    if not client(session, "document_changes"):
        return {"changes": {uri: edits}}
    return {"documentChanges": [{"textDocument": {"uri": uri, "version": version}, "edits": edits}]}


def workspace_edit(session: Session, edits: Mapping[str, list[types.TextEdit]]) -> types.WorkspaceEdit:
    """Edits of some files, with the versions that they are meant for where the client looks at those."""
    if not client(session, "document_changes"):
        return types.WorkspaceEdit(changes=edits)
    return types.WorkspaceEdit(document_changes=[_versioned(session, uri, of) for uri, of in edits.items()])


def snippet_edit(
    session: Session, uri: str, edit: types.TextEdit, stops: Iterable[int]
) -> types.WorkspaceEdit | None:
    """An edit in whose text the author's cursor goes to the places `stops`, one after the other.

    None where the client cannot do that.
    """
    if not (client(session, "document_changes") and client(session, "snippet_edit_support")):
        return None
    text, before = "", 0
    for number, stop in enumerate(stops, 1):
        text += literal(edit.new_text[before:stop]) + f"${{{number}}}"
        before = stop
    snippet = types.StringValue(text + literal(edit.new_text[before:]))
    change = _versioned(session, uri, [types.SnippetTextEdit(edit.range, snippet)])
    return types.WorkspaceEdit(document_changes=[change])


async def applied(session: Session, edit: types.WorkspaceEdit, label: str) -> bool:
    """Have the client make an edit that its user asked for; false where it did not. Raises `PortError`."""
    workspace = session.server.client_capabilities.workspace
    if not (workspace and workspace.apply_edit):
        raise PortError("this editor does not take edits from the server")
    params = types.ApplyWorkspaceEditParams(edit, label)
    return (await session.server.workspace_apply_edit_async(params)).applied


def _versioned(
    session: Session, uri: str, edits: Iterable[types.TextEdit | types.SnippetTextEdit]
) -> types.TextDocumentEdit:
    document = session.documents.get(same(uri))
    version = document.version if document else None
    return types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, version), list(edits))


def client(session: Session, ability: str) -> bool:
    """Whether the client says that it can do something with edits."""
    workspace = session.server.client_capabilities.workspace
    can = workspace.workspace_edit if workspace else None
    return bool(can and getattr(can, ability))
