"""Emacs with eglot, set up by what docs/editors.md says: it has no lenses, so code actions have to do."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from .marks import Json

HERE = Path(__file__).parent
SETTINGS = HERE.parents[1] / "docs" / "editors.md"

CORPUS = """\
version: 1
default_k: 1
cases:
  # caselens: ignore[unreachable-required]
  - {id: steep, query: "🍵🍵 steep green tea", requried: [green, black]}
"""


def settings() -> str:
    (found,) = re.findall(r"^```elisp\n(.*?)^```", SETTINGS.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.fixture(scope="module")
def emacs() -> str:
    """The editor, where it is there with its client."""
    program = shutil.which("emacs")
    asked = [program or "", "--batch", "--eval", "(require 'eglot)"]
    if program is None or subprocess.run(asked, check=False, capture_output=True, timeout=60).returncode:
        pytest.skip("no Emacs with eglot is on the PATH (Debian: emacs-nox, elpa-eglot)")
    return program


def test_a_corpus_is_mended_and_run_by_code_actions(project: Path, emacs: str) -> None:
    (project / "tea.corpus.yaml").write_text(CORPUS)
    home = project / ".home"
    home.mkdir()
    (home / "init.el").write_text(settings())
    report = home / "report.json"
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]]),
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "FOLDER": str(project),
        "REPORT": str(report),
    }
    command = [emacs, "--batch", "-l", str(home / "init.el"), "-l", str(HERE / "emacs.el")]
    ran = subprocess.run(
        command, env=environment, cwd=project, capture_output=True, text=True, timeout=100, check=False
    )
    assert ran.returncode == 0, ran.stderr
    seen: Json = json.loads(report.read_text())
    ((text, message),) = seen["found"]
    assert text == "requried"
    assert "unknown-field" in message
    assert seen["mended"] == CORPUS.replace("requried", "required")
    ((text, message),) = seen["missed"]
    assert text == "black"
    assert "is not in the top 1: rank 2" in message
