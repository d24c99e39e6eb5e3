"""The specification of a generation: the file that says how ptah built a set of embeddings."""
