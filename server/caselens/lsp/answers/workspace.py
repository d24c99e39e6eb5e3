"""What is asked across corpora: symbols, definitions and references."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from caselens.features.anchors import anchored_at
from caselens.features.index import matches
from caselens.features.mentions import mentions
from caselens.features.outline import Symbol, outline
from caselens.features.picture import Picture
from caselens.features.pointing import named_at, touches
from caselens.lsp.convert import Ruler, column_of
from caselens.lsp.documents import Document
from caselens.lsp.workspace import uri_of
from caselens.text import Piece, Span

if TYPE_CHECKING:
    from caselens.lsp.session import Session


async def symbols(session: Session, typed: str) -> list[types.SymbolInformation]:
    """The cases that fit, over all corpora; what is open counts as it stands in the editor."""
    opened = {document.real_path: document for document in session.documents.values() if document.is_corpus}
    corpora: list[tuple[str, Iterator[Symbol] | tuple[Symbol, ...]]] = [
        (document.uri, outline(document.picture)) for document in opened.values()
    ]
    corpora += [
        (uri_of(path), known.symbols)
        for path, known in await session.workspace.corpora()
        if path not in opened
    ]
    return [
        types.SymbolInformation(
            location=types.Location(match.where, _lines(match.symbol.line, match.symbol.line)),
            name=match.symbol.name,
            kind=types.SymbolKind.Object,
            container_name=match.where.rpartition("/")[2],
        )
        for match in matches(corpora, typed)
    ]


def _lines(first: int, last: int) -> types.Range:
    return types.Range(types.Position(first, 0), types.Position(last, 0))


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
    found = await session.row_place(document, named.name)
    if found is None:
        return None
    path, line = found
    return types.Location(uri_of(path), _lines(max(0, line - 1), max(0, line - 1)))


async def references(
    session: Session, document: Document, place: types.Position, declaration: bool
) -> list[types.Location]:
    """Every place that names a key, in each corpus of its generation; or each alias of an anchor."""
    pointed = Pointed(session, document, place)
    if pointed.anchored is not None:
        spans = pointed.anchored.spans if declaration else pointed.anchored.aliases
        return [pointed.location(pointed.anchored.piece, span) for span in spans]
    named = pointed.named
    if named is None:
        return []
    if named.field == "id":
        return [pointed.location(named.piece, named.written.span)] if declaration else []
    return [
        pointed.location(found.piece, found.written.span, uri)
        for uri, picture in await naming(session, document, named.name)
        for found in mentions(picture, named.name)
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


async def naming(session: Session, document: Document, key: str) -> list[tuple[str, Picture]]:
    """The corpora of a generation that name a key, the document first; what is open as the editor has it."""
    found = [(document.uri, document.picture)]
    own = document.real_path
    if own is None:
        return found
    (claim,) = await session.workspace.claims([own])
    if claim is None:
        return found
    opened = {one.real_path: one for one in session.documents.values() if one.is_corpus}
    others = [path for path, known in await session.workspace.corpora() if key in known.keys]
    paths = [path for path in dict.fromkeys([*opened, *others]) if path is not None and path != own]
    claims = await session.workspace.claims(paths)
    paths = [path for path, of in zip(paths, claims, strict=True) if of == claim]
    closed = [path for path in paths if path not in opened]
    pictures = dict(zip(closed, await session.workspace.pictures(closed), strict=True))
    for path in paths:
        one = opened.get(path)
        found.append((one.uri, one.picture) if one else (uri_of(path), pictures[path]))
    return found
