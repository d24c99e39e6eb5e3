"""Cases that fit what was typed, against the same said slowly."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caselens.features import search
from caselens.features.index import cases_of, matches
from caselens.features.picture import Picture
from caselens.features.search import MOST, Fit, Wanted, searched

CORPUS = """\
version: 1
cases:
  - {id: price-list, query: "What does it\\ncost?", required: [a]}
  - {id: plans, query: "How MANY plans, Straße?", required: [a]}
  - {id: "other\\nplan", query: x, required: [a]}
"""


@pytest.mark.parametrize("text", [CORPUS, CORPUS + "  - {id: 'broken, query: plans}\n"])
@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("", ["price-list", "plans", "other\nplan"]),
        (" ", ["price-list", "plans", "other\nplan"]),
        ("PLANS", ["plans"]),
        ("pl", ["plans", "other\nplan", "price-list"]),
        ("LIST", ["price-list"]),
        ("many plans", ["plans"]),
        ("plan other", ["other\nplan"]),
        ("prcls", ["price-list"]),
        ("cost", ["price-list"]),
        ("it cost", ["price-list"]),
        ("strasse", ["plans"]),
        ("zzz", []),
    ],
)
def test_cases_that_fit(text: str, typed: str, names: list[str]) -> None:
    picture = Picture(text)
    picture.settle()
    assert [match.name for match in matches([("a", cases_of(picture))], typed)] == names


def test_where_a_match_is_and_why() -> None:
    cases = cases_of(Picture(CORPUS))
    (found,) = matches([("a", cases)], "many")
    assert found == ("a", 3, "plans", "How MANY plans, Straße?")
    first, second = matches([("a", cases), ("b", cases)], "plans")
    assert (first.where, second.where, first.query) == ("a", "b", "")


def test_no_more_than_anybody_reads() -> None:
    cases = cases_of(Picture("version: 1\ncases:\n" + "".join(_case(number) for number in range(1_000))))
    assert len(matches([("a", cases), ("b", cases)], "case")) == MOST
    assert [match.name for match in matches([("a", cases)] * 2, "case-999")] == ["case-999"] * 2


def _case(number: int) -> str:
    return f"- id: case-{number}\n  query: q\n  required: [a]\n"


LETTERS = st.text("abß \nİ", max_size=5)


def slowly(names: list[str], texts: list[str], typed: str) -> list[tuple[Fit, int]]:
    typed = " ".join(typed.casefold().split())
    words, found = typed.split(), []
    for index, pair in enumerate(zip(names, texts, strict=True)):
        name, text = (one.replace("\n", " ").casefold() for one in pair)
        letters = iter(name)
        fits = {
            Fit.EXACT: name == typed,
            Fit.BEGINNING: name.startswith(typed),
            Fit.NAME: all(word in name for word in words),
            Fit.QUERY: all(word in name or word in text for word in words),
            Fit.LETTERS: all(letter in letters for letter in "".join(words)),
        }
        found += [(fit, index) for fit, is_so in fits.items() if is_so][:1]
    return sorted(found)


@given(st.lists(st.tuples(LETTERS, LETTERS), max_size=6), LETTERS)
def test_found_quickly_as_slowly(pairs: list[tuple[str, str]], typed: str) -> None:
    names, texts = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    assert sorted(Wanted(typed).found(searched(names, texts))) == slowly(names, texts, typed)


@given(st.lists(st.lists(st.tuples(LETTERS, LETTERS), max_size=6), max_size=4), LETTERS)
def test_the_best_of_all_are_found(corpora: list[list[tuple[str, str]]], typed: str) -> None:
    with patch.object(search, "MOST", 3):
        wanted = Wanted(typed)
        found, all_found = [], []
        for number, pairs in enumerate(corpora):
            names, texts = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
            found += [(fit, number, index) for fit, index in wanted.found(searched(names, texts))]
            all_found += [(fit, number, index) for fit, index in slowly(names, texts, typed)]
    assert set(found) <= set(all_found)
    best, expected = ([fit for fit, *_ in sorted(those)[:3]] for those in (found, all_found))
    assert best == expected
