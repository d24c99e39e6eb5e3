"""The query vectors on disk: a text is embedded once, whatever happens to the file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from caselens.adapters.embedders.hashing import Hashing
from caselens.adapters.vectors import KeptQueries, queries
from caselens.ports import PartlyEmbedded, Progress, silent


class Counting(Hashing):
    def __init__(self, identity: str = "m") -> None:
        self.identity = identity
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str], progress: Progress = silent) -> NDArray[np.float32]:
        self.asked += texts
        vectors = super().embed(texts, progress)
        if "bad" in texts:
            vectors[texts.index("bad")] = 0
            raise PartlyEmbedded(vectors, {texts.index("bad"): "it is bad"})
        return vectors


def asked(folder: Path, texts: list[str], identity: str = "m", said: list[str] | None = None) -> list[str]:
    """What had to be embedded; the vectors are checked."""
    inner, told = Counting(identity), [] if said is None else said
    kept = KeptQueries(folder, inner, 384, told.append)
    assert np.array_equal(kept.embed(texts), Hashing().embed(texts))
    assert kept.embed([]).shape == (0, 384)
    assert (said is not None) or not told
    return inner.asked


def stored(folder: Path) -> list[Path]:
    return sorted((folder / ".caselens/queries").iterdir())


def test_a_text_is_embedded_once_for_each_model(tmp_path: Path) -> None:
    assert asked(tmp_path, ["a", "b", "a"]) == ["a", "b"]
    assert asked(tmp_path, ["b", "c", "a"]) == ["c"]
    assert asked(tmp_path, ["a"], "m · query prefix") == ["a"]
    assert (tmp_path / ".caselens/.gitignore").read_text() == "*\n"


@pytest.mark.parametrize("damage", [b"", b"nothing of ours", None])
def test_a_damaged_file_is_said_once_and_written_anew(tmp_path: Path, damage: bytes | None) -> None:
    asked(tmp_path, ["a"])
    (path,) = stored(tmp_path)
    if damage is None:
        records = np.load(path)
        records["vector"][0, 0] = np.nan
        np.save(path, records)
    else:
        path.write_bytes(damage)
    said: list[str] = []
    assert asked(tmp_path, ["a"], said=said) == ["a"]
    assert said == [f"{path.parent}: stored query vectors cannot be read; they are embedded again"]
    assert asked(tmp_path, ["a"]) == []


def test_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "MOST_BYTES", 3 * (16 + 4 * 384))
    asked(tmp_path, ["a", "b"])
    asked(tmp_path, ["c", "d"])
    assert asked(tmp_path, ["b", "c", "d"]) == []
    assert asked(tmp_path, ["a"]) == ["a"]
    for number in range(queries.MOST_FILES + 3):
        asked(tmp_path, ["a"], f"m{number}")
    assert len(stored(tmp_path)) == queries.MOST_FILES


def test_another_process_loses_nothing_that_was_written_before(tmp_path: Path) -> None:
    class Slow(Counting):
        def embed(self, texts: Sequence[str], progress: Progress = silent) -> NDArray[np.float32]:
            asked(tmp_path, ["b"])  # another process, while this one waits for the model
            return super().embed(texts, progress)

    KeptQueries(tmp_path, Slow(), 384, pytest.fail).embed(["a"])
    assert asked(tmp_path, ["a", "b"]) == []


def test_what_has_a_vector_is_kept_where_another_has_none(tmp_path: Path) -> None:
    inner = Counting()
    with pytest.raises(PartlyEmbedded) as caught:
        KeptQueries(tmp_path, inner, 384, pytest.fail).embed(["a", "bad", "b", "bad"])
    assert caught.value.reasons == {1: "it is bad", 3: "it is bad"}
    assert np.array_equal(caught.value.vectors[[0, 2]], Hashing().embed(["a", "b"]))
    assert asked(tmp_path, ["a", "b"]) == []


def test_a_folder_that_cannot_be_written_is_said_once(tmp_path: Path) -> None:
    (tmp_path / ".caselens").write_text("in the way")
    said: list[str] = []
    assert asked(tmp_path, ["a"], said=said) == ["a"]
    assert len(said) == 1
