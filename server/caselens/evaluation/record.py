"""A run as JSON and back, as `schema/run.schema.json` describes it. No text of a row or a query is in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from math import isfinite
from typing import Any

from caselens.evaluation.informative import uninformative
from caselens.evaluation.result import CaseResult, Means, Run, Source
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


def from_json(values: Mapping[str, Any]) -> Run:
    """The inverse of `as_json`. Raises `UnknownVersion`, or `KeyError`, `TypeError` or `ValueError` for
    what is no such record.
    """
    if values.get("version") != VERSION:
        raise UnknownVersion(f"version {values.get('version')!r}; this Caselens reads version {VERSION}")
    corpus, model, source = values["corpus"], values["model"], values["source"]
    return Run(
        corpus_digest=str(corpus["digest"]),
        corpus_name=str(corpus["name"]),
        generation=str(values["generation"]),
        model=str(model["identity"]),
        is_model=bool(model["is_model"]),
        rows=int(source["rows"]),
        results=tuple(map(result_from_json, values["cases"])),
        embedding=float(values["milliseconds"]["embedding"]),
        searching=float(values["milliseconds"]["searching"]),
        cases=int(corpus["cases"]),
        parameters=dict(values["parameters"]),
        corpus_path=str(corpus["path"]),
        source=Source(str(source["origin"]), str(source["fingerprint"]), str(source["state"])),
        configuration=dict(values["configuration"]["nested"]),
        started=str(values["started"]),
        completed=str(values["completed"]),
        scoring=int(values["scoring"]),
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


def result_from_json(values: Mapping[str, Any]) -> CaseResult:
    """The inverse of `result_as_json`; raises as `from_json` does."""
    known = {name: values[name] for name in CaseResult.__slots__}
    for name in ("required", "missing", "repeated"):
        known[name] = tuple(map(str, values[name]))
    for name in ("hits", "beyond"):
        known[name] = tuple(Hit(str(hit["key"]), float(hit["score"])) for hit in values[name])
    known["exact"] = None if values["exact"] is None else tuple(map(str, values["exact"]))
    known["places"] = {k: Place(int(p["rank"]), float(p["score"])) for k, p in values["places"].items()}
    known["absent"] = {str(key): str(why) for key, why in values["absent"].items()}
    known["grades"] = {key: float(grade) for key, grade in values["grades"].items()}
    return CaseResult(**known)


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
