"""A headless Chromium, driven over a pipe: pages as people see them, at any width and in the dark."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 60

# The browser reads commands from file descriptor 3 and answers on 4, which nothing else may have.
ENTRY = """\
import fcntl, os, sys
ours = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3]]
for theirs, number in zip((3, 4), ours):
    os.dup2(number, theirs)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Browser:
    """One browser with one page, and everything that it said."""

    def __init__(self, profile: Path) -> None:
        program = next((found for name in NAMES if (found := shutil.which(name))), None)
        if program is None:
            pytest.fail("no Chromium is on the PATH (Debian: apt-get install chromium); it shows the report")
        theirs, self._out = os.pipe()
        self._in, others = os.pipe()
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
        command = [program, *flags, "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"]
        self._process = subprocess.Popen(
            [sys.executable, "-c", ENTRY, str(theirs), str(others), *command],
            pass_fds=(theirs, others),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs)
        os.close(others)
        self._waiting, self._number, self._session = b"", 0, ""
        self.events: list[dict[str, Any]] = []
        pages = self.ask("Target.getTargets")["targetInfos"]
        target = next(page["targetId"] for page in pages if page["type"] == "page")
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._session = ""
        self.ask("Browser.close")
        self._process.wait(PATIENCE)
        os.close(self._in)
        os.close(self._out)

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The answer to a command; events that come before it are kept."""
        self._number += 1
        session = {"sessionId": self._session} if self._session else {}
        message = {"id": self._number, "method": method, "params": parameters, **session}
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while (answer := self._next()).get("id") != self._number:
            self.events.append(answer)
        assert "error" not in answer, f"{method}: {answer['error']}"
        result: dict[str, Any] = answer["result"]
        return result

    def _next(self) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        while b"\0" not in self._waiting:
            ready, _, _ = select.select([self._in], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, "the browser says nothing"
            part = os.read(self._in, 1 << 20)
            assert part, f"the browser ended: {self._process.wait(PATIENCE)}"
            self._waiting += part
        message, _, self._waiting = self._waiting.partition(b"\0")
        told: dict[str, Any] = json.loads(message)
        return told

    def show(self, page: Path, width: int = 1200, scheme: str = "light") -> None:
        """Load a page at a width, in the light or in the dark."""
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False
        )
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.ask("Emulation.setEmulatedMedia", features=features)
        self.events.clear()
        self.ask("Page.navigate", url=page.as_uri())
        deadline = time.monotonic() + PATIENCE
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            assert time.monotonic() < deadline, f"{page} was not loaded"
            self.events.append(self._next())

    def value(self, expression: str) -> Any:
        """What an expression is in the page. The page's own policy does not hold for it."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str, code: int) -> None:
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.ask(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text
            )

    def said(self) -> list[str]:
        """What the page put on the console, and the exceptions in it."""
        told = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        return [json.dumps(event["params"]) for event in self.events if event["method"] in told]

    def requested(self) -> list[str]:
        """The addresses that were asked for, without those that the page's policy refused."""
        found = {}
        for event in self.events:
            told = event["params"]
            if event["method"] == "Network.requestWillBeSent":
                found[told["requestId"]] = told["request"]["url"]
            elif event["method"] == "Network.loadingFailed" and told.get("blockedReason") == "csp":
                found.pop(told["requestId"])
        return list(found.values())

    def picture(self, whole: bool = False) -> bytes:
        """A picture of the window, or of the whole page, as PNG."""
        answer = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        return base64.b64decode(answer["data"])

    def printed(self) -> bytes:
        """The page as PDF."""
        return base64.b64decode(self.ask("Page.printToPDF", printBackground=True)["data"])
