"""What is asked about the runs that were kept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from caselens.adapters import configuration
from caselens.adapters.home import made, replace
from caselens.adapters.runs import RunFiles
from caselens.features.past import of_case
from caselens.history import named
from caselens.lsp.documents import Document
from caselens.ports import PortError
from caselens.project import relative
from caselens.text import quoted

if TYPE_CHECKING:
    from caselens.lsp.session import Session

SHOWN = "shown"
"""The folder of what was shown last, beside the runs."""


async def compared(session: Session, uri: str) -> dict[str, object]:
    """The last run of a corpus beside its baseline or the run before. Raises `PortError`."""
    _, place = _asked(session, uri)
    told: dict[str, Any] = await session.runner.run({"kind": "compare", "path": str(place)})
    await _show(session, place, "comparison", told["markdown"])
    return told


async def history(session: Session, uri: str, case: str) -> dict[str, object]:
    """How a case did in the last runs, as Markdown. Raises `PortError`."""
    document, place = _asked(session, uri)
    text = of_case(case, await session.kept.of(session, document))
    if not text:
        raise PortError(f"no run of the case {quoted(case)} is kept")
    await _show(session, place, "history", text + "\n")
    return {"markdown": text}


async def set_baseline(session: Session, uri: str, run: str) -> dict[str, object]:
    """Compare a corpus with a run from now on, or with none. Raises `PortError`."""
    _, place = _asked(session, uri)

    def keep() -> str:
        files, name = _files(place)
        called = named(files, run, name) if run else ""
        files.set_baseline(name, called)
        return called

    called = await session.aside(keep)
    session.server.refresh_shown()
    return {"baseline": called}


def _asked(session: Session, uri: str) -> tuple[Document, Path]:
    document = session.corpus(uri)
    place = session.place_of(document) if document else None
    if document is None or place is None:
        raise PortError("the file is not open, or is no corpus")
    if not session.server.trusted:
        raise PortError("no runs are looked at in a workspace that is not trusted")
    return document, place


def _files(corpus: Path) -> tuple[RunFiles, str]:
    """The runs that a corpus belongs to, and what they call it."""
    path = configuration.find(corpus)
    if path is None:
        raise PortError("there is no caselens.yaml in a folder above this file, so no runs are kept")
    return RunFiles(path.parent), relative(corpus, configuration.load(path))


async def _show(session: Session, corpus: Path, what: str, markdown: str) -> None:
    """Show a text to a client that shows documents; it is in the command's answer too."""
    window = session.server.client_capabilities.window
    if window is None or window.show_document is None or not window.show_document.support:
        return

    def write() -> Path:
        files, name = _files(corpus)
        slug = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
        try:
            path = made(files.folder, SHOWN) / f"{slug}-{what}.md"
            replace(path, lambda file: file.write(markdown.encode("utf-8", "backslashreplace")))
        except OSError as error:
            raise PortError(f"the {what} cannot be written: {error.strerror or error}") from None
        return path

    path = await session.aside(write)
    session.server.window_show_document(types.ShowDocumentParams(path.as_uri(), take_focus=False))
