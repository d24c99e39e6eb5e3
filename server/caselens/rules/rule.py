"""What a rule is, what it says, and what it may look at."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from enum import Flag, StrEnum, auto
from typing import NamedTuple

from caselens.corpus.written import WrittenCase, WrittenCorpus
from caselens.ports import KeyLookup
from caselens.text import Edit, Piece, SourceText, Span


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


class Scope(Flag):
    """What a rule must see to speak: one case, what surrounds the cases, or all of them together."""

    CASE = auto()
    FRAME = auto()
    FILE = auto()


class Turn(NamedTuple):
    """When the reference would come to a refusal: it stops at the first, and so a lower turn wins.

    `place` orders what one stage comes to one by one: offsets, or the numbers of cases. A stage that
    reports everything at once has one place.
    """

    stage: int
    place: int = 0
    step: int = 0


SYNTAX, ABORT, SHAPE, VERSION, CASES, CASE_BY_CASE = range(6)

ONE_BY_ONE = frozenset([SYNTAX, ABORT, CASE_BY_CASE])


class Fix(NamedTuple):
    """An edit that mends a finding. A safe one changes nothing that the author meant."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False


class Related(NamedTuple):
    """Another place that a finding speaks of; in the same piece of the text unless it names its own."""

    span: Span
    message: str
    piece: Piece | None = None


class Spot(NamedTuple):
    """What a rule yields: one short thing to underline, and what to say about it.

    `turn` is None where the reference would not come to it.
    """

    span: Span
    message: str
    turn: Turn | None = None
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()


class Finding(NamedTuple):
    """`refuses`: the corpus has no digest. `decisive`: the reference would stop at this one.

    `turn` is what decides that, among all findings of a file.
    """

    code: str
    severity: Severity
    span: Span
    message: str
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    refuses: bool = False
    decisive: bool = False
    turn: Turn | None = None


class Context(NamedTuple):
    """`keys` is None where no generation claims the corpus: then rules about keys are silent. `default_k` is
    the corpus's, for a part of it that does not have it.
    """

    source: SourceText
    corpus: WrittenCorpus
    keys: KeyLookup | None = None
    default_k: int | None = None

    def depth(self, case: WrittenCase) -> int:
        """How many rows count in a case; 0 where only a run decides."""
        own = (case.k.value if case.k else None) or 0
        if own > 0:
            return own
        if self.default_k is not None:
            return max(0, self.default_k)
        written = self.corpus.default_k
        return max(0, (written.value if written else None) or 0)


Check = Callable[[Context], Iterator[Spot]]


class Rule(NamedTuple):
    """`explanation` is the rule's page: the docstring of its module. `example_keys` is what the rows
    say in its examples.
    """

    code: str
    title: str
    severity: Severity
    refuses: bool
    explanation: str
    check: Check
    scope: Scope
    example_keys: KeyLookup | None = None


def rule(
    code: str,
    title: str,
    scope: Scope,
    severity: Severity = Severity.ERROR,
    refuses: bool = True,
    example_keys: KeyLookup | None = None,
) -> Callable[[Check], Rule]:
    """Declare the rule of a module. A released code keeps its meaning."""

    def declare(check: Check) -> Rule:
        page = sys.modules[check.__module__].__doc__ or ""
        return Rule(code, title, severity, refuses, page.strip(), check, scope, example_keys)

    return declare
