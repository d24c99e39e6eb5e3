"""What can be done at a place."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from caselens.features import actions
from caselens.lsp.convert import Ruler, diagnostic
from caselens.lsp.documents import Document
from caselens.lsp.names import RUN_ALL, RUN_CASE, RUN_KIND


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
