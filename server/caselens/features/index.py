"""What is remembered of a corpus: its cases, the keys it names, and what of it could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from caselens.features.mentions import may_name, unread
from caselens.features.outline import outline
from caselens.features.picture import Picture
from caselens.features.search import MOST, Fit, Searched, Wanted, searched
from caselens.lines import split

T = TypeVar("T")

LONGEST_QUERY = 200
"""Characters of a query that are remembered."""


class Cases(NamedTuple):
    """Of every case its first line, its name, and the beginning of its query, each in a list of its own.

    There may be a hundred thousand: to search through objects would take longer than an answer may.
    """

    lines: Sequence[int]
    names: Sequence[str]
    queries: Sequence[str]
    searched: Searched


class Indexed(NamedTuple):
    """A corpus: its cases, the keys that each of its parts names, and the text in which it may name others.

    The parts begin at the lines `starts`, which also has the line after the last.
    """

    cases: Cases
    starts: Sequence[int]
    keys: Sequence[tuple[str, ...]]
    unread: str

    def may_name(self, key: str) -> bool:
        return any(key in keys for keys in self.keys) or (bool(self.unread) and may_name(self.unread, key))


def cases_of(picture: Picture) -> Cases:
    """Every case that the outline of a corpus has."""
    parts = picture.parts
    cases = [chunk.case for chunk in parts.chunks if chunk.case] if parts and picture.trusted else []
    if parts and len(cases) == len(parts.chunks):
        lines, names, queries = parts.starts, [case.id for case in cases], [case.query for case in cases]
    else:
        found = list(outline(picture))
        lines, names = [symbol.line for symbol in found], [symbol.name for symbol in found]
        queries = [symbol.detail for symbol in found]
    queries = [query[:LONGEST_QUERY] for query in queries]
    return Cases(lines, names, queries, searched(names, queries))


def indexed(picture: Picture) -> Indexed:
    cases, parts = cases_of(picture), picture.parts
    if parts is not None and picture.trusted:
        return Indexed(cases, parts.starts, [chunk.keys for chunk in parts.chunks], "")
    rest = "".join(text for _, text in unread(picture))
    return Indexed(cases, (0, len(picture.lines)), [tuple(picture.mentioned)], rest)


def excerpt(content: str, known: Indexed, key: str) -> str:
    """A text without the parts that do not name a key. What is left stands where it stood."""
    lines = split(content)
    if known.unread or len(lines) != known.starts[-1]:
        return content
    for (first, last), keys in zip(pairwise(known.starts), known.keys, strict=True):
        if key not in keys:
            lines[first:last] = ["\n"] * (last - first)
    return "".join(lines)


class Match(NamedTuple, Generic[T]):
    """A case that fits what was typed. `query` is empty where its name alone fits."""

    where: T
    line: int
    name: str
    query: str


def matches(corpora: Iterable[tuple[T, Cases]], typed: str) -> list[Match[T]]:
    """The cases that fit, of all corpora, the best first."""
    wanted = Wanted(typed)
    rated: tuple[list[Match[T]], ...] = tuple([] for _ in Fit)
    for where, cases in corpora:
        for fit, index in wanted.found(cases.searched):
            query = cases.queries[index] if fit is Fit.QUERY else ""
            rated[fit].append(Match(where, cases.lines[index], cases.names[index], query))
    return [match for those in rated for match in those][:MOST]
