"""What the features say, as the protocol's answers."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from caselens.features import actions
from caselens.features.hints import hints
from caselens.features.lenses import Lens, lenses
from caselens.lsp.convert import Ruler, diagnostic
from caselens.lsp.documents import Document
from caselens.lsp.names import CANCEL, RUN_ALL, RUN_CASE, RUN_KIND


def code_lenses(document: Document, trusted: bool) -> list[types.CodeLens]:
    found = lenses(document.picture, document.results, document.running, trusted)
    return [types.CodeLens(_at(lens.line), _command(lens, document)) for lens in found]


def _at(line: int) -> types.Range:
    return types.Range(types.Position(line, 0), types.Position(line, 0))


def _command(lens: Lens, document: Document) -> types.Command:
    match lens.action:
        case "run-all" | "run-case":
            return _run(lens.title, document, lens.case)
        case "cancel":
            return types.Command(lens.title, CANCEL, arguments=[document.uri])
    return types.Command(lens.title, "")


def _run(title: str, document: Document, case: str) -> types.Command:
    """The command that runs one case, or all where none is named."""
    if case:
        return types.Command(title, RUN_CASE, arguments=[document.uri, case])
    return types.Command(title, RUN_ALL, arguments=[document.uri])


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
        yield types.CodeAction(run.title, RUN_KIND, command=_run(run.title, document, run.case))


def _wanted(params: types.CodeActionParams, kind: str) -> bool:
    only = params.context.only
    return not only or any(kind == wanted or kind.startswith(f"{wanted}.") for wanted in only)
