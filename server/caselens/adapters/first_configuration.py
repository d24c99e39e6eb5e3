"""The text of a first caselens.yaml: one generation, by what its author was asked."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from caselens.adapters.configuration import read
from caselens.corpus.edits import spelling
from caselens.ports import PortError
from caselens.syntax.parse import parse
from caselens.syntax.plain import NotPlain, plain_value

CORPORA = "**/*.corpus.yaml"


def over_rows(
    folder: Path,
    rows: Path,
    key_fields: Sequence[str],
    input_fields: Sequence[str],
    model: str,
    table: str = "",
) -> str:
    """A generation of the rows in a file. Raises `PortError` where that is no configuration."""
    fields = {"table": _spelled(table)} if table else {}
    fields |= {
        "key_fields": _listed(key_fields),
        "input_fields": _listed(input_fields),
        "model": _spelled(model),
    }
    return _checked(folder, rows, {"rows": _relative(folder, rows), **fields})


def over_specification(folder: Path, specification: Path, database: str) -> str:
    """A generation that a specification describes, in a database that `database` refers to. Raises
    `PortError` where that is no configuration.
    """
    return _checked(
        folder,
        specification,
        {"spec": _relative(folder, specification), "database": _spelled(database)},
    )


def _checked(folder: Path, source: Path, fields: dict[str, str]) -> str:
    name = source.name.partition(".")[0] or source.name
    text = f"version: 1\ngenerations:\n  - name: {_spelled(name)}\n    corpora: [{_spelled(CORPORA)}]\n"
    text += "".join(f"    {field}: {value}\n" for field, value in fields.items())
    if faults := read(text, folder).faults:
        raise PortError(faults[0].message)
    return text


def _relative(folder: Path, file: Path) -> str:
    """How a file is called from the configuration's folder, in every system's spelling."""
    try:
        return _spelled(Path(os.path.relpath(file, folder)).as_posix())
    except ValueError:
        return _spelled(file.as_posix())  # on another drive


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(_spelled, names)).join("[]")


def _spelled(text: str) -> str:
    """A text as YAML, without quotes where it is a text all the same."""
    plain = spelling(text)
    try:
        same = plain_value(parse(plain).root) == text
    except NotPlain:
        same = False
    return plain if same else spelling(text, '"')
