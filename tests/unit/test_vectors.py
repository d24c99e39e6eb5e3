"""The vector store: nothing is embedded twice, and nothing that was embedded is lost."""

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from caselens.adapters.embedders.hashing import Hashing
from caselens.adapters.vectors import embedding, row_vectors
from caselens.ports import Cancelled, Progress, silent


class Counting(Hashing):
    """Hashing that remembers what it was asked, and can fail on a text."""

    def __init__(
        self, identity: str = "counting", fails_on: str = "", problem: BaseException | None = None
    ) -> None:
        self.identity = identity
        self.asked: list[str] = []
        self.fails_on = fails_on
        self.problem = problem

    def embed(self, texts: Sequence[str], progress: Progress = silent) -> NDArray[np.float32]:
        if self.problem and self.fails_on in texts:
            raise self.problem
        self.asked += texts
        return super().embed(texts, progress)


def refuse(message: str) -> None:
    raise AssertionError(message)


def run(
    folder: Path, texts: Sequence[str], embedder: Counting | None = None, name: str = "docs"
) -> list[str]:
    """What had to be embedded; the vectors are checked."""
    embedder = embedder or Counting()
    found = row_vectors(folder, embedder, texts, name, silent, refuse)
    assert found.dtype == np.float32
    assert np.array_equal(found, Hashing().embed(texts))
    return embedder.asked


def stored(folder: Path) -> list[Path]:
    return sorted((folder / ".caselens/vectors").iterdir())


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "CHUNK", 64)


TEXTS = [f"text number {number}" for number in range(300)]


def test_only_changed_rows_are_embedded_again(tmp_path: Path) -> None:
    assert run(tmp_path, TEXTS) == TEXTS
    assert run(tmp_path, TEXTS) == []
    changed = [*TEXTS[:5], "new", *TEXTS[6:], "added"]
    assert run(tmp_path, changed) == ["new", "added"]
    assert run(tmp_path, changed) == []
    assert len(stored(tmp_path)) == 1


def test_a_new_order_needs_no_embedding(tmp_path: Path) -> None:
    run(tmp_path, TEXTS)
    assert run(tmp_path, TEXTS[::-1]) == []
    assert run(tmp_path, TEXTS[10:20]) == []


def test_equal_texts_are_embedded_once(tmp_path: Path) -> None:
    assert run(tmp_path, ["a", "b", "a", "a"]) == ["a", "b"]


def test_unchanged_rows_are_a_view_of_the_mapped_file(tmp_path: Path) -> None:
    run(tmp_path, TEXTS)
    found = row_vectors(tmp_path, Counting(), TEXTS, "docs", silent, refuse)
    assert not found.flags.owndata
    assert not found.flags.writeable


def test_each_model_and_each_name_has_its_own_file(tmp_path: Path) -> None:
    run(tmp_path, ["a"])
    assert run(tmp_path, ["a"], Counting("another model")) == ["a"]
    assert run(tmp_path, ["a"], name="Other Docs!") == ["a"]
    assert run(tmp_path, ["a"], name="Docs") == ["a"]
    assert run(tmp_path, ["a"]) == []
    names = sorted(path.name[:-21] for path in stored(tmp_path))
    assert names == ["docs", "docs", "docs", "other-docs"]


def test_the_folder_is_kept_out_of_git(tmp_path: Path) -> None:
    run(tmp_path, ["a"])
    assert (tmp_path / ".caselens/.gitignore").read_text() == "*\n"


@pytest.mark.parametrize("problem", [Cancelled(), KeyboardInterrupt(), RuntimeError("boom")])
def test_an_interruption_loses_at_most_a_chunk(tmp_path: Path, problem: BaseException) -> None:
    first = Counting(fails_on=TEXTS[200], problem=problem)
    with pytest.raises(type(problem)):
        run(tmp_path, TEXTS, first)
    assert len(first.asked) == 192
    assert run(tmp_path, TEXTS) == TEXTS[192:]
    assert len(stored(tmp_path)) == 1


def test_a_cancelling_progress_is_an_interruption(tmp_path: Path) -> None:
    def cancel(what: str, done: int, total: int) -> None:
        assert (what, total) == ("embedding", 300)
        if done > 150:
            raise Cancelled

    with pytest.raises(Cancelled):
        row_vectors(tmp_path, Counting(), TEXTS, "docs", cancel, refuse)
    assert run(tmp_path, TEXTS) == TEXTS[128:]


def test_progress_counts_all_that_is_missing(tmp_path: Path) -> None:
    run(tmp_path, TEXTS[:100])
    seen: list[tuple[str, int, int]] = []
    row_vectors(tmp_path, Counting(), TEXTS, "docs", lambda *told: seen.append(told), refuse)
    assert seen == [("embedding", done, 200) for done in (64, 128, 192, 200)]


def test_work_is_saved_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed process runs no `except`, so parts must be there before the end."""
    monkeypatch.setattr(embedding, "PART", 128)
    parts: list[int] = []

    class Looking(Counting):
        def embed(self, texts: Sequence[str], progress: Progress = silent) -> NDArray[np.float32]:
            folder = tmp_path / ".caselens/vectors"
            parts.append(len(list(folder.glob("*.npy"))))
            return super().embed(texts, progress)

    run(tmp_path, TEXTS, Looking())
    assert parts == [0, 0, 1, 1, 2]
    assert len(stored(tmp_path)) == 1


@pytest.mark.parametrize("damage", ["empty", "cut", "foreign", "text", "other shape"])
def test_a_damaged_file_is_replaced(tmp_path: Path, damage: str) -> None:
    run(tmp_path, TEXTS)
    (path,) = stored(tmp_path)
    content = path.read_bytes()
    match damage:
        case "empty":
            path.write_bytes(b"")
        case "cut":
            path.write_bytes(content[:-100])
        case "foreign":
            np.save(path, np.zeros(3))
        case "text":
            path.write_bytes(b"\x93NUMPY\x01\x00\x10\x00{'descr': __oops__\n" + content[128:])
        case _:
            np.save(path, np.load(path).reshape(3, 100))
    assert run(tmp_path, TEXTS) == TEXTS
    assert run(tmp_path, TEXTS) == []


def test_a_damaged_part_costs_only_itself(tmp_path: Path) -> None:
    with pytest.raises(Cancelled):
        run(tmp_path, TEXTS, Counting(fails_on=TEXTS[200], problem=Cancelled()))
    (part,) = stored(tmp_path)
    part.with_name(part.name.replace(".npy", "0.npy")).write_bytes(b"nothing of ours")
    assert run(tmp_path, TEXTS) == TEXTS[192:]


def test_a_folder_that_cannot_be_written_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "PART", 64)
    (tmp_path / ".caselens").write_text("a file where the folder should be")
    warnings: list[str] = []
    found = row_vectors(tmp_path, Counting(), TEXTS, "docs", silent, warnings.append)
    assert np.array_equal(found, Hashing().embed(TEXTS))
    (warning,) = warnings
    assert warning.startswith(f"{tmp_path / '.caselens/vectors'}: vectors cannot be kept: ")


def test_a_failed_write_leaves_the_old_file_and_no_rubbish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, TEXTS)
    (before,) = stored(tmp_path)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    warnings: list[str] = []
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        row_vectors(tmp_path, Counting(), ["a"], "docs", silent, warnings.append)
    assert "No space left on device" in warnings[0]
    assert stored(tmp_path) == [before]
    assert run(tmp_path, TEXTS) == []


def test_what_a_killed_process_left_is_removed_when_it_is_old(tmp_path: Path) -> None:
    run(tmp_path, ["a"])
    folder = tmp_path / ".caselens/vectors"
    old, young = folder / "docs-1.npy.2.tmp", folder / "docs-1.npy.3.tmp"
    old.touch()
    young.touch()
    os.utime(old, (0, 0))
    run(tmp_path, ["b"])
    assert young.exists()
    assert not old.exists()


def test_texts_that_nearly_look_alike_are_different_texts(tmp_path: Path) -> None:
    near = ["A text", "a text", "a text ", " a text", "a  text", "a text\n"]
    assert run(tmp_path, near) == near


def test_a_file_is_never_seen_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, TEXTS)
    (path,) = stored(tmp_path)
    seen: list[bytes] = []
    before = path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", lambda _descriptor: seen.append(path.read_bytes()))
        run(tmp_path, TEXTS[:299])
    assert seen == [before]


def test_no_rows_no_file(tmp_path: Path) -> None:
    assert row_vectors(tmp_path, Counting(), [], "docs", silent, refuse).shape == (0, 384)
    assert not (tmp_path / ".caselens").exists()


def test_half_a_surrogate_pair_is_a_text_like_any_other(tmp_path: Path) -> None:
    assert run(tmp_path, ["a\ud800"]) == ["a\ud800"]
    assert run(tmp_path, ["a\ud800"]) == []
