"""What is said, in Markdown, of the place that is pointed at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from caselens import schema
from caselens.corpus.accepted import RUN_DEPTH
from caselens.corpus.digest import SHORT
from caselens.corpus.written import WrittenCase
from caselens.features.hints import told
from caselens.features.picture import Picture
from caselens.features.pointing import named_at, touches
from caselens.features.results import Results
from caselens.rules import BY_CODE
from caselens.rules.page import page
from caselens.syntax.tree import Mapping, Node, Scalar, Sequence, held
from caselens.text import Piece, Span, counted

COVERED = (
    "It covers `default_k` and, of each case in its order, `id`, `query`, `k`, `required` and `relevant`; "
    "not `name`, `description`, comments or spelling. Results may be compared where it is the same."
)


class Hover(NamedTuple):
    """What is said of a span of a piece of the text."""

    piece: Piece
    span: Span
    text: str


def hover(picture: Picture, results: Results, line: int, column: int) -> Hover | None:
    """What is known of the character before or after a place; the rule's page where something is wrong."""
    place = line, column
    said = chain(_findings(picture, *place), _keys(picture, results, *place), _fields(picture, *place))
    return next(said, None)


def _findings(picture: Picture, line: int, column: int) -> Iterator[Hover]:
    for piece, finding in picture.findings:
        if touches(piece, finding.span, line, column):
            yield Hover(piece, finding.span, page(BY_CODE[finding.code], level=3))


def _keys(picture: Picture, results: Results, line: int, column: int) -> Iterator[Hover]:
    """Where the row of a key ranked in the last run of its case."""
    named = named_at(picture, line, column)
    if named is None or named.field == "id":
        return
    case = named.placed.case
    result = results.current(case, picture.default_k) if case else None
    if result is None or result.incomplete:
        said = f"`{named.name}`: not asked yet, or edited since"
    else:
        label, more = told(named.name, result)
        said = f"`{named.name}`: **{label}**\n\n{more}"
    yield Hover(named.piece, named.written.span, said)


def _fields(picture: Picture, line: int, column: int) -> Iterator[Hover]:
    """What the field means whose name stands at a place, and what it comes to."""
    piece, root = picture.tree_at(line)
    owner = "case" if isinstance(root, Sequence) else ""
    mapping = held(root.items[0]) if isinstance(root, Sequence) and root.items else root
    while isinstance(mapping, Mapping):
        inner: Node | None = None
        for key, value in mapping.entries:
            name = key.text if isinstance(key, Scalar) else ""
            if touches(piece, key.span, line, column) and name in schema.fields("corpus", owner):
                yield Hover(piece, key.span, _meaning(picture, name, owner, line))
            if name == "cases" and not owner and isinstance(value, Sequence):
                inner = next((item for item in value.items if touches(piece, item.span, line, column)), None)
        mapping, owner = inner, "case"


def _meaning(picture: Picture, name: str, owner: str, line: int) -> str:
    text = f"**{name}**: {schema.description('corpus', name, owner)}"
    if owner and name == "k":
        return "\n\n".join([text, *_depth(picture, line)])
    if name in ("version", "cases") and picture.digest is not None and picture.corpus is not None:
        cases = counted(len(picture.corpus.cases), "case")
        return f"{text}\n\nThe digest of these {cases} is `{picture.digest[:SHORT]}`. {COVERED}"
    return text


def _depth(picture: Picture, line: int) -> Iterator[str]:
    """How many rows count in the case at a line, and who says so."""
    for placed in picture.cases(line, line + 1):
        read = placed.read()
        if read is not None:
            yield depth(read[1], picture.default_k)


def depth(case: WrittenCase, default_k: int) -> str:
    own = (case.k.value if case.k else None) or 0
    if own > 0:
        return f"The best {counted(own, 'row')} count here: this `k`."
    if default_k > 0:
        return f"The best {counted(default_k, 'row')} count here: `default_k`."
    return f"The run decides how many rows count here; without `--k`, the best {RUN_DEPTH}."
