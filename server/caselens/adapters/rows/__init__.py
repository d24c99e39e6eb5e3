"""The rows of a generation, read from a file; its ending says how."""

from caselens.adapters.rows.reading import read_keys, read_rows
from caselens.adapters.rows.table import Rows

__all__ = ["Rows", "read_keys", "read_rows"]
