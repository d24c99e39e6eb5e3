"""What is said, in Markdown, of the place that is pointed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from caselens.corpus.accepted import RUN_DEPTH
from caselens.corpus.digest import SHORT
from caselens.corpus.written import WrittenCase
from caselens.features.field_hover import Hover, Path, field_at, meaning
from caselens.features.key_hover import Source, key_at, key_text
from caselens.features.past import TELLING, KeptRun, id_at, of_case, of_corpus
from caselens.features.picture import Picture
from caselens.features.pointing import touches
from caselens.features.results import Results
from caselens.rules import BY_CODE
from caselens.rules.page import page
from caselens.rules.rule import Severity
from caselens.syntax import tree
from caselens.text import counted

COVERED = (
    "It covers `default_k` and, of each case in its order, `id`, `query`, `k`, `required` and `relevant`; "
    "not `name`, `description`, comments or spelling. Results may be compared where it is the same."
)


def hover(
    picture: Picture,
    results: Results,
    line: int,
    column: int,
    source: Source | None = None,
    past: Sequence[KeptRun] = (),
) -> Hover | None:
    """What is known of the character before or after a place; the rule's page where something is wrong.

    `source` is what the rows said of the key there, `past` the last runs where `past.tells_of_runs`.
    """
    pages = list(_findings(picture, line, column))
    keys = _keys(picture, results, source, line, column)
    wrong = (page for is_hint, page in pages if not is_hint)
    said = next(
        chain(wrong, keys, _id(picture, past, line, column), _fields(picture, past, line, column)), None
    )
    hints = [page for is_hint, page in pages if is_hint]
    if said is None or len(hints) < len(pages):
        return said or next(iter(hints), None)
    # A hint is about the file as a whole: what stands in this place comes first.
    return said._replace(text="\n\n".join([said.text, *(hint.text for hint in hints)]))


def _findings(picture: Picture, line: int, column: int) -> Iterator[tuple[bool, Hover]]:
    """The pages of the rules that speak of a place, and whether they are hints."""
    for piece, finding in picture.findings:
        if touches(piece, finding.span, line, column):
            is_hint = finding.severity is Severity.HINT
            yield is_hint, Hover(piece, finding.span, page(BY_CODE[finding.code], level=3))


def _keys(
    picture: Picture, results: Results, source: Source | None, line: int, column: int
) -> Iterator[Hover]:
    found = key_at(picture, line, column)
    if found is not None:
        yield Hover(found.named.piece, found.span, key_text(found.named, picture, results, source))


def _id(picture: Picture, past: Sequence[KeptRun], line: int, column: int) -> Iterator[Hover]:
    """How a case did in the last runs."""
    named = id_at(picture, line, column)
    if named is not None and (text := of_case(named.id, past)):
        yield Hover(named.piece, named.span, text)


def _fields(picture: Picture, past: Sequence[KeptRun], line: int, column: int) -> Iterator[Hover]:
    """What the field means whose name stands at a place, and what it comes to."""
    piece, root = picture.tree_at(line)
    path = ("cases",) if isinstance(root, tree.Sequence) else ()
    found = field_at("corpus", piece, root, path, line, column)
    if found is not None:
        parts = [meaning("corpus", found.path), *_in_force(picture, found.path, line)]
        parts += [of_corpus(past)] if past and found.path in TELLING else []
        text = "\n\n".join(parts)
        yield Hover(piece, found.span, text)


def _in_force(picture: Picture, path: Path, line: int) -> Iterator[str]:
    """What a field comes to in this file."""
    if path in (("cases", 0, "k"), ("cases", 0, "required")):
        yield from _depth(picture, line)
    elif path in (("version",), ("cases",)) and picture.digest is not None and picture.corpus is not None:
        cases = counted(len(picture.corpus.cases), "case")
        yield f"The digest of these {cases} is `{picture.digest[:SHORT]}`. {COVERED}"


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
