"""From a tree to a written corpus."""

from __future__ import annotations

from typing import Any

from caselens import schema
from caselens.corpus.decoding import Decoder
from caselens.corpus.described import as_list
from caselens.corpus.nodes import GivenUp
from caselens.corpus.shape import Stranger
from caselens.corpus.written import Judgment, Written, WrittenCase, WrittenCorpus
from caselens.syntax.tree import Alias, Mapping, Node, Scalar, Sequence, Tree, grip, held

TOP_FIELDS = schema.fields("corpus")
CASE_FIELDS = schema.fields("corpus", "case")


def read(tree: Tree) -> WrittenCorpus:
    """The written corpus of a tree. Never raises: what is wrong with it is in `shape`."""
    decoder = Decoder()
    if tree.root is None:
        return WrittenCorpus(tree)
    try:
        values = _corpus(decoder, tree.root)
    except GivenUp:
        values = {}
    return WrittenCorpus(tree, tuple(decoder.problems), nulls=tuple(decoder.nulls), **values)


def read_item(tree: Tree) -> WrittenCorpus | None:
    """A corpus of the one case that a tree holds as a list of one; None when it is no such list."""
    root = tree.root
    if not isinstance(root, Sequence) or len(root.items) != 1:
        return None
    decoder = Decoder()
    try:
        case = _case(decoder, root.items[0])
    except GivenUp:
        case = None
    cases = (case,) if case else ()
    return WrittenCorpus(tree, tuple(decoder.problems), cases=cases, nulls=tuple(decoder.nulls))


def _corpus(decoder: Decoder, root: Node) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for field in decoder.record(root, TOP_FIELDS, "a corpus"):
        match field.name:
            case "version" | "default_k":
                values[field.name] = decoder.integer(field)
            case "name" | "description":
                values[field.name] = decoder.string(field)
            case "cases":
                values["cases_at"] = Written(None, grip(field.value), field.key.span)
                items = decoder.items(field.value, '"cases" takes a list of cases')
                values["cases"] = tuple(case for item in items if (case := _case(decoder, item)) is not None)
    return values


def _case(decoder: Decoder, item: Node) -> WrittenCase | None:
    """The case of an item; None for null, which is no case, and for what is no mapping."""
    values: dict[str, Any] = {}
    reported = len(decoder.problems)
    for field in decoder.record(item, CASE_FIELDS, "a case"):
        before = decoder.troubles
        match field.name:
            case "id" | "query":
                values[field.name] = decoder.string(field)
                continue
            case "k":
                values[field.name] = decoder.integer(field)
                continue
            case "required":
                items = decoder.items(field.value, '"required" takes a list of source keys', as_list)
                keys = tuple(map(decoder.key, items))
                values["required"] = tuple(key for key in keys if key.state != "null")
                decoder.nulls += (key.span for key in keys if key.state == "null")
            case "relevant":
                values["relevant"] = _judgments(decoder, field.value)
        values.setdefault("expectations_at", field.key.span)
        if decoder.troubles > before:
            values["expectations_known"] = False
    target = held(item)
    if not isinstance(target, Mapping):
        if isinstance(target, Scalar) and len(decoder.problems) == reported:
            decoder.nulls.append(item.span)
        return None
    strangers = (problem for problem in decoder.problems[reported:] if isinstance(problem, Stranger))
    values["strangers"] = tuple(stranger.name for stranger in strangers)
    named = [v.span for name in ("id", "query") if (v := values.get(name)) and v.value is not None]
    here = item.span if isinstance(item, Alias) else named[0] if named else grip(target)
    return WrittenCase(item.span, here, holder=target if target is item else None, **values)


def _judgments(decoder: Decoder, node: Node) -> tuple[Judgment, ...]:
    found: dict[str, Judgment] = {}
    for field in decoder.fields(node, '"relevant" takes a map from source key to grade'):
        key: Written[str] = Written(field.name, field.key.span, field.key.span, text=field.name)
        grade = decoder.number(field, "a grade is a number")
        # A null that is merged in does not undo a grade that is there; one of the map itself does.
        if grade.state != "null" or field.holder is held(node) or field.name not in found:
            found[field.name] = Judgment(key, grade, field.holder)
    return tuple(found.values())
