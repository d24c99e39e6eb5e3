"""What was found as JSON: every file, every finding with its place and its fixes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from caselens.cli.findings import Checked, region
from caselens.features.verdict import PlacedFinding


def written(found: Sequence[Checked]) -> str:
    files = [
        {
            "file": one.file,
            "outcome": one.outcome,
            "digest": one.digest or None,
            "trouble": one.trouble or None,
            "findings": [_finding(placed) for placed in one.findings],
        }
        for one in found
    ]
    return json.dumps({"version": 1, "files": files}, indent=2) + "\n"


def _finding(placed: PlacedFinding) -> dict[str, Any]:
    piece, found = placed
    return {
        "code": found.code,
        "severity": found.severity.value,
        "refuses": found.refuses,
        "message": found.message,
        **region(piece, found.span)._asdict(),
        "related": [
            {"message": other.message, **region(other.piece or piece, other.span)._asdict()}
            for other in found.related
        ],
        "fixes": [
            {
                "title": fix.title,
                "safe": fix.safe,
                "edits": [
                    {"replacement": edit.replacement, **region(piece, edit.span)._asdict()}
                    for edit in fix.edits
                ],
            }
            for fix in found.fixes
        ],
    }
