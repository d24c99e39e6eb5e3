"""`.caselens/` beside a configuration: what is kept there, and how it is written."""

import os
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from typing import IO

HOME = ".caselens"


def made(folder: Path, name: str) -> Path:
    """The folder `name` in the home of a configuration, made where it is missing. Raises `OSError`."""
    home = folder / HOME
    found = home / name
    found.mkdir(parents=True, exist_ok=True)
    ignored = home / ".gitignore"
    if not ignored.exists():
        replace(ignored, lambda file: file.write(b"*\n"))
    return found


def replace(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Put a file in its place, whole or not at all."""
    temporary = written(path, write)
    try:
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def written(path: Path, write: Callable[[IO[bytes]], object]) -> Path:
    """A temporary file beside `path` with what is to stand there, complete and on the disk."""
    temporary = path.with_name(f"{path.name}.{token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary
