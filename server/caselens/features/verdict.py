"""What is wrong with a file, put together from what is wrong with its parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from caselens.features.analysis import Analysis
from caselens.features.chunk import Chunk
from caselens.features.parts import Parts
from caselens.rules import decided, duplicate_id, few_cases, finding, no_depth, repeated_query
from caselens.rules.rule import ONE_BY_ONE, Finding, Related, Severity, Turn
from caselens.syntax.trouble import CONFLICT
from caselens.text import Piece, SourceText

# Farther apart than any two places within one part are.
STRIDE = 1 << 40


class PlacedFinding(NamedTuple):
    """A finding, and the piece of the text that its spans are relative to."""

    piece: Piece
    finding: Finding

    @property
    def line(self) -> int:
        """The line of the whole text in which it begins."""
        return self.piece.line + self.piece.source.line_of(self.finding.span.start)


def of_whole(whole: Analysis) -> list[PlacedFinding]:
    piece = Piece(0, whole.source)
    return [PlacedFinding(piece, found) for found in whole.findings]


def of_parts(parts: Parts) -> list[PlacedFinding]:
    """The findings of parts that can all be trusted."""
    return _decided([*_frame(parts), *_cases(parts), *_across(parts)])


def of_broken(parts: Parts, whole: Analysis | None) -> list[PlacedFinding]:
    """The findings while the whole file does not parse, or has not been read yet.

    Each broken part has its own; the doubtful ones are silent. Where none of them says what is wrong,
    the whole does.
    """
    conflicts = [
        PlacedFinding(piece, found) for piece, found in (*_frame(parts), *_cases(parts)) if is_conflict(found)
    ]
    if conflicts:
        # Everything else follows from it.
        return _decided(conflicts[:1])
    placed = [*_frame(parts), *_cases(parts), *_across(parts)]
    if whole is not None and not any(found.code == "syntax" for _, found in placed):
        placed.extend(of_whole(whole))
    return _decided(placed)


def worst(found: Sequence[PlacedFinding], most: int) -> list[PlacedFinding]:
    """At most so many findings, the most severe, in the order in which they stand."""
    order = list(Severity)
    kept = sorted(range(len(found)), key=lambda index: order.index(found[index].finding.severity))[:most]
    return [found[index] for index in sorted(kept)]


def is_conflict(found: Finding) -> bool:
    return found.code == "syntax" and found.message == CONFLICT


def _frame(parts: Parts) -> Iterator[PlacedFinding]:
    chunk = parts.frame.chunk
    yield from _of_chunk(chunk, 0, -STRIDE)


def _cases(parts: Parts) -> Iterator[PlacedFinding]:
    for index, chunk in enumerate(parts.noted):
        if chunk is not None:
            yield from _of_chunk(chunk, parts.starts[index], index * STRIDE)


def _of_chunk(chunk: Chunk, line: int, place: int) -> Iterator[PlacedFinding]:
    """The findings of a part; a doubtful one is silent, unless it is broken too."""
    if chunk.source is not None and (chunk.broken or not chunk.doubtful):
        piece = Piece(line, chunk.source)
        for found in chunk.findings:
            yield PlacedFinding(piece, _moved(found, place))


def _across(parts: Parts) -> Iterator[PlacedFinding]:
    """What only all cases together show."""
    yield from _repeated_ids(parts)
    yield from _repeated_queries(parts)
    corpus, source = parts.frame.corpus, parts.frame.source
    if corpus.cases_at is not None and parts.cases:
        span, piece = source.first_line(corpus.cases_at.key), Piece(0, source)
        if parts.cases < few_cases.ENOUGH:
            yield PlacedFinding(piece, finding(few_cases.check, few_cases.few(span, parts.cases)))
        if not parts.depths and no_depth.decides_nothing(corpus.default_k):
            yield PlacedFinding(piece, finding(no_depth.check, no_depth.undecided(span)))


def _repeated_ids(parts: Parts) -> Iterator[PlacedFinding]:
    """Each case whose id an earlier one has."""
    for index, earlier in parts.ids.pairs(parts.chunks):
        here, there = _piece(parts, index), _piece(parts, earlier)
        related = Related(there.source.first_line(parts.grip(earlier)), duplicate_id.FIRST, there)
        span, identifier = here.source.first_line(parts.grip(index)), parts.chunks[index].id or ""
        spot = duplicate_id.repeated(identifier, span, related, index * STRIDE)
        yield PlacedFinding(here, finding(duplicate_id.check, spot))


def _repeated_queries(parts: Parts) -> Iterator[PlacedFinding]:
    """Each case whose question an earlier one asks."""
    for index, earlier in parts.queries.pairs(parts.chunks):
        query, asked = parts.query(index), parts.query(earlier)
        if query and asked:
            here, there = _piece(parts, index), _piece(parts, earlier)
            related = Related(there.source.first_line(asked.span), repeated_query.FIRST, there)
            span = here.source.first_line(query.span)
            spot = repeated_query.repeated(span, query.value == asked.value, related)
            yield PlacedFinding(here, finding(repeated_query.check, spot))


def _piece(parts: Parts, index: int) -> Piece:
    chunk = parts.chunks[index]
    if chunk.source is None:
        chunk.source = SourceText(parts.text(index))
    return Piece(parts.starts[index], chunk.source)


def _moved(found: Finding, place: int) -> Finding:
    turn = found.turn
    if turn is None or turn.stage not in ONE_BY_ONE:
        return found
    return found._replace(turn=Turn(turn.stage, place + turn.place, turn.step))


def _decided(placed: list[PlacedFinding]) -> list[PlacedFinding]:
    """Sorted as they stand in the file, with the one marked at which the reference would stop."""
    marked = decided(found for _, found in placed)
    result = [PlacedFinding(piece, found) for (piece, _), found in zip(placed, marked, strict=True)]
    result.sort(key=lambda placed: (placed.piece.line, placed.finding.span))
    return result
