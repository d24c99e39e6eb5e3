"""What of a specification must never be repeated: tokens, passwords in URLs, and what may be one.

A text is shown only where it is the value of a field that cannot hold a secret. An author who misspells
`credential`, or forgets its colon, has a secret where nothing is expected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from caselens import schema
from caselens.specification import NAME
from caselens.syntax.tree import Alias, Mapping, Node, Scalar, Sequence, held
from caselens.text import Span, quoted

REFERENCE = re.compile(r"env:[A-Za-z_][A-Za-z0-9_]*|file:/.+")
"""Where a token is, rather than what it is."""

_URL = re.compile(
    r"https?://(?:[^\s/?#@:\[\]\\]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]+)?(?:[/?#]\S*)?", re.IGNORECASE
)
_SUSPECT = re.compile(r"(?:credential|endpoint)[^\w]|@|://", re.IGNORECASE)
_HARMLESS = re.compile(
    r"\bcredential:[ \t]*(?:env:[A-Za-z_][A-Za-z0-9_]*|file:/[^\s@]+)[ \t]*$", re.MULTILINE
)
_MAY_HOLD_ONE = re.compile(r"credential|@", re.IGNORECASE)

Path = tuple[str, ...]

UNNAMED = "of this name"


def is_reference(text: str) -> bool:
    return bool(REFERENCE.fullmatch(text))


def is_base_url(text: str) -> bool:
    """Whether a text is an http or https URL with a host, and without a user."""
    return bool(_URL.fullmatch(text))


def has_user_info(text: str) -> bool:
    """Whether a URL holds a user or a password, or may hold one that it is too odd to tell from a path."""
    host = re.split(r"[/?#]", text.partition("//")[2] or text, maxsplit=1)[0]
    return "@" in host or ("@" in text and not is_base_url(text))


def named(name: str) -> str:
    """The name of a field as a message has it; a name that may have a secret in it is not repeated."""
    return UNNAMED if _SUSPECT.search(name) else quoted(name)


def hidden(root: Node | None) -> frozenset[Span]:
    """The places of all texts that may be a secret or hold one."""
    found: set[Span] = set()
    seen: set[tuple[int, Path | None]] = set()
    pending: list[tuple[Node | None, Path | None]] = [(root, ())]
    while pending:
        written, path = pending.pop()
        if isinstance(written, Alias) and _is_secret(path):
            found.add(written.span)
        node = held(written)
        if node is None or (id(node), path) in seen:
            continue
        seen.add((id(node), path))
        if isinstance(node, Scalar):
            if not _may_be_shown(node.text, path):
                found.add(node.span)
        elif isinstance(node, Sequence):
            pending.extend((item, path) for item in node.items)
        elif isinstance(node, Mapping):
            found.update(_hidden_keys(node, path))
            pending.extend((value, _below(path, key)) for key, value in node.entries)
    return frozenset(found)


def masked(content: str, root: Node | None) -> str | None:
    """A text as it may be shown: what is hidden is struck out, letter by letter. None where it cannot be
    told what must be, because the text is no YAML.
    """
    if root is None:
        return None if _MAY_HOLD_ONE.search(_HARMLESS.sub("", content)) else content
    letters = list(content)
    for span in hidden(root):
        letters[span.start : span.end] = [c if c in "\r\n" else "*" for c in content[span.start : span.end]]
    return "".join(letters)


def _is_secret(path: Path | None) -> bool:
    return path is None or path[-1:] in (("credential",), ("endpoint",))


def _may_be_shown(text: str, path: Path | None) -> bool:
    if path is None or "properties" in (schema.at(NAME, path) or {}):
        return False
    match path[-1]:
        case "credential":
            return is_reference(text)
        case "endpoint":
            # A token may also stand in a query.
            return is_base_url(text) and "@" not in text and "?" not in text
    return True


def _below(path: Path | None, key: Node) -> Path | None:
    """The path of a value; None where it is no field's."""
    if path is None or not isinstance(key, Scalar):
        return None
    node = schema.at(NAME, path) or {}
    if key.text in node.get("properties", ()):
        return (*path, key.text)
    if key.text == "<<":
        return path
    return (*path, key.text) if isinstance(node.get("additionalProperties"), dict) else None


def _hidden_keys(mapping: Mapping, path: Path | None) -> Iterator[Span]:
    for key, _ in mapping.entries:
        if not isinstance(key, Scalar) or _is_secret(path) or named(key.text) == UNNAMED:
            yield key.span
