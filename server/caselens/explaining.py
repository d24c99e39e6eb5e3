"""What a chat model makes of a comparison: asked for once, and kept for that pair of runs."""

from __future__ import annotations

from typing import NamedTuple

from caselens.adapters.chat import answered
from caselens.adapters.runs import RunFiles, now
from caselens.ports import PortError
from caselens.settings import Explainer

INSTRUCTIONS = """\
You are told how two runs of one retrieval evaluation compare: per case, where the rows that a good answer
contains ranked before and now. Say in at most 200 words what changed, which cases matter most, and what could
be checked next. Keep to what stands there. Where a difference is said to be too small to tell, say so."""


class Explanation(NamedTuple):
    """What a model said of a comparison, and when."""

    text: str
    model: str
    made: str


def explained(files: RunFiles, base: str, current: str, told: str, model: Explainer | None) -> Explanation:
    """What is said of a pair of runs, of which `told` is the comparison: what was kept, or else what the
    model says now. Raises `PortError`.
    """
    match files.explanation(base, current):
        case {"text": str(text), "model": str(by), "made": str(made)}:
            return Explanation(text, by, made)
    if model is None:
        raise PortError(
            "no `explainer` is configured in caselens.yaml; it names the chat model that is to be asked"
        )
    found = Explanation(answered(model, INSTRUCTIONS, told), model.identifier, now())
    files.keep_explanation(base, current, found._asdict())
    return found
