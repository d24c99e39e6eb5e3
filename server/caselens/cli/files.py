"""Corpus files, and the project that a command is to use for one."""

from __future__ import annotations

import argparse
import codecs
import sys
from collections.abc import Iterable
from pathlib import Path

from caselens.adapters import configuration
from caselens.adapters.claims import claimant
from caselens.ports import PortError
from caselens.project import Project, find_project
from caselens.settings import Generation, Settings
from caselens.text import SourceText


class NotTextError(PortError):
    """A file whose bytes are no text that the format admits: what is text before them, and what is said."""

    def __init__(self, name: str, before: str, message: str) -> None:
        line, column = SourceText(before).line_column(len(before))
        super().__init__(f"{name}:{line + 1}:{column + 1}: error[syntax]: {message}")
        self.before, self.message = before, message


def read_text(name: str) -> str:
    """The text of a corpus file, without its byte order mark. Raises `PortError`."""
    try:
        raw = Path(name).read_bytes()
    except OSError as error:
        raise PortError(f"{name} cannot be read: {error.strerror}") from None
    # The reference reads UTF-8, and UTF-16 when its byte order mark says so.
    utf16 = raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-16" if utf16 else "utf-8"
    raw = raw if utf16 else raw.removeprefix(codecs.BOM_UTF8)
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode(encoding)
        raise NotTextError(
            name,
            before,
            f"byte 0x{raw[error.start]:02x} is not {encoding.upper()}; a corpus is UTF-8 text",
        ) from None


def save(path: str, text: str) -> None:
    """Write a text to a file, whole or not at all. Raises `PortError`."""
    from caselens.adapters.home import replace

    content = text.encode("utf-8", "backslashreplace")
    try:
        replace(Path(path), lambda file: file.write(content))
    except OSError as error:
        raise PortError(f"{path} cannot be written: {error.strerror or error}") from None


def deliver(files: Iterable[tuple[str, str]], printed: str) -> None:
    """Write each text to its file, and one to standard output, whatever becomes of the files. Raises
    `PortError` when everything else is done.
    """
    troubles = []
    for path, text in files:
        try:
            save(path, text)
        except PortError as error:
            troubles.append(str(error))
    sys.stdout.write(printed)
    if troubles:
        raise PortError("\ncaselens: ".join(troubles))


def project_for(options: argparse.Namespace, name: str) -> Project | None:
    """The project that the arguments name, or else the one that claims the corpus.

    None when nothing does. Raises `PortError`.
    """
    if options.spec:
        name, spec = called(options.spec), str(Path(options.spec).absolute())
        generation = Generation(name, (), model="", spec=spec, database=options.db_url)
        return Project(Settings(_here()), generation)
    if options.rows:
        generation = Generation(
            Path(options.rows).stem,
            (),
            options.rows,
            options.key_fields or ("id",),
            options.input_fields,
            options.table,
        )
        return Project(Settings(_here()), generation)
    if options.config:
        settings = configuration.load(Path(options.config))
        generations = claimant(settings, Path(name))
        return Project(settings, generations) if generations else None
    return find_project(Path(name))


def claimed(options: argparse.Namespace, name: str) -> Project:
    """The project as `project_for` has it. Raises `PortError` where nothing claims the corpus."""
    project = project_for(options, name)
    if project is not None:
        return project
    found = configuration.find(Path(name))
    looked = f"{found} does not" if found else "there is no caselens.yaml in a folder above it"
    raise PortError(f"no generation claims {name}: {looked}; write one, or name the rows with --rows")


def with_model(project: Project, name: str | None) -> Project:
    """The project with another model, where one is named."""
    return project._replace(generation=project.generation._replace(model=name)) if name else project


def called(spec: str) -> str:
    """What the generation of a specification is called in reports."""
    return Path(spec).name.removesuffix(".yaml").removesuffix(".yml").removesuffix(".spec")


def _here() -> Path:
    try:
        return Path.cwd()
    except OSError:
        raise PortError("the current folder is not there any more, and state would be kept in it") from None
