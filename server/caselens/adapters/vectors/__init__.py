"""The stores of vectors of rows and of queries: what was embedded once is read, not embedded again."""

from caselens.adapters.vectors.embedding import row_vectors, unembedded
from caselens.adapters.vectors.queries import KeptQueries
from caselens.adapters.vectors.store import vectors_folder

__all__ = ["KeptQueries", "row_vectors", "unembedded", "vectors_folder"]
