"""Records of the text formats, JSON lines and CSV, both UTF-8."""

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from caselens.adapters.rows.fields import Record, named
from caselens.ports import PortError
from caselens.text import quoted

# A cell may be a whole document; the csv module's own limit is 128 KiB.
_LONGEST_CELL = 2**31 - 1
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def json_records(path: Path, _table: str) -> Iterator[Record]:
    """The objects of a JSONL file. Numbers are kept as text, in the file's own spelling."""
    decoder = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=_refuse_constant)
    for number, line in enumerate(_decoded_lines(path), 1):
        if not line.strip():
            continue
        place = f"{path.name}:{number}"
        try:
            value = decoder.decode(line)
            # An escaped half of a pair is no character: no database or UTF-8 file can hold it.
            if _SURROGATE.search(line):
                json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise PortError(f"{place}: half of a surrogate pair; accepted are whole characters") from None
        except json.JSONDecodeError as problem:
            found = f"no JSON: {problem.msg} at column {problem.colno}"
            raise PortError(f"{place}: {found}; each line must be one object") from None
        except (ValueError, RecursionError) as problem:
            raise PortError(f"{place}: no JSON: {problem}; each line must be one object") from None
        if not isinstance(value, dict):
            raise PortError(f"{place}: {_kind(value)}; each line must be one object")
        yield Record(place, value, number)


def csv_records(path: Path, _table: str) -> Iterator[Record]:
    """The lines of a CSV file under its header."""
    csv.field_size_limit(_LONGEST_CELL)
    lines = csv.reader(_decoded_lines(path), strict=True)
    header: list[str] | None = None
    number = 1
    while True:
        first, place = number, f"{path.name}:{number}"
        try:
            cells = next(lines)
        except StopIteration:
            return
        except csv.Error as problem:
            raise PortError(f"{place}: no CSV: {problem}") from None
        number = lines.line_num + 1
        if not cells:
            continue
        if header is None:
            header = _checked_header(place, cells)
        elif len(cells) != len(header):
            raise PortError(f"{place}: {len(cells)} cells; the header has {len(header)}: {named(header)}")
        else:
            yield Record(place, dict(zip(header, cells, strict=True)), first)


def _checked_header(place: str, cells: list[str]) -> list[str]:
    for position, name in enumerate(cells):
        if name in cells[:position]:
            raise PortError(f"{place}: column {quoted(name)} stands twice; each column must stand once")
    return cells


def _decoded_lines(path: Path) -> Iterator[str]:
    """Lines with their ends. Only a line feed ends one: a U+2028 may stand within a text."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    yield line.decode("utf-8-sig" if number == 1 else "utf-8")
                except UnicodeDecodeError as problem:
                    raise PortError(
                        f"{path.name}:{number}: byte 0x{line[problem.start]:02x} is no UTF-8; "
                        "accepted is UTF-8"
                    ) from None
    except OSError as problem:
        raise PortError(f"{path.name}: cannot be read: {problem.strerror}") from problem


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _kind(value: object) -> str:
    match value:
        case list():
            return "an array"
        case None | bool():
            return "true, false or null"
        case _:
            return "a number or a text"
