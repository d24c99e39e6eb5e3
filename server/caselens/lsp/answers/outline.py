"""The outline, what can be folded, and what is selected next."""

from __future__ import annotations

from functools import lru_cache
from json.encoder import encode_basestring_ascii as encoded

from lsprotocol import types

from caselens.features.folding import folds
from caselens.features.outline import Symbol, outline
from caselens.features.selection import around
from caselens.features.specifications import outline as sections
from caselens.lsp.convert import Ruler, column_of, width
from caselens.lsp.documents import Document
from caselens.lsp.protocol import Encoded

KIND = types.SymbolKind.Object.value
LONGEST_DETAIL = 60
MOST_LABELS = 20_000


def symbols(document: Document, nested: bool, encoding: str) -> Encoded:
    """Cases or sections, as `DocumentSymbol`s, or as `SymbolInformation` for a client that knows no others.

    There may be ten thousand: making values of them, and text of those, would take ten times as long.
    """
    picture = document.picture
    found = list(sections(picture.content)) if document.is_specification else outline(picture)
    shown = _nested(found) if nested else _flat(found, document.uri)
    last = len(document.picture.lines) - 1
    if found and found[-1].end > last:
        # Only the last case may end where there is no further line.
        end = f'"end":{{"line":{last},"character":{width(document.picture.lines[-1], encoding)}}}'
        shown[-1] = shown[-1].replace(f'"end":{{"line":{found[-1].end},"character":0}}', end)
    return Encoded(f"[{','.join(shown)}]")


def _nested(found: list[Symbol]) -> list[str]:
    shown = []
    before, there = -1, ""
    for line, end, name, detail in found:
        # Nearly every case begins where the one before it ends.
        here = there if line == before else f'{{"line":{line},"character":0}}'
        before, there = end, f'{{"line":{end},"character":0}}'
        places = f'"range":{{"start":{here},"end":{there}}},"selectionRange":{{"start":{here},"end":{here}}}'
        shown.append(f"{_label(name, detail)}{places}}}")
    return shown


@lru_cache(MOST_LABELS)
def _label(name: str, detail: str) -> str:
    """How a symbol begins. An outline is asked for after every edit, of which nearly all names survive."""
    return f'{{"name":{encoded(name)},"detail":{encoded(detail[:LONGEST_DETAIL])},"kind":{KIND},'


def _flat(found: list[Symbol], uri: str) -> list[str]:
    where = encoded(uri)
    return [
        f'{{"name":{encoded(name)},"kind":{KIND},"location":{{"uri":{where},'
        f'"range":{{"start":{{"line":{line},"character":0}},"end":{{"line":{end},"character":0}}}}}}}}'
        for line, end, name, _ in found
    ]


def folding(document: Document) -> Encoded:
    ranges = (
        f'{{"startLine":{first},"endLine":{last}{_COMMENT if is_comment else ""}}}'
        for first, last, is_comment in folds(document.picture.lines)
    )
    return Encoded(f"[{','.join(ranges)}]")


_COMMENT = ',"kind":"comment"'


def selection(document: Document, place: types.Position, encoding: str) -> types.SelectionRange:
    """The ranges around a place, each with the next wider one as its parent."""
    lines = document.picture.lines
    end = types.Position(len(lines) - 1, width(lines[-1], encoding))
    found = types.SelectionRange(types.Range(types.Position(0, 0), end))
    piece, spans = around(document.picture, place.line, column_of(lines, place, encoding))
    ruler = Ruler(piece, encoding)
    for span in spans:
        found = types.SelectionRange(ruler.range(span), found)
    return found
