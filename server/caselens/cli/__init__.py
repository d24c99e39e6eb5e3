"""The command line, one module a command."""

PASSED, BLOCKED, IMPOSSIBLE, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses: nothing blocks, a finding does, the command could not be carried out, Ctrl-C."""
