"""Small changes to a corpus text that keep everything else as it is."""

from __future__ import annotations

import re

from caselens.syntax.tree import NULLS, Mapping, Sequence
from caselens.text import Edit, SourceText, Span, visible

# Keys that need no quotes wherever they stand, flow or block.
PLAIN = r"[A-Za-z0-9_][A-Za-z0-9_./-]*"

LONGEST_LENGTH = 6
"""Digits before a component; one of a megabyte is no key."""


def spelling(key: str, like: str = "") -> str:
    """A source key as YAML, in the quotes of `like` (the text it replaces) where that is possible."""
    quote = like[:1]
    if quote == "'" and key.isprintable():
        return "'" + key.replace("'", "''") + "'"
    if quote != '"' and re.fullmatch(PLAIN, key) and key not in NULLS:
        return key
    return '"' + "".join(map(visible, key)) + '"'


def composite(key: str) -> str | None:
    """The composite key of one in which each component has its length in bytes before it; None of others."""
    if not key[:1].isdigit():
        return None
    rest, parts = key.encode("utf-8", "surrogateescape"), []
    while rest:
        length, colon, rest = rest.partition(b":")
        if not colon or not length.isdigit() or len(length) > LONGEST_LENGTH or int(length) > len(rest):
            return None
        parts.append(rest[: int(length)])
        rest = rest[int(length) :]
    try:
        return "\x1f".join(part.decode() for part in parts) if len(parts) > 1 else None
    except UnicodeDecodeError:
        return None


def without_entry(source: SourceText, mapping: Mapping, key: Span) -> Edit | None:
    """The removal of one entry of a map: its whole lines in block style, its comma in flow style.

    None where no single entry has that key, as when it came in through an alias.
    """
    index = next((i for i, entry in enumerate(mapping.entries) if entry.key.span == key), None)
    if index is None:
        return None
    start, end = key.start, mapping.entries[index].value.span.end
    if mapping.flow:
        if index + 1 < len(mapping.entries):
            return Edit(Span(start, mapping.entries[index + 1].key.span.start), "")
        if index > 0:
            start = mapping.entries[index - 1].value.span.end
        return Edit(Span(start, end), "")
    first, last = source.line_of(start), source.line_of(max(start, end - 1))
    if index == 0 and source.content[source.starts[first] : start].strip():
        # The entry shares its line with what the map belongs to, such as a dash: keep that.
        if index + 1 < len(mapping.entries):
            return Edit(Span(start, mapping.entries[index + 1].key.span.start), "")
        return Edit(Span(start, end), "")
    begin = source.starts[first]
    if last + 1 < len(source.starts):
        return Edit(Span(begin, source.starts[last + 1]), "")
    # The last line of the file: take the line end before it instead.
    return Edit(Span(source.line_span(first - 1).end if first else begin, len(source.content)), "")


def line_end(source: SourceText) -> str:
    """How the lines of a text end."""
    return "\r\n" if "\r\n" in source.content else "\n"


def with_item(source: SourceText, sequence: Sequence, item: str) -> Edit:
    """One more item at the end of a list, in its style."""
    if sequence.flow:
        if not sequence.items:
            return _into_brackets(source, sequence.span, item)
        end = sequence.items[-1].span.end
        return Edit(Span(end, end), f", {item}")
    return _below(source, sequence.span.start, sequence.items[-1].span, f"- {item}")


def with_entry(source: SourceText, mapping: Mapping, key: str, value: str) -> Edit:
    """One more entry at the end of a map, in its style; `value` may go over several lines, indented from
    the key.
    """
    if mapping.flow:
        if not mapping.entries:
            return _into_brackets(source, mapping.span, f"{key}: {value}")
        end = mapping.entries[-1].value.span.end
        return Edit(Span(end, end), f", {key}: {value}")
    last = mapping.entries[-1]
    whole = Span(last.key.span.start, max(last.key.span.end, last.value.span.end))
    return _below(source, mapping.entries[0].key.span.start, whole, f"{key}: {value}")


def _into_brackets(source: SourceText, span: Span, text: str) -> Edit:
    """Something between the brackets of an empty collection, whose blanks go."""
    opening = source.slice(span)[0]
    return Edit(span, text.join(("[", "]") if opening == "[" else ("{", "}")))


def _below(source: SourceText, first: int, last: Span, text: str) -> Edit:
    """Lines below one that ends with `last`, in the column in which `first` stands."""
    column = source.line_column(first)[1]
    end = source.line_span(source.line_of(max(last.start, last.end - 1))).end
    indented = text.replace("\n", line_end(source) + " " * column)
    return Edit(Span(end, end), f"{line_end(source)}{' ' * column}{indented}")
