"""The rules: refusals in the order in which the reference refuses, then lints. One module is one rule."""

from collections.abc import Iterable

from caselens.rules import (
    bad_version,
    cut_query,
    duplicate_id,
    duplicate_key,
    empty_document,
    endless_grade,
    escape_as_text,
    expects_nothing,
    few_cases,
    k_covers_all,
    key_components,
    key_outside_filter,
    key_without_vector,
    length_prefixed_key,
    missing_id,
    missing_query,
    no_cases,
    no_depth,
    nonpositive_grade,
    odd_ignore,
    odd_k,
    odd_version,
    repeated_key,
    repeated_query,
    second_document,
    syntax,
    unchecked_keys,
    ungraded_required,
    unknown_field,
    unknown_key,
    unreachable_recall,
    unreachable_required,
    vanishing_null,
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
    key_components.check,
    key_outside_filter.check,
    key_without_vector.check,
    unchecked_keys.check,
    odd_version.check,
    odd_k.check,
    vanishing_null.check,
    second_document.check,
    endless_grade.check,
    repeated_key.check,
    escape_as_text.check,
    length_prefixed_key.check,
    cut_query.check,
    ungraded_required.check,
    unreachable_required.check,
    unreachable_recall.check,
    k_covers_all.check,
    repeated_query.check,
    no_depth.check,
    few_cases.check,
    odd_ignore.check,
)

BY_CODE = {rule.code: rule for rule in RULES}

LINTS = frozenset(rule.code for rule in RULES if not rule.refuses)
"""What does not refuse can be switched off."""


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
