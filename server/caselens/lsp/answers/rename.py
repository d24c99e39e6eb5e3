"""Other names for cases, source keys and anchors."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from caselens.features.pointing import Named
from caselens.features.renaming import Change, Refusal, renamed_anchor, renamed_case, renamed_key
from caselens.lsp.answers.edits import text_edits, workspace_edit
from caselens.lsp.answers.workspace import Pointed, naming
from caselens.lsp.documents import Document
from caselens.lsp.server import FAILED
from caselens.text import invisible, visible

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
            changes = {document.uri: renamed_anchor(document.picture, pointed.anchored, new)}
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
) -> dict[str, list[Change]]:
    found = await naming(session, document, named.name)
    changes = {}
    for uri, picture in found.corpora:
        try:
            changes[uri] = renamed_key(picture, named.name, new)
        except Refusal as refusal:
            raise Refusal(f"{unquote(uri.rpartition('/')[2])}: {refusal}") from None
    if found.gaps:
        said = f"Caselens: the key may also be named in {'; '.join(found.gaps)}"
        session.server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, said))
    return {uri: of_file for uri, of_file in changes.items() if of_file}
