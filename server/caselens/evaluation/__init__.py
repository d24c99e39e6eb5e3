"""From an accepted corpus to a run: queries are embedded, searched, ranked and measured."""
