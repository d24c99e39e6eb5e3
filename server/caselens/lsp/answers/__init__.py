"""What the features say, as the protocol's answers. Imported when an editor first asks."""
