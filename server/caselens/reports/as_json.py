"""A report as JSON: the run as it is kept, with the verdict and what was compared."""

from __future__ import annotations

import json
from typing import Any

from caselens.evaluation.comparison import Change, Comparison
from caselens.evaluation.informative import informative_means
from caselens.evaluation.latency import latency
from caselens.evaluation.record import as_json
from caselens.reports import Report


def written(told: Report) -> str:
    document = as_json(told.run)
    times, telling = latency(told.run.results), informative_means(told.run)
    document["latency"] = times._asdict() if times else None
    document["informative"] = telling and {
        "left_out": telling[1],
        "means": {name: getattr(telling[0], name) for name in telling[0].__slots__},
    }
    document["blockers"], document["unmeasured"] = list(told.blocking), list(told.open_points)
    document["explanation"] = told.explanation and {"text": told.explanation[0], "model": told.explanation[1]}
    document["comparison"] = told.comparison and _comparison(told.comparison)
    return json.dumps(document, indent=2) + "\n"


def _comparison(found: Comparison) -> dict[str, Any]:
    return {
        "base": {
            "completed": found.base.completed,
            "digest": found.base.corpus_digest,
            "generation": found.base.generation,
            "model": found.base.model,
        },
        "reasons": list(found.reasons),
        "deltas": [
            {**delta._asdict(), "difference": delta.difference, "verdict": delta.verdict}
            for delta in found.deltas
        ],
        "counts": {status.value: count for status, count in found.counts().items()},
        "changes": [_change(change) for change in found.changes],
        "settings": [{"name": n, "base": was, "current": is_} for n, was, is_ in found.settings],
    }


def _change(change: Change) -> dict[str, Any]:
    sides = {"base": change.base, "current": change.current}
    ranks = {
        side: result and {key: place.rank for key, place in result.places.items()}
        for side, result in sides.items()
    }
    return {"id": change.id, "status": change.status.value, "ranks": ranks}
