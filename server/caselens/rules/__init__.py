"""The rules, in the order in which the reference refuses. One module is one rule."""

from dataclasses import replace

from caselens.rules import (
    bad_version,
    duplicate_id,
    duplicate_key,
    empty_document,
    expects_nothing,
    missing_id,
    missing_query,
    no_cases,
    nonpositive_grade,
    syntax,
    unchecked_keys,
    unknown_field,
    unknown_key,
    wrong_type,
)
from caselens.rules.rule import Context, Finding, Rule, Turn

RULES: tuple[Rule, ...] = (
    empty_document.check,
    syntax.check,
    unknown_field.check,
    duplicate_key.check,
    wrong_type.check,
    bad_version.check,
    no_cases.check,
    missing_id.check,
    missing_query.check,
    expects_nothing.check,
    nonpositive_grade.check,
    duplicate_id.check,
    unknown_key.check,
    unchecked_keys.check,
)

BY_CODE = {rule.code: rule for rule in RULES}


def check(context: Context) -> tuple[Finding, ...]:
    """Everything that the rules have to say, in the order of the text."""
    found: dict[Finding, Turn | None] = {}
    for rule in RULES:
        for spot in rule.check(context):
            finding = Finding(
                rule.code, rule.severity, spot.span, spot.message, spot.related, spot.fixes, rule.refuses
            )
            # What an alias repeats is found once for each use; it is one mistake.
            found.setdefault(finding, spot.turn)
    first = min((turn for turn in found.values() if turn is not None), default=None)
    findings = (
        replace(finding, decisive=True) if turn and turn == first else finding
        for finding, turn in found.items()
    )
    return tuple(sorted(findings, key=lambda finding: finding.span))
