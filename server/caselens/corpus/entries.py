"""Entries of a map and items of a list: put in, taken out, put in order, in the style of those around them.

A tree says where an entry stands, not where its comma, its dash or its comment does. These are looked for
here, and nothing is given where they are not found. Whoever changes a meaning reads the result.
"""

from __future__ import annotations

import re
from collections.abc import Sequence as Items

from caselens.corpus.edits import spelling
from caselens.syntax.tree import Mapping, Sequence
from caselens.text import Edit, SourceText, Span

COMMA = re.compile(r"(?:\s+#[^\r\n]*|\s)*,")

REST = re.compile(r"[ \t]*,?[ \t]*(?:(?<=[ \t,])#.*)?")
"""What may follow an entry that has its line to itself."""


def spans(holder: Mapping | Sequence) -> list[Span]:
    """Where each entry or item stands, from its key to the end of its value."""
    if isinstance(holder, Sequence):
        return [item.span for item in holder.items]
    return [entry.span for entry in holder.entries]


# -- in ------------------------------------------------------------------------------------------------


def with_item(source: SourceText, sequence: Sequence, key: str, line_end: str) -> list[Edit]:
    """A key as one more item at the end of a list, in its style."""
    parts = spans(sequence)
    return with_part(source, sequence, spelling(key, _last(source, parts)), line_end)


def with_entry(source: SourceText, mapping: Mapping, key: str, value: str, line_end: str) -> list[Edit]:
    """One more entry at the end of a map, in its style. `value` may begin below its key, indented from it."""
    names = [entry.key.span for entry in mapping.entries]
    space = "" if value.startswith("\n") else " "
    return with_part(source, mapping, f"{spelling(key, _last(source, names))}:{space}{value}", line_end)


def with_part(
    source: SourceText, holder: Mapping | Sequence, text: str, line_end: str, after: int = -1
) -> list[Edit]:
    """One more entry or item behind another, behind the last unless `after` says which."""
    parts = spans(holder)
    if not parts:
        return _into_brackets(source, holder.span, text)
    if holder.flow:
        ends = [*(part.start for part in parts[1:]), holder.span.end - 1]
        return _behind(source, parts[after], ends[after], text, line_end)
    if isinstance(holder, Sequence):
        gap = re.match(r"-[ \t]+(?=\S)", source.slice(Span(holder.span.start, parts[0].start + 1)))
        text = (gap[0] if gap and gap.end() == parts[0].start - holder.span.start else "- ") + text
    column = source.line_column(holder.span.start)[1]
    return [_below(source, column, parts[after], text, line_end)]


def _last(source: SourceText, parts: Items[Span]) -> str:
    """The text whose quotes a new neighbour is to have."""
    return source.slice(parts[-1]) if parts else ""


def _into_brackets(source: SourceText, span: Span, text: str) -> list[Edit]:
    """Something between the brackets of an empty collection; a comment in there stays."""
    inner = source.slice(span)[1:-1]
    if source.slice(span)[:1] not in ("[", "{"):
        return []
    end = span.start + 1 if inner.strip() else span.end - 1
    return [Edit(Span(span.start + 1, end), text)]


def _behind(source: SourceText, part: Span, end: int, text: str, line_end: str) -> list[Edit]:
    """Something behind an entry in brackets, whose neighbour or closing bracket is at `end`."""
    line = source.line_span(source.line_of(part.start))
    indent = source.slice(Span(line.start, part.start))
    if indent.strip():
        return [Edit(Span(part.end, part.end), f", {text}")]
    comma = COMMA.match(source.content, part.end, end)
    behind = source.line_span(source.line_of(comma.end() if comma else part.end)).end
    if behind > end:
        separator = " " if comma else line_end + indent
        return [Edit(Span(part.end, part.end), f",{separator}{text}")]
    if comma:
        return [Edit(Span(behind, behind), f"{line_end}{indent}{text},")]
    if behind == part.end:
        return [Edit(Span(behind, behind), f",{line_end}{indent}{text}")]
    return [Edit(Span(part.end, part.end), ","), Edit(Span(behind, behind), f"{line_end}{indent}{text}")]


def _below(source: SourceText, column: int, last: Span, text: str, line_end: str) -> Edit:
    """Lines in a column, below those that end with `last` and the comments that belong to them."""
    line = source.line_of(max(last.start, last.end - 1))
    while line + 1 < len(source.starts):
        following = source.slice(source.line_span(line + 1))
        comment = following.lstrip(" ")
        if not comment.startswith("#") or len(following) - len(comment) <= column:
            break
        line += 1
    end = source.line_span(line).end
    begin = line_end + " " * column
    return Edit(Span(end, end), begin + text.replace("\n", begin))


# -- out -----------------------------------------------------------------------------------------------


def without_entry(source: SourceText, mapping: Mapping, key: Span) -> Edit | None:
    """The removal of the one entry of a map that has a key; None where it came in through an alias."""
    index = next((i for i, entry in enumerate(mapping.entries) if entry.key.span == key), None)
    return None if index is None else without_part(source, mapping, index)


def without_part(source: SourceText, holder: Mapping | Sequence, index: int) -> Edit | None:
    """The removal of an entry or item: its whole lines where they are its own, else with its comma.

    None where a comment that belongs to another would go too.
    """
    parts = spans(holder)
    following = parts[index + 1] if index + 1 < len(parts) else None
    if holder.flow:
        return _out_of_brackets(source, parts[index], parts[index - 1] if index else None, following)
    start, end = parts[index]
    if isinstance(holder, Sequence):
        start = source.content.rfind("-", 0, start)
        if source.content[start + 1 : parts[index].start].strip(" \t"):
            return None
    line = source.line_of(start)
    if source.content[source.starts[line] : start].strip():
        # The first entry shares its line with what the map belongs to, such as a dash: keep that.
        return Edit(Span(start, following.start if following else end), "")
    return Edit(_lines(source, line, source.line_of(max(start, end - 1))), "")


def _out_of_brackets(source: SourceText, part: Span, before: Span | None, after: Span | None) -> Edit | None:
    first, last = source.line_of(part.start), source.line_of(part.end)
    begins = not source.slice(Span(source.starts[first], part.start)).strip()
    if begins and REST.fullmatch(source.content, part.end, source.line_span(last).end):
        return Edit(_lines(source, first, last), "")
    if after is not None:
        between = source.slice(Span(part.end, after.start))
        if "#" in between:
            return None
        kept = len(between) - between.index(",") - 1 if "\n" in between or "\r" in between else 0
        return Edit(Span(part.start, after.start - kept), "")
    start = before.end if before else part.start
    return None if "#" in source.slice(Span(start, part.start)) else Edit(Span(start, part.end), "")


def _lines(source: SourceText, first: int, last: int) -> Span:
    """Whole lines; of the last line of a text, the line end before it instead of its own."""
    begin = source.starts[first]
    if last + 1 < len(source.starts):
        return Span(begin, source.starts[last + 1])
    return Span(source.line_span(first - 1).end if first else begin, len(source.content))


# -- in order ------------------------------------------------------------------------------------------


def in_order(source: SourceText, mapping: Mapping, order: Items[int]) -> list[Edit]:
    """The entries of a map in another order. In block style each takes along the comment at its end, and
    the lines between it and the one before.
    """
    slots = spans(mapping)
    if not mapping.flow:
        ends = [source.line_span(source.line_of(max(slot.start, slot.end - 1))).end for slot in slots]
        starts = [slots[0].start, *(_next_line(source, end) for end in ends[:-1])]
        if any(start > slot.start for start, slot in zip(starts, slots, strict=True)):
            return []  # two in one line
        first = source.slice(Span(source.line_span(source.line_of(starts[0])).start, starts[0]))
        slots = [Span(*slot) for slot in zip([starts[0] - len(first), *starts[1:]], ends, strict=True)]
        if first.strip():
            return []
    elif "#" in source.slice(mapping.span):
        return []  # whose comment it is cannot be told
    moved = zip(slots, order, strict=True)
    return [Edit(slot, source.slice(slots[index])) for slot, index in moved if slots[index] != slot]


def _next_line(source: SourceText, end: int) -> int:
    line = source.line_of(end)
    return source.starts[line + 1] if line + 1 < len(source.starts) else end
