"""`caselens.yaml`: found upward from a corpus, read with the reader of corpora, held against its schema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from caselens import schema
from caselens.ports import PortError
from caselens.settings import Endpoint, Explainer, Gates, Generation, Qdrant, Settings
from caselens.syntax.parse import parse
from caselens.syntax.plain import NotPlain, plain_value
from caselens.syntax.tree import Mapping, Node, Scalar, Sequence, grip, held
from caselens.text import SourceText, Span, quoted

NAME = "caselens.yaml"

FIELD = re.compile(r"[ \t]*(?:-[ \t]+)*([\w-]+)[ \t]*:(?:[ \t]+|(?=[\r\n]))")
SUSPECT = re.compile(r"://[^/\s]*@|\b(?:password|pwd|passwd)\s*=", re.IGNORECASE)
"""What may be user info in a URL, or a password in a connection string."""


class Fault(NamedTuple):
    """Something wrong with a configuration."""

    span: Span
    message: str


class Reading(NamedTuple):
    """A configuration's settings, or else what is wrong with it."""

    settings: Settings | None = None
    faults: tuple[Fault, ...] = ()


def find(start: Path) -> Path | None:
    """The nearest configuration in the folder of `start` or above it, by its name or where it really is."""
    for folder in dict.fromkeys((*start.absolute().parents, *start.resolve().parents)):
        if (candidate := folder / NAME).is_file():
            return candidate
    return None


def load(path: Path) -> Settings:
    """The settings of a configuration file. Raises `PortError` naming the first fault's place."""
    try:
        content = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise PortError(f"{path} cannot be read: {_reason(error)}") from None
    reading = read(content, path.parent)
    if reading.settings is None:
        line, column = SourceText(content).line_column(reading.faults[0].span.start)
        more = f" (and {len(reading.faults) - 1} more)" if len(reading.faults) > 1 else ""
        raise PortError(f"{path}:{line + 1}:{column + 1}: {reading.faults[0].message}{more}")
    return reading.settings


def specifications(path: Path) -> frozenset[Path]:
    """The files that the generations of a configuration name as their specifications, whatever else is wrong
    with it.
    """
    try:
        root = parse(path.read_text("utf-8-sig")).root
    except (OSError, UnicodeDecodeError):
        return frozenset()
    generations = node_at(root, ["generations"])
    count = len(generations.items) if isinstance(generations, Sequence) else 0
    named = (node_at(root, ["generations", index, "spec"]) for index in range(count))
    return frozenset((path.parent / node.text).resolve() for node in named if isinstance(node, Scalar))


def read(content: str, folder: Path) -> Reading:
    """The settings in `content`, whose paths are relative to `folder`. Never raises on bad input."""
    tree = parse(content)
    if tree.problems:
        return Reading(faults=tuple(Fault(p.span, p.message) for p in tree.problems))
    try:
        values = plain_value(tree.root)
    except NotPlain as refusal:
        return Reading(faults=(Fault(refusal.span, str(refusal)),))
    except RecursionError:
        return Reading(faults=(Fault(Span(0, 0), "this is nested too deeply"),))
    if faults := sorted(dict.fromkeys(_faults(values, tree.root)), key=lambda fault: fault.span):
        return Reading(faults=tuple(faults))
    generations = tuple(map(_generation, values["generations"]))
    gates = Gates(**(values.get("gates") or {}))
    explainer = Explainer(**values["explainer"]) if values.get("explainer") else None
    return Reading(Settings(folder, generations, gates, frozenset(values.get("ignore", ())), explainer))


def masked(content: str) -> str:
    """The text as it may be printed: line by line, whatever may be or hold a secret is struck out. That is
    the value of a field that should refer to one and does not, and that of a field that there is not: a
    misspelt one has the same value.
    """
    return "".join(map(_masked, content.splitlines(keepends=True)))


def _masked(line: str) -> str:
    field = FIELD.match(line)
    if field is None:
        return _struck(line, 0) if SUSPECT.search(line) else line
    known = [node for node in _fields(schema.load("caselens"), field[1]) if isinstance(node, dict)]
    patterns = [node["pattern"] for node in known if node.get("writeOnly")]
    value = line[field.end() :].strip()
    shown = known and not SUSPECT.search(value) and all(re.search(one, value) for one in patterns)
    return line if shown else _struck(line, field.end())


def _struck(line: str, start: int) -> str:
    return line[:start] + re.sub(r"[^\s]", "*", line[start:])


def _fields(node: Any, name: str) -> Iterator[Any]:
    """What a schema says of every field with a name, wherever it has one."""
    if isinstance(node, dict):
        yield from (value for key, value in node.get("properties", {}).items() if key == name)
        for inner in node.values():
            yield from _fields(inner, name)


def _generation(values: dict[str, Any]) -> Generation:
    frozen: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}
    if isinstance(model := frozen.get("model"), dict):
        frozen["model"] = Endpoint(**{**model, "dimension": int(model.get("dimension", 0))})
    if isinstance(collection := frozen.get("qdrant"), dict):
        frozen["qdrant"] = Qdrant(**{**collection, "hnsw_ef": int(collection.get("hnsw_ef", 0))})
    if "spec" in frozen:
        frozen.setdefault("model", "")
    return Generation(**frozen)


def _faults(values: Any, root: Node | None) -> Iterator[Fault]:
    from jsonschema import Draft202012Validator  # costs more than reading a corpus does

    for error in Draft202012Validator(schema.load("caselens")).iter_errors(values):
        node = node_at(root, error.absolute_path)
        place = ".".join(map(str, error.absolute_path)) or "the configuration"
        if error.validator == "additionalProperties" and isinstance(node, Mapping):
            known = error.schema["properties"]
            for key in (key for key, _ in node.entries if _name(key) not in known):
                said = f"no field {quoted(_name(key))}; accepted are {', '.join(known)}"
                yield Fault(grip(key), f"{place}: {said}")
        else:
            yield Fault(grip(node) if node else Span(0, 0), f"{place}: {_said(error)}")


def node_at(root: Node | None, path: Iterable[str | int]) -> Node | None:
    """The node of a value that a validator names by its path."""
    node = held(root)
    for step in path:
        if isinstance(node, Mapping):
            node = next((value for key, value in node.entries if _name(key) == step), None)
        elif isinstance(node, Sequence):
            node = node.items[int(step)]
        node = held(node)
    return node


def _name(key: Node) -> str:
    return str(plain_value(key))


def _said(error: Any) -> str:
    """A schema error in the words of this project: what was found, and what is accepted."""
    value, wanted = error.instance, error.validator_value
    if error.schema.get("writeOnly"):
        return f"it is not repeated, since it may hold a secret; accepted is {error.schema['examples'][0]}"
    match error.validator:
        case "required":
            missing = [quoted(name) for name in wanted if name not in value]
            said = f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
            return f"{said}; {also}" if (also := error.schema.get("$comment")) else said
        case "not":
            return str(error.schema["$comment"])
        case "enum":
            return f"found {_shown(value)}; accepted are {', '.join(map(str, wanted))}"
        case "const":
            return f"found {_shown(value)}; accepted is {wanted}"
        case "type":
            # Where null is taken too, it is for what somebody has commented out.
            kind = wanted[0] if isinstance(wanted, list) else wanted
            return f"found {_shown(value)}; it takes {_NAMES[kind]}"
        case "minItems" | "minLength":
            return "it must not be empty"
    least, most = error.schema.get("minimum"), error.schema.get("maximum")
    return f"found {_shown(value)}; it must be from {least} to {most}"


_NAMES = {
    "object": "a mapping",
    "array": "a list",
    "string": "a string",
    "boolean": "true or false",
    "number": "a number",
    "integer": "a whole number",
}


def _shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else "a list"
    return quoted(value) if isinstance(value, str) else "nothing" if value is None else str(value).lower()


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else "it is not UTF-8"
