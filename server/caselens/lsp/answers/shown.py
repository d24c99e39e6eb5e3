"""What is shown without being asked for by name: lenses, hints and hovers."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from caselens.features.hints import hints
from caselens.features.hover import hover as features_hover
from caselens.features.lenses import Lens, lenses
from caselens.lsp.convert import Ruler, column_of
from caselens.lsp.documents import Document, uncollected
from caselens.lsp.names import CANCEL, RUN_ALL, RUN_CASE

COMMANDS = {"run-all": RUN_ALL, "run-case": RUN_CASE, "cancel": CANCEL, "": ""}
"""The command of each action that a lens may have."""


def code_lenses(document: Document, trusted: bool) -> list[dict[str, Any]]:
    """Plain values in the shape of the protocol's `CodeLens`: a file may have thousands."""
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


def hover(document: Document, place: types.Position, encoding: str, markdown: bool) -> types.Hover | None:
    column = column_of(document.picture.lines, place, encoding)
    said = features_hover(document.picture, document.results, place.line, column)
    if said is None:
        return None
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.Hover(types.MarkupContent(kind, said.text), Ruler(said.piece, encoding).range(said.span))
