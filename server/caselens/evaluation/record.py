"""A run as JSON and back, as `schema/run.schema.json` describes it. No text of a row or a query is in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from math import inf, isfinite
from typing import Any

from caselens.evaluation.informative import uninformative
from caselens.evaluation.result import CaseResult, Means, Run, Source
from caselens.evaluation.values import at, count, flag, mapping, named, number, optional, several, text
from caselens.evaluation.why import unjudged
from caselens.evaluation.wide import wide, wide_means
from caselens.ports import Hit, Place

VERSION = 1
"""The version of the form. A run of another one is refused by name."""


class UnknownVersion(Exception):  # noqa: N818 - said to whoever wanted the run
    """The record has another form than this module reads."""


def as_json(run: Run) -> dict[str, Any]:
    """The run as JSON values. What can be computed from the rest is there for other readers."""
    return {
        "version": VERSION,
        "scoring": run.scoring,
        "started": run.started,
        "completed": run.completed,
        "corpus": {
            "digest": run.corpus_digest,
            "name": run.corpus_name,
            "path": run.corpus_path,
            "cases": run.cases,
        },
        "generation": run.generation,
        "model": {"identity": run.model, "is_model": run.is_model},
        "source": {**_slots(run.source), "rows": run.rows},
        "parameters": dict(run.parameters),
        "configuration": {"nested": run.configuration, "flat": flat(run.configuration)},
        "milliseconds": {"embedding": round(run.embedding, 3), "searching": round(run.searching, 3)},
        "means": {**_slots(run.means), "wide": wide_means(run.results)},
        "cases": [result_as_json(result, run.rows) for result in run.results],
    }


def from_json(values: Any) -> Run:
    """The inverse of `as_json`. Raises `UnknownVersion`, or `KeyError`, `TypeError` or `ValueError` for
    what is no such record.
    """
    version = mapping(values).get("version")
    if version != VERSION:
        raise UnknownVersion(f"version {version!r}; this Caselens reads version {VERSION}")
    corpus, model, source = (at(values, name, mapping) for name in ("corpus", "model", "source"))
    times = at(values, "milliseconds", mapping)
    return Run(
        corpus_digest=at(corpus, "digest", text),
        corpus_name=at(corpus, "name", text),
        generation=at(values, "generation", text),
        model=at(model, "identity", text),
        is_model=at(model, "is_model", flag),
        rows=at(source, "rows", count),
        results=at(values, "cases", several(result_from_json)),
        embedding=at(times, "embedding", number),
        searching=at(times, "searching", number),
        cases=at(corpus, "cases", count),
        parameters=at(values, "parameters", named(text)),
        corpus_path=at(corpus, "path", text),
        source=Source(*(at(source, name, text) for name in ("origin", "fingerprint", "state"))),
        configuration=at(at(values, "configuration", mapping), "nested", mapping),
        started=at(values, "started", text),
        completed=at(values, "completed", text),
        scoring=at(values, "scoring", count),
    )


def result_as_json(result: CaseResult, rows: int = 0) -> dict[str, Any]:
    values = _slots(result)
    for name in ("required", "missing", "repeated"):
        values[name] = list(values[name])
    for name in ("hits", "beyond"):
        values[name] = [{"key": hit.key, "score": hit.score} for hit in values[name]]
    values["absent"] = dict(values["absent"])
    values["exact"] = None if result.exact is None else list(result.exact)
    values["places"] = {key: {"rank": p.rank, "score": p.score} for key, p in result.places.items()}
    # JSON has no word for an endless grade; Python reads these.
    values["grades"] = {key: g if isfinite(g) else str(g) for key, g in result.grades.items()}
    values["wide"] = wide(result)
    values["unjudged"] = list(unjudged(result))
    values["uninformative"] = list(uninformative(result, rows))
    return values


def result_from_json(values: Any) -> CaseResult:
    """The inverse of `result_as_json`; raises as `from_json` does."""
    return CaseResult(**{name: at(values, name, read) for name, read in _FIELDS.items()})


def _hit(values: Any) -> Hit:
    return Hit(at(values, "key", text), at(values, "score", number))


def _place(values: Any) -> Place:
    return Place(at(values, "rank", count), at(values, "score", number))


def _grade(value: Any) -> float:
    return inf if value == str(inf) else number(value)


_FIELDS: dict[str, Callable[[Any], Any]] = {
    "id": text,
    "digest": text,
    "depth": count,
    "required": several(text),
    "grades": named(_grade),
    "hits": several(_hit),
    "beyond": several(_hit),
    "places": named(_place),
    "absent": named(text),
    "missing": several(text),
    "recall": optional(number),
    "reciprocal_rank": optional(number),
    "ndcg": optional(number),
    "exact_agreement": optional(number),
    "exact": optional(several(text)),
    "repeated": several(text),
    "milliseconds": number,
    "searching": optional(number),
    "incomplete": text,
}
"""How the value of each field of a result is read."""


def flat(values: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    """Nested settings as dotted names, in their order."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        dotted = f"{above}.{name}" if above else name
        if isinstance(value, Mapping):
            found.update(flat(value, dotted))
        else:
            found[dotted] = value
    return found


def _slots(value: Means | CaseResult | Source) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(value)}
