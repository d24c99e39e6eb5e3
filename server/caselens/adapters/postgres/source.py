"""The source table of a generation in PostgreSQL: which keys it has, and rows by key and by typed words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

from caselens.adapters.postgres import catalog, source_sql, sql
from caselens.adapters.postgres.connection import Session, TooSlow
from caselens.ports import KeyLookup, PortError, Row
from caselens.specification.accepted import Specification
from caselens.specification.text import prepared

LOOKUP_SECONDS, FAVOUR_SECONDS = 5.0, 0.5

MOST_COUNTED = 10_000
"""Rows that are counted; how many more there are is not worth the time."""

MOST_MISSING = 50
MOST_ALIKE = 200
"""Keys without a row for which others are looked for, and how many that begin as one of them does."""


class PostgresSource:
    """Rows of the source table, and which of them a generation has. `identity` is the generation's.

    Nothing is asked before the first question; each may raise `PortError`.
    """

    def __init__(
        self, specification: Specification, identity: str, reference: str, seconds: float = LOOKUP_SECONDS
    ) -> None:
        self._specification = specification
        self._source = specification.source
        self._identity = identity
        self._session = Session(reference, seconds=seconds)
        # What is a favour rather than an answer must not keep anybody waiting.
        self._hurried = Session(reference, seconds=min(seconds, FAVOUR_SECONDS))
        self.origin = ".".join(name for name in (self._source.schema, self._source.table) if name)

    def close(self) -> None:
        self._session.close()
        self._hurried.close()

    def lookup(self, keys: frozenset[str]) -> KeyLookup:
        """What source and generation say of `keys`, in one query; `unread` where they cannot be asked."""
        try:
            answers = self._answers(keys)
            nearest = self._nearest(sorted(keys - answers.keys())[:MOST_MISSING])
            rows = self._counted
        except PortError as error:
            return KeyLookup(self.origin, unread=str(error))
        outside = frozenset(key for key, (is_inside, _) in answers.items() if not is_inside)
        bare = frozenset(key for key, (_, has_vector) in answers.items() if not has_vector)
        return KeyLookup(
            self.origin,
            frozenset(answers),
            nearest,
            rows=rows,
            outside=outside,
            unembedded=bare - outside,
            components=len(self._source.key_fields),
        )

    def by_key(self, keys: Sequence[str]) -> tuple[Row, ...]:
        """The rows with some keys, also those outside the filter, with the texts that are embedded."""
        known, arrays = self._asked(dict.fromkeys(keys))
        if not known:
            return ()
        statement = source_sql.rows_by_key(self._source, self._columns)
        found = sorted(self._session.rows(statement, arrays), key=lambda row: row[0])
        return tuple(self._rows(row[1:] for row in found))

    def search(
        self, typed: str, most: int, without: Collection[str] = (), first: Sequence[str] = ()
    ) -> tuple[Row, ...]:
        """At most `most` rows whose key or text has every typed word, those of `first` before the others."""
        words = typed.split()
        if most <= 0 or not sql.components(typed, 1):
            return ()
        rows: dict[str, Row] = {}
        for row in self.by_key([*first, typed.strip()]):
            if _has(row, words):
                rows.setdefault(row.key, row)
        patterns = [source_sql.pattern(word) for word in (*words, typed.strip())]
        patterns[-1] = patterns[-1][1:]
        values = (*patterns, most + len(without))
        for row in self._rows(self._session.rows(source_sql.matching(self._source, len(words)), values)):
            rows.setdefault(row.key, row)
        return tuple(row for key, row in rows.items() if key not in without)[:most]

    @cached_property
    def _columns(self) -> tuple[sql.Column, ...]:
        """The key's columns in the source table, where the input fields are too."""
        source = self._source
        names = (*source.key_fields, *source.input_fields)
        return catalog.columns(self._session, source.schema, source.table, names)[: len(source.key_fields)]

    @cached_property
    def _generation(self) -> tuple[tuple[sql.Column, ...], str]:
        """The key's columns where the vectors are, and the generation there."""
        target, keys = self._specification.target, self._source.key_fields
        needed = (*keys, target.column, f"{target.column}_generation")
        found = catalog.columns(self._session, target.schema, target.table, needed)[: len(keys)]
        return found, catalog.generation(self._session, target, self._identity)

    @cached_property
    def _counted(self) -> int:
        """How many rows are within the filter; 0 of more than are counted."""
        try:
            ((count,),) = self._hurried.rows(source_sql.some(self._source), (MOST_COUNTED + 1,))
        except TooSlow:
            return 0
        return count if count <= MOST_COUNTED else 0

    def _answers(self, keys: Iterable[str]) -> dict[str, tuple[bool, bool]]:
        """For each key with a row: whether it is within the filter, and whether it has a vector."""
        known, arrays = self._asked(keys)
        if not known:
            return {}
        target, generation = self._generation
        statement = source_sql.answers(self._specification, self._columns, target)
        rows = self._session.rows(statement, (*arrays, generation))
        return {known[number - 1]: (inside, vector) for number, has, inside, vector in rows if has}

    def _asked(self, keys: Iterable[str]) -> tuple[list[str], list[list[str]]]:
        """The keys that a row may have, and their components, column by column."""
        width = len(self._source.key_fields)
        parts = {key: part for key in keys if (part := sql.components(key, width))}
        return list(parts), [list(column) for column in zip(*parts.values(), strict=True)]

    def _rows(self, found: Iterable[tuple[str | None, ...]]) -> list[Row]:
        width = len(self._source.key_fields)
        # As a reader wants it: whole, and also where it is not embedded.
        how = self._specification.preprocessing._replace(max_input_bytes=0)
        rows = []
        for values in found:
            texts = prepared(values[width:], how).texts or ("",)
            rows.append(Row(sql.SEPARATOR.join(value or "" for value in values[:width]), texts[0]))
        return rows

    def _nearest(self, missing: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """For keys without a row, those most like them among the keys that begin alike."""
        possible = [key for key in missing if sql.components(key, key.count(sql.SEPARATOR) + 1)]
        beginnings = [source_sql.pattern(key[: (len(key) + 1) // 2])[1:] for key in possible]
        if not beginnings:
            return {}
        try:
            rows = self._hurried.rows(source_sql.beginning(self._source), (beginnings, MOST_ALIKE))
        except TooSlow:
            return {}
        if not rows:
            return {}
        from caselens.adapters.rows.nearest import Likeness

        likeness = Likeness([sql.SEPARATOR.join(part or "" for part in row) for row in rows])
        return {key: near for key in possible if (near := likeness.nearest(key))}


def _has(row: Row, words: Sequence[str]) -> bool:
    here = f"{row.key}\n{row.text}".casefold()
    return all(word.casefold() in here for word in words)
