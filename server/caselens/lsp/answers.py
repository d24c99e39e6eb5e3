"""What the features say, as the protocol's answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lsprotocol import types

from caselens.features import actions
from caselens.features.hints import hints
from caselens.features.hover import hover as features_hover
from caselens.features.lenses import Lens, lenses
from caselens.lsp.convert import Ruler, diagnostic, index_of
from caselens.lsp.documents import Document, uncollected
from caselens.lsp.names import CANCEL, RUN_ALL, RUN_CASE, RUN_KIND

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
    if not 0 <= place.line < len(document.picture.lines):
        return None
    column = index_of(document.picture.lines[place.line].rstrip("\r\n"), place.character, encoding)
    said = features_hover(document.picture, document.results, place.line, column)
    if said is None:
        return None
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.Hover(types.MarkupContent(kind, said.text), Ruler(said.piece, encoding).range(said.span))


def code_actions(
    document: Document, params: types.CodeActionParams, trusted: bool, encoding: str
) -> list[types.CodeAction]:
    first, last = params.range.start.line, params.range.end.line
    found: list[types.CodeAction] = []
    if _wanted(params, types.CodeActionKind.QuickFix):
        found.extend(_quick_fixes(document, first, last, encoding))
    if _wanted(params, RUN_KIND) and trusted:
        found.extend(_runs(document, first))
    return found


def _quick_fixes(document: Document, first: int, last: int, encoding: str) -> Iterator[types.CodeAction]:
    for mend in actions.mends(document.picture, first, last):
        ruler = Ruler(mend.piece, encoding)
        edits = [types.TextEdit(ruler.range(edit.span), edit.replacement) for edit in mend.fix.edits]
        yield types.CodeAction(
            mend.fix.title,
            types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic(mend.piece, mend.finding, document.uri, encoding)],
            is_preferred=mend.preferred,
            edit=types.WorkspaceEdit(changes={document.uri: edits}),
        )


def _runs(document: Document, line: int) -> Iterator[types.CodeAction]:
    for run in actions.runs(document.picture, line):
        arguments = [document.uri, run.case] if run.case else [document.uri]
        command = types.Command(run.title, RUN_CASE if run.case else RUN_ALL, arguments=arguments)
        yield types.CodeAction(run.title, RUN_KIND, command=command)


def _wanted(params: types.CodeActionParams, kind: str) -> bool:
    only = params.context.only
    return not only or any(kind == wanted or kind.startswith(f"{wanted}.") for wanted in only)
