"""What the rows said of keys, remembered over several answers."""

from __future__ import annotations

from caselens.features.knowledge import Knowledge
from caselens.ports import KeyLookup


def asked(known: Knowledge, keys: str, **said: str) -> frozenset[str]:
    sets = {name: frozenset(value) for name, value in said.items()}
    return known.learn(frozenset(keys), KeyLookup("t", **sets))  # type: ignore[arg-type]


def seen(known: Knowledge, keys: str) -> tuple[str, str, str]:
    told = known.lookup(keys)
    assert told is not None
    found, outside, bare = ("".join(sorted(s)) for s in (told.found, told.outside, told.unembedded))
    return found, outside, bare


def test_answers_add_up_and_the_latest_counts() -> None:
    known = Knowledge()
    assert asked(known, "abc", found="ab", outside="b") == set("bc")
    assert asked(known, "de", found="de", unembedded="e") == set("e")
    assert seen(known, "abcde") == ("abde", "b", "e")
    assert asked(known, "be", found="be", outside="e") == set("be")
    assert seen(known, "abcde") == ("abde", "e", "")
    known.keep(frozenset("ab"))
    assert seen(known, "ab") == ("ab", "", "")


def test_what_cannot_be_read_is_not_known_any_more() -> None:
    known = Knowledge()
    asked(known, "ab", found="ab", outside="a", unembedded="b")
    assert known.learn(frozenset("ab"), KeyLookup("t", unread="gone")) == set("ab")
    asked(known, "", found="")
    assert seen(known, "ab") == ("ab", "", "")
