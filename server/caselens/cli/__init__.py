"""The command line, one module a command."""

PASSED, BLOCKED, IMPOSSIBLE = 0, 1, 2
"""Exit statuses: nothing blocks, a finding does, the command could not be carried out."""

INTERRUPTED, CUT_SHORT = 130, 141
"""By Ctrl-C, and by a closed pipe, as shells number these signals."""
