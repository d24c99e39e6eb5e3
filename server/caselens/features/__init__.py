"""What an editor shows, in its own words but not its protocol: offsets, labels, Markdown."""
