"""What is shown without being asked for by name: lenses, hints and hovers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from caselens.features import specifications
from caselens.features.field_hover import field_hover
from caselens.features.hints import hints
from caselens.features.hover import hover as features_hover
from caselens.features.key_hover import Source, key_at
from caselens.features.lenses import Lens, lenses
from caselens.features.past import KeptRun, tells_of_runs
from caselens.lsp.convert import Ruler, column_of, markup
from caselens.lsp.documents import Document, uncollected
from caselens.lsp.names import CANCEL, COMPARE, HISTORY, RUN_ALL, RUN_CASE

if TYPE_CHECKING:
    from caselens.lsp.session import Session

COMMANDS = {
    "run-all": RUN_ALL,
    "run-case": RUN_CASE,
    "cancel": CANCEL,
    "compare": COMPARE,
    "history": HISTORY,
    "": "",
}
"""The command of each action that a lens may have."""


def code_lenses(document: Document, trusted: bool) -> list[dict[str, Any]]:
    """Plain values in the shape of the protocol's `CodeLens`: a file may have thousands."""
    if document.schema != "corpus":
        is_read = document.is_specification and not document.picture.too_large
        said = specifications.headline(document.picture.content) if is_read else ""
        return [_code_lens(Lens(0, said), document.uri)] if said else []
    with uncollected():
        found = lenses(document.picture, document.results, document.running, trusted)
        return [_code_lens(lens, document.uri) for lens in found]


def _code_lens(lens: Lens, uri: str) -> dict[str, Any]:
    place = {"line": lens.line, "character": 0}
    command: dict[str, Any] = {"title": lens.title, "command": COMMANDS[lens.action]}
    if lens.action:
        command["arguments"] = [uri, lens.case] if lens.case else [uri]
    return {"range": {"start": place, "end": place}, "command": command}


def inlay_hints(document: Document, where: types.Range, encoding: str) -> list[types.InlayHint]:
    found = hints(document.picture, document.results, where.start.line, where.end.line + 1)
    return [
        types.InlayHint(
            Ruler(hint.piece, encoding).position(hint.offset),
            hint.label,
            tooltip=hint.tooltip,
            padding_left=True,
        )
        for hint in found
    ]


async def hover(session: Session, document: Document, place: types.Position) -> types.Hover | None:
    line, column = place.line, column_of(document.picture.lines, place, session.encoding)
    if document.schema != "corpus":
        said = field_hover(document.schema, document.picture.content, line, column)
    else:
        source = await _source(session, document, line, column)
        past = await _past(session, document, line, column)
        said = features_hover(document.picture, document.results, line, column, source, past)
    if said is None:
        return None
    text = session.server.client_capabilities.text_document
    formats = text.hover.content_format if text and text.hover else None
    return types.Hover(markup(said.text, formats), Ruler(said.piece, session.encoding).range(said.span))


async def _source(session: Session, document: Document, line: int, column: int) -> Source | None:
    """What the rows say of the key at a place; None where there is none, or nothing may be asked."""
    found = key_at(document.picture, line, column)
    seen = await session.row(document, found.named.name) if found else None
    return Source(seen.rows[0] if seen.rows else None, seen.origin, seen.unread) if seen else None


async def _past(session: Session, document: Document, line: int, column: int) -> list[KeptRun]:
    """The last runs, where the place is one that is told of them."""
    asked = tells_of_runs(document.picture, line, column)
    return await session.kept.of(session, session.place_of(document)) if asked else []
