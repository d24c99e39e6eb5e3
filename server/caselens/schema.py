"""The JSON Schemas: the one source of field names and descriptions."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any


@cache
def load(name: str) -> dict[str, Any]:
    """The schema called `name`. An installed package carries the files; a checkout has them beside it."""
    packaged = Path(__file__).parent / "schemas" / f"{name}.schema.json"
    checkout = Path(__file__).parents[2] / "schema" / f"{name}.schema.json"
    text = (packaged if packaged.exists() else checkout).read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def fields(name: str, definition: str = "") -> tuple[str, ...]:
    """The field names of a schema, or of one of its definitions, in their order."""
    schema = load(name)
    return tuple((schema["$defs"][definition] if definition else schema)["properties"])


def at(name: str, path: Iterable[str | int]) -> dict[str, Any] | None:
    """What a schema says of the value at a path of fields and indices; None where there can be none."""
    node = _resolved(name, load(name))
    for step in path:
        if isinstance(step, int):
            inner = node.get("items")
        else:
            inner = node.get("properties", {}).get(step, node.get("additionalProperties"))
        if not isinstance(inner, dict):
            return None
        node = _resolved(name, inner)
    return node


def _resolved(name: str, node: dict[str, Any]) -> dict[str, Any]:
    """A node with what it refers to; its own words win, such as the description of the field."""
    reference = node.get("$ref")
    if reference is None:
        return node
    return {**load(name)["$defs"][reference.removeprefix("#/$defs/")], **node}
