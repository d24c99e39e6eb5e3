"""Draws docs/report.png: the handbook's report, of the bundled model beside hashing, in a browser."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.e2e.browser import Browser

ROOT = Path(__file__).parents[1]
WIDTH, HEIGHT = 840, 560


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        example = Path(folder) / "handbook"
        shutil.copytree(ROOT / "examples" / "handbook", example, ignore=shutil.ignore_patterns(".caselens"))
        for options in (["--model", "hashing"], ["--baseline", "latest", "--output", "report.html"]):
            command = [sys.executable, "-m", "caselens", "evaluate", "handbook.corpus.yaml", *options]
            # One miss is there on purpose: status 1.
            done = subprocess.run(command, check=False, cwd=example, capture_output=True, timeout=300)
            if done.returncode != 1:
                sys.exit(done.stderr.decode())
        with Browser(Path(folder) / "profile") as browser:
            browser.show(example / "report.html", WIDTH)
            browser.value("document.querySelectorAll('#change h3')[1].scrollIntoView()")
            size = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
            browser.ask("Emulation.setScrollbarsHidden", hidden=True)
            browser.ask("Emulation.setDeviceMetricsOverride", **size)
            (ROOT / "docs" / "report.png").write_bytes(browser.picture())


if __name__ == "__main__":
    main()
