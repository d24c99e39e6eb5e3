"""What SARIF 2.1.0 says of the objects that `check` writes, as a JSON Schema."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def closed(required: str = "", **properties: Schema) -> Schema:
    return {
        "type": "object",
        "required": required.split(),
        "properties": properties,
        "additionalProperties": False,
    }


def of(item: Schema, least: int = 0) -> Schema:
    return {"type": "array", "items": item, "minItems": least}


TEXT: Schema = {"type": "string", "minLength": 1}
MESSAGE = closed("text", text=TEXT)
LEVEL: Schema = {"enum": ["none", "note", "warning", "error"]}
INDEX: Schema = {"type": "integer", "minimum": 0}
FROM_1: Schema = {"type": "integer", "minimum": 1}

# RFC 3986, as far as a name of a file goes: no blank, no letter outside of ASCII that is not percent-encoded.
URI: Schema = {"type": "string", "pattern": r"^([A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-F]{2})+$"}

ARTIFACT = closed("uri", uri=URI, index=INDEX)
REGION = closed(
    "startLine startColumn", startLine=FROM_1, startColumn=FROM_1, endLine=FROM_1, endColumn=FROM_1
)
PHYSICAL = closed("artifactLocation", artifactLocation=ARTIFACT, region=REGION)
LOCATION = closed("physicalLocation", id=INDEX, message=MESSAGE, physicalLocation=PHYSICAL)

REPLACEMENT = closed(
    "deletedRegion", deletedRegion=REGION, insertedContent=closed("text", text={"type": "string"})
)
CHANGE = closed(
    "artifactLocation replacements", artifactLocation=ARTIFACT, replacements=of(REPLACEMENT, least=1)
)
FIX = closed("artifactChanges", description=MESSAGE, artifactChanges=of(CHANGE, least=1))

RULE = closed(
    "id shortDescription defaultConfiguration",
    id=TEXT,
    name=TEXT,
    shortDescription=MESSAGE,
    help=closed("text", text=TEXT, markdown=TEXT),
    defaultConfiguration=closed(level=LEVEL),
    properties={"type": "object"},
)
RESULT = closed(
    "message ruleId",
    ruleId=TEXT,
    ruleIndex=INDEX,
    level=LEVEL,
    message=MESSAGE,
    locations=of(LOCATION, least=1),
    relatedLocations=of(LOCATION),
    fixes=of(FIX),
    partialFingerprints={"type": "object", "additionalProperties": TEXT},
)
NOTE = closed("message", level=LEVEL, message=MESSAGE, locations=of(LOCATION))
RUN = closed(
    "tool results",
    tool=closed("driver", driver=closed("name", name=TEXT, semanticVersion=TEXT, rules=of(RULE))),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    newlineSequences=of(TEXT, least=1),
    invocations=of(
        closed(
            "executionSuccessful",
            executionSuccessful={"type": "boolean"},
            toolExecutionNotifications=of(NOTE),
        )
    ),
    artifacts=of(closed(location=ARTIFACT)),
    results=of(RESULT),
)
LOG = closed("version runs", version={"const": "2.1.0"}, runs=of(RUN), **{"$schema": TEXT})
