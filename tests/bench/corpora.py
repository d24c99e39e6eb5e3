"""Corpora of any size, the same every time."""

import random

WORDS = [
    "how",
    "much",
    "does",
    "it",
    "cost",
    "per",
    "month",
    "cancel",
    "refund",
    "invoice",
    "seat",
    "plan",
    "upgrade",
    "export",
    "data",
    "region",
    "naïve",
    "café",
    "größe",
    "価格",
    "解約",
    "請求書",
    "🙂",
    "emoji",
    "limit",
    "token",
    "rate",
    "search",
    "index",
    "vector",
]


def corpus(cases: int, seed: int = 7) -> str:
    """A corpus in which cases differ in their fields, their styles and their length."""
    r = random.Random(seed)
    return "version: 1\nname: made for measuring\ndefault_k: 5\ncases:\n" + "".join(
        _case(r, number) for number in range(cases)
    )


def _case(r: random.Random, number: int) -> str:
    keys = [str(r.randint(1, 10**6)) for _ in range(r.randint(1, 4))]
    lines = [f"  # section {number // 10} 🙂"] if number % 10 == 0 else []
    query = " ".join(r.choice(WORDS) for _ in range(r.randint(5, 12)))
    lines += [f"  - id: case-{number:06}", f'    query: "{query}?"' + "  # asked often" * (number % 7 == 0)]
    if number % 3 == 0:
        lines.append(f"    k: {r.randint(4, 20)}")
    if number % 4 != 3:
        lines.append("    required: [" + ", ".join(f'"{key}"' for key in keys[:2]) + "]")
    if number % 4 != 1:
        lines.append("    relevant:")
        lines += [f'      "{key}": {r.choice(["1.0", "0.5", "2", "0.1"])}' for key in dict.fromkeys(keys)]
    return "\n".join(lines) + "\n"
