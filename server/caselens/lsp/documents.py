"""The open files: their text as the client has it, and what follows from it.

It stands in place of pygls's own documents, whose lines end where LSP's do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lsprotocol import types
from pygls.uris import to_fs_path

from caselens.features.analysis import Analysis, analyse
from caselens.features.recognition import is_corpus
from caselens.features.results import Results
from caselens.lsp.convert import Ruler
from caselens.ports import KeyLookup
from caselens.text import SourceText


@dataclass
class Document:
    """An open file. `running` says how far a run of it is; empty when none is under way.

    A file that was once a corpus stays one, so that a half-typed state does not put the lights out.
    """

    uri: str
    version: int
    analysis: Analysis
    results: Results = field(default_factory=Results)
    running: str = ""
    is_corpus: bool = False

    @property
    def path(self) -> Path | None:
        """Where the file is; None for a buffer that has never been saved."""
        name = to_fs_path(self.uri)
        return Path(name) if name else None

    def change(
        self, changes: Sequence[types.TextDocumentContentChangeEvent], version: int, encoding: str
    ) -> None:
        """Apply the edits of one notification, in order."""
        content = self.analysis.source.content
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                span = Ruler(SourceText(content), encoding).span(change.range)
                content = content[: span.start] + change.text + content[span.end :]
            else:
                content = change.text
        previous = self.analysis
        self.version = version
        self.analysis = analyse(content)
        if previous.keys is not None:
            self.analysis = self.analysis.with_keys(provisional(previous, self.analysis))
        self.is_corpus = self.is_corpus or is_corpus(self.uri, content)


def provisional(previous: Analysis, now: Analysis) -> KeyLookup | None:
    """What is known of the keys until they are looked up again: those that had no row still have none."""
    keys = previous.keys
    if keys is None or keys.unread:
        return keys
    lost = previous.mentioned - keys.found
    return KeyLookup(keys.origin, now.mentioned - lost, keys.nearest)


def opened(item: types.TextDocumentItem) -> Document:
    return Document(item.uri, item.version, analyse(item.text), is_corpus=is_corpus(item.uri, item.text))
