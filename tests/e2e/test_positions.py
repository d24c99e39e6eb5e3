"""Lines and columns: the same characters in every encoding, whatever stands before them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from .client import Client
from .editor import OpenFile, ranges, untitled
from .marks import ENCODINGS, marked

LINE_ENDS = {"LF": "\n", "CRLF": "\r\n", "CR": "\r"}

BEFORE = {
    "BOM": ("\ufeff", "tea"),
    "emoji": ("", "🍵 tea 👩🏽‍🌾 é"),
    "line separator": ("", "green\u2028tea"),
    "next line": ("", "green\u0085tea"),
    "all of them": ("\ufeff", "é🍵\u2028🍵\u0085é"),
}
"""What stands at the very start, and what in every value."""

FAULTS = """\
⟦nam⟧: "-"
version: 1
cases:
  - {id: a, query: "-", ⟦note⟧: "-", required: [green]}
  - id: ⟦b⟧
    query: "-1"
    relevant: {green: 1}
    ⟦requierd⟧: ["-"]
  - id: ⟦b⟧
    query: "-2"
    relevant: {"-é🍵é": 1, green: ⟦0⟧, "-🍵é🍵": ⟦0.0⟧}
"""

OTHERS = ("duplicate-id", "nonpositive-grade", "nonpositive-grade")


@pytest.fixture(scope="module", params=ENCODINGS)
def speaker(request: pytest.FixtureRequest) -> Iterator[Client]:
    """A server that was offered one encoding."""
    with Client() as client:
        abilities = client.initialize(request.param)
        assert abilities["positionEncoding"] == request.param
        yield client


@pytest.mark.parametrize("line_end", LINE_ENDS.values(), ids=LINE_ENDS)
@pytest.mark.parametrize("before", BEFORE.values(), ids=BEFORE)
def test_a_finding_stands_at_its_characters(speaker: Client, before: tuple[str, str], line_end: str) -> None:
    start, within = before
    faults = re.sub('"-([12]?)"', rf'"{within}\1"', FAULTS).replace("\n", line_end)
    text, places = marked(start + faults, speaker.encoding)
    first_of_two = places.pop(2)
    file = OpenFile(speaker, untitled(), text)
    found = file.diagnostics(*["unknown-field"] * 3, *OTHERS)
    assert ranges(found) == places
    (related,) = found[3]["relatedInformation"]
    assert related["location"] == {"uri": file.uri, "range": first_of_two}

    # What is pointed at and the edit of a fix are in the same units.
    for place in places:
        said = speaker.request("textDocument/hover", {"textDocument": file.name, "position": place["start"]})
        assert said["range"] == place
        assert said["contents"]["value"].startswith("### ")
    (fix,) = file.actions("nam", "quickfix")
    file.apply(file.edits(fix))
    assert file.text == start + marked(faults)[0].replace("nam", "name", 1)
    file.diagnostics(*["unknown-field"] * 2, *OTHERS)
    file.close()


CORPUS = (
    "version: 1\r\n"
    "cases:\r\n"
    "  - id: one\n"
    '    query: "how 🍵 hot\u2028is tea"\r'
    "    required: [green]\n"
    "  - id: two\n"
    "    query: é🍵é\n"
    "    required: [black]"
)


def test_edits_of_one_notification_apply_one_after_another(speaker: Client) -> None:
    file = OpenFile(speaker, untitled(), CORPUS)
    before = file.digest()
    file.replace(
        ("🍵 hot", "🍵🍵 warm"),
        ("\u2028is", "\u2028\u0085is 🧊"),
        ("is 🧊 tea", "is ice"),
        ('ice"\r', 'ice"\r\n    k: 3\n'),
        ("cases:\r\n  - id: one\n", "cases:\n  - id: eins\n"),
        ("é🍵é", "🍵é\n      and more"),
        ("[black]", "[black, \n      green]"),
        ("version: 1\r\n", "version: 1\r\n# 🍵\r\n"),
    )
    assert file.digest() != before
    assert_same_as_opened_anew(file)


def test_positions_beyond_a_line_or_the_text_are_taken_for_its_end(speaker: Client) -> None:
    file = OpenFile(speaker, untitled(), CORPUS)
    beyond_line = {"line": 2, "character": 4_000}
    beyond_text = {"line": 4_000, "character": 3}
    file.edit(
        ({"start": beyond_line, "end": beyond_line}, "🍵"),
        ({"start": beyond_text, "end": beyond_text}, "\n    k: 3"),
        ({"start": {"line": 6, "character": 11}, "end": {"line": 6, "character": 4_000}}, "why"),
        ({"start": {"line": 7, "character": 15}, "end": beyond_text}, "silver]\n    k: 5"),
        becomes=CORPUS.replace("one", "one🍵").replace("é🍵é", "why").replace("black]", "silver]\n    k: 5"),
    )
    assert_same_as_opened_anew(file)


def test_a_thousand_small_edits_lose_nothing(speaker: Client) -> None:
    file = OpenFile(speaker, untitled(), CORPUS)
    chance = random.Random(speaker.encoding)
    for _ in range(1_000):
        first = file.text.index("how")
        last = file.text.index('"\r')
        start = chance.randint(first, last)
        end = chance.randint(start, min(last, start + 4))
        file.splice(start, end, "".join(chance.choices("aé🍵\u2028", k=chance.randint(0, 5))))
        if "how" not in file.text:
            file.splice(first, first, "how")
    assert_same_as_opened_anew(file)


def assert_same_as_opened_anew(file: OpenFile) -> None:
    """The digest shows every character of the queries and keys."""
    file.diagnostics()
    anew = OpenFile(file.client, untitled(), file.text)
    assert file.digest().startswith("digest ")
    assert file.digest() == anew.digest()
    assert file.lenses()[0] == anew.lenses()[0]
    assert file.places() == anew.places()
    anew.close()
    file.close()
