"""A file that is open in the editor: its text as the editor has it, and what the server shows of it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from .client import PATIENCE, Client
from .marks import Json, offset, position, span


class Lens(NamedTuple):
    """A lens, without its place."""

    title: str
    command: str
    arguments: list[str]


HINT = 4

_UNTITLED = itertools.count(1)


def untitled() -> str:
    """The name of a buffer that has never been saved, new each time."""
    return f"untitled:Untitled-{next(_UNTITLED)}"


class OpenFile:
    """Opens the file when it is made. The text is the editor's: it need not be on the disk."""

    def __init__(self, client: Client, where: Path | str, text: str | None = None) -> None:
        self.client = client
        self.uri = where if isinstance(where, str) else where.as_uri()
        self.version = 0
        if text is None:
            assert isinstance(where, Path)
            text = where.read_bytes().decode()
        self.text = text
        self.open()

    @property
    def name(self) -> Json:
        return {"uri": self.uri}

    def open(self) -> None:
        self.version += 1
        document = {"uri": self.uri, "languageId": "yaml", "version": self.version, "text": self.text}
        self.client.notify("textDocument/didOpen", {"textDocument": document})

    def close(self) -> None:
        self.client.notify("textDocument/didClose", {"textDocument": self.name})

    def save(self) -> None:
        self.client.notify("textDocument/didSave", {"textDocument": self.name})

    # -- editing -------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        """Replace the whole text."""
        self.text = text
        self._changed([{"text": text}])

    def replace(self, *replacements: tuple[str, str]) -> None:
        """Replace pieces that stand once in the text, one after another, in one notification."""
        changes = []
        for old, new in replacements:
            assert self.text.count(old) == 1, f"{old!r} stands {self.text.count(old)} times in the text"
            start = self.text.index(old)
            changes.append({"range": self._span(start, start + len(old)), "text": new})
            self.text = self.text.replace(old, new)
        self._changed(changes)

    def edit(self, *changes: tuple[Json, str], becomes: str) -> None:
        """Send ranges and what comes in their place, and say what the text is then."""
        self.text = becomes
        self._changed([{"range": where, "text": new} for where, new in changes])

    def splice(self, start: int, end: int, new: str) -> None:
        """Replace what is between two offsets."""
        changes = [{"range": self._span(start, end), "text": new}]
        self.text = self.text[:start] + new + self.text[end:]
        self._changed(changes)

    def apply(self, edits: Sequence[Json]) -> None:
        """Apply the edits of an action, which all speak of the text as it is."""
        encoding = self.client.encoding
        from_last = sorted(edits, key=lambda edit: offset(self.text, edit["range"]["start"], encoding))[::-1]
        for edit in from_last:
            start, end = (offset(self.text, edit["range"][side], encoding) for side in ("start", "end"))
            self.text = self.text[:start] + edit["newText"] + self.text[end:]
        self._changed([{"range": edit["range"], "text": edit["newText"]} for edit in from_last])

    def _changed(self, changes: Sequence[Json]) -> None:
        self.version += 1
        document = {"uri": self.uri, "version": self.version}
        self.client.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)}
        )

    def _span(self, start: int, end: int) -> Json:
        return span(self.text, start, end, self.client.encoding)

    # -- what is shown -------------------------------------------------------------------------

    def published(self) -> list[Json]:
        """Every list of diagnostics that was published for the file, oldest first."""
        return [
            said for said in self.client.heard("textDocument/publishDiagnostics") if said["uri"] == self.uri
        ]

    def diagnostics(self, *expected: str) -> list[Json]:
        """The diagnostics of this version, once they have these codes and no others but hints."""
        shown: list[Json] = []

        def arrived() -> bool:
            latest = self.published()[-1:]
            current = bool(latest) and latest[0].get("version") == self.version
            shown[:] = grave(latest[0]["diagnostics"]) if current else []
            return current and codes(shown) == list(expected)

        try:
            self.client.wait_until(arrived, "the diagnostics awaited")
        except AssertionError as error:
            raise AssertionError(f"awaited {list(expected)}, found {codes(shown)}: {error}") from None
        return shown

    def settled(self) -> list[Json]:
        """The diagnostics of this version, whatever they are."""

        def arrived() -> bool:
            latest = self.published()[-1:]
            return bool(latest) and latest[0].get("version") == self.version

        self.client.wait_until(arrived, "diagnostics of the last version")
        found: list[Json] = self.published()[-1]["diagnostics"]
        return found

    def diagnostics_like(self, beginning: str) -> list[Json]:
        """The diagnostics of this version, once the first one begins so."""
        shown: list[Json] = []

        def arrived() -> bool:
            latest = self.published()[-1:]
            shown[:] = grave(latest[0]["diagnostics"]) if latest else []
            return bool(shown) and shown[0]["message"].startswith(beginning)

        self.client.wait_until(arrived, f"a diagnostic that begins {beginning!r}")
        return shown

    def lenses(self) -> list[Lens]:
        found = self.client.request("textDocument/codeLens", {"textDocument": self.name})
        return [
            Lens(lens["command"]["title"], lens["command"]["command"], lens["command"].get("arguments", []))
            for lens in found
        ]

    def titles(self) -> list[str]:
        """What the lenses say."""
        return [lens.title for lens in self.lenses()]

    def places(self) -> list[Json]:
        """Where the lenses stand."""
        return ranges(self.client.request("textDocument/codeLens", {"textDocument": self.name}))

    def digest(self) -> str:
        """What the first lens says of the digest."""
        return self.titles()[0].split(" · ")[0]

    def hints(self) -> list[tuple[str, str]]:
        """Each inlay hint with the word that stands before it."""
        whole = self._span(0, len(self.text))
        found = self.client.request("textDocument/inlayHint", {"textDocument": self.name, "range": whole})
        places = [offset(self.text, hint["position"], self.client.encoding) for hint in found]
        return [(_word(self.text[:at]), hint["label"]) for at, hint in zip(places, found, strict=True)]

    def after(self, piece: str) -> Json:
        """The place right after a piece that is once in the text, with the file, as requests have it."""
        assert self.text.count(piece) == 1, f"{piece!r} stands {self.text.count(piece)} times in the text"
        place = position(self.text, self.text.index(piece) + len(piece), self.client.encoding)
        return {"textDocument": self.name, "position": place}

    def completions(self, piece: str) -> list[Json]:
        """What could be written after a piece, in the order in which an editor shows it."""
        found = self.client.request("textDocument/completion", self.after(piece))
        items: list[Json] = found["items"] if found else []
        return sorted(items, key=lambda item: str(item.get("sortText", item["label"])))

    def hover(self, piece: str) -> str:
        """What is said of the end of a piece."""
        found = self.client.request("textDocument/hover", self.after(piece))
        return found["contents"]["value"] if found else ""

    def actions(self, at: str, *only: str) -> list[Json]:
        """What can be done where a piece stands that is once in the text."""
        start = self.text.index(at)
        asked = {"diagnostics": [], "only": list(only)} if only else {"diagnostics": []}
        found: list[Json] = self.client.request(
            "textDocument/codeAction",
            {"textDocument": self.name, "range": self._span(start, start), "context": asked},
        )
        return found

    def edits(self, action: Json) -> list[Json]:
        """The edits of an action, which must concern this file alone."""
        changes: dict[str, list[Json]] = action["edit"]["changes"]
        assert list(changes) == [self.uri]
        return changes[self.uri]

    # -- running -------------------------------------------------------------------------------

    def start(self, lens: Lens) -> int:
        """Click a lens; the number of the request."""
        return self.client.start(
            "workspace/executeCommand", {"command": lens.command, "arguments": lens.arguments}
        )

    def click(self, title: str, case: str = "", patience: float = PATIENCE) -> Json:
        """Click the lens with a title, the one above `case` if there are more, and await what comes of it."""
        answer: Json = self.client.answer(self.start(self.lens(title, case)), patience)
        return answer

    def lens(self, title: str, case: str = "") -> Lens:
        return next(
            lens
            for lens in self.lenses()
            if lens.title == title and lens.arguments[1:] == [case] * bool(case)
        )


def grave(found: Sequence[Json]) -> list[Json]:
    """Diagnostics but for hints, which nearly every small corpus has."""
    return [one for one in found if one.get("severity") != HINT]


def codes(found: Sequence[Json]) -> list[str]:
    return [one.get("code", "") for one in found]


def ranges(found: Sequence[Json]) -> list[Json]:
    return [one["range"] for one in found]


def _word(before: str) -> str:
    return before.replace("[", " ").replace("{", " ").split()[-1]
