"""What is asked about corpora as such: which there are, how they stand, and what their cases are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from pygls.uris import to_fs_path

from caselens.features.listing import Listed, listing
from caselens.features.picture import Picture
from caselens.lsp.convert import width
from caselens.lsp.documents import uncollected
from caselens.lsp.protocol import Encoded
from caselens.lsp.statuses import values
from caselens.lsp.workspace import text_of, uri_of
from caselens.ports import PortError

if TYPE_CHECKING:
    from caselens.lsp.session import Session


async def corpora(session: Session) -> list[str]:
    """The URIs of all corpora of the workspace: those in its folders, and what is open besides."""
    opened = [document for document in session.documents.values() if document.is_corpus]
    places = {document.real_path for document in opened}
    listed = await session.workspace.corpora()
    return [
        *(uri_of(path) for path, real in listed.items() if real not in places),
        *(document.uri for document in opened),
    ]


def status(session: Session, uri: str) -> dict[str, object] | None:
    """How an open corpus stands; None of another file."""
    document = session.corpus(uri)
    return values(document) if document else None


async def cases(session: Session, uri: str) -> Encoded:
    """The cases of a corpus, open or not. Raises `PortError`."""
    document = session.corpus(uri)
    if document is not None:
        session.settle(document)
        return _encoded(document.picture, session.encoding)
    path = to_fs_path(uri) if uri.startswith("file:") else None
    encoding, largest = session.encoding, session.largest

    def read() -> Encoded | None:
        text = text_of(Path(path)) if path else None
        if text is None:
            return None
        with uncollected():
            picture = Picture(text, largest)
            picture.settle()
            return _encoded(picture, encoding)

    found = await session.aside(read)
    if found is None:
        raise PortError("the file is not there, or is no corpus")
    return found


def _encoded(picture: Picture, encoding: str) -> Encoded:
    """Text at once: there may be ten thousand."""
    last = len(picture.lines) - 1
    end = {"line": last, "character": width(picture.lines[-1], encoding)}

    def value(case: Listed) -> dict[str, object]:
        until = end if case.end > last else {"line": case.end, "character": 0}
        return {
            "id": case.id,
            "query": case.query,
            "range": {"start": {"line": case.line, "character": 0}, "end": until},
            "refused": case.refused,
        }

    return Encoded(json.dumps([value(case) for case in listing(picture)]))
