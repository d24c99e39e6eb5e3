"""Corpora: as they are written, and as they are accepted."""
