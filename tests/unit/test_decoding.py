"""Aliases and merge keys: how far they may go."""

import pytest

from caselens.features.analysis import analyse


def test_a_file_that_unfolds_without_end_is_given_up() -> None:
    layers = "".join(f"  - &m{i} {{<<: [*m{i - 1}, *m{i - 1}]}}\n" for i in range(1, 60))
    analysis = analyse(f"version: 1\ncases:\n  - &m0 {{id: a, query: q, required: [x]}}\n{layers}")
    assert [finding.message for finding in analysis.findings if finding.decisive] == [
        "the file unfolds to far more than it holds: too many aliases"
    ]


def chained(cases: int) -> str:
    """Each case merges the one before it."""
    merged = "".join(f"- &c{i} {{<<: *c{i - 1}, id: c{i}}}\n" for i in range(1, cases))
    return f"version: 1\ncases:\n- &c0 {{id: c0, query: q, required: [a]}}\n{merged}"


def shared(cases: int, field: str, values: str) -> str:
    """Each case has the long list or map of the first."""
    uses = "".join(f"- {{id: d{i}, query: q, {field}: *r}}\n" for i in range(cases))
    return f"version: 1\ncases:\n- {{id: c0, query: q, {field}: &r {values}}}\n{uses}"


KEYS = [f"k{i}" for i in range(2000)]
GRADES = f"{{{', '.join(f'{key}: 1' for key in KEYS)}}}"


@pytest.mark.parametrize(
    ("content", "accepted"),
    [
        (chained(395), True),
        (chained(396), False),
        (shared(152, "required", f"[{', '.join(KEYS)}]"), True),
        (shared(153, "required", f"[{', '.join(KEYS)}]"), False),
        (shared(100, "relevant", GRADES), True),
        (shared(101, "relevant", GRADES), False),
    ],
)
def test_aliases_may_unfold_as_far_as_the_reference_lets_them(content: str, accepted: bool) -> None:
    assert (analyse(content).digest is not None) is accepted
