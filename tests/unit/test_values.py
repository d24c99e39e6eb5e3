"""What scalars mean to the reference loader: integer, grade, or neither."""

import pytest

from caselens.corpus.digest import grade_text
from caselens.syntax.tree import Scalar
from caselens.syntax.values import Unreadable, as_float, as_integer, as_text, plain, resolve
from caselens.text import Span

NEITHER = "neither"


@pytest.mark.parametrize(
    ("text", "integer", "grade"),
    [
        ("1", 1, "1"),
        ("010", 8, "8"),
        ("08", 8, "8"),
        ("0777", 511, "511"),
        ("0o17", 15, "15"),
        ("0b101", 5, "5"),
        ("0b-1", -1, "-1"),
        ("-0b11", -3, "-3"),
        ("0x_f", 15, "15"),
        ("1_000", 1000, "1000"),
        ("1_", 1, "1"),
        ("+3", 3, "3"),
        ("3.7", 3, "3.7"),
        ("-0.5", 0, "-0.5"),
        ("-0.0", 0, "-0"),
        ("1e3", 1000, "1000"),
        (".5", 0, "0.5"),
        (".1_0", 0, "0.1"),
        ("5.", 5, "5"),
        ("9223372036854775807", 2**63 - 1, "9.223372036854776e+18"),
        ("9223372036854775808", NEITHER, "9.223372036854776e+18"),
        ("9223372036854775807.0", -(2**63), "9.223372036854776e+18"),
        ("-1e300", -(2**63), "-1e+300"),
        ("1e19", NEITHER, "1e+19"),
        (".inf", NEITHER, "+Inf"),
        ("-.INF", -(2**63), "-Inf"),
        (".NaN", NEITHER, "NaN"),
        ("1e400", NEITHER, NEITHER),
        ("._5", NEITHER, NEITHER),
        ("_1", NEITHER, NEITHER),
        ("1:30", NEITHER, NEITHER),
        ("0x1p-2", NEITHER, NEITHER),
        ("inf", NEITHER, NEITHER),
        ("yes", NEITHER, NEITHER),
        ("true", NEITHER, NEITHER),
        ("2001-01-01", NEITHER, NEITHER),
        ("１", NEITHER, NEITHER),
    ],
)
def test_numbers(text: str, integer: int | str, grade: str) -> None:
    value = plain(text)
    found, number = as_integer(scalar(text), value), as_float(scalar(text), value)
    assert (NEITHER if found is None else found) == integer
    assert (NEITHER if number is None else grade_text(number)) == grade


def scalar(text: str, style: str = "", tag: str = "") -> Scalar:
    return Scalar(Span(0, len(text)), text, style, tag, None)


@pytest.mark.parametrize("text", ["", "~", "null", "Null", "NULL"])
def test_nulls(text: str) -> None:
    assert resolve(scalar(text)).kind == "null"
    assert resolve(scalar(text, "'")).kind == "str"


@pytest.mark.parametrize(
    ("text", "is_time"),
    [
        ("2001-01-01", True),
        ("2001-1-1", True),
        ("2024-02-29", True),
        ("2023-02-29", False),
        ("2001-13-01", False),
        ("2001-01-01T00:00:00Z", True),
        ("2001-01-01t1:2:3.5+01:00", True),
        ("2001-01-01 10:00:00", True),
        ("2001-01-01 10:00:00Z", False),
        ("2001-01-01T10:00:00", False),
        ("2001-01-01T24:00:00Z", False),
        ("0000-02-29", True),
        ("2001-01-01T00:00:00,5Z", True),
        ("2001-01-01T00:00:00.Z", False),
        ("2001-01-01   1:1:1", True),
        ("2001-01-01T00:00:00.1234567890123Z", True),
        ("2001-01-01T00:00:00+24:60", True),
        ("2001-01-01T00:00:00+25:00", False),
        ("2001-01-01T00:00:00+00:61", False),
        ("20010-01-01", False),
    ],
)
def test_times(text: str, is_time: bool) -> None:
    assert (plain(text).kind == "time") is is_time


@pytest.mark.parametrize(
    ("text", "style", "tag", "kind"),
    [
        ("1", "", "!", "int"),
        ("1", "'", "!", "str"),
        ("1", "'", "!!int", "int"),
        ("1", "", "!!float", "float"),
        ("1.5", "", "!!float", "float"),
        ("42", "", "!!str", "str"),
        ("42", "", "!mine", "!mine"),
        ("~", "", "!!null", "null"),
        ("true", '"', "!!bool", "bool"),
        ("2001-01-01", "", "!!timestamp", "time"),
        ("aGk=", "", "!!binary", "binary"),
        ("x", "", "!!int", None),
        ("1.5", "", "!!int", None),
        ("18446744073709551615", "", "!!float", None),
        ("yes", "", "!!bool", None),
        ("x", "", "!!null", None),
        ("2001-01-01", "", "!!int", None),
        ("@@", "", "!!binary", None),
        ("aGk", "", "!!binary", None),
    ],
)
def test_tags(text: str, style: str, tag: str, kind: str | None) -> None:
    if kind is None:
        with pytest.raises(Unreadable):
            resolve(scalar(text, style, tag))
    else:
        assert resolve(scalar(text, style, tag)).kind == kind


def test_binary_need_not_be_utf_8() -> None:
    encoded = scalar("/w==", tag="!!binary")
    assert as_text(encoded, resolve(encoded)).encode("utf-8", "surrogateescape") == b"\xff"
