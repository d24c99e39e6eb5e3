"""A corpus as its author wrote it: every field optional, every value with its span.

Rules and editor features read this; nothing here says whether the corpus is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, Literal, NamedTuple, TypeVar

from caselens.corpus.shape import ShapeProblem
from caselens.syntax.tree import Mapping, Scalar, Sequence, SyntaxProblem, Tree
from caselens.text import Span

T = TypeVar("T")


class Written(NamedTuple, Generic[T]):
    """A value, where it stands, and the key it stands under (its own span for an item of a list).

    `value` is None when null was written (`state` is "null") or when what was written has another
    type than belongs here ("misfit", which has been reported).
    """

    value: T | None
    span: Span
    key: Span
    state: Literal["given", "null", "misfit"] = "given"
    text: str = ""


class Judgment(NamedTuple):
    """One entry of `relevant`, and the map that holds it."""

    key: Written[str]
    grade: Written[float]
    holder: Mapping


class WrittenCase(NamedTuple):
    """`grip` is the short thing to underline when the case as a whole is meant."""

    span: Span
    grip: Span
    id: Written[str] | None = None
    query: Written[str] | None = None
    k: Written[int] | None = None
    required: tuple[Written[str], ...] = ()
    relevant: tuple[Judgment, ...] = ()
    strangers: tuple[str, ...] = ()
    """Names that are no fields: some may be misspelt ones."""
    expectations_at: Span | None = None
    """The first of the keys `required` and `relevant`, where there is one."""
    expectations_known: bool = True
    """False when something was wrong within `required` or `relevant`, and has been reported."""
    holder: Mapping | None = None
    """The map itself; None for what came through an alias."""

    def named_keys(self) -> Iterator[Written[str]]:
        """Every source key that the case names, each place of it."""
        yield from (key for key in self.required if key.value is not None)
        yield from (judgment.key for judgment in self.relevant)


class WrittenCorpus(NamedTuple):
    tree: Tree
    shape: tuple[ShapeProblem, ...] = ()
    version: Written[int] | None = None
    name: Written[str] | None = None
    description: Written[str] | None = None
    default_k: Written[int] | None = None
    cases: tuple[WrittenCase, ...] = ()
    cases_at: Written[None] | None = None
    """The `cases` field itself."""
    nulls: tuple[Span, ...] = ()
    """Items and keys that are null: they vanish."""

    @property
    def syntax(self) -> tuple[SyntaxProblem, ...]:
        return self.tree.problems

    @property
    def is_misfit(self) -> bool:
        """Whether the document is something else than a mapping, which has been reported."""
        root = self.tree.root
        return isinstance(root, Sequence) or (isinstance(root, Scalar) and bool(self.shape))

    @property
    def is_block(self) -> bool:
        return isinstance(self.tree.root, Mapping) and not self.tree.root.flow
