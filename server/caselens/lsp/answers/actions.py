"""What can be done at a place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from caselens.features import actions, annotate, specifications
from caselens.features.actions import Mend
from caselens.features.change import Action, Changes
from caselens.features.picture import Picture
from caselens.lsp.answers.edits import plain_edit, plain_edits, snippet_edit, text_edits, workspace_edit
from caselens.lsp.convert import column_of, diagnostic
from caselens.lsp.documents import Document, uncollected
from caselens.lsp.names import COMPARE, RUN_ALL, RUN_CASE, RUN_KIND, RUNS_KIND, SET_BASELINE
from caselens.lsp.protocol import Encoded
from caselens.text import Piece, SourceText

if TYPE_CHECKING:
    from caselens.lsp.session import Session

QUICK_FIX = types.CodeActionKind.QuickFix.value

FILE_TITLES = {actions.FIX_ALL: actions.MEND_ALL, **annotate.TITLES}
"""What is done with a whole file, by its kind."""


def code_actions(
    session: Session, document: Document, params: types.CodeActionParams
) -> list[types.CodeAction]:
    if document.schema != "corpus":
        return list(_renamings(session, document, params)) if document.is_specification else []
    place, last = params.range.start, params.range.end.line
    column = column_of(document.picture.lines, place, session.encoding)
    found: list[types.CodeAction] = []
    if _wanted(params, QUICK_FIX):
        found.extend(_quick_fixes(session, document, place.line, last, column))
    if any(_wanted(params, kind) for kind in actions.CASE_KINDS):
        offered = actions.case_actions(document.picture, document.results, place.line, column)
        wanted = (action for action in offered if _wanted(params, action.kind))
        found.extend(_actions(session, document, wanted))
    if _wanted(params, RUN_KIND) and session.server.trusted:
        found.extend(_runs(document, place.line))
    if _wanted(params, RUNS_KIND) and session.server.trusted:
        found.extend(_about_runs(document))
    # What concerns the file is shown to who looks at a list, not to who moves the cursor.
    if params.context.only or params.context.trigger_kind == types.CodeActionTriggerKind.Invoked:
        found.extend(_of_file(session, document, [kind for kind in FILE_TITLES if _wanted(params, kind)]))
    return found


def _quick_fixes(
    session: Session, document: Document, first: int, last: int, column: int
) -> Iterator[types.CodeAction]:
    for mend in actions.mends(document.picture, first, last, column):
        yield _quick_fix(session, document, mend)


def _quick_fix(session: Session, document: Document, mend: Mend) -> types.CodeAction:
    edits = text_edits(((mend.at, edit) for edit in mend.fix.edits), session.encoding)
    return types.CodeAction(
        mend.fix.title,
        types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(mend.piece, mend.finding, document.uri, session.encoding)],
        is_preferred=mend.preferred,
        edit=workspace_edit(session, {document.uri: edits}),
    )


def _renamings(
    session: Session, document: Document, params: types.CodeActionParams
) -> Iterator[types.CodeAction]:
    """The fixes of what is wrong with a specification, in the lines of the request."""
    if _wanted(params, QUICK_FIX):
        piece = Piece(0, SourceText(document.picture.content))
        for finding in specifications.checked(piece.source.content).findings:
            line = piece.source.line_of(finding.span.start)
            if params.range.start.line <= line <= params.range.end.line:
                for fix in finding.fixes:
                    yield _quick_fix(session, document, Mend(piece, finding, fix, fix.safe, piece))


def _actions(session: Session, document: Document, found: Iterable[Action]) -> Iterator[types.CodeAction]:
    for action in found:
        edits = text_edits(action.changes, session.encoding)
        edit = snippet_edit(session, document.uri, edits[0], action.stops) if action.stops else None
        edit = edit or workspace_edit(session, {document.uri: edits})
        yield types.CodeAction(action.title, action.kind, edit=edit)


def _runs(document: Document, line: int) -> Iterator[types.CodeAction]:
    for run in actions.runs(document.picture, line):
        arguments = [document.uri, run.case] if run.case else [document.uri]
        command = types.Command(run.title, RUN_CASE if run.case else RUN_ALL, arguments=arguments)
        yield types.CodeAction(run.title, RUN_KIND, command=command)


def _about_runs(document: Document) -> Iterator[types.CodeAction]:
    """What can be done with the last run of all cases."""
    if document.results.kept:
        arguments = [document.uri, document.results.kept]
        title = "Set the last run as baseline"
        yield types.CodeAction(
            title, RUNS_KIND, command=types.Command(title, SET_BASELINE, arguments=arguments)
        )
    if document.results.base:
        title = f"Compare the last run with {document.results.base}"
        yield types.CodeAction(
            title, RUNS_KIND, command=types.Command(title, COMPARE, arguments=[document.uri])
        )


def _wanted(params: types.CodeActionParams, kind: str) -> bool:
    only = params.context.only
    return not only or any(kind == wanted or kind.startswith(f"{wanted}.") for wanted in only)


# -- the whole file ------------------------------------------------------------------------------------


def _of_file(session: Session, document: Document, kinds: list[str]) -> Iterator[types.CodeAction]:
    """What can be done with all of a file: its edits at once only for a client that asks for no more."""
    picture, results = document.picture, document.results
    if _resolves(session):
        data = {"uri": document.uri, "version": document.version}
        may = {*annotate.offers(picture, results)} if kinds != [actions.FIX_ALL] else set()
        may |= {actions.FIX_ALL} if actions.can_fix_all(picture) else set()
        yield from (types.CodeAction(FILE_TITLES[kind], kind, data=data) for kind in kinds if kind in may)
        return
    for kind in kinds:
        if changes := _changes(document, picture, kind):
            yield from _actions(session, document, [Action(FILE_TITLES[kind], kind, changes)])


async def resolved(session: Session, action: types.CodeAction) -> types.CodeAction | Encoded:
    """The action with its edits, unless the file is another by now."""
    match action.data:
        case {"uri": str(uri), "version": int(asked)} as data:
            document = session.corpus(uri)
        case _:
            return action  # it is none of ours, or one that needs no more
    kind = action.kind.value if isinstance(action.kind, types.CodeActionKind) else action.kind
    if document is None or document.version != asked or kind not in FILE_TITLES:
        return action
    content, version, ignored = document.picture.content, document.version, document.picture.ignored

    def found() -> Encoded:
        # From the text alone, off the loop: the picture goes on changing under the author's hands.
        with uncollected():
            picture = Picture(content, session.largest)
            picture.settle()
            picture.ignore(ignored)
            edits = list(plain_edits(_changes(document, picture, kind), session.encoding))
        edit = plain_edit(session, uri, version, edits)
        return Encoded(json.dumps({"title": action.title, "kind": kind, "data": data, "edit": edit}))

    return await session.aside(found)


def _changes(document: Document, picture: Picture, kind: str) -> Changes:
    if kind == actions.FIX_ALL:
        return next((action.changes for action in actions.fix_all(picture)), ())
    return tuple(annotate.changes(picture, document.results, kind))


def _resolves(session: Session) -> bool:
    """Whether the client asks for the edits of the action that its author chose."""
    text = session.server.client_capabilities.text_document
    can = text.code_action.resolve_support if text and text.code_action else None
    return bool(can and "edit" in can.properties)
