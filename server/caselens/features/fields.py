"""The fields and values that a schema knows for a place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

from caselens import schema
from caselens.features.completion import Completion
from caselens.features.place import Place, present

STOP = re.compile(r"\$(?:\d+|\{\d+:([^}]*)\})")
"""A place in a snippet where the author goes on, and what stands there until then."""


def completions(name: str, where: Place) -> Iterator[Completion]:
    """What the schema `name` has for a place: fields that are not there yet, or the values of one."""
    found = where.cursor
    node = schema.at(name, found.path)
    if node is None:
        return
    if found.role == "item":
        item = (*found.path, 0)
        yield from _items(name, item, where)
        if _is_record(schema.at(name, item)) and not found.quote:
            if not where.has_colon:
                yield _whole(name, item, where)
            if not found.lacks and not found.flow:
                yield from _fields(name, item, where, present(where, in_item=True))
    elif found.role == "key":
        yield from _fields(name, found.path, where, present(where))
    elif found.alone and _is_record(node):
        yield from _opening(name, where)
        yield from _fields(name, found.path, where, present(where))
    elif found.alone and _is_record(schema.at(name, (*found.path, 0))):
        yield _whole(name, (*found.path, 0), where)
    else:
        yield from _items(name, (*found.path, 0), where)
        for value in _values(node):
            quoted = f"{found.quote}{value}{found.quote}"
            yield Completion(value, "value", found.span, quoted, quoted, documentation=_said(node))


def _items(name: str, item: tuple[str | int, ...], where: Place) -> Iterator[Completion]:
    """The values that an item of a list may have and that the list does not have yet."""
    values = _values(schema.at(name, item) or {})
    said = _said(schema.at(name, item[:-1]) or {})
    there = present(where) if values else frozenset()
    quote, span = where.cursor.quote, where.cursor.span
    for value in values:
        if value not in there:
            text = where.as_item(f"{quote}{value}{quote}")
            yield Completion(value, "value", span, text, text, documentation=said)


def _fields(
    name: str, path: tuple[str | int, ...], where: Place, there: frozenset[str]
) -> Iterator[Completion]:
    node = schema.at(name, path) or {}
    for field in node.get("properties", {}):
        if field not in there:
            of = schema.at(name, (*path, field)) or {}
            lines = [field] if where.has_colon else _field(name, (*path, field), 1, where.cursor.flow)[0]
            yield _completion(field, "field", where, lines, _kind(of), _said(of))


def _opening(name: str, where: Place) -> Iterator[Completion]:
    """A whole file, where there is nothing yet."""
    if not where.piece.source.content.strip():
        yield _completion("a whole file", "whole", where, _record(name, (), 1)[0], "", "", preselect=True)


def _whole(name: str, path: tuple[str | int, ...], where: Place) -> Completion:
    """An item with what it cannot do without."""
    found, node = where.cursor, schema.at(name, path) or {}
    lines, _ = _record(name, path, 1, found.flow)
    if found.flow:
        lines = ["{" + ", ".join(lines) + "}"]
    elif found.lacks or found.role == "value":
        lines = _item(lines)
    label = f"a whole {node.get('title', 'item').lower()}"
    return _completion(label, "whole", where, lines, "", _said(node), preselect=True)


def _completion(
    label: str,
    kind: Literal["field", "whole"],
    where: Place,
    lines: list[str],
    detail: str,
    documentation: str,
    preselect: bool = False,
) -> Completion:
    source, span = where.piece.source, where.cursor.span
    start = source.starts[source.line_of(span.start)]
    column = span.start - start
    indent = len(source.content[start:]) - len(source.content[start:].lstrip(" "))
    inner = " " * (column - min(column, indent))
    # A map is left empty where nobody is led through it.
    bare = [STOP.sub(lambda stop: stop[1] or "", line).replace("{: 1}", "{}") for line in lines]
    plain = (where.line_end + " " * column).join(bare)
    return Completion(
        label, kind, span, f"\n{inner}".join(lines), plain, detail, documentation, preselect=preselect
    )


def _record(name: str, path: tuple[str | int, ...], stop: int, flow: bool = False) -> tuple[list[str], int]:
    """The fields that a mapping cannot do without, and the number of the next stop."""
    node = schema.at(name, path) or {}
    lines: list[str] = []
    first_choice: dict[str, Any] = next(iter(node.get("anyOf", [])), {})
    for field in (*node.get("required", []), *first_choice.get("required", [])):
        more, stop = _field(name, (*path, field), stop, flow)
        lines += more
    return lines, stop


def _field(name: str, path: tuple[str | int, ...], stop: int, flow: bool) -> tuple[list[str], int]:
    """An entry with the shape of its value, over several lines where it holds mappings."""
    node, item = schema.at(name, path) or {}, schema.at(name, (*path, 0))
    if not flow and _is_record(item):
        lines, stop = _record(name, (*path, 0), stop)
        return [f"{path[-1]}:", *("  " + line for line in _item(lines))], stop
    if not flow and _is_record(node) and "default" not in node:
        lines, after = _record(name, path, stop)
        return [f"{path[-1]}:", *("  " + line for line in lines or [f"${stop}"])], max(after, stop + 1)
    shape, stop = _shape(node, stop)
    return [f"{path[-1]}: {shape}"], stop


def _item(lines: list[str]) -> list[str]:
    return ["- " + lines[0], *("  " + line for line in lines[1:])]


def _is_record(node: dict[str, Any] | None) -> bool:
    """Whether a value is a mapping whose fields are known."""
    return node is not None and "properties" in node


def _shape(node: dict[str, Any], stop: int) -> tuple[str, int]:
    """What a value looks like, from the number of its first stop, and the number of the next."""
    kind, values = _kind(node), _values(node)
    if len(values) == 1:
        return values[0], stop
    if kind == "list":
        return f"[${stop}]", stop + 1
    if _is_record(node):
        return f"{{${stop}}}", stop + 1
    if kind == "map":
        return f"{{${stop}: ${{{stop + 1}:1}}}}", stop + 2
    if "default" in node:
        return f"${{{stop}:{str(node['default']).lower()}}}", stop + 1
    return f"${stop}", stop + 1


def _values(node: dict[str, Any]) -> list[str]:
    """The values that a schema names, or the one that a number can only be."""
    if "enum" in (named := node.get("then", node)):
        return [str(value) for value in named["enum"] if value]  # others say that there is none
    if "const" in node or "exclusiveMaximum" in node:
        return [str(node.get("const", node.get("minimum")))]
    return ["true", "false"] if _kind(node) == "boolean" else []


def _kind(node: dict[str, Any]) -> str:
    kind = node.get("type", "")
    name: str = kind[0] if isinstance(kind, list) else kind
    return {"array": "list", "object": "map"}.get(name, name)


def _said(node: dict[str, Any]) -> str:
    text: str = node.get("description", "")
    return text
