"""What is said of each place: `⌖` stands where it is pointed at, the answer's own place in `⟨⟩`."""

from __future__ import annotations

import pytest

from caselens.features.hover import hover
from caselens.features.key_hover import row_text
from caselens.features.picture import Picture
from caselens.features.results import Results
from caselens.ports import Row
from caselens.text import Edit, Span, applied

from .test_features import CORPUS, results_for

MARK = "⌖"


def asked(content: str, run: bool = False) -> tuple[str, str]:
    """The answer at the mark: where it stands, drawn in its line, and its text."""
    before, after = content.split(MARK)
    picture = Picture(before + after)
    picture.settle()
    line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
    found = hover(picture, results_for(picture) if run else Results(), line, column)
    if found is None:
        return "", ""
    source = found.piece.source
    at = source.line_span(source.line_of(found.span.start))
    inside = Span(found.span.start, found.span.start), Span(found.span.end, found.span.end)
    drawn = applied(source.content, [Edit(inside[0], "⟨"), Edit(inside[1], "⟩")])
    return drawn[at.start : at.end + 2].strip(), found.text


@pytest.mark.parametrize(
    ("content", "where", "said"),
    [
        ("ver⌖sion: 1\ncases: []\n", "⟨version⟩: 1", "**version**: The version of the format"),
        ("version: 1\nname⌖: x\n", "⟨name⟩: x", "**name**: A name for readers."),
        (
            CORPUS.replace("cases:", "⌖cases:"),
            "⟨cases⟩:",
            (
                "The digest of these 2 cases is `d4ceb59bc081`. It covers `default_k` and, of each case"
                " in its order, `id`, `query`, `k`, `required` and `relevant`; not `name`, `description`,"
                " comments or spelling."
            ),
        ),
        (
            CORPUS.replace("query: Which", "⌖query: Which"),
            "⟨query⟩: Which plans are there?",
            "**query**: The question",
        ),
        (CORPUS.replace("relevant", "relev⌖ant"), "⟨relevant⟩: {b: 2, a: 1}", "**relevant**: A map"),
        ("cases:\n- {id: a, ⌖k: 3}\n", "- {id: a, ⟨k⟩: 3}", "The best 3 rows count here: this `k`."),
        (
            "default_k: 4\ncases:\n- {id: a, ⌖k: 0}\n",
            "- {id: a, ⟨k⟩: 0}",
            "The best 4 rows count here: `default_k`.",
        ),
        (
            "default_k: 4\ncases:\n- {id: a, ⌖required: [b]}\n",
            "- {id: a, ⟨required⟩: [b]}",
            "The best 4 rows count here: `default_k`.",
        ),
        ("cases:\n- {id: a, k⌖: -1}\n", "- {id: a, ⟨k⟩: -1}", "without `--k`, the best 10."),
        ("cases:\n- &a {id: x, k: 1}\n- {<<: *a, que⌖ry: q}\n", "- {<<: *a, ⟨query⟩: q}", "**query**"),
        ("version: 1\ncases: [{id: a, ⌖query: q}]\n", "cases: [{id: a, ⟨query⟩: q}]", "**query**"),
        ("version: ⌖2\n", "version: ⟨2⟩", "### bad-version\n\n*Version is not 1. Error;"),
        ("version: 1\nnaem⌖: x\n", "⟨naem⟩: x", "### unknown-field"),
        (CORPUS.replace("[b]", "[⌖b]"), "required: [⟨b⟩]", "`b`: not asked yet, or edited since"),
        (
            # Beside the finding, which is silenced here.
            CORPUS.replace("[b]", "[⌖c]  # caselens: ignore[ungraded-required]"),
            "required: [⟨c⟩]  # caselens: ignore[ungraded-required]",
            "Grade 0: `relevant` is given and does not list it. It is required all the same.",
        ),
        ("version: 1\n⌖\ncases: []\n", "", ""),
        (CORPUS.replace("What does", "What ⌖does"), "", ""),
        ("cases:\n- {id: k, query: ⌖k}\n", "", ""),
        ("⌖", "⟨⟩", "### empty-document"),
    ],
)
def test_before_a_run(content: str, where: str, said: str) -> None:
    drawn, text = asked(content)
    assert drawn == where
    assert said in text


def test_a_key_tells_where_it_ranked() -> None:
    drawn, text = asked(CORPUS.replace("relevant: {b", "relevant: {b⌖"), run=True)
    assert drawn == "relevant: {⟨b⟩: 2, a: 1}"
    assert text == (
        "`b`: **rank 17, beyond k 2**\n\nscore 0.250; above it a 0.900, c 0.800\n\n"
        "Grade 2, as `relevant` says."
    )
    _, text = asked(CORPUS.replace("gone", "go⌖ne"), run=True)
    assert text == (
        "`gone`: **not in this generation**\n\nno row of the generation has this key\n\n"
        "Grade 1, because `relevant` is not given."
    )


def test_a_key_without_a_row_says_so_where_nothing_else_does() -> None:
    assert row_text(None, "r.csv") == "No row of r.csv has this key."


def test_nothing_in_a_message_about_rows_acts() -> None:
    said = row_text(Row("a", "", 1), "r.csv", 'no field "x"; there are "![](http://a)", "`b"')
    assert said == (
        'A row of r.csv:1; its text cannot be shown: no field "x"; there are "!\\[\\](http://a)", "\\`b"'
    )
