"""Where a cursor stands: `⌖` in a text, and beside it the path, the role, and the word with what it lacks."""

import json
from pathlib import Path

import pytest

from caselens.features.fields import completions
from caselens.features.picture import Picture
from caselens.features.place import place
from caselens.syntax.cursor import cursor

CASE = "cases:\n  - id: a\n"
VECTORS = Path(__file__).parents[1] / "vectors" / "corpus.jsonl"


@pytest.mark.parametrize(
    ("text", "path", "role", "word", "lacks"),
    [
        ("⌖", "", "value", "", ""),
        ("ver⌖", "", "value", "ver", ""),
        ("version: ⌖", "version", "value", "", ""),
        ("version: 1\n⌖", "", "key", "", "entry"),
        ("\ufeffversion: 1\r\n⌖", "", "key", "", "entry"),
        ("version: 1\nca⌖ses: []\n", "", "key", "cases", "entry"),
        ("cases:\n  ⌖", "cases", "value", "", ""),
        ("cases:\n  - ⌖", "cases", "item", "", ""),
        (f"{CASE}    ⌖", "cases 0", "key", "", "entry"),
        (f"{CASE}    req⌖\n    query: x", "cases 0", "key", "req", "entry"),
        (f"{CASE}  ⌖", "cases", "item", "", "item"),
        (f"{CASE}⌖", "", "key", "", "entry"),
        (f"{CASE}    required: ⌖", "cases 0 required", "value", "", ""),
        (f"{CASE}    required:\n      ⌖", "cases 0 required", "value", "", ""),
        (f"{CASE}    required:\n    - ⌖", "cases 0 required", "item", "", ""),
        (f"{CASE}    required: [⌖", "cases 0 required", "item", "", ""),
        (f"{CASE}    required: [a, b⌖]", "cases 0 required", "item", "b", ""),
        (f"{CASE}    required: [a,\n      b⌖", "cases 0 required", "item", "b", ""),
        (f"{CASE}    required:\n      - reset pass⌖ # why", "cases 0 required", "item", "reset pass", ""),
        (f"{CASE}    required:\n      - a\n      ⌖", "cases 0 required", "item", "", "item"),
        (f'{CASE}    required: ["ac⌖me", x]', "cases 0 required", "item", '"acme"', ""),
        (f"{CASE}    required: ['it''s ⌖", "cases 0 required", "item", "'it''s ", ""),
        (f"{CASE}    relevant: {{⌖}}", "cases 0 relevant", "key", "", ""),
        (f"{CASE}    relevant: {{a: 1, b⌖", "cases 0 relevant", "key", "b", ""),
        (f"{CASE}    relevant: {{a: ⌖", "cases 0 relevant a", "value", "", ""),
        (f"{CASE}    relevant:\n      a: 1\n      ⌖", "cases 0 relevant", "key", "", "entry"),
        (f"{CASE}    relevant:\n      ⌖a: 1\n", "cases 0 relevant", "value", "a", ""),
        (f"{CASE}    query: |\n      some [ text\n    required: [⌖", "cases 0 required", "item", "", ""),
        (f"{CASE}    query: Who's in?\n    required: [⌖", "cases 0 required", "item", "", ""),
        (f"{CASE}    query: &q Who's [in?\n    required:\n      - ⌖", "cases 0 required", "item", "", ""),
        ("cases: [{id: a, ⌖", "cases 0", "key", "", ""),
        ("cases:\n- {id: a, required: [x, ⌖", "cases 0 required", "item", "", ""),
        ("g:\n  - corpora: [\"*.c⌖\"]", "g 0 corpora", "item", '"*.c"', ""),
    ],
)  # fmt: skip
def test_a_place(text: str, path: str, role: str, word: str, lacks: str) -> None:
    before, after = text.split("⌖")
    found = cursor(before + after, len(before))
    assert found is not None
    at = " ".join(map(str, found.path)), found.role, (before + after)[slice(*found.span)], found.lacks
    assert at == (path, role, word, lacks)


@pytest.mark.parametrize(
    "text",
    [
        f"{CASE}    query: q # why⌖",
        "# ver⌖",
        f"{CASE}      ⌖",
        "cases: [a]]⌖",
        'name: "a\nb" ⌖',
    ],
)
def test_no_place(text: str) -> None:
    before, after = text.split("⌖")
    assert cursor(before + after, len(before)) is None


def test_every_prefix_of_every_file_is_answered() -> None:
    texts = [json.loads(line)["text"] for line in VECTORS.read_text("utf-8").splitlines()]
    answered = 0
    for text in texts:
        for offset in range(0, len(text) + 1, 29):
            lines = text[:offset].replace("\r\n", "\n").replace("\r", "\n").split("\n")
            where = place(Picture(text[:offset]), len(lines) - 1, len(lines[-1]))
            answered += bool(where and list(completions("corpus", where)))
    assert answered > 200
