"""The source keys that could be written at a place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from caselens.corpus.edits import spelling
from caselens.features.completion import Completion, literal
from caselens.features.place import Place, unquoted
from caselens.ports import Row
from caselens.text import visible

LONGEST_TITLE = 60

BEGUN = re.compile(r"\\(?:x[0-9a-fA-F]?)?$")


def expects_key(where: Place) -> bool:
    """Whether a source key belongs at a place."""
    path, role = where.cursor.path, where.cursor.role
    if len(path) < 3 or path[0] != "cases":
        return False
    match path[2:]:
        case ["required"]:
            return role in ("item", "value")
        case ["relevant"]:
            return role in ("key", "value")
    return False


def typed(where: Place) -> str:
    """What is typed of a key, its escapes undone; one that has only begun says nothing yet."""
    found = where.cursor
    meant = unquoted(found.quote + found.typed)
    return BEGUN.sub("", meant) if found.quote == '"' else meant


def completions(where: Place, rows: Sequence[Row], ranks: Mapping[str, int]) -> Iterator[Completion]:
    """The keys of some rows. `ranks` are those that the case's query gives them, from 1."""
    found = where.cursor
    for row in rows:
        key = spelling(row.key, found.quote or "")
        text, snippet = _as_grade(where, key) if found.path[2] == "relevant" else (where.as_item(key),) * 2
        rank = ranks.get(row.key)
        title = row.title if len(row.title) <= LONGEST_TITLE else row.title[: LONGEST_TITLE - 1] + "…"
        detail = " · ".join(filter(None, [f"rank {rank}" if rank else "", title]))
        label = "".join(map(visible, row.key))
        yield Completion(label, "key", found.span, snippet, text, detail, of=row.key)


def _as_grade(where: Place, key: str) -> tuple[str, str]:
    """A key of a map, with its grade where it has none, as text and as snippet."""
    found = where.cursor
    if where.has_colon:
        return key, key
    escaped = literal(key)
    if found.role == "value" and not found.alone:
        return f"{{{key}: 1}}", f"{{{escaped}: ${{1:1}}\\}}"
    return f"{key}: 1", f"{escaped}: ${{1:1}}"
