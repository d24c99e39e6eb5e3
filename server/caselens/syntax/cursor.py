"""Where a cursor stands in a text that is being typed, and so is broken more often than not.

The text is cut at the cursor, a mark is written there in each of the ways in which something could go on, and
the first that the parser reads says what the place is.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from caselens.syntax.parse import parse
from caselens.syntax.tree import Mapping, Node, Scalar, Sequence
from caselens.text import Span

MARK = "\ue000"

# What a mark could be: a value or an item, the key of an entry, or an item whose dash is missing.
WAYS = (("", MARK), ("entry", f"{MARK}: 0"), ("item", f"- {MARK}"))

TOKENS = r"""\"(?:[^"\\]|\\.)*\"|'[^']*'|(?:^|(?<=[ \t]))#[^\r\n]*|[\[\]{}]"""
LINE_END = r"[\r\n]|$"
WORD_END, WORD_END_IN_FLOW = r":(?=[ \t]|$)|[ \t]+#|[ \t]*$", r"[,\[\]{}]|:(?=[ \t]|$)|[ \t]+#|[ \t]*$"


class Cursor(NamedTuple):
    """A place where something may be written.

    `path` leads from the root to what the place belongs to: for a `key` or an `item`, the collection; for a
    `value`, the place of the value itself. `typed` is what stands there before the cursor, without its
    quote, and `span` all of the word. `lacks` says what must be written with it: nothing, the colon of an
    `entry`, or the dash of an `item`. `alone` where it is the first thing in its line.
    """

    path: tuple[str | int, ...]
    role: Literal["key", "value", "item"]
    typed: str
    span: Span
    quote: str
    lacks: Literal["", "entry", "item"]
    flow: bool
    alone: bool
    holder: Mapping | Sequence | None


def cursor(content: str, offset: int) -> Cursor | None:
    """The place at an offset; None in a comment, in a block of text, and where nothing can be made of it."""
    begin = max(content.rfind("\n", 0, offset), content.rfind("\r", 0, offset)) + 1
    ended = re.compile(LINE_END).search(content, offset)
    assert ended
    opened = _open_at(content[:begin])
    word = _word_start(content[begin:offset], opened)
    if word is None:
        return None
    start, quote = begin + word[0], word[1]
    typed = content[start:offset]
    span = Span(start, _word_end(content, offset, ended.start(), quote, bool(opened)))
    closers = "".join(reversed(opened))
    for lacks, way in WAYS:
        tree = parse(content[:start] + way + closers)
        if tree.root is not None and not tree.problems and (found := _find(tree.root)):
            path, role, holder = found
            alone = not content[begin:start].strip()
            flow = bool(opened)
            return Cursor(path, role, typed[len(quote) :], span, quote, lacks, flow, alone, holder)  # type: ignore[arg-type]
    return None


def _word_start(line: str, opened: list[str]) -> tuple[int, str] | None:
    """Where the word begins that a line ends in, and the quote that it is in; None in a comment.

    `opened` follows the brackets of the line.
    """
    quote, start = "", 0
    for place, character in enumerate(line):
        begins = not line[start:place].strip()
        if quote:
            if character == quote and not (quote == '"' and line[place - 1] == "\\"):
                quote = ""
        elif character in "\"'" and begins:
            quote, start = character, place
        elif character == "#" and line[place - 1 : place] in ("", " ", "\t"):
            return None
        elif character in "[{" and begins:
            opened.append("]" if character == "[" else "}")
            start = place + 1
        elif (opened and character in ",]}") or (character in " \t" and _is_over(line[start:place])):
            if character in "]}":
                opened.pop()
            start = place + 1
    return start + len(line[start:]) - len(line[start:].lstrip(" \t")), quote


def _is_over(word: str) -> bool:
    """Whether a blank after this ends a dash, a question mark or a key, rather than standing in a value."""
    return word.strip() in ("-", "?") or word.endswith(":")


def _open_at(before: str) -> list[str]:
    """The brackets that are open after some lines, as what closes them, the innermost last."""
    opened: list[str] = []
    for found in re.finditer(TOKENS, before, re.MULTILINE | re.DOTALL):
        character = found[0]
        if character in "[{":
            preceding = before[: found.start()].rstrip(" \t")
            if opened or preceding[-1:] in ("", "\n", "\r", ":", "-", "[", "{", ","):
                opened.append("]" if character == "[" else "}")
        elif opened and character in "]}":
            opened.pop()
    return opened


def _word_end(content: str, offset: int, line_end: int, quote: str, in_flow: bool) -> int:
    """Where the word ends in which the cursor stands."""
    rest = content[offset:line_end]
    if quote:
        closing = rest.find(quote)
        return offset + closing + 1 if closing >= 0 else offset
    stop = re.search(WORD_END_IN_FLOW if in_flow else WORD_END, rest)
    return offset + (stop.start() if stop else 0)


def _find(root: Node) -> tuple[tuple[str | int, ...], str, Mapping | Sequence | None] | None:
    """The way to the mark, and what it is there."""
    if isinstance(root, Scalar):
        return ((), "value", None) if root.text == MARK else None
    pending: list[tuple[tuple[str | int, ...], Node]] = [((), root)]
    while pending:
        path, node = pending.pop()
        if isinstance(node, Mapping):
            for key, value in node.entries:
                name = key.text if isinstance(key, Scalar) else ""
                if name == MARK:
                    return path, "key", node
                if isinstance(value, Scalar) and value.text == MARK:
                    return (*path, name), "value", node
                pending.append(((*path, name), value))
        elif isinstance(node, Sequence):
            for index, item in enumerate(node.items):
                if isinstance(item, Scalar) and item.text == MARK:
                    return path, "item", node
                pending.append(((*path, index), item))
    return None
