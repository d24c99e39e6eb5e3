"""The stand-in embedder: stable, of unit length, near when words are shared."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caselens.adapters.embedders import open_embedder
from caselens.ports import Cancelled, Embedder, PortError


@pytest.fixture(scope="module")
def hashing() -> Embedder:
    return open_embedder("hashing")


def test_an_unknown_model_names_the_known_ones() -> None:
    with pytest.raises(PortError, match=r'^model "minilmm" is unknown; accepted are minilm and hashing$'):
        open_embedder("minilmm")


def test_it_says_that_it_is_no_model(hashing: Embedder) -> None:
    assert not hashing.is_model
    assert (hashing.identity, hashing.dimensions) == ("hashing-384-v1", 384)


def test_the_vectors_of_version_1_never_change(hashing: Embedder) -> None:
    # Whoever changes these must change the identity, or stored vectors would be compared with new ones.
    vector = hashing.embed(["Reset a forgotten password, reset it twice"])[0]
    strongest = np.argsort(-np.abs(vector), kind="stable")[:4]
    assert strongest.tolist() == [25, 164, 293, 333]
    assert vector[strongest].tolist() == pytest.approx([-0.269968, 0.269968, -0.269968, -0.269968], abs=1e-6)


def test_a_text_without_a_word_is_all_zeros(hashing: Embedder) -> None:
    assert not hashing.embed(["", " \n", "?!"]).any()


@settings(deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=())), max_size=4))
def test_every_text_has_a_finite_vector_of_length_one_or_zero(texts: list[str]) -> None:
    vectors = open_embedder("hashing").embed(texts)
    assert vectors.shape == (len(texts), 384)
    assert vectors.dtype == np.float32
    for length in np.linalg.norm(vectors, axis=1):
        assert length == 0 or length == pytest.approx(1, abs=1e-5)


def test_shared_words_and_shared_parts_of_words_are_near(hashing: Embedder) -> None:
    texts = ["how do I reset my password", "Password resetting, explained", "billing address of an invoice"]
    query, near, far = hashing.embed(texts)
    assert query @ near > query @ far + 0.2


def test_case_and_punctuation_do_not_matter(hashing: Embedder) -> None:
    one, other = hashing.embed(["Reset: the PASSWORD!", "reset the password"])
    assert np.array_equal(one, other)


def test_a_vector_does_not_depend_on_its_neighbours(hashing: Embedder) -> None:
    texts = [f"text number {number}" for number in range(600)]
    together = hashing.embed(texts)
    assert np.array_equal(together[[599, 3]], hashing.embed([texts[599], texts[3]]))


def test_progress_is_told_and_may_cancel(hashing: Embedder) -> None:
    seen: list[tuple[str, int, int]] = []

    def progress(what: str, done: int, total: int) -> None:
        seen.append((what, done, total))
        if len(seen) == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        hashing.embed(["text"] * 1000, progress)
    assert seen == [("embedding", 256, 1000), ("embedding", 512, 1000)]
