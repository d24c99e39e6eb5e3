"""A text before and after something in it was given another name."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caselens.corpus.accepted import Case
from caselens.corpus.digest import digest
from caselens.corpus.edits import spelling
from caselens.features.anchors import anchored_at
from caselens.features.picture import Picture
from caselens.features.pointing import named_at
from caselens.features.renaming import Change, Refusal, renamed_anchor, renamed_case, renamed_key
from caselens.syntax.values import is_blank
from caselens.text import Edit, Span, applied, invisible, visible


def read(text: str) -> Picture:
    picture = Picture(text)
    picture.settle()
    return picture


def changed(picture: Picture, changes: list[Change]) -> str:
    """The text once changes have been made."""
    starts = [0]
    for line in picture.lines:
        starts.append(starts[-1] + len(line))
    edits = [
        Edit(Span(starts[piece.line] + edit.span.start, starts[piece.line] + edit.span.end), edit.replacement)
        for piece, edit in changes
    ]
    return applied(picture.content, edits)


def marked(text: str) -> tuple[Picture, int, int]:
    """A text without its cursor `⌖`, and where that stood."""
    before, _, after = text.partition("⌖")
    return read(before + after), before.count("\n"), len(before) - before.rfind("\n") - 1


def renamed(text: str, new: str) -> str:
    """The text once what stands at its cursor has another name, or why that is refused."""
    picture, line, column = marked(text)
    try:
        if anchored := anchored_at(picture, line, column):
            return changed(picture, renamed_anchor(picture, anchored, new))
        named = named_at(picture, line, column)
        assert named
        if named.field == "id":
            return changed(picture, renamed_case(picture, named, new))
        return changed(picture, renamed_key(picture, named.name, new))
    except Refusal as refusal:
        return str(refusal)


TOP = "version: 1\ncases:\n"


@pytest.mark.parametrize(
    ("before", "new", "after"),
    [
        # Each key keeps its own quotes as far as it can; what only looks like it stays.
        (
            "- id: b\n  query: b\n  required: [⌖b, 'c', \"d\"]   # b\n  relevant:\n    'b': 2\n",
            "x y",
            "- id: b\n  query: b\n  required: [\"x y\", 'c', \"d\"]   # b\n  relevant:\n    'x y': 2\n",
        ),
        (
            "- {id: a, query: q, required: ['⌖b'], relevant: {b: 1}}\r\n",
            "acme\x1f1",
            '- {id: a, query: q, required: ["acme\\x1f1"], relevant: {"acme\\x1f1": 1}}\r\n',
        ),
        ("- {id: a, query: q 🙂, required: [⌖b]}\n", "null", '- {id: a, query: q 🙂, required: ["null"]}\n'),
        ("- {id: a, query: q, required: [⌖b]}\n", "b", "- {id: a, query: q, required: [b]}\n"),
        (
            "- id: a\n  query: q\n  required:\n    - |-\n      b⌖\n    # why\n    - c\n",
            "d",
            "- id: a\n  query: q\n  required:\n    - d\n    # why\n    - c\n",
        ),
        (
            "- id: a\n  query: q\n  required: [⌖two\n    words, c]\n",
            "d",
            "- id: a\n  query: q\n  required: [d, c]\n",
        ),
        (
            "- {id: a, query: q, required: &k [⌖b]}\n- {id: c, query: r, required: *k}\n",
            "d",
            "- {id: a, query: q, required: &k [d]}\n- {id: c, query: r, required: *k}\n",
        ),
        ("- {id: ⌖a, query: q, required: [a]}\n", "x: y", '- {id: "x: y", query: q, required: [a]}\n'),
        ("- {id: &x ⌖a, query: q, required: [b]}\n", "c", "- {id: &x c, query: q, required: [b]}\n"),
        (
            "- {id: a, query: q, required: &⌖k [b]}\n- {id: c, query: r, required: *k}\n",
            "keys-2",
            "- {id: a, query: q, required: &keys-2 [b]}\n- {id: c, query: r, required: *keys-2}\n",
        ),
        # A case that cannot be read and does not have the key is no hindrance.
        (
            "- {id: a, query: q, required: [⌖b]}\n- {id: 'c, query: r}\n",
            "d",
            "- {id: a, query: q, required: [d]}\n- {id: 'c, query: r}\n",
        ),
    ],
)
def test_another_name(before: str, new: str, after: str) -> None:
    assert renamed(TOP + before, new) == TOP + after


ONE = "- {id: one, query: q, required: [⌖b, c]}\n"


@pytest.mark.parametrize(
    ("text", "new", "said"),
    [
        (ONE, "c", 'the case "one" has "c" under required already'),
        (
            "- {id: one, query: q, relevant: {b: 1}, required: [⌖b]}\n- {query: q, relevant: {b: 1, d: 1}}\n",
            "d",
            'the case "without an id" has "d" under relevant already',
        ),
        (ONE, "", "a source key must not be blank"),
        (ONE, " \u00a0", "a source key must not be blank"),
        (
            ONE + "- id: 'two\n  query: q\n  required: [b]\n",
            "d",
            'what begins in line 4 cannot be read, and may name "b"; mend it first',
        ),
        (
            "- {id: &a ⌖one, query: q, required: [*a]}\n",
            "two",
            "an anchor or a tag would change more than that; write out what it means first",
        ),
        (
            "- {id: a, query: &q what, required: [⌖c]}\n- {id: b, query: r, required: [*q, c]}\n",
            "what",
            'the case "b" has "what" under required already',
        ),
        (
            "- {id: a, query: &q what, required: [⌖what]}\n- {id: b, query: r, required: [*q]}\n",
            "why",
            'an alias stands for "what" in line 4; write it out first',
        ),
        (
            "- {id: a, query: q, required: [&k ⌖b]}\n- {id: b, query: *k, required: [c]}\n",
            "d",
            "an anchor or a tag would change more than that; write out what it means first",
        ),
        (
            "- {id: a, query: q, required: [!!binary ⌖Yg==]}\n",
            "d",
            "an anchor or a tag would change more than that; write out what it means first",
        ),
        ("- {id: ⌖a, query: q, required: [c]}\n", "\t", "an id must not be blank"),
        (
            "- {id: ⌖a, query: q, required: [c]}\n- {id: 'b c', query: q, required: [c]}\n",
            "b c",
            'another case has the id "b c"; each case needs one of its own',
        ),
        (
            "- {id: ⌖a, query: q, required: &k [c]}\n- {id: b, query: q, required: *k}\n",
            "b",
            'another case has the id "b"; each case needs one of its own',
        ),
        (
            "- {id: a, query: q, required: &⌖k [c]}\n- {id: b, query: q, required: *k}\n",
            "a.b",
            '"a.b" is no name of an anchor: those have letters, digits, _ and - alone',
        ),
        (
            "- {id: &l a, query: q, required: &k [c]}\n- {id: b, query: q, required: *⌖k}\n",
            "l",
            "another anchor has the name l",
        ),
    ],
)
def test_what_cannot_have_another_name(text: str, new: str, said: str) -> None:
    assert renamed(TOP + text, new) == said


# -- any corpus at all -------------------------------------------------------------------------------

KEYS = ["b", "c d", "1", "é🙂", "acme\x1f1", "null", "b#", "it's"]


@st.composite
def spelled(draw: st.DrawFn, key: str) -> str:
    return spelling(key, draw(st.sampled_from(["", "'", '"'])))


@st.composite
def cases(draw: st.DrawFn, number: int) -> str:
    """A case in one of many styles, with what looks like keys where there are none."""
    required = draw(st.lists(st.sampled_from(KEYS), unique=True, min_size=1, max_size=3))
    relevant = draw(st.lists(st.sampled_from(KEYS), unique=True, max_size=3))
    query = draw(st.sampled_from(["b", "1", "how 🙂 much", "acme"]))
    one = [draw(spelled(key)) for key in required]
    many = [f"{draw(spelled(key))}: {grade}" for grade, key in enumerate(relevant, 1)]
    flow = f"required: [{', '.join(one)}]" + f", relevant: {{{', '.join(many)}}}" * bool(many)
    if draw(st.booleans()):
        return f'  - {{id: case-{number}, query: "{query}", {flow}}}  # b\n'
    lines = [f"  - id: case-{number}", f'    query: "{query}"', "    # b: 1"]
    if draw(st.booleans()):
        lines += ["    required:", *(f"    - {key}" for key in one)]
    else:
        lines.append(f"    required: [{', '.join(one)}]  # 'c d'")
    if many:
        lines += ["    relevant:", *(f"      {entry}" for entry in many)]
    return "\n".join(lines) + "\n"


@st.composite
def corpora(draw: st.DrawFn) -> str:
    """A corpus of some cases, the last of which may share the keys of a list that has an anchor."""
    text = TOP + "".join(draw(cases(number)) for number in range(draw(st.integers(1, 4))))
    if draw(st.booleans()):
        keys = ", ".join(draw(st.lists(st.sampled_from(["b", "'b'", "x"]), min_size=1, max_size=2)))
        text += f"  - {{id: first, query: q, required: &keys [{keys}]}}\n"
        text += "  - {id: second, query: q, k: 3, required: *keys}\n"
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


def expect(picture: Picture, after: str, meant: Callable[[Case], Case]) -> None:
    """The text says of every case what is meant, and has the digest of that."""
    assert picture.corpus
    wanted = picture.corpus._replace(cases=tuple(map(meant, picture.corpus.cases)))
    found = read(after)
    assert found.corpus == wanted
    assert found.digest == digest(wanted)


@given(corpora(), st.sampled_from(KEYS), st.sampled_from([*KEYS, "new", "'", "a\nb", " "]))
def test_a_key_is_renamed_and_nothing_else(text: str, key: str, new: str) -> None:
    picture = read(text)
    assert picture.corpus
    named = [(case.required, [one for one, _ in case.relevant]) for case in picture.corpus.cases]
    clash = any(key in those and new in those for both in named for those in both) and key != new

    def meant(case: Case) -> Case:
        return case._replace(
            required=tuple(new if one == key else one for one in case.required),
            relevant=tuple((new if one == key else one, grade) for one, grade in case.relevant),
        )

    try:
        changes = renamed_key(picture, key, new)
    except Refusal:
        assert clash or is_blank(new)
        return
    assert not clash and not is_blank(new)
    expect(picture, changed(picture, changes), meant)


@given(corpora(), st.sampled_from(["b", "new", "it's", "x\x1fy", "case-1", "~"]))
def test_a_case_is_renamed_and_nothing_else(text: str, new: str) -> None:
    picture = read(text)
    lines = text.splitlines()
    line = next(number for number, one in enumerate(lines) if "id: " in one)
    named = named_at(picture, line, lines[line].index("id: ") + 4)
    assert named and named.name == "case-0"
    try:
        changes = renamed_case(picture, named, new)
    except Refusal:
        assert new == "case-1" and "id: case-1" in text
        return
    after = changed(picture, changes)
    expect(picture, after, lambda case: case._replace(id=new) if case.id == "case-0" else case)


@given(st.text(max_size=8))
def test_what_is_made_visible_can_be_typed(text: str) -> None:
    assert invisible("".join(map(visible, text))) == text
