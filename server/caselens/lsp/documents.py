"""The open files: their text as the client has it, and what follows from it.

It stands in place of pygls's own documents, whose lines end where LSP's do not.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from urllib.parse import unquote

from lsprotocol import types
from pygls.uris import to_fs_path

from caselens.features.index import Cases, cases_of
from caselens.features.picture import Picture
from caselens.features.recognition import is_configuration, is_corpus, is_specification
from caselens.features.results import Results
from caselens.lines import Position
from caselens.lsp.convert import index_of

MUCH = 50_000
"""New objects from which it takes long to look through them for garbage."""


@dataclass
class Document:
    """An open file. `running` says how far a run of it is; empty when none is under way. `looked_up` is when
    all its keys were last asked about, as `monotonic` has it; `looked_back` once earlier runs have been seen.

    A file that was once a corpus or a specification stays one, so that a half-typed state does not put the
    lights out.
    """

    uri: str
    version: int
    picture: Picture
    results: Results = field(default_factory=Results)
    running: str = ""
    is_corpus: bool = False
    is_specification: bool = False
    looked_up: float = field(default_factory=monotonic)
    looked_back: bool = False
    _cases: tuple[object, Cases] | None = None

    @property
    def is_configuration(self) -> bool:
        return is_configuration(self.uri)

    @property
    def schema(self) -> str:
        """The name of the schema that describes the file."""
        return "caselens" if self.is_configuration else "specification" if self.is_specification else "corpus"

    @property
    def path(self) -> Path | None:
        """Where the file is; None for a buffer that has never been saved."""
        name = to_fs_path(self.uri)
        return Path(name) if name else None

    @property
    def is_untitled(self) -> bool:
        return self.uri.startswith("untitled:")

    @property
    def may_be_claimed(self) -> bool:
        """Whether a configuration may say that the file is a corpus or a specification."""
        return not (self.is_configuration or self.is_specification) and self.uri.endswith((".yaml", ".yml"))

    @property
    def real_path(self) -> Path | None:
        """Where the file is once links are followed: the same for all names of one file."""
        return self.path.resolve() if self.path else None

    def cases(self) -> Cases:
        """The cases as a search through all corpora wants them, found once for each version."""
        state = self.version, self.picture.whole
        if self._cases is None or self._cases[0] != state:
            self._cases = state, cases_of(self.picture)
        return self._cases[1]

    def change(
        self, changes: Sequence[types.TextDocumentContentChangeEvent], version: int, encoding: str
    ) -> None:
        """Apply the edits of one notification, in order."""
        index = partial(index_of, encoding=encoding)
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = change.range.start, change.range.end
                here, there = Position(start.line, start.character), Position(end.line, end.character)
                self.picture.edit(here, there, change.text, index)
            else:
                with uncollected():
                    self.picture.replace(change.text)
        self.version = version
        self.recognise()

    def recognise(self) -> None:
        """Take the file for what its name or its text says, unless it is known already."""
        if not (self.is_corpus or self.is_specification or self.is_configuration) and _is_ours(self.uri):
            content = self.picture.content
            self.is_corpus = is_corpus(self.uri, content)
            self.is_specification = is_specification(self.uri, content)


def opened(item: types.TextDocumentItem, largest: int) -> Document:
    with uncollected():
        picture = Picture(item.text, largest)
    document = Document(item.uri, item.version, picture)
    document.recognise()
    return document


def _is_ours(uri: str) -> bool:
    """Files and new buffers only: what else an editor shows, such as an older version, is to be read."""
    return uri.partition(":")[0] in ("file", "untitled")


def same(uri: str) -> str:
    """One spelling of all those that clients have for a file: `:` may be escaped, a drive in either case."""
    if not uri.startswith("file:"):
        return uri
    plain = unquote(uri)
    drive = re.match(r"file:///([A-Za-z]):", plain)
    return f"file:///{drive[1].lower()}:{plain[drive.end() :]}" if drive else plain


@contextmanager
def uncollected() -> Iterator[None]:
    """While much is made that will stay, or go all at once: looking for garbage would double the time."""
    gc.disable()
    try:
        yield
    finally:
        if gc.get_count()[0] > MUCH:
            # It has no cycles, and goes when nobody knows it any more.
            gc.freeze()
        gc.enable()
