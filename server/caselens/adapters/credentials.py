"""Credentials by reference: where a secret is kept, how it is read, and how it is kept out of messages."""

import base64
import html
import json
import os
import re
import stat
from pathlib import Path
from urllib.parse import quote, quote_plus

from caselens.ports import PortError

ACCEPTED = "env:NAME or file:/path"

_SHORTEST_FORM = 4


class Secret:
    """A value that shows in no message; whoever sends it asks for `reveal`."""

    __slots__ = ("_forms", "_value")

    def __init__(self, value: str) -> None:
        self._value = value
        forms = sorted(_forms(value), key=len, reverse=True)
        self._forms = re.compile("|".join(map(re.escape, forms)), re.IGNORECASE)

    def reveal(self) -> str:
        return self._value

    def clean(self, text: str) -> str:
        """`text` without the value, as it is or in an encoding in which an endpoint may echo it."""
        return self._forms.sub("•••", text)

    def __repr__(self) -> str:
        return "Secret(•••)"

    def __reduce__(self) -> str:
        raise TypeError("a secret is not stored")


def read_credential(reference: str) -> Secret:
    """The secret that `reference` names, read anew. Raises `PortError`, which never repeats a secret."""
    value, place = referred(reference)
    if not re.fullmatch(r"[!-~]+", value):
        raise PortError(f"{place} holds what no header can; accepted is printable ASCII without spaces")
    return Secret(value)


def referred(reference: str) -> tuple[str, str]:
    """What `reference` names, and how a message calls its place. Raises `PortError`."""
    kind, _, name = reference.partition(":")
    if kind == "env" and re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
        value, place = os.environ.get(name), f"environment variable {name}"
        if value is None:
            raise PortError(f"{place}, which holds the credential, is not set")
    elif kind == "file" and name.startswith("/"):
        value, place = _file(Path(name)), f"credential file {name}"
    else:
        raise PortError(f"the credential is not a reference; accepted is {ACCEPTED}")
    value = value.strip()
    if not value:
        raise PortError(f"{place} is empty")
    return value, place


def _file(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            # Asked of what is open, since the name could mean another file a moment later.
            mode = os.fstat(file.fileno()).st_mode
            if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
                raise PortError(
                    f"credential file {path} has mode {stat.S_IMODE(mode):04o}; accepted is one that its "
                    "owner alone may read, such as 0600"
                )
            return file.read()
    except UnicodeDecodeError:
        raise PortError(f"credential file {path} is not UTF-8") from None
    except OSError as error:
        raise PortError(f"credential file {path} cannot be read: {error.strerror}") from None


def _forms(value: str) -> set[str]:
    escaped = json.dumps(value)[1:-1]
    forms = {escaped, escaped.replace("/", "\\/"), quote(value, safe=""), quote(value), quote_plus(value)}
    forms |= {html.escape(value), *_base64(value)}
    return {value, *(form for form in forms if len(form) >= _SHORTEST_FORM)}


def _base64(value: str) -> set[str]:
    """What base64 makes of the value, also behind one or two other bytes, without what neighbours change."""
    forms = set()
    for before in range(3):
        data = b"\0" * before + value.encode()
        sure = len(data) * 8 // 6
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            forms.add(encode(data).decode()[-(-before * 8 // 6) : sure])
    return forms
