"""One version of one file, and everything that follows from its text."""

from __future__ import annotations

from functools import cached_property

from caselens.corpus.accepted import Corpus, accept
from caselens.corpus.digest import digest
from caselens.corpus.reading import read
from caselens.corpus.written import WrittenCorpus
from caselens.ports import KeyLookup
from caselens.rules import check
from caselens.rules.rule import Context, Finding
from caselens.syntax.parse import parse
from caselens.text import SourceText


class Analysis:
    """`keys` is what the rows said of the keys, or None while they have not been asked."""

    def __init__(self, source: SourceText, written: WrittenCorpus, keys: KeyLookup | None = None) -> None:
        self.source = source
        self.written = written
        self.keys = keys

    def with_keys(self, keys: KeyLookup | None) -> Analysis:
        """The same text, its keys looked up."""
        return Analysis(self.source, self.written, keys)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        return check(Context(self.source, self.written, self.keys))

    @property
    def refusals(self) -> int:
        return sum(finding.refuses for finding in self.findings)

    @cached_property
    def corpus(self) -> Corpus | None:
        """The accepted corpus; None when a rule refuses it."""
        return None if self.refusals else accept(self.written)

    @cached_property
    def digest(self) -> str | None:
        return digest(self.corpus) if self.corpus else None

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """Every source key that the file names."""
        return frozenset(
            key.value for case in self.written.cases for key in case.named_keys() if key.value is not None
        )


def analyse(content: str) -> Analysis:
    """The analysis of a text. Never raises on bad input."""
    return Analysis(SourceText(content), read(parse(content)))
