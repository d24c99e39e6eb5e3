"""The shape of the code: what may import what, what a plain check pays for, and how large a module is."""

import subprocess
import sys
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "server" / "caselens"
WRITTEN_BY_HAND = ("server", "schema", "tests", "neovim", "vscode-extension/src", "docs", "examples")

LATE = (
    "inspect",
    "numpy",
    "jsonschema",
    "pygls",
    "lsprotocol",
    "onnxruntime",
    "httpx",
    "qdrant_client",
    "psycopg",
    "caselens.adapters.search",
    "caselens.adapters.postgres",
)
"""What is imported where it is first used, and not before."""

LONGEST = 300
WORDS = ("helper", "manager", "util", "handler", "processor", "service")
"""Words that say nothing about what is in a file."""


def test_every_module_imports_only_what_is_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    told = capsys.readouterr().out
    assert status == 0, told
    assert ", 0 broken." in told


@pytest.mark.parametrize(
    "code",
    [
        "import caselens.main",
        "from caselens.main import main; status = main(['check', 'a.yaml']); assert status == 0",
        "from caselens.main import main; status = main(['check', 'a.spec.yaml']); assert status == 1",
    ],
    ids=["importing the command", "checking a corpus", "checking a specification"],
)
def test_it_is_not_paid_for(tmp_path: Path, code: str) -> None:
    (tmp_path / "a.spec.yaml").write_text("version: 1\n")
    (tmp_path / "a.yaml").write_text("version: 1\ncases: [{id: a, query: q, required: [x]}]\n")
    ending = f"import sys; sys.exit(', '.join(name for name in {LATE} if name in sys.modules))"
    command = [sys.executable, "-c", f"{code}; {ending}"]
    done = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.stderr.strip() == ""


def test_what_is_late_is_there_at_all() -> None:
    """A name that is misspelt above would hold nothing."""
    code = f"import importlib; [importlib.import_module(name) for name in {LATE}]"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_no_module_is_long() -> None:
    modules = list(PACKAGE.rglob("*.py"))
    assert len(modules) > 60
    lines = {str(path.relative_to(PACKAGE)): path.read_text("utf-8").count("\n") for path in modules}
    assert {name: count for name, count in lines.items() if count > LONGEST} == {}


def test_every_module_says_what_it_is() -> None:
    modules = [path for path in PACKAGE.rglob("*.py") if path.stat().st_size]
    assert [path for path in modules if not path.read_text("utf-8").startswith(('"""', 'r"""'))] == []


def test_no_file_is_named_for_nothing() -> None:
    files = [path for folder in WRITTEN_BY_HAND for path in (ROOT / folder).rglob("*") if path.is_file()]
    assert len(files) > 100
    assert [path for path in files if any(word in path.name.lower() for word in WORDS)] == []
