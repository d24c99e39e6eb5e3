"""A tree as plain Python values, for files whose shape a JSON Schema describes."""

from __future__ import annotations

from typing import Any

from caselens.syntax.tree import Alias, Mapping, Node, Scalar, Sequence
from caselens.syntax.values import Unreadable, as_text, resolve
from caselens.text import Span

DEEPEST = 20

Path = tuple[str | int, ...]


def plain_value(node: Node | None, spans: dict[Path, Span], path: Path = ()) -> Any:
    """The value of `node`; `spans` receives where each value stands, by its path.

    Raises `Unreadable`. Merge keys are not merged: a configuration needs none.
    """
    if len(path) > DEEPEST:
        raise Unreadable("this is nested too deeply, or holds itself")
    if isinstance(node, Alias):
        return plain_value(node.anchor.node, spans, path)
    if node is None:
        return None
    spans[path] = node.span
    if isinstance(node, Sequence):
        return [plain_value(item, spans, (*path, index)) for index, item in enumerate(node.items)]
    if isinstance(node, Mapping):
        result: dict[str, Any] = {}
        for key, value in node.entries:
            name = str(plain_value(key, {}))
            result[name] = plain_value(value, spans, (*path, name))
        return result
    return _scalar(node)


def _scalar(scalar: Scalar) -> Any:
    value = resolve(scalar)
    match value.kind:
        case "null":
            return None
        case "bool":
            return scalar.text.lower() == "true"
        case "int" | "float":
            return value.number
        case _:
            return as_text(scalar, value)
