"""What an endpoint answers, in the shape of OpenAI's embeddings: vectors, or what is wrong with it."""

import json
import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from caselens.text import counted

_SIZE = re.compile(
    r"too (large|long|many|big)|size|length|batch|limit|exceed|maximum|tokens|context", re.IGNORECASE
)
_LONGEST_EXCERPT = 300


class Refused(Exception):  # noqa: N818 - it becomes a `PortError` where the endpoint is known
    """An answer that is none; the message says why."""


class Answer(NamedTuple):
    """Vectors of unit length in the order of the texts; `reasons` says by index why one is all zeros."""

    vectors: NDArray[np.float32]
    reasons: Mapping[int, str]


def read_answer(body: bytes, count: int, dimension: int) -> Answer:
    """The vectors of `count` texts; `dimension` is 0 where any will do. Raises `Refused`."""
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused(f"it is not JSON: {excerpt(body)}") from None
    if not isinstance(answer, dict):
        raise Refused("it is not a JSON object")
    if answer.get("error"):
        raise Refused(f"an error inside an answer of status 200: {excerpt(body)}")
    items = answer.get("data")
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise Refused('its "data" is not a list of objects')
    if len(items) != count:
        raise Refused(f"{counted(len(items), 'vector')} for {counted(count, 'text')}")
    vectors = _matrix([item.get("embedding") for item in _in_order(items)], dimension)
    return _normalised(vectors)


def _in_order(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    indices: list[Any] = [item.get("index") for item in items]
    if all(index is None for index in indices):
        return items
    if any(type(index) is not int for index in indices) or sorted(indices) != list(range(len(items))):
        raise Refused(f"its indices are not 0 to {len(items) - 1}, each once")
    return sorted(items, key=lambda item: int(item["index"]))


def _matrix(vectors: list[Any], dimension: int) -> NDArray[np.float64]:
    for vector in vectors:
        if not isinstance(vector, list) or any(type(number) not in (int, float) for number in vector):
            raise Refused("an embedding is not a list of numbers")
        if len(vector) != (dimension or len(vectors[0])) or not vector:
            wanted = f"dimension {dimension}" if dimension else "one dimension for all"
            raise Refused(f"a vector of dimension {len(vector)}; accepted is {wanted}")
    try:
        return np.array(vectors, np.float64)
    except OverflowError:
        raise Refused("an embedding has a number that is too large") from None


def _normalised(vectors: NDArray[np.float64]) -> Answer:
    finite: NDArray[np.bool_] = np.logical_and.reduce(np.isfinite(vectors), axis=1)
    largest = np.abs(np.where(finite[:, None], vectors, 0.0)).max(axis=1)
    reasons = {int(row): "its vector has numbers that are not finite" for row in np.flatnonzero(~finite)}
    reasons |= {int(row): "its vector is all zeros" for row in np.flatnonzero(finite & (largest == 0))}
    usable = finite & (largest > 0)
    unit = np.zeros(vectors.shape, np.float32)
    # Scaled first, since the square of a number may be too large or too small where the number is not.
    scaled = vectors[usable] / largest[usable, None]
    unit[usable] = scaled / np.linalg.norm(scaled, axis=1, keepdims=True)
    return Answer(unit, reasons)


def is_about_size(status: int, body: bytes) -> bool:
    """Whether fewer or shorter texts might be accepted."""
    spoken = _SIZE.search(body.decode("utf-8", "replace"))
    return status == 413 or (status in {400, 422} and spoken is not None)


def seconds_to_wait(retry_after: str, now: float) -> float | None:
    """What a `Retry-After` says, as seconds or as a date; None where it says nothing that can be read."""
    if re.fullmatch(r"\s*\d{1,9}(\.\d+)?\s*", retry_after, re.ASCII):
        return float(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - now)
    except (ValueError, OverflowError):
        return None


def excerpt(body: bytes) -> str:
    """The message in a body where it is JSON that has one, else how the body begins, on one line."""
    text = body.decode("utf-8", "replace")
    try:
        found = json.loads(text)
        found = found.get("error", found)
        found = found.get("message", found) if isinstance(found, dict) else found
        text = found if isinstance(found, str) else text
    except (ValueError, AttributeError, RecursionError):
        pass  # it is shown as it is
    return " ".join(text.split()) or "nothing"


def shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_EXCERPT else text[:_LONGEST_EXCERPT] + "…"
