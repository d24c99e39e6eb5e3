"""What was found as SARIF 2.1.0, the form in which code scanning takes findings.

No line of a file is repeated in it: one may hold a secret.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from caselens import __version__
from caselens.cli.findings import Checked, region
from caselens.features.verdict import PlacedFinding
from caselens.project import CONFIGURATION
from caselens.rules import BY_CODE
from caselens.rules.page import page
from caselens.rules.rule import Finding, Fix, Severity
from caselens.specification import NAME
from caselens.text import Piece, Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFORMATION: "note"}

OTHERS = {CONFIGURATION: "Mistake in caselens.yaml", NAME: "Mistake in a specification"}
"""What has no page of its own."""

FINGERPRINT = "caselens/v1"
"""The name of what tells whether a finding is one of before: its rule and its message, and the how manieth of
them in its file it is. Lines may come and go before it.
"""


def written(found: Sequence[Checked]) -> str:
    codes = list(dict.fromkeys(placed.finding.code for one in found for placed in one.findings))
    driver = {
        "name": "caselens",
        "semanticVersion": __version__,
        "rules": [_rule(code) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "invocations": [_invocation(found)],
        "artifacts": [{"location": {"uri": uri(one.file)}} for one in found],
        "results": [result for index, one in enumerate(found) for result in _results(one, index, codes)],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def uri(name: str) -> str:
    """A file's name as a URI, relative where the name is."""
    path = PurePath(name)
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))


def _rule(code: str) -> dict[str, Any]:
    """A rule with its page; what is no rule of a corpus has a title alone."""
    rule = BY_CODE.get(code)
    if rule is None:
        title = {"text": OTHERS[code]}
        return {"id": code, "shortDescription": title, "defaultConfiguration": {"level": "error"}}
    return {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.code.split("-")),
        "shortDescription": {"text": rule.title},
        "help": {"text": rule.explanation, "markdown": page(rule)},
        "defaultConfiguration": {"level": LEVELS.get(rule.severity, "note")},
        "properties": {"refuses": rule.refuses},
    }


def _invocation(found: Sequence[Checked]) -> dict[str, Any]:
    """Whether everything could be looked at; a finding is no failure."""
    notes = [
        {
            "level": "error",
            "message": {"text": one.trouble},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri(one.file), "index": index}}}],
        }
        for index, one in enumerate(found)
        if one.trouble
    ]
    return {"executionSuccessful": not notes, "toolExecutionNotifications": notes}


def _results(one: Checked, index: int, codes: Sequence[str]) -> Iterator[dict[str, Any]]:
    artifact = {"uri": uri(one.file), "index": index}
    said: Counter[tuple[str, str]] = Counter()
    for placed in one.findings:
        piece, finding = placed
        said[finding.code, finding.message] += 1
        yield {
            "ruleId": finding.code,
            "ruleIndex": codes.index(finding.code),
            "level": LEVELS[finding.severity],
            "message": {"text": finding.message},
            "locations": [{"physicalLocation": _place(artifact, piece, finding.span)}],
            "partialFingerprints": {FINGERPRINT: _fingerprint(finding, said[finding.code, finding.message])},
            **_others(artifact, placed),
        }


def _others(artifact: dict[str, Any], placed: PlacedFinding) -> dict[str, Any]:
    """The other places that a finding speaks of, and its fixes, where it has some."""
    piece, finding = placed
    related = [
        {
            "id": number,
            "message": {"text": other.message},
            "physicalLocation": _place(artifact, other.piece or piece, other.span),
        }
        for number, other in enumerate(finding.related, 1)
    ]
    fixes = [_fix(artifact, piece, fix) for fix in finding.fixes]
    return {**({"relatedLocations": related} if related else {}), **({"fixes": fixes} if fixes else {})}


def _fix(artifact: dict[str, Any], piece: Piece, fix: Fix) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(piece, edit.span), "insertedContent": {"text": edit.replacement}}
        for edit in fix.edits
    ]
    change = {"artifactLocation": artifact, "replacements": replacements}
    return {"description": {"text": fix.title}, "artifactChanges": [change]}


def _place(artifact: dict[str, Any], piece: Piece, span: Span) -> dict[str, Any]:
    return {"artifactLocation": artifact, "region": _region(piece, span)}


def _region(piece: Piece, span: Span) -> dict[str, int]:
    line, column, end_line, end_column = region(piece, span)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _fingerprint(finding: Finding, number: int) -> str:
    told = f"{finding.code}\0{finding.message}".encode("utf-8", "surrogatepass")
    return f"{sha256(told).hexdigest()[:16]}:{number}"
