"""What holds of every action wherever it is offered: the case becomes what the title says, all else stays."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from caselens.corpus.accepted import Case, accept_case
from caselens.corpus.annotations import MARK, without_annotation
from caselens.corpus.reading import read
from caselens.features import actions, annotate
from caselens.features.change import Action
from caselens.features.picture import Picture
from caselens.features.results import Results
from caselens.rules.carets import erase
from caselens.syntax.parse import parse
from caselens.syntax.tree import Mapping, Node, Scalar, Sequence
from caselens.text import LINE_END, quoted

from .test_actions import HITS, annotating, done, offered, results_of

NEW = Case("", "")

NAMES = r'"(?:[^"\\]|\\.)*"|\d\S*|from \S+'
"""What in a title is of one case."""


def cases_of(text: str) -> list[Case]:
    """The cases of a text, whether or not they are complete."""
    written = read(parse(text))
    assert not written.syntax, (written.syntax, text)
    return [accept_case(case) for case in written.cases]


def expected(case: Case, title: str) -> list[Case]:
    """What the title of an action says that the case becomes. Of a repeated key, any may be meant."""
    named = re.search(r'"(?:[^"\\]|\\.)*"', title)
    keys = (*case.expected, *(hit.key for hit in HITS))
    key = next((key for key in keys if named and quoted(key) == named[0]), "")
    places = [i for i, required in enumerate(case.required) if required == key]
    fewer = [case._replace(required=case.required[:i] + case.required[i + 1 :]) for i in places]
    ungraded = case._replace(relevant=tuple((k, g) for k, g in case.relevant if k != key))
    if found := re.fullmatch(r"(Raise|Lower) the grade of .* from \S+ to (\S+)", title):
        old, new = dict(case.relevant)[key], float(found[2])
        assert new > old if found[1] == "Raise" else 0 < new < old
        return [case._replace(relevant=tuple((k, new if k == key else g) for k, g in case.relevant))]
    if title.startswith("Sort the grades"):
        return [case._replace(relevant=tuple(sorted(case.relevant, key=lambda one: -one[1])))]
    if title.startswith("Grade the required keys"):
        return [case._replace(relevant=tuple((key, 1.0) for key in dict.fromkeys(case.required)))]
    if title.endswith("instead of requiring it"):
        grades = tuple(case.grades.items())
        return [
            one._replace(relevant=grades if key in case.grades else (*grades, (key, 1.0))) for one in fewer
        ]
    if title.endswith("instead of grading it"):
        return [ungraded._replace(required=(*case.required, key))]
    if re.fullmatch(r"Require .* no longer", title):
        return fewer
    if re.fullmatch(r"Grade .* no longer", title):
        return [ungraded]
    if re.fullmatch(r"Require .* (too|\(rank \d+\))", title):
        return [case._replace(required=(*case.required, key))]
    if re.fullmatch(r"Add .* to relevant, grade 1", title):
        return [case._replace(relevant=(*case.grades.items(), (key, 1.0)))]
    assert re.search(r"in quotes$|[Aa]nnotat|^Ignore|safely$", title), title
    return [case]


def comments(text: str) -> Counter[str]:
    """The comments of a text, without annotations."""
    spans, pending = [], [parse(text).root]
    while pending:
        node: Node | None = pending.pop()
        if isinstance(node, Scalar):
            spans.append(node.span)
        elif isinstance(node, Mapping):
            pending.extend(part for entry in node.entries for part in entry)
        elif isinstance(node, Sequence):
            pending.extend(node.items)
    found: Counter[str] = Counter()
    for match in re.finditer(r"(?m)(?:^|(?<=[ \t]))#[^\r\n]*", text):
        in_scalar = any(start <= match.start() < end for start, end in spans)
        if not in_scalar and (said := without_annotation(match[0]).rstrip()):
            found[said] += 1
    return found


def check(before: Picture, action: Action) -> None:
    text, old = done(before, action), cases_of(before.content)
    new = cases_of(text)
    context = (action.title, before.content, text)
    if action.title.startswith("Add a case"):
        assert NEW in new, context
        new.remove(NEW)
        assert new == old, context
    else:
        assert len(new) == len(old), context
        changed = [(one, other) for one, other in zip(old, new, strict=True) if one != other]
        assert len(changed) <= 1, context
        assert all(other in expected(one, action.title) for one, other in changed), context
        if not changed:
            assert any(one in expected(one, action.title) for one in old), context
    lost = comments(before.content) - comments(text)
    if re.search(r" (no longer|instead of .*)$", action.title):
        # What stands beside a key goes with it, and with a field all that stands in it.
        gone = Counter(before.lines) - Counter(Picture(text).lines)
        lost -= sum((comments(line) for line in gone.elements()), Counter())
    if not action.title.startswith("Ignore"):
        assert not lost, (lost, context)
    assert set(LINE_END.findall(text)) <= set(LINE_END.findall(before.content)) or before.line_end == "\n"
    assert_lines_stay(before, action, text)


def assert_lines_stay(before: Picture, action: Action, text: str) -> None:
    """Only lines of the case that is meant are others; of what all cases get, only the ends of lines."""
    after = Picture(text).lines
    if action.kind in (annotate.ANNOTATE, annotate.REMOVE):
        ends = [[without_annotation(line.rstrip("\r\n")) for line in one] for one in (before.lines, after)]
        assert ends[0] == ends[1]
    elif not action.kind.startswith("source"):
        matcher = SequenceMatcher(None, before.lines, after, autojunk=False)
        others = [range(a, b) for kind, a, b, _, _ in matcher.get_opcodes() if kind != "equal"]
        # The last line may have got an end.
        gone = [n for lines in others for n in lines if n < len(before.lines) - 1]
        touched = {next((one.line for one in before.cases(n, n + 1)), -1) for n in gone}
        assert len(touched) <= 1, (action.title, before.content, text)
        if re.match("Raise|Lower|Add|Require .*(too|[)])$|Grade the", action.title):
            assert len(gone) <= 1, (action.title, before.content, text)


def places(picture: Picture, run: Results) -> Iterator[Action]:
    """Everything that is offered at the words of a text and at the ends of its lines."""
    yield from annotating(picture, run)
    yield from actions.fix_all(picture)
    seen = set()
    for line, content in enumerate(picture.lines):
        words = [match.start() for match in re.finditer(r"[^\s\-\[\]{},:]+", content)][:6]
        for column in {*words, len(content.rstrip("\r\n"))}:
            for action in actions.case_actions(picture, run, line, column):
                if action not in seen:
                    seen.add(action)
                    yield action


def settled(text: str) -> Picture:
    picture = Picture(text)
    picture.settle()
    return picture


def documents() -> Iterator[str]:
    folder = Path(__file__).parents[1]
    for path in sorted((folder / "rules").glob("*.yaml")):
        yield from map(erase, path.read_text("utf-8").split("\n---\n"))
    # Of the vectors some: most differ in what no action looks at.
    for line in (folder / "vectors" / "corpus.jsonl").read_text("utf-8").splitlines()[::8]:
        vector = json.loads(line)
        if "digest" in vector:
            yield vector["text"]


def test_known_texts() -> None:
    titles: Counter[str] = Counter()
    for text in documents():
        picture = settled(text)
        if picture.corpus is not None:
            # Of each text each kind of thing once: there are twenty times as many.
            kinds = {re.sub(NAMES, "…", one.title): one for one in places(picture, results_of(picture))}
            for title, action in kinds.items():
                titles[title] += 1
                check(picture, action)
    assert len(titles) >= 15, titles
    assert sum(titles.values()) > 1_000


KEYS = ["x", "y z", "42", "acme\x1f1", "😀", "it's", "a.b-c"]
GRADES = st.sampled_from(["1", "2", "0.5", "3", "1.5", "1.0"])
COMMENT = st.sampled_from(["", "", "  # c", " # 😀\ttab", "\t# mine", "  # → see rank 3 below", "   "])


@st.composite
def spelled(draw: st.DrawFn, key: str) -> str:
    plain = [key] if re.fullmatch(r"[a-z.\-😀]+", key) else []
    single = ["'" + key.replace("'", "''") + "'"] if "\x1f" not in key else []
    return draw(st.sampled_from([*plain, *single, '"' + key.replace("\x1f", "\\x1f") + '"']))


@st.composite
def listed(draw: st.DrawFn, column: int, entries: list[str], brackets: str) -> list[str]:
    """A list or a map as lines, the first behind its key."""
    style = draw(st.sampled_from(["line", "lines", "block", "block"]))
    dash = "- " if brackets == "[]" else ""
    if not entries or style == "line":
        return [" " + ", ".join(entries).join(brackets) + draw(COMMENT)]
    indent = " " * (column + 2)
    if style == "lines":
        comma = draw(st.sampled_from(["", ","]))
        commas = [*[","] * (len(entries) - 1), comma]
        lines = [f"{indent}{entry}{end}{draw(COMMENT)}" for entry, end in zip(entries, commas, strict=True)]
        return [f" {brackets[0]}{draw(COMMENT)}", *lines, " " * column + brackets[1] + draw(COMMENT)]
    if dash and draw(st.booleans()):
        indent = " " * column
    lines = []
    for entry in entries:
        if draw(st.integers(0, 5)) == 0:
            lines.append(f"{indent}# about {len(lines)}")
        lines.append(f"{indent}{dash}{entry}{draw(COMMENT)}")
    return [draw(COMMENT), *lines]


@st.composite
def case(draw: st.DrawFn, name: str, indent: int) -> list[str]:
    keys = draw(st.lists(st.sampled_from(KEYS), min_size=1, max_size=4, unique=True))
    required = draw(st.lists(st.sampled_from(keys), max_size=3, unique=True))
    graded = draw(st.lists(st.sampled_from(keys), min_size=0 if required else 1, max_size=4, unique=True))
    grades = [f"{draw(spelled(key))}: {draw(GRADES)}" for key in graded]
    listed_keys = [draw(spelled(key)) for key in required]
    if draw(st.integers(0, 3)) == 0:
        fields = [f"id: {name}", "query: q"]
        fields += ["required: " + ", ".join(listed_keys).join("[]")] if required else []
        fields += ["relevant: " + ", ".join(grades).join("{}")] if graded else []
        return [" " * indent + "- {" + ", ".join(fields) + "}" + draw(COMMENT)]
    gap = draw(st.sampled_from([1, 1, 3]))
    column = indent + 1 + gap
    deeper = " " * (column + 2)
    queries = [["query: it is 😀 q"], ["query: |", f"{deeper}# q"], ["query: q", f"{deeper}r"]]
    blocks = [[f"id: {name}{draw(COMMENT)}"], list(draw(st.sampled_from(queries)))]
    either: bool = draw(st.booleans())
    if required or either:
        first, *rest = draw(listed(column, listed_keys, "[]"))
        blocks.append([f"required:{first}", *rest])
    if graded:
        first, *rest = draw(listed(column, grades, "{}"))
        blocks.append([f"relevant:{first}", *rest])
    lines = [line for first, *rest in draw(st.permutations(blocks)) for line in (" " * column + first, *rest)]
    lines[0] = " " * indent + "-" + " " * gap + lines[0].lstrip(" ")
    between = [[], [""], [f"{deeper}# deeper"], [" " * indent + "# between"]]
    return [*lines, *draw(st.sampled_from(between))]


@st.composite
def corpora(draw: st.DrawFn) -> str:
    indent = draw(st.sampled_from([0, 2, 4]))
    lines = ["version: 1", "default_k: 3", "cases:" + draw(COMMENT)]
    for name in ["a", '"b 😀"', "c"][: draw(st.integers(1, 3))]:
        lines += draw(case(name, indent))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return end.join(lines) + draw(st.sampled_from([end, ""]))


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
)
@given(corpora())
def test_any_text(text: str) -> None:
    picture = settled(text)
    assert picture.corpus is not None, (picture.findings, text)
    for action in places(picture, results_of(picture)):
        check(picture, action)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_ranks_are_taken_out_exactly_as_they_were_put_in(line_end: str) -> None:
    count = 0
    for text in documents():
        picture, found = offered(
            text.replace("→", "").replace("\r\n", "\n").replace("\n", line_end), run=True
        )
        for action in found:
            if action.kind == annotate.ANNOTATE:
                written = done(picture, action)
                assert MARK in written
                (removed,) = [one for one in offered(written)[1] if one.kind == annotate.REMOVE]
                assert done(offered(written)[0], removed) == picture.content
                again = [one for one in offered(written, run=True)[1] if one.kind == annotate.ANNOTATE]
                assert not again
                count += 1
    assert count > 100
