"""The specification of a generation: the file that says how ptah built a set of embeddings."""

NAME = "specification"
"""What its schema is called, which is the one source of the names of its fields."""
