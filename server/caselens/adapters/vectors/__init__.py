"""The store of row vectors: what was embedded once is read, not embedded again."""

from caselens.adapters.vectors.embedding import row_vectors, unembedded
from caselens.adapters.vectors.store import vectors_folder

__all__ = ["row_vectors", "unembedded", "vectors_folder"]
