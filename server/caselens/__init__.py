"""Caselens: evaluation corpora that answer while they are being written."""

__version__ = "0.1.0"
