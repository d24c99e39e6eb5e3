"""docs/rules.md: the pages of all rules. `python -m tests.rule_pages --write` writes it."""

import sys
from pathlib import Path

from caselens.rules import RULES
from caselens.rules.page import page

PATH = Path(__file__).parents[1] / "docs" / "rules.md"

HEAD = """# Rules

What Caselens says about a corpus, in the order in which the reference loader refuses. Each page is
also printed by `caselens explain CODE`. This file is generated: `make rules`.

"""


def text() -> str:
    contents = "\n".join(
        f"- [{rule.code}](#{rule.code}): {rule.title[0].lower() + rule.title[1:]}" for rule in RULES
    )
    return HEAD + contents + "\n\n" + "\n".join(map(page, RULES))


if __name__ == "__main__" and "--write" in sys.argv:
    PATH.write_text(text(), "utf-8")
