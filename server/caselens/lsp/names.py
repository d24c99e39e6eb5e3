"""The names that the server and its clients know each other by."""

RUN_ALL, RUN_CASE, CANCEL = "caselens.runAll", "caselens.runCase", "caselens.cancel"

RUN_KIND = "caselens.run"
"""The kind of the code actions that run something."""
