"""The rows that a case's last run returned, and what their reader says of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from caselens.corpus.accepted import Case
from caselens.features import judgements
from caselens.features.judgements import Judgement
from caselens.lsp.answers.edits import applied, text_edits, workspace_edit
from caselens.lsp.documents import Document
from caselens.ports import PortError
from caselens.text import quoted

if TYPE_CHECKING:
    from caselens.lsp.session import Session

ENDLESS = str(math.inf)
"""An endless grade, which JSON has no number for; as schema/run.schema.json has it."""


async def returned(session: Session, uri: str, case: str) -> list[dict[str, object]]:
    """What a case's last run returned and what the case expects, with the texts of the rows; nothing where
    there is no result of the case as it stands. Raises `PortError`.
    """
    document, found = _case(session, uri, case)
    result = document.results.current(found, document.picture.default_k)
    if result is None:
        return []
    if result.incomplete:
        raise PortError(f"the case {quoted(case)} could not be asked: {result.incomplete}")
    rows = list(judgements.returned(found, result))
    texts = await _texts(session, document, [row.key for row in rows if row.rank is not None])
    return [{**row._asdict(), "grade": _told(row.grade), "text": texts.get(row.key, "")} for row in rows]


async def judge(session: Session, uri: str, case: str, said: Any) -> bool:
    """Make a case as it is judged, by one edit; false where the client takes none. Raises `PortError`."""
    document, found = _case(session, uri, case)
    judged = [_judgement(one) for one in said] if isinstance(said, list) else None
    if judged is None or None in judged:
        raise PortError("a judgement has a key, whether it is required, and a grade above 0 or null")
    known = [one for one in judged if one is not None]
    if judgements.expects_nothing(found, known):
        raise PortError(f"the case {quoted(case)} would expect nothing: require or grade one row at least")
    edits = judgements.judged(document.picture, found, known)
    if edits is None:
        raise PortError(f"the case {quoted(case)} is written in a way that has to be edited by hand")
    piece, changes = edits
    if not changes:
        return True
    edit = text_edits(((piece, one) for one in changes), session.encoding)
    return await applied(session, workspace_edit(session, {document.uri: edit}), f"Judge {case}")


def _case(session: Session, uri: str, case: str) -> tuple[Document, Case]:
    document = session.corpus(uri)
    if document is None:
        raise PortError("the file is not open, or is no corpus")
    session.settle(document)
    for placed in document.picture.cases():
        if placed.case is not None and placed.case.id == case and not placed.broken:
            return document, placed.case
    raise PortError(f"there is no case {quoted(case)} in the file, or it is refused")


async def _texts(session: Session, document: Document, keys: list[str]) -> dict[str, str]:
    """The texts of the rows with some keys, as far as they can be had."""
    corpus = session.place_of(document)
    if corpus is None or not session.server.trusted:
        return {}
    seen = await session.lookups.texts(corpus, keys)
    return {row.key: row.text for row in seen.rows} if seen else {}


def _told(grade: float | None) -> float | str | None:
    return ENDLESS if grade == math.inf else grade


def _judgement(said: Any) -> Judgement | None:
    match said:
        case {"key": str(key), "required": bool(required), "grade": grade}:
            pass
        case _:
            return None
    if grade == ENDLESS:
        return Judgement(key, required, math.inf)
    if grade is None:
        return Judgement(key, required, None)
    is_number = isinstance(grade, int | float) and not isinstance(grade, bool)
    return Judgement(key, required, float(grade)) if is_number and 0 < grade < math.inf else None
