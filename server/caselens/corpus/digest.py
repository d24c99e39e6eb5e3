"""The content address of a corpus: what decides whether two results may be compared."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable

from caselens.corpus.accepted import Case, Corpus

SHORT = 12
"""Hex characters of the form for people."""

# Where the reference's default float format turns to exponents.
LEAST_EXPONENT, MOST_EXPONENT = -4, 6


def digest(corpus: Corpus) -> str:
    """SHA-256 of everything that an evaluation depends on, in lower-case hex."""
    return digest_of(corpus.default_k, map(encoded, corpus.cases))


def digest_of(default_k: int, cases: Iterable[bytes]) -> str:
    """The digest of a corpus whose cases are `encoded`."""
    running = hashlib.sha256(joined(["corpus", "1", "default_k", str(default_k)]))
    for case in cases:
        running.update(case)
    return running.hexdigest()


def case_digest(case: Case, default_k: int) -> str:
    """The digest of one case alone, by which a result is tied to what it is a result of."""
    head = joined(["case", "1", "default_k", str(default_k)])
    return hashlib.sha256(head + encoded(case)).hexdigest()


def encoded(case: Case) -> bytes:
    """What of a case goes into the digest."""
    return joined(_parts(case))


def grade_text(grade: float) -> str:
    """A grade as the digest writes it: Go's `%v` of a float64, the shortest digits that read back."""
    if math.isnan(grade):
        return "NaN"
    if math.isinf(grade):
        return "+Inf" if grade > 0 else "-Inf"
    sign = "-" if math.copysign(1.0, grade) < 0 else ""
    mantissa, _, power = repr(abs(grade)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    if not digits:
        return sign + "0"
    # The decimal exponent of the first digit that is not zero.
    leading = len(whole) - 1 if whole != "0" else len(digits) - len(fraction) - 1
    exponent = int(power or 0) + leading
    digits = digits.rstrip("0") or "0"
    if not LEAST_EXPONENT <= exponent < MOST_EXPONENT:
        tail = "." + digits[1:] if len(digits) > 1 else ""
        return f"{sign}{digits[0]}{tail}e{'-' if exponent < 0 else '+'}{abs(exponent):02d}"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    digits = digits.ljust(exponent + 1, "0")
    tail = "." + digits[exponent + 1 :] if len(digits) > exponent + 1 else ""
    return sign + digits[: exponent + 1] + tail


def _parts(case: Case) -> list[str]:
    parts = ["case", case.id, "query", case.query, "k", str(case.k)]
    parts += ("required", str(len(case.required)), *case.required)
    parts += ("relevant", str(len(case.relevant)))
    for key, grade in sorted(case.relevant, key=lambda pair: _bytes(pair[0])):
        parts += (key, grade_text(grade))
    return parts


def joined(parts: Iterable[str]) -> bytes:
    """Each part with its length in bytes before it, so that no two lists read the same."""
    return b"".join(b"%d:%b" % (len(raw), raw) for raw in map(_bytes, parts))


def _bytes(text: str) -> bytes:
    # What !!binary decodes to need not be UTF-8; such bytes travel as lone surrogates.
    return text.encode("utf-8", "surrogateescape")
