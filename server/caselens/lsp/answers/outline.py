"""The outline, what can be folded, and what is selected next."""

from __future__ import annotations

from json.encoder import encode_basestring_ascii as encoded

from lsprotocol import types

from caselens.features.folding import folds
from caselens.features.outline import outline
from caselens.features.selection import around
from caselens.lsp.convert import Ruler, column_of, width
from caselens.lsp.documents import Document
from caselens.lsp.protocol import Encoded

KIND = types.SymbolKind.Object.value
LONGEST_DETAIL = 120


def symbols(document: Document, nested: bool, encoding: str) -> Encoded:
    """The cases, as `DocumentSymbol`s, or as `SymbolInformation` for a client that knows no others.

    There may be ten thousand: making values of them, and text of those, would take ten times as long.
    """
    lines = document.picture.lines
    last, width_of_last = len(lines) - 1, width(lines[-1], encoding)
    uri = encoded(document.uri)
    found = []
    for line, end, name, detail in outline(document.picture):
        stop, column = (end, 0) if end <= last else (last, width_of_last)
        start = f'{{"line":{line},"character":0}}'
        whole = f'"range":{{"start":{start},"end":{{"line":{stop},"character":{column}}}}}'
        if nested:
            grip = f'"selectionRange":{{"start":{start},"end":{start}}}'
            shown = encoded(detail[:LONGEST_DETAIL])
            found.append(f'{{"name":{encoded(name)},"detail":{shown},"kind":{KIND},{whole},{grip}}}')
        else:
            found.append(f'{{"name":{encoded(name)},"kind":{KIND},"location":{{"uri":{uri},{whole}}}}}')
    return Encoded(f"[{','.join(found)}]")


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
