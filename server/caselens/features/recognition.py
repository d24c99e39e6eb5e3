"""What a file is, by its name or by what stands in it. Any other YAML is left alone."""

import re

CONFIGURATION = "caselens.yaml"
NAMES = (".corpus.yaml", ".corpus.yml")
SPECIFICATIONS = (".spec.yaml", ".spec.yml")

# A line may also begin after a lone CR, and the first one after a BOM.
VERSION = re.compile(r"""(?:^|\r)\ufeff?["']?version["']?[ \t]*:""", re.MULTILINE)
CASES = re.compile(r"""(?:^|\r)\ufeff?["']?cases["']?[ \t]*:""", re.MULTILINE)
SECTIONS = tuple(
    re.compile(rf"""(?:^|\r)\ufeff?["']?{name}["']?[ \t]*:""", re.MULTILINE)
    for name in ("source", "model", "target")
)


def is_corpus(name: str, content: str) -> bool:
    """By name, or by a `version` and `cases` in the first column."""
    if name.endswith(SPECIFICATIONS):
        return False
    return name.endswith(NAMES) or bool(VERSION.search(content) and CASES.search(content))


def is_specification(name: str, content: str) -> bool:
    """By name, or by a `version`, `source`, `model` and `target` in the first column."""
    if is_corpus(name, content) or is_configuration(name):
        return False
    return name.endswith(SPECIFICATIONS) or all(field.search(content) for field in (VERSION, *SECTIONS))


def is_configuration(name: str) -> bool:
    return name.rpartition("/")[2] == CONFIGURATION
