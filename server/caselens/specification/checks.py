"""What a specification that has the right shape is refused for, and what about it cannot work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Any

from caselens import schema
from caselens.specification import NAME
from caselens.specification.faults import Fault, Mend, sections
from caselens.specification.secrets import Path, has_user_info, is_base_url, is_reference
from caselens.specification.written import WrittenSpecification, owner
from caselens.text import Edit, quoted

Check = Callable[[WrittenSpecification], Iterator[Fault]]

HAVE_A_VERSION_FIELD = ("monotonic", "updated_at")
"""The strategies that look at a column of the source."""

MOST_INDEXED = {"vector": 2_000, "halfvec": 4_000}
"""Dimensions that an index of pgvector takes, by what it is an index of."""

MOST_STORED = {"vector": 16_000, "halfvec": 16_000}


def every(spec: WrittenSpecification) -> Iterator[Fault]:
    for check in (_version, _missing, _enumerated, _bounds, _endpoint, _credential, _chunks, _key_fields,
                  _version_field, _index, _dimensions, _useless):  # fmt: skip
        yield from check(spec)


def _version(spec: WrittenSpecification) -> Iterator[Fault]:
    found = spec.value("version")
    if found is not None and found != 1:
        yield Fault(spec.place("version"), f"found version {found}; this format is version 1")


def _missing(spec: WrittenSpecification) -> Iterator[Fault]:
    for name in (schema.at(NAME, ()) or {})["required"]:
        path, inner = (name,), (schema.at(NAME, (name,)) or {}).get("required", ())
        if path not in spec.fields:
            if not _misspelt(spec, (), name):
                yield Fault(spec.grip, f"{quoted(name)} is missing; {_takes(path)}")
        elif name not in sections():
            yield from _absent(spec, path)
        elif spec.fields[path].state != "misfit":
            for field in inner:
                yield from _absent(spec, (name, field))


def _absent(spec: WrittenSpecification, path: Path) -> Iterator[Fault]:
    """What is said of a required field that is not there, or has nothing in it."""
    found = spec.fields.get(path)
    if found is None:
        if not _misspelt(spec, path[:-1], path[-1]):
            yield Fault(spec.key(*path[:-1]), f"{quoted(path[-1])} is missing; {_takes(path)}")
    elif (
        found.state == "null" or found.value == "" or (path[-1] == "reported_dimension" and found.value == 0)
    ):
        yield Fault(spec.place(*path), f"{quoted(path[-1])} has no value; {_takes(path)}")


def _misspelt(spec: WrittenSpecification, section: Path, name: str) -> bool:
    """Whether a field that there is not, and that is reported, may be the one that is missing."""
    typed = [stranger[:60].lower() for where, stranger in spec.strangers if where == owner(section)]
    return any(get_close_matches(one, [name], 1, cutoff=0.6) for one in typed)


def _takes(path: Path) -> str:
    """What belongs there, as a clause."""
    node: dict[str, Any] = schema.at(NAME, path) or {}
    if values := _choices(node):
        return f"it takes {', '.join(values)}"
    if "properties" in node:
        return f"it needs {', '.join(node['required'])}"
    if path == ("version",):
        return "it is 1"
    kinds = {"boolean": "true or false", "number": f"a number from {node.get('minimum')}", "string": "a name"}
    return f"it takes {kinds[node['type'] if isinstance(node['type'], str) else node['type'][0]]}"


def _choices(node: dict[str, Any]) -> list[str]:
    return [value for value in node.get("enum", ()) if value]


def _enumerated(spec: WrittenSpecification) -> Iterator[Fault]:
    for path, found in spec.fields.items():
        choices = _choices(schema.at(NAME, path) or {})
        if choices and found.value and found.value not in choices:
            said = f"found {quoted(found.value)}; {quoted(path[-1])} takes {', '.join(choices)}"
            near = get_close_matches(found.value[:60].lower(), choices, 1, cutoff=0.6)
            mends = tuple(Mend(f"Write {value}", Edit(found.span, value)) for value in near)
            yield Fault(spec.place(*path), said, mends=mends)


def _bounds(spec: WrittenSpecification) -> Iterator[Fault]:
    for path, found in spec.fields.items():
        least = (schema.at(NAME, path) or {}).get("minimum")
        if path != ("version",) and least is not None and found.value is not None and found.value < 0:
            yield Fault(
                spec.place(*path), f"found {found.value}; {quoted(path[-1])} takes a number from {least}"
            )


def _endpoint(spec: WrittenSpecification) -> Iterator[Fault]:
    url = spec.text("model", "endpoint")
    if has_user_info(url):
        said = 'the URL has a user name or a password in it; a token goes where "credential" points to'
        yield Fault(spec.place("model", "endpoint"), said)
    elif url and not is_base_url(url):
        said = 'this is no URL that can be asked; "endpoint" takes one such as http://localhost:11434/v1'
        yield Fault(spec.place("model", "endpoint"), said, refuses=False)


def _credential(spec: WrittenSpecification) -> Iterator[Fault]:
    found = spec.text("model", "credential")
    if found and not is_reference(found):
        said = 'this is no reference; "credential" takes env:NAME or file:/path, and never the token itself'
        yield Fault(spec.place("model", "credential"), said)


def _chunks(spec: WrittenSpecification) -> Iterator[Fault]:
    truncate = spec.text("preprocessing", "truncate")
    most, overlap = (spec.value("preprocessing", f"{name}_bytes") or 0 for name in ("max_input", "overlap"))
    at = spec.place("preprocessing", "overlap_bytes")
    if truncate == "chunk" and most == 0:
        said = '"truncate: chunk" needs a size; "max_input_bytes" takes one above 0'
        yield Fault(spec.place("preprocessing", "truncate"), said)
    elif truncate == "chunk" and 0 < most <= overlap:
        yield Fault(
            at, f'found {overlap}; "overlap_bytes" takes less than "max_input_bytes", which is {most}'
        )
    elif truncate != "chunk" and overlap > 0:
        yield Fault(at, f'found {overlap}; "overlap_bytes" goes with "truncate: chunk" alone')


def _key_fields(spec: WrittenSpecification) -> Iterator[Fault]:
    seen: set[str] = set()
    for item in spec.items("source", "key_fields"):
        if item.value in seen:
            yield Fault(item.span, f"{quoted(item.text)} is a key field already; each stands once")
        seen.add(item.value or "")


def _version_field(spec: WrittenSpecification) -> Iterator[Fault]:
    strategy = spec.text("source", "version_strategy")
    field = spec.fields.get(("source", "version_field"))
    empty = field is None or field.state == "null" or field.value == ""
    if strategy in HAVE_A_VERSION_FIELD and empty and not _misspelt(spec, ("source",), "version_field"):
        said = f'"version_strategy: {strategy}" needs a column; "version_field" names it'
        yield Fault(spec.place("source", "version_strategy"), said)


def _index(spec: WrittenSpecification) -> Iterator[Fault]:
    method, kind = spec.text("target", "index_method"), spec.text("target", "representation")
    dimension, most = spec.value("model", "reported_dimension") or 0, MOST_INDEXED.get(kind)
    at = spec.place("target", "index_method")
    if method == "ivfflat" and kind == "sparsevec":
        yield Fault(at, "pgvector has no ivfflat index of sparsevec; it has hnsw", refuses=False)
    elif method in ("hnsw", "ivfflat") and most is not None and dimension > most:
        said = f"pgvector indexes {kind} up to {most:,} dimensions, and these are {dimension:,}"
        yield Fault(at, said, refuses=False)


def _dimensions(spec: WrittenSpecification) -> Iterator[Fault]:
    kind = spec.text("target", "representation")
    asked, told = (spec.value("model", f"{name}_dimension") or 0 for name in ("requested", "reported"))
    if told > MOST_STORED.get(kind, told):
        said = f"found {told:,}; a column of {kind} holds up to {MOST_STORED[kind]:,} dimensions"
        yield Fault(spec.place("model", "reported_dimension"), said, refuses=False)
    if asked > 0 and told > 0 and asked != told:
        said = f'found {asked:,}; what comes back is to have "reported_dimension", which is {told:,}'
        yield Fault(spec.place("model", "requested_dimension"), said, refuses=False)


def _useless(spec: WrittenSpecification) -> Iterator[Fault]:
    """What the format lets be absent, though nothing can be embedded or looked up without it."""
    if spec.value("source", "mutable") is None:
        return
    for name, why in (("table", "there are no rows"), ("key_fields", "no row can be named"),
                      ("input_fields", "there is nothing to embed")):  # fmt: skip
        found = spec.fields.get(("source", name))
        if (found is None or (not found.value and found.state != "misfit")) and not _misspelt(
            spec, ("source",), name
        ):
            yield Fault(spec.key("source"), f"without {quoted(name)}, {why}", refuses=False)
    for span in spec.nulls:
        yield Fault(span, "an item without a value is left out", refuses=False)
