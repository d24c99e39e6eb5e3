"""Other names for cases, source keys and anchors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from caselens.features.anchors import Anchored
from caselens.features.mentions import Refusal, renamed_case, renamed_key
from caselens.features.pointing import Named
from caselens.lsp.answers.edits import text_edits, workspace_edit
from caselens.lsp.answers.workspace import Pointed, naming
from caselens.lsp.documents import Document
from caselens.lsp.server import FAILED
from caselens.text import Edit, Piece, invisible, visible

if TYPE_CHECKING:
    from caselens.lsp.session import Session


def prepared(
    session: Session, document: Document, place: types.Position
) -> types.PrepareRenamePlaceholder | None:
    """What would be renamed at a place, as an author writes it."""
    pointed = Pointed(session, document, place)
    found = pointed.anchored or pointed.named
    if found is None or pointed.span is None:
        return None
    where = pointed.location(found.piece, pointed.span).range
    return types.PrepareRenamePlaceholder(where, "".join(map(visible, found.name)))


async def renamed(
    session: Session, document: Document, place: types.Position, new: str
) -> types.WorkspaceEdit | None:
    """The edits of every file in which something gets another name."""
    pointed = Pointed(session, document, place)
    new = invisible(new)
    try:
        if pointed.anchored is not None:
            changes = {document.uri: _renamed_anchor(pointed.anchored, new)}
        elif pointed.named is None:
            return None
        elif pointed.named.field == "id":
            changes = {document.uri: renamed_case(document.picture, pointed.named, new)}
        else:
            changes = await _renamed_key(session, document, pointed.named, new)
    except Refusal as refusal:
        raise JsonRpcException(str(refusal), FAILED) from None
    edits = {uri: text_edits(of_file, session.encoding) for uri, of_file in changes.items()}
    return workspace_edit(session, edits)


async def _renamed_key(
    session: Session, document: Document, named: Named, new: str
) -> dict[str, list[tuple[Piece, Edit]]]:
    changes = {}
    for uri, picture in await naming(session, document, named.name):
        try:
            changes[uri] = renamed_key(picture, named.name, new)
        except Refusal as refusal:
            raise Refusal(f"{Path(uri).name}: {refusal}") from None
    return {uri: of_file for uri, of_file in changes.items() if of_file}


def _renamed_anchor(anchored: Anchored, new: str) -> list[tuple[Piece, Edit]]:
    if not new or not new.isprintable() or set(new) & set(" ,[]{}"):
        raise Refusal("the name of an anchor has no blanks, commas or brackets")
    if anchored.anchor is None:
        raise Refusal("the alias has no anchor")
    edits = [Edit(span, ("&" if span == anchored.anchor else "*") + new) for span in anchored.spans]
    return [(anchored.piece, edit) for edit in edits]
