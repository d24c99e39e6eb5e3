"""`caselens explain`."""

from __future__ import annotations

import argparse
import sys
from difflib import get_close_matches

from caselens.cli import IMPOSSIBLE, PASSED
from caselens.rules import BY_CODE, RULES
from caselens.rules.page import page
from caselens.text import quoted


def explain(options: argparse.Namespace) -> int:
    """Print the page of a rule, or the list of all."""
    if options.code is None:
        width = max(map(len, BY_CODE))
        print("\n".join(f"{rule.code:{width}}  {rule.title}" for rule in RULES))
        return PASSED
    rule = BY_CODE.get(options.code)
    if rule is None:
        near = get_close_matches(options.code, BY_CODE, 3, cutoff=0.4)
        hint = f"the nearest: {', '.join(near)}" if near else f"there are {', '.join(BY_CODE)}"
        print(f"caselens: no rule {quoted(options.code)}; {hint}", file=sys.stderr)
        return IMPOSSIBLE
    print(page(rule, level=1), end="")
    return PASSED
