"""Where to underline when the thing itself is missing."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from caselens.corpus.written import Written, WrittenCase
from caselens.rules.rule import Context
from caselens.syntax.tree import grip
from caselens.syntax.values import is_blank
from caselens.text import Span


def document_grip(context: Context) -> Span:
    """The first key of the document, or its first line."""
    root = context.corpus.tree.root
    return context.source.first_line(grip(root) if root is not None else Span(0, len(context.source.content)))


def value_or_key(context: Context, written: Written[Any]) -> Span:
    """The value where one was written, else the key it is missing after."""
    span = written.span if written.span.end > written.span.start else written.key
    return context.source.first_line(span)


def depth_grip(context: Context, case: WrittenCase) -> Span:
    """Where to speak of a case's depth: at its own `k`, else at the case."""
    if case.k is not None and case.k.value is not None and case.k.value > 0:
        return value_or_key(context, case.k)
    return context.source.first_line(case.grip)


def absent_or_blank(context: Context, case: WrittenCase, name: str) -> Span | None:
    """Where to say that a case lacks a field; None when it does not, or only misspelt it."""
    field: Written[str] | None = getattr(case, name)
    if field is None:
        return None if misspelt(case, name) else context.source.first_line(case.grip)
    if field.state == "misfit" or not is_blank(field.value):
        return None
    return value_or_key(context, field)


def misspelt(case: WrittenCase, *names: str) -> bool:
    """Whether an unknown field of the case, which is reported as such, may be one of `names`."""
    return any(get_close_matches(stranger.lower(), names, 1, cutoff=0.6) for stranger in case.strangers)
