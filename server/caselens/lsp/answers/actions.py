"""What can be done at a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from caselens.features import actions, annotate
from caselens.features.change import Action
from caselens.lsp.answers.edits import text_edits, workspace_edit
from caselens.lsp.convert import column_of, diagnostic
from caselens.lsp.documents import Document
from caselens.lsp.names import RUN_ALL, RUN_CASE, RUN_KIND

if TYPE_CHECKING:
    from caselens.lsp.session import Session

QUICK_FIX, REFACTOR, SOURCE = "quickfix", "refactor.rewrite", "source"


def code_actions(
    session: Session, document: Document, params: types.CodeActionParams
) -> list[types.CodeAction]:
    place, last = params.range.start, params.range.end.line
    column = column_of(document.picture.lines, place, session.encoding)
    found: list[types.CodeAction] = []
    if _wanted(params, QUICK_FIX):
        found.extend(_quick_fixes(session, document, place.line, last))
    if _wanted(params, REFACTOR):
        offered = actions.case_actions(document.picture, document.results, place.line, column)
        found.extend(_actions(session, document, params, offered))
    if _wanted(params, RUN_KIND) and session.server.trusted:
        found.extend(_runs(document, place.line))
    if _about_file(params):
        found.extend(_actions(session, document, params, actions.fix_all(document.picture)))
        offered = annotate.annotate_all(document.picture, document.results)
        found.extend(_actions(session, document, params, offered))
    return found


def _quick_fixes(session: Session, document: Document, first: int, last: int) -> Iterator[types.CodeAction]:
    for mend in actions.mends(document.picture, first, last):
        edits = text_edits(((mend.at, edit) for edit in mend.fix.edits), session.encoding)
        yield types.CodeAction(
            mend.fix.title,
            types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic(mend.piece, mend.finding, document.uri, session.encoding)],
            is_preferred=mend.preferred,
            edit=workspace_edit(session, {document.uri: edits}),
        )


def _actions(
    session: Session, document: Document, params: types.CodeActionParams, found: Iterable[Action]
) -> Iterator[types.CodeAction]:
    for action in found:
        if _wanted(params, action.kind):
            edits = text_edits(action.changes, session.encoding)
            edit = workspace_edit(session, {document.uri: edits})
            yield types.CodeAction(action.title, action.kind, edit=edit)


def _runs(document: Document, line: int) -> Iterator[types.CodeAction]:
    for run in actions.runs(document.picture, line):
        arguments = [document.uri, run.case] if run.case else [document.uri]
        command = types.Command(run.title, RUN_CASE if run.case else RUN_ALL, arguments=arguments)
        yield types.CodeAction(run.title, RUN_KIND, command=command)


def _wanted(params: types.CodeActionParams, kind: str) -> bool:
    only = params.context.only
    return not only or any(kind == wanted or kind.startswith(f"{wanted}.") for wanted in only)


def _about_file(params: types.CodeActionParams) -> bool:
    """Whether what concerns all of a file is asked for: by its kind, or by an author who looks at a list."""
    only = params.context.only
    if only:
        return any(wanted == SOURCE or wanted.startswith(f"{SOURCE}.") for wanted in only)
    return params.context.trigger_kind == types.CodeActionTriggerKind.Invoked
