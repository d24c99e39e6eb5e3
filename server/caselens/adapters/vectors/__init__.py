"""The store of row vectors: what was embedded once is read, not embedded again."""

from caselens.adapters.vectors.embedding import row_vectors, unembedded

__all__ = ["row_vectors", "unembedded"]
