"""What is asked across corpora: symbols, definitions and references."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from lsprotocol import types

from caselens.features.anchors import anchored_at
from caselens.features.index import Match
from caselens.features.mentions import mentions
from caselens.features.picture import Picture
from caselens.features.pointing import named_at, touches
from caselens.lsp.convert import Ruler, column_of
from caselens.lsp.documents import Document
from caselens.lsp.workspace import uri_of
from caselens.text import Piece, Span

if TYPE_CHECKING:
    from caselens.lsp.session import Session


async def symbols(session: Session, typed: str) -> list[dict[str, Any]]:
    """The cases that fit, over all corpora; what is open counts as it stands in the editor."""
    opened = [(document.uri, document.cases()) for document in _opened(session)]
    return [_symbol(match) for match in await session.workspace.matches(typed, opened, _real(session))]


def _symbol(match: Match[str | Path]) -> dict[str, Any]:
    """What was found by its query is shown with it: an editor looks for what was typed in the name again."""
    uri = match.where if isinstance(match.where, str) else uri_of(match.where)
    where = {"line": match.line, "character": 0}
    return {
        "name": " · ".join(filter(None, (match.name, " ".join(match.query.split())))),
        "kind": types.SymbolKind.Object.value,
        "location": {"uri": uri, "range": {"start": where, "end": where}},
        "containerName": unquote(uri.rpartition("/")[2]),
    }


def _opened(session: Session) -> list[Document]:
    return [document for document in session.documents.values() if document.is_corpus]


def _real(session: Session) -> frozenset[Path]:
    """Where the open corpora really are: on the disk, they do not count."""
    return frozenset(path for document in _opened(session) if (path := document.real_path) is not None)


def _lines(line: int) -> types.Range:
    """The beginning of a line."""
    return types.Range(types.Position(line, 0), types.Position(line, 0))


class Pointed:
    """What stands at a place of an open corpus: a name, or an anchor or alias; and its span."""

    def __init__(self, session: Session, document: Document, place: types.Position) -> None:
        column = column_of(document.picture.lines, place, session.encoding)
        self.session, self.document = session, document
        self.anchored = anchored_at(document.picture, place.line, column)
        self.named = None if self.anchored else named_at(document.picture, place.line, column)
        self.span: Span | None = self.named.written.span if self.named else None
        if found := self.anchored:
            touched = (s for s in found.spans if touches(found.piece, s, place.line, column))
            self.span = next(touched, None)

    def location(self, piece: Piece, span: Span, uri: str = "") -> types.Location:
        where = Ruler(piece, self.session.encoding).range(span)
        return types.Location(uri or self.document.uri, where)


async def definition(session: Session, document: Document, place: types.Position) -> types.Location | None:
    """The anchor of an alias, the row of a key, or the id itself."""
    pointed = Pointed(session, document, place)
    anchored, named = pointed.anchored, pointed.named
    if anchored is not None:
        return pointed.location(anchored.piece, anchored.anchor) if anchored.anchor else None
    if named is None:
        return None
    if named.field == "id":
        return pointed.location(named.piece, named.written.span)
    return await _row(session, document, named.name)


async def _row(session: Session, document: Document, key: str) -> types.Location | None:
    """The row of a key, where it has a line to go to."""
    path, line = await session.row_place(document, key) or (None, 0)
    return types.Location(uri_of(path), _lines(line - 1)) if path and line else None


async def references(
    session: Session, document: Document, place: types.Position, declaration: bool
) -> list[types.Location]:
    """Every place that names a key, in each corpus of its generation; or each alias of an anchor.

    What declares a key is its row, what declares a case its id.
    """
    pointed = Pointed(session, document, place)
    if pointed.anchored is not None:
        spans = pointed.anchored.spans if declaration else pointed.anchored.aliases
        return [pointed.location(pointed.anchored.piece, span) for span in spans]
    named = pointed.named
    if named is None:
        return []
    if named.field == "id":
        return [pointed.location(named.piece, named.written.span)] if declaration else []
    row = await _row(session, document, named.name) if declaration else None
    found = await naming(session, document, named.name)
    return ([row] if row else []) + [
        pointed.location(one.piece, one.written.span, uri)
        for uri, picture in found.corpora
        for one in mentions(picture, named.name)
    ]


def highlights(session: Session, document: Document, place: types.Position) -> list[types.DocumentHighlight]:
    """Every place in the file that names the same."""
    pointed = Pointed(session, document, place)
    found: list[tuple[Piece, Span]] = []
    if pointed.anchored is not None:
        found = [(pointed.anchored.piece, span) for span in pointed.anchored.spans]
    elif pointed.named is not None and pointed.named.field == "id":
        found = [(pointed.named.piece, pointed.named.written.span)]
    elif pointed.named is not None:
        found = [(one.piece, one.written.span) for one in mentions(document.picture, pointed.named.name)]
    return [types.DocumentHighlight(pointed.location(*one).range) for one in found]


class Naming(NamedTuple):
    """The corpora that may name a key, the one asked about first; and what could not be looked at."""

    corpora: list[tuple[str, Picture]]
    gaps: tuple[str, ...] = ()


async def naming(session: Session, document: Document, key: str) -> Naming:
    """The corpora of a document's generation that may name a key; what is open as the editor has it."""
    place, own = session.place_of(document), document.real_path
    if place is None:
        return Naming([(document.uri, document.picture)])
    others = [one for one in _opened(session) if one is not document and not (own and one.real_path == own)]
    places = {one.uri: at for one in others if (at := session.place_of(one)) is not None}
    found = await session.workspace.naming(key, place, places, _real(session))
    corpora = [(document.uri, document.picture)]
    corpora += [(one.uri, one.picture) for one in others if one.uri in found.opened]
    corpora += [(uri_of(path), picture) for path, picture in found.closed]
    return Naming(corpora, found.gaps)
