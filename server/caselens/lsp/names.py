"""The names that the server and its clients know each other by."""

from lsprotocol import types

RUN_ALL, RUN_CASE, RUN_CASES = "caselens.runAll", "caselens.runCase", "caselens.runCases"
CANCEL = "caselens.cancel"
COMPARE, HISTORY, SET_BASELINE = "caselens.compare", "caselens.history", "caselens.setBaseline"
REFRESH = "caselens.refresh"
CORPORA, CASES, STATUS = "caselens.corpora", "caselens.cases", "caselens.status"
RUNS, SHOW_RUN, DELETE_RUN = "caselens.runs", "caselens.showRun", "caselens.deleteRun"
RETURNED, JUDGE = "caselens.returned", "caselens.judge"
COLUMNS, CONFIGURE = "caselens.columns", "caselens.configure"

RUN_KIND, RUNS_KIND = "caselens.run", "caselens.runs"
"""The kinds of the code actions that run something, and of those about the runs that were kept."""

ACTION_KINDS = (
    types.CodeActionKind.QuickFix,
    "refactor.rewrite",
    "refactor.rewrite.judge",
    "refactor.rewrite.annotate",
    "source.fixAll.caselens",
    "source.annotate.caselens",
    "source.removeAnnotations.caselens",
    RUN_KIND,
    RUNS_KIND,
)

LEGEND = types.SemanticTokensLegend(["enumMember"], ["deprecated", "missing", "outside"])
"""A key is a member of what the rows enumerate. One without a row, or whose row the generation's filter
leaves out, is struck through by most themes, as what is deprecated; `missing` and `outside` are for those
who would rather choose a colour.
"""
