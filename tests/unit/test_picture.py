"""The live picture: after any edit it is what a fresh one of the same text is, and what the whole file says.

`python -m tests.unit.test_picture SEQUENCES SEED` runs the long version; `make fuzz` does.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from caselens.features.analysis import analyse
from caselens.features.chunk import is_odd
from caselens.features.picture import Picture
from caselens.lines import Position, split
from caselens.ports import KeyLookup
from caselens.rules.rule import Severity

VECTORS = Path(__file__).parents[1] / "vectors"

CASES = [
    '  - id: {n}\n    query: "How much, 😀 {n}?"\n    required: ["{n}"]\n',
    "  - id: {n}\n    query: |\n      block\n      text\n    relevant: # r\n      'b': 0.5  # half\n",
    "  - {{id: {n}, query: flow {n}, required: [a, b], k: 3}}\n",
    "  # before {n}\n  - query: plain {n}\n    id: {n}\n\n    relevant: {{x: 2}}\n",
    "  -\n    id: {n}\n    query: >-\n      folded\n      text\n    required: [c]\n",
    "  -\n",
    "  - id: '{n}'\n    query: a\u2028b\n    required: [a]\n",
    '  - id: {n}\n    query: "a\u2028b\x85c"\n    required: [a]\n',
    "  - &c{n}\n    id: {n}\n    query: anchored\n    required: &k [a]\n",
    "  - id: {n}\n    query: aliased\n    required: *k\n",
    "  - <<: *c1\n    id: {n}\n",
    "  - id: {n}\n    query: q\n    required: [a]\n    relevant: {{a: 0, b: -1}}\n",
    "  - id: {n}\n    qury: q\n    required: a\n    k: '3'\n",
    "  - id: 1\n    query: the same id\n    required: [a]\n",
    '  - id: {n}\n    query: "over\n  - two lines"\n    required: [a]\n',
    "  - id: {n}\n    query: How  MUCH #{n}?\n    k: {n}\n    required: [a, b, ~]\n",
    "  - id: {n}\n    query: how much #{n}?\n    k: 1\n    required: [a, b, a]\n    relevant: {{a: .inf}}\n",
    "  - id: {n}\n    query: how much\n    k: 1.5\n    required: ['4:acme1:1', 'a\\x1fb']\n",
    "  - id: {n}\n    query: hush {n}\n    required: [a]  #caselens:ignore[x, repeated-key]\n",
]
HEADS = [
    "version: 1\ncases:\n",
    "# head\nversion: 1\nname: n\ndefault_k: 5\ncases:  # here\n",
    "---\nversion: 1\ndescription: |\n  text\n  cases:\ncases:\n",
    "version: 2\nnmae: x\ncases:\n",
    "\ufeffversion: 1\ncases:\n",
    "%YAML 1.1\n---\nversion: 1\ncases:\n",
    "version: 1.5\ndefault_k: 1\ncases:\n",
    "version: 1\ndefault_k: -2\ncases:\n",
]
BITS = [
    *(
        "a",
        '"',
        "'",
        ":",
        ": ",
        "-",
        "- ",
        "  - ",
        "\n",
        "\r\n",
        "\r",
        "\t",
        " ",
        "  ",
        "#",
        "[",
        "]",
        "{",
        "}",
        ",",
    ),
    *("&x ", "*x", "<<: ", "|", ">", "\u2028", "\x85", "😀", "\x1f", "---\n", "...\n", "%", "0", "~", "null"),
    *("k: 1", "k: -2", "1.5", " #4", ".inf", "4:acme1:1", "\\x1f", "default_k: 2\n"),
    *("id: ", "query: ", "cases:\n", "  - id: z\n", "<<<<<<< HEAD\n", "=======\n", ">>>>>>> x\n", "\ufeff"),
]


def corpus(r: random.Random) -> str:
    plain = r.random() < 0.5
    kinds = CASES[:5] if plain else CASES
    body = [r.choice(kinds).format(n=r.randint(1, 40)) for _ in range(r.randint(0, 40))]
    content = r.choice(HEADS[:2] if plain else HEADS) + "".join(body)
    if r.random() < 0.2:
        content = content.replace("\n  ", "\n")
    return content.replace("\n", "\r\n") if r.random() < 0.2 else content


def edit(r: random.Random, lines: list[str]) -> tuple[Position, Position, str]:
    line = r.randint(0, len(lines))
    start = Position(line, r.randint(0, 24))
    end = start
    kind = r.random()
    if kind < 0.25:
        end = Position(line, start.column + r.randint(1, 6))
    elif kind < 0.4:
        end = Position(line + r.randint(1, 5), r.randint(0, 10))
    text = "".join(r.choice(BITS) for _ in range(r.choice([0, 1, 1, 1, 2, 5])))
    if r.random() < 0.1:
        text = r.choice(CASES).format(n=r.randint(1, 40))
        start = end = Position(line, 0)
    return start, end, text


def index(line: str, column: int) -> int:
    return min(column, len(line))


def seen(picture: Picture) -> list[Any]:
    """Everything an author sees, by line and column in the whole text."""
    return [
        [
            (
                piece.line + piece.source.line_column(f.span.start)[0],
                piece.source.line_column(f.span.start)[1],
                f.span.end - f.span.start,
                f.code,
                f.message,
                f.decisive,
            )
            for piece, f in picture.findings
        ],
        picture.digest,
        picture.refusals,
        [(case.line, case.case) for case in picture.cases()],
        picture.default_k,
    ]


def whole(content: str, keys: KeyLookup | None = None) -> list[Any]:
    analysis = analyse(content).with_keys(keys)
    line_column = analysis.source.line_column
    return [
        sorted(
            (*line_column(f.span.start), f.span.end - f.span.start, f.code, f.message, f.decisive)
            for f in analysis.findings
        ),
        analysis.digest,
    ]


def check_sequence(r: random.Random, edits: int) -> None:
    live = Picture(corpus(r))
    rows = r.choice([0, 0, 1, 3])
    for _ in range(edits):
        live.edit(*edit(r, live.lines), index)
        live.settle()
        known = KeyLookup("rows.jsonl", frozenset(live.mentioned), rows=rows) if rows else None
        live.learn(frozenset(live.mentioned), known)
        content = "".join(live.lines)
        assert live.lines == split(content)
        fresh = Picture(content)
        fresh.settle()
        fresh.learn(frozenset(fresh.mentioned), known)
        shown, expected = seen(live), seen(fresh)
        if live.whole is not None and live.whole.written.tree.root is None:
            # While the file does not parse, the live picture knows what stood there before.
            shown, expected = shown[:3], expected[:3]
        else:
            assert [sorted(shown[0]), shown[1]] == whole(content, known), content
        if any(finding.code == "wrong-type" for _, finding in live.findings):
            # A depth of the wrong type leaves the last one in force, which a fresh picture does not know.
            shown, expected = shown[:4], expected[:4]
        assert shown == expected, content


@pytest.mark.parametrize("seed", range(60))
def test_an_edited_picture_is_a_fresh_one(seed: int) -> None:
    check_sequence(random.Random(seed), 6)


TEXTS = [
    json.loads(line)["text"]
    for name in ("corpus", "parser")
    for line in (VECTORS / f"{name}.jsonl").read_text("utf-8").strip().split("\n")
]


def test_in_parts_every_vector_is_what_it_is_as_a_whole() -> None:
    for text in TEXTS:
        picture = Picture(text)
        picture.settle()
        shown, expected = seen(picture), whole(text)
        if picture.whole is not None and picture.whole.written.tree.root is None:
            # Each broken part says what is wrong with it: another place, the same verdict.
            shown[0] = sorted({(code, decisive) for *_, code, _, decisive in shown[0] if decisive})
            expected[0] = sorted({(code, decisive) for *_, code, _, decisive in expected[0] if decisive})
        assert [sorted(shown[0]), shown[1]] == expected, text


def codes(picture: Picture) -> list[str]:
    """What is found, but for hints about the file."""
    return [found.code for _, found in picture.findings if found.severity is not Severity.HINT]


def test_a_case_that_broke_keeps_what_it_was_only_in_its_place() -> None:
    case = "  - id: {}\n    query: q\n    required: [{}]\n"
    picture = Picture("version: 1\ncases:\n" + case.format("a", "x") + case.format("b", "y"))
    picture.edit(Position(4, 16), Position(4, 17), "", index)  # the bracket of the first list
    assert [(c.case and c.case.id, c.broken) for c in picture.cases()] == [("a", True), ("b", False)]
    picture.edit(Position(4, 16), Position(4, 16), ", z", index)
    assert next((c.case and c.case.required, c.broken) for c in picture.cases()) == (("x",), True)
    picture.edit(Position(2, 0), Position(5, 0), "", index)
    assert [(c.case and c.case.id, c.broken) for c in picture.cases()] == [("b", False)]


def test_a_file_that_is_too_large_is_not_read_until_it_shrinks() -> None:
    text = "version: 1\ncases:\n  - id: a\n    query: q\n    required: [x]\n"
    picture = Picture(text, largest=len(text) - 1)
    assert picture.too_large
    assert (picture.digest, picture.pending, list(picture.cases())) == (None, False, [])
    picture.edit(Position(2, 8), Position(2, 9), "", index)
    assert not picture.too_large
    assert codes(picture) == ["missing-id"]


def test_what_counts_over_the_whole_file_is_not_judged_in_parts() -> None:
    text = "version: 1\ncases:\n" + "".join(
        f"  - {{id: c{i}, query: a:b:, required: [x]}}\n" for i in range(101)
    )
    picture = Picture(text)
    picture.settle()
    assert [picture.digest, codes(picture)] == [None, ["syntax"]]
    assert analyse(text).digest is None


@pytest.mark.parametrize(
    "comment", ["# caselens: ignore[x]", "#caselens:ignore[x]", "#\tcaselens:  ignore[x]"]
)
def test_a_comment_that_ignores_is_seen_however_it_is_spaced(comment: str) -> None:
    text = f"version: 1\ndefault_k: 1\ncases:\n  - id: a\n    query: q\n    required: [x]  {comment}\n"
    assert "odd-ignore" in codes(Picture(text))


def test_keys_are_known_from_what_was_asked_before() -> None:
    case = "  - id: {0}\n    query: {0}\n    required: [{1}]\n"
    picture = Picture("version: 1\ncases:\n" + case.format("a", "x, gone") + case.format("b", "x"))
    picture.ignore(frozenset(["few-cases", "no-depth"]))
    assert picture.unasked == {"x", "gone"}
    picture.learn(picture.unasked, KeyLookup("rows.jsonl", frozenset(["x"]), {"gone": ("x",)}))
    assert [found.message for _, found in picture.findings] == [
        'no row of rows.jsonl has the key "gone"; the nearest: "x"'
    ]
    picture.edit(Position(7, 15), Position(7, 15), "gone, new, ", index)
    assert [piece.line for piece, _ in picture.findings] == [2, 5]
    assert picture.unasked == {"new"}
    picture.learn(frozenset(["new"]), KeyLookup("rows.jsonl", frozenset(), {}))
    assert len(picture.findings) == 3
    picture.learn(frozenset(["new", "gone", "x"]), KeyLookup("rows.jsonl", frozenset(["new", "gone", "x"])))
    assert picture.findings == []
    picture.learn(frozenset(["new", "gone", "x"]), KeyLookup("", unread="no such file"))
    assert codes(picture) == ["unchecked-keys"]
    picture.learn(frozenset(), None)
    assert picture.findings == []


@pytest.mark.parametrize(
    ("line", "odd"),
    [
        ("    query: issue #42\n", True),
        ("    query: q  # caselens: ignore[few-cases]\n", True),
        ("    query: q  # asked often\n", False),
        ("    #query: issue\n", False),
        ("\t #query: issue\r\n", False),
    ],
)
def test_only_a_comment_that_a_rule_may_speak_of_costs_a_reading_in_full(line: str, odd: bool) -> None:
    assert is_odd(line) is odd


def test_a_key_with_lengths_in_it_is_odd_unless_a_row_has_it() -> None:
    key = "4:acme1:1"
    picture = Picture(f"version: 1\ndefault_k: 1\ncases:\n  - id: a\n    query: q\n    required: ['{key}']\n")
    picture.ignore(frozenset(["few-cases", "unknown-key"]))
    seen = [codes(picture)]
    for found in ([key], [], [key], None):
        told = None if found is None else KeyLookup("rows.jsonl", frozenset(found), rows=9)
        picture.learn(frozenset([key]), told)
        seen.append(codes(picture))
    assert seen == [["length-prefixed-key"], [], ["length-prefixed-key"], [], ["length-prefixed-key"]]


if __name__ == "__main__":
    sequences, seed = int(sys.argv[1]), int(sys.argv[2])
    for number in range(sequences):
        check_sequence(random.Random(f"{seed}/{number}"), 5)
    print(f"{sequences:,} sequences of edits: no difference")


def test_keys_that_were_asked_about_in_vain_are_asked_again() -> None:
    picture = Picture("version: 1\ncases:\n  - {id: a, query: q, required: [x, y]}\n")
    picture.settle()
    picture.learn(picture.unasked, KeyLookup("rows", unread="gone"))
    assert picture.unasked == set()
    picture.learn(frozenset("x"), KeyLookup("rows", frozenset("x")))
    assert picture.unasked == {"y"}
