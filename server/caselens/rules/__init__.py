"""The rules, in the order in which the reference refuses. One module is one rule."""

from collections.abc import Iterable

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
from caselens.rules.rule import Context, Finding, Rule, Scope, Spot
from caselens.text import Span

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


EVERYTHING = Scope.CASE | Scope.FRAME | Scope.FILE


def check(context: Context, scope: Scope = EVERYTHING) -> tuple[Finding, ...]:
    """Everything that the rules of a scope have to say, in the order of the text."""
    found: dict[tuple[str, Span, str], Finding] = {}
    for rule in RULES:
        if rule.scope & scope:
            for spot in rule.check(context):
                # What an alias repeats is found once for each use; it is one mistake.
                found.setdefault((rule.code, spot.span, spot.message), finding(rule, spot))
    return tuple(sorted(decided(found.values()), key=lambda found: found.span))


def finding(rule: Rule, spot: Spot) -> Finding:
    return Finding(
        rule.code,
        rule.severity,
        spot.span,
        spot.message,
        spot.related,
        spot.fixes,
        rule.refuses,
        turn=spot.turn,
    )


def decided(findings: Iterable[Finding]) -> list[Finding]:
    """The findings of one file, those marked at which the reference would stop."""
    findings = list(findings)
    first = min((found.turn for found in findings if found.turn), default=None)
    # Ten thousand findings are nearly all not decisive, before and after.
    return [
        found
        if (is_first := found.turn is not None and found.turn == first) == found.decisive
        else found._replace(decisive=is_first)
        for found in findings
    ]
