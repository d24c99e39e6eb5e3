"""Which generation of a configuration a corpus belongs to: the first that claims it by a glob."""

from __future__ import annotations

import os
import posixpath
import re
from functools import cache
from pathlib import Path

from caselens.settings import Generation, Settings

UNTITLED = "untitled:"
"""The name of a corpus that has no file yet, in the folder that it is taken to be in."""


def generation_of(settings: Settings, corpus: Path) -> Generation | None:
    """The generation of a corpus: the one that claims it, or the first for one that has no file yet."""
    if corpus.name == UNTITLED:
        return settings.generations[0]
    return claimant(settings, corpus)


def claimant(settings: Settings, corpus: Path) -> Generation | None:
    """The first generation one of whose globs matches the corpus, as it is called or where it really is."""
    here, there = (
        (corpus.absolute(), settings.folder.absolute()),
        (corpus.resolve(), settings.folder.resolve()),
    )
    names = [Path(os.path.relpath(*pair)).as_posix() for pair in (here, there)]

    def claims(generation: Generation) -> bool:
        patterns = map(glob, generation.corpora)
        return any(pattern.fullmatch(name) for pattern in patterns for name in names)

    return next(filter(claims, settings.generations), None)


@cache
def glob(pattern: str) -> re.Pattern[str]:
    """A glob over a relative path: `*` and `?` stay within a folder, `**/` crosses folders, downward."""
    pieces = re.split(r"(\*\*/|\*|\?)", posixpath.normpath(pattern))
    special = {"**/": r"(?:(?!\.\./)[^/]+/)*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(special.get(piece) or re.escape(piece) for piece in pieces))
