"""The JSON Schemas: the one source of field names and descriptions."""

import json
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


def description(name: str, field: str, definition: str = "") -> str:
    """What a field means, in Markdown."""
    schema = load(name)
    text: str = (schema["$defs"][definition] if definition else schema)["properties"][field]["description"]
    return text
