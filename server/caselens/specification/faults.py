"""What is wrong with a specification, and the words for what does not have the shape of one."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from caselens import schema
from caselens.corpus.shape import Abort, Misfit, Repeat, Stranger
from caselens.specification import NAME
from caselens.specification.secrets import named
from caselens.text import Edit, Span

LONGEST_NAME = 60
"""Characters of a field's name that are compared with others."""


class Mend(NamedTuple):
    """An edit that may be what the author meant."""

    title: str
    edit: Edit


class Fault(NamedTuple):
    """`refuses`: the specification has no identity and cannot be used. No message repeats a secret."""

    span: Span
    message: str
    refuses: bool = True
    mends: tuple[Mend, ...] = ()


def of_shape(problem: Misfit | Repeat | Abort, secret: bool) -> Fault:
    """A problem of shape in words. `secret`: what stands there must not be repeated."""
    match problem:
        case Misfit(span, found, accepted, replacement):
            if secret:
                # Of the string "…", only that it is one.
                return Fault(span, f"found {_kind(found)}; {accepted}")
            mends = (
                (Mend(f"Write {replacement}", Edit(span, replacement)),) if replacement is not None else ()
            )
            return Fault(span, f"found {found}; {accepted}", mends=mends)
        case Repeat(span, name):
            what = "a key" if secret else named(name)
            return Fault(span, f"{what} stands here a second time; a key may stand once in a mapping")
        case Abort(span, message):
            return Fault(span, "this cannot be read as its tag says" if secret else message)


def _kind(found: str) -> str:
    return found.partition(' "')[0].replace("the ", "a ", 1)


def stranger(problem: Stranger, written: frozenset[str]) -> Fault:
    """A field that there is not in words. `written` are the names beside it."""
    found = f"no field {named(problem.name)} in {problem.owner}"
    free = [name for name in problem.known if name not in written]
    typed = problem.name[:LONGEST_NAME].lower()
    if near := next(iter(get_close_matches(typed, free, 1, cutoff=0.6)), ""):
        mend = Mend(f'Rename to "{near}"', Edit(problem.span, near))
        return Fault(problem.span, f'{found}; the nearest is "{near}"', mends=(mend,))
    if home := next((section for section, names in sections().items() if problem.name in names), ""):
        return Fault(problem.span, f"{found}; it stands in {home}")
    return Fault(problem.span, f"{found}; accepted are {', '.join(problem.known)}")


@cache
def sections() -> dict[str, tuple[str, ...]]:
    """The fields of each section, by its name."""
    return {
        name: tuple(node["properties"])
        for name in schema.fields(NAME)
        if (node := schema.at(NAME, (name,))) and "properties" in node
    }
