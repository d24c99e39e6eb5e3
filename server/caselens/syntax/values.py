"""What a scalar means to the reference loader, decided from its text, style and tag alone.

The rules are those of Go's yaml.v3, which is neither YAML 1.1 nor 1.2: leading zeros are octal,
`yes` is a string, underscores vanish from numbers. `tests/vectors` hold what it answered.
"""

from __future__ import annotations

import base64
import binascii
import math
import re
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from caselens.syntax.tree import NULLS, Scalar
from caselens.text import quoted

INT64 = 2**63
UINT64 = 2**64
LONGEST_INTEGER = 20
"""Decimal digits of the largest number of 64 bits. Python refuses to convert thousands of them."""

_TRUE_FALSE = dict.fromkeys(["true", "True", "TRUE"], True) | dict.fromkeys(
    ["false", "False", "FALSE"], False
)
_YES_NO = {
    spelt: truth
    for truth, words in ((True, ("y", "yes", "on")), (False, ("n", "no", "off")))
    for word in words
    for spelt in (word, word.capitalize(), word.upper())
}
_SPECIAL = (
    {f".{nan}": math.nan for nan in ("nan", "NaN", "NAN")}
    | {f"{sign}.{inf}": math.inf for sign in ("", "+") for inf in ("inf", "Inf", "INF")}
    | {f"-.{inf}": -math.inf for inf in ("inf", "Inf", "INF")}
)
_INTEGER = re.compile(
    r"([-+]?)(?:0[xX](?P<x>[0-9a-fA-F]+)|0[bB](?P<b>[01]+)|0[oO](?P<o>[0-7]+)|0(?P<z>[0-7]+)|(?P<d>0|[1-9][0-9]*))"
)
_BASES = {"x": 16, "b": 2, "o": 8, "z": 8, "d": 10}
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
# A scalar that begins with a dot keeps its underscores, which may stand singly between digits.
_DOTTED = r"\.[0-9]+(_[0-9]+)*([eE][-+]?[0-9]+(_[0-9]+)*)?"
# `0b-1`: a second chance after the prefix, where a sign is let in.
_SIGNED_INSIDE = r"(-?)0(?:b(?P<b>[-+]?[01]+)|o(?P<o>[-+]?[0-7]+))"
_DATE = (
    r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})"
    r"(?:(T|t| +)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})([.,][0-9]+)?(Z|[-+][0-9]{2}:[0-9]{2})?)?"
)
_RESOLVED_TAGS = frozenset(["", "!", "!!str", "!!bool", "!!int", "!!float", "!!null", "!!timestamp"])


# What Go calls white space. Python's own set has U+001C to U+001F too, which separate key components.
BLANK = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


def is_blank(text: str | None) -> bool:
    """Whether there is nothing to read, as Go's `strings.TrimSpace` has it."""
    return text is None or not text.strip(BLANK)


class Unreadable(Exception):  # noqa: N818 - caught by whoever resolves
    """The reference gives the whole file up at this scalar."""


class Value(NamedTuple):
    """`kind` is `null`, `bool`, `int`, `float`, `time`, `str`, `binary`, or a tag of the author's own."""

    kind: str
    number: int | float | None = None


def resolve(scalar: Scalar) -> Value:
    """The kind of a scalar, and its number when it has one. Raises `Unreadable`."""
    tag = scalar.tag
    if tag in ("", "!"):
        return Value("str") if scalar.style else plain(scalar.text)
    if tag == "!!binary":
        _decoded(scalar.text)
        return Value("binary")
    if tag == "!!str":
        return Value("str")
    if tag not in _RESOLVED_TAGS:
        return Value(tag)
    value = plain(scalar.text, dates=tag == "!!timestamp")
    wanted = {"!!timestamp": "time"}.get(tag, tag[2:])
    if wanted == value.kind:
        return value
    # Only a signed 64-bit integer counts as a float here.
    if wanted == "float" and value.kind == "int" and value.number is not None and value.number < INT64:
        return Value("float", float(value.number))
    raise Unreadable(f"{quoted(scalar.text)} is not a {tag}")


@lru_cache(4096)
def plain(text: str, dates: bool = True) -> Value:
    """The kind of an unquoted, untagged scalar."""
    if text in NULLS:
        return Value("null")
    if text in _TRUE_FALSE:
        return Value("bool")
    if text in _SPECIAL:
        return Value("float", _SPECIAL[text])
    first = text[0]
    if first == ".":
        return _finite(text.replace("_", "")) if re.fullmatch(_DOTTED, text) else Value("str")
    if first not in "+-0123456789":
        return Value("str")
    if dates and text[4:5] == "-" and _is_time(text):
        return Value("time")
    return _number(text.replace("_", ""))


def _number(text: str) -> Value:
    match = _INTEGER.fullmatch(text)
    if match and len(match["d"] or "") <= LONGEST_INTEGER:
        number = int(match[match.lastgroup or 0], _BASES[match.lastgroup or "d"])
        signed = -number if match[1] == "-" else number
        if -INT64 <= signed < INT64 or (signed < UINT64 and not match[1]):
            return Value("int", signed)
    if _FLOAT.fullmatch(text):
        return _finite(text)
    if match := re.fullmatch(_SIGNED_INSIDE, text):
        digits = match[1] + match[match.lastgroup or 0]
        if digits[:2] not in ("--", "-+"):
            number = int(digits, _BASES[match.lastgroup or "b"])
            if -INT64 <= number < INT64:
                return Value("int", number)
    return Value("str")


def _finite(text: str) -> Value:
    """A float, unless it overflows: then it is a string."""
    number = float(text)
    return Value("str") if math.isinf(number) else Value("float", number)


def _is_time(text: str) -> bool:
    """Whether time.Parse of Go 1.20 or later takes `text` in one of the four layouts that yaml.v3 tries."""
    match = re.fullmatch(_DATE, text)
    if match is None:
        return False
    year, month, day, separator, hour, minute, second, _, zone = match.groups()
    if separator and (separator[0] == " ") != (zone is None):
        return False
    if zone and zone != "Z" and (int(zone[1:3]) > 24 or int(zone[4:]) > 60):
        return False
    try:
        # Year 0 exists in Go only; it is a leap year there, as 4 is here.
        datetime(int(year) or 4, int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0))
    except ValueError:
        return False
    return True


def as_text(scalar: Scalar, value: Value) -> str:
    """The string a scalar gives where a string goes: its text, whatever kind it reads as."""
    return _decoded(scalar.text) if value.kind == "binary" else scalar.text


def as_integer(_scalar: object, value: Value) -> int | None:
    """The 64-bit integer a value gives where one goes, fractions cut; None when it gives none."""
    number = value.number
    if value.kind == "int" and isinstance(number, int):
        return number if number < INT64 else None
    if value.kind == "float" and number is not None and number <= INT64:
        # Beyond 64 bits the conversion gives the smallest integer, on the reference's platform.
        return int(number) if -INT64 <= number < INT64 else -INT64
    return None


def as_bool(scalar: Scalar, value: Value) -> bool | None:
    """The truth a value gives where one goes, YAML 1.1's words for it among them; None when it gives none."""
    if value.kind == "bool":
        return scalar.text.lower() == "true"
    return _YES_NO.get(scalar.text) if value.kind == "str" else None


def as_float(_scalar: object, value: Value) -> float | None:
    """The number a value gives where a grade goes; None when it gives none."""
    return float(value.number) if value.number is not None else None


def _decoded(text: str) -> str:
    """Base64 as Go's decoder reads it: line breaks are skipped, anything else foreign is not."""
    try:
        raw = base64.b64decode(text.replace("\n", "").replace("\r", ""), validate=True)
    except (binascii.Error, ValueError):
        raise Unreadable(f"{quoted(text)} is not base64") from None
    return raw.decode("utf-8", "surrogateescape")
