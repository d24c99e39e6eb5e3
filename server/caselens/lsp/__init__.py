"""The language server: protocol, processes and time."""
