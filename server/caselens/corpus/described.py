"""What was written, in words, and what could be written in its place."""

from __future__ import annotations

from collections.abc import Callable

from caselens.syntax.tree import Mapping, Node, Scalar, Sequence
from caselens.syntax.values import Unreadable, Value, as_text, plain, resolve
from caselens.text import quoted


def described(node: Node) -> str:
    """What was written, for a message."""
    if isinstance(node, Mapping):
        return "a map"
    if isinstance(node, Sequence):
        return "a list"
    if not isinstance(node, Scalar):
        return "an alias"
    try:
        kind = resolve(node).kind
    except Unreadable:
        kind = "str"
    names = {"bool": "the bool", "int": "the number", "float": "the number", "time": "the date"}
    return f"{names.get(kind, 'the string')} {quoted(node.text)}"


def unquoted(scalar: Scalar, convert: Callable[[Scalar, Value], object]) -> str | None:
    """The value without its quotes, where it then has the wanted type."""
    bare = scalar.text.strip()
    if convert is as_text or scalar.style not in ("'", '"') or scalar.tag or not bare:
        return None
    return bare if convert(scalar, plain(bare)) is not None else None


def as_list(scalar: Scalar) -> str | None:
    """A lone key as a list of one; None where several may be meant, or it is not safe to spell."""
    text = scalar.text
    if not text.isprintable() or set(text) & set('"\\, ') or text.startswith("-"):
        return None
    return f'["{text}"]'
