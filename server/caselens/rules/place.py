"""Where to underline when the thing itself is missing."""

from __future__ import annotations

from typing import Any

from caselens.corpus.written import Written, WrittenCase
from caselens.rules.rule import Context
from caselens.syntax.tree import grip
from caselens.text import Span

# What Go calls white space. Python's own set has U+001C to U+001F too, which separate key components.
GO_BLANK = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


def document_grip(context: Context) -> Span:
    """The first key of the document, or its first line."""
    root = context.corpus.tree.root
    return context.source.first_line(grip(root) if root is not None else Span(0, len(context.source.content)))


def value_or_key(context: Context, written: Written[Any]) -> Span:
    """The value where one was written, else the key it is missing after."""
    span = written.span if written.span.end > written.span.start else written.key
    return context.source.first_line(span)


def absent_or_blank(context: Context, case: WrittenCase, field: Written[str] | None) -> Span | None:
    """Where to say that a case lacks a field; None when it does not."""
    if field is None:
        return context.source.first_line(case.grip)
    if field.state == "misfit" or (field.value or "").strip(GO_BLANK):
        return None
    return value_or_key(context, field)
