"""What is asked about the runs that were kept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.uris import to_fs_path

from caselens.adapters import configuration
from caselens.adapters.home import made, replace
from caselens.adapters.runs import RunFiles
from caselens.features.past import of_case
from caselens.history import named
from caselens.history import set_baseline as keep_baseline
from caselens.ports import PortError
from caselens.project import relative
from caselens.text import quoted

if TYPE_CHECKING:
    from caselens.lsp.session import Session

SHOWN = "shown"
"""The folder of what was shown last, beside the runs."""


async def compared(session: Session, uri: str, run: str, base: str) -> dict[str, object]:
    """A run of a corpus beside another: the last beside its baseline or the run before, where none is named.
    Raises `PortError`.
    """
    place = _place(session, uri)
    job = {"kind": "compare", "path": str(place), "run": run, "base": base}
    told: dict[str, Any] = await session.runner.run(job)
    await _show(session, place, "comparison", told["markdown"])
    return told


async def shown(session: Session, uri: str, run: str) -> dict[str, object]:
    """A run as a report. Raises `PortError`."""
    place = _place(session, uri)
    told: dict[str, Any] = await session.runner.run({"kind": "show", "path": str(place), "run": run})
    await _show(session, place, "run", told["markdown"])
    return told


async def history(session: Session, uri: str, case: str) -> dict[str, object]:
    """How a case did in the last runs, as Markdown. Raises `PortError`."""
    place = _place(session, uri)
    text = of_case(case, await session.kept.of(session, place))
    if not text:
        raise PortError(f"no run of the case {quoted(case)} is kept")
    await _show(session, place, "history", text + "\n")
    return {"markdown": text}


async def kept(session: Session, uri: str) -> list[dict[str, object]]:
    """The runs of a corpus that are kept, the latest first. Raises `PortError`."""
    document = session.corpus(uri)
    digest = document.picture.digest if document else None
    return [
        {
            "run": called,
            "completed": run.completed,
            "digest": run.corpus_digest,
            "model": run.model,
            "isModel": run.is_model,
            "asked": len(run.results),
            "cases": run.cases,
            "means": {"recall": run.means.recall, "mrr": run.means.mrr, "ndcg": run.means.ndcg},
            "isBaseline": is_baseline,
            "comparable": run.corpus_digest == digest,
        }
        for called, run, is_baseline in await session.kept.of(session, _place(session, uri))
    ]


async def set_baseline(session: Session, uri: str, run: str) -> dict[str, object]:
    """Compare a corpus with a run from now on, or with none. Raises `PortError`."""
    place = _place(session, uri)

    def keep() -> str:
        files, name = _files(place)
        if not run:
            files.set_baseline(name, "")
            return ""
        called = named(files, run, name)
        keep_baseline(files, called, name)
        return called

    called = await session.aside(keep)
    session.server.refresh_shown()
    return {"baseline": called}


async def delete(session: Session, uri: str, run: str) -> None:
    """Forget a run of a corpus. Raises `PortError`."""
    place = _place(session, uri)

    def forget() -> None:
        files, name = _files(place)
        files.delete(named(files, run, name))

    await session.aside(forget)
    session.server.refresh_shown()


def _place(session: Session, uri: str) -> Path:
    """Where a corpus is, open or not."""
    if not session.server.trusted:
        raise PortError("no runs are looked at in a workspace that is not trusted")
    document = session.corpus(uri)
    path = to_fs_path(uri) if uri.startswith("file:") else None
    place = session.place_of(document) if document else Path(path) if path else None
    if place is None:
        raise PortError("the file is not open, or is no corpus")
    return place


def _files(corpus: Path) -> tuple[RunFiles, str]:
    """The runs that a corpus belongs to, and what they call it."""
    path = configuration.find(corpus)
    if path is None:
        raise PortError("there is no caselens.yaml in a folder above this file, so no runs are kept")
    return RunFiles(path.parent), relative(corpus, configuration.load(path))


async def _show(session: Session, corpus: Path, what: str, markdown: str) -> None:
    """Show a text to a client that shows documents, unless it does so with the command's answer."""
    if session.server.options.get("showsReports") is True:
        return
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
