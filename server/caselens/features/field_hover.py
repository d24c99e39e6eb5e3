"""What is said of the name of a field: its meaning, from the schema of the file."""

from __future__ import annotations

from typing import NamedTuple

from caselens import schema
from caselens.features.pointing import touches
from caselens.syntax.parse import parse
from caselens.syntax.tree import Mapping, Node, Scalar, Sequence, held
from caselens.text import Piece, SourceText, Span

Path = tuple[str | int, ...]


class Hover(NamedTuple):
    """What is said of a span of a piece of the text."""

    piece: Piece
    span: Span
    text: str


class FieldAt(NamedTuple):
    """A field whose name stands at a place, and the path of its value."""

    span: Span
    path: Path


def field_at(
    name: str, piece: Piece, root: Node | None, path: Path, line: int, column: int
) -> FieldAt | None:
    """The field of the schema `name` at a place in a tree whose root stands at `path`."""
    node = held(root)
    while node is not None:
        inner: Node | None = None
        if isinstance(node, Mapping):
            known = (schema.at(name, path) or {}).get("properties", {})
            for key, value in node.entries:
                if not isinstance(key, Scalar):
                    continue
                if touches(piece, key.span, line, column) and key.text in known:
                    return FieldAt(key.span, (*path, key.text))
                if touches(piece, value.span, line, column):
                    inner, path = value, (*path, key.text)
                    break
        elif isinstance(node, Sequence):
            inner = next((item for item in node.items if touches(piece, item.span, line, column)), None)
            path = (*path, 0)
        node = held(inner)
    return None


def meaning(name: str, path: Path) -> str:
    """What a field means, and what it is where it is not written."""
    said = schema.at(name, path) or {}
    text = f"**{path[-1]}**: {said.get('description', '')}"
    if "default" not in said:
        return text
    default = said["default"]
    shown = ", ".join(default) if isinstance(default, list) else str(default).lower()
    return f"{text}\n\nWithout it: `{shown}`."


def field_hover(name: str, content: str, line: int, column: int) -> Hover | None:
    """What is known of a place in a file that the schema `name` describes."""
    piece = Piece(0, SourceText(content))
    found = field_at(name, piece, parse(content).root, (), line, column)
    return Hover(piece, found.span, meaning(name, found.path)) if found else None
