"""What is measured beside us in the same run."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

BARE_PYGLS = "from pygls.lsp.server import LanguageServer; LanguageServer('bare', '1').start_io()"

DEBOUNCE = 200.0
"""Milliseconds that yaml-language-server waits after a change before it looks at it."""

SCHEMA = Path(__file__).parents[2] / "schema" / "corpus.schema.json"
SCHEMA_LINE = f"# yaml-language-server: $schema={SCHEMA.as_uri()}\n"
"""What tells it to hold a file against our schema."""

PACKAGE = "yaml-language-server@1.25.0"


def yaml_language_server() -> tuple[str, ...] | None:
    """Its command, installed from npm into a folder of its own; None, said aloud, where npm is not there."""
    if shutil.which("npm") is None:
        print("(npm is not there, so yaml-language-server is not measured)\n")
        return None
    folder = Path(tempfile.gettempdir()) / "caselens-bench"
    program = folder / "node_modules" / ".bin" / "yaml-language-server"
    if not program.exists():
        folder.mkdir(exist_ok=True)
        install = [
            "npm",
            "install",
            "--prefix",
            str(folder),
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            PACKAGE,
        ]
        subprocess.run(install, check=True, capture_output=True)
    return (str(program), "--stdio")
