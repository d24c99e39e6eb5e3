"""`caselens check` and `caselens digest` of a specification, as they are installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from .test_cli import SECRET, SETTINGS, Told, caselens

EXAMPLE = Path(__file__).parents[1] / "examples" / "handbook" / "handbook.spec.yaml"
WHOLE = EXAMPLE.read_text("utf-8")
IDENTITY = "a83bd9cf90368958c1f5199719249eed355b750e83c930866df2fa74096ab987"
SHORT = IDENTITY[:12]

REFUSED = """\
FILE:34:11: error[specification]: found "cosin"; "metric" takes cosine, l2, inner_product
 34 |   metric: cosin
    |           ^^^^^
     = fix: Write cosine

FILE is refused: 1 error. No identity, no run.
"""

MASKED = """\
FILE:24:13: error[specification]: the URL has a user name or a password in it; a token goes where "credential" points to
 24 |   endpoint: STARS
    |             CARETS

FILE:28:15: error[specification]: this is no reference; "credential" takes env:NAME or file:/path, and never the token itself
 28 |   credential: ****************************
    |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^

FILE is refused: 2 errors. No identity, no run.
"""  # noqa: E501 - what is printed is as wide as it is

URL = f"http://ada:{SECRET}@localhost:11434/v1"


@pytest.fixture(params=["a.spec.yaml", "a.spec.yml", "generation.yaml"])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def run(folder: Path, name: str, content: str, *arguments: str) -> Told:
    (folder / name).write_text(content, "utf-8")
    return caselens(folder, *arguments, name)


def test_one_that_is_accepted(tmp_path: Path, name: str) -> None:
    assert run(tmp_path, name, WHOLE, "check") == Told(0, f"{name}: generation {SHORT}\n")
    assert run(tmp_path, name, WHOLE, "digest") == Told(0, f"{IDENTITY}\n")
    assert run(tmp_path, name, WHOLE, "digest", "--short") == Told(0, f"{SHORT}\n")


def test_one_that_is_refused(tmp_path: Path, name: str) -> None:
    content, said = WHOLE.replace("cosine", "cosin"), REFUSED.replace("FILE", name)
    assert run(tmp_path, name, content, "check") == Told(1, said)
    assert run(tmp_path, name, content, "digest") == Told(2, "", said)


def test_a_warning_does_not_block(tmp_path: Path) -> None:
    told = run(tmp_path, "a.spec.yaml", WHOLE.replace("384", "3072"), "check")
    assert told.status == 0
    assert "warning[specification]: pgvector indexes vector up to 2,000 dimensions" in told.out


def test_secrets_are_struck_out(tmp_path: Path) -> None:
    content = WHOLE.replace("http://localhost:11434/v1", URL).replace("env:EMBEDDING_TOKEN", SECRET)
    said = MASKED.replace("FILE", "a.spec.yaml").replace("STARS", "*" * len(URL))
    assert run(tmp_path, "a.spec.yaml", content, "check") == Told(1, said.replace("CARETS", "^" * len(URL)))


@pytest.mark.parametrize("broken", [f"credential: [{SECRET}", f"credential: '{SECRET}", f"x: [a@b {SECRET}"])
def test_a_broken_file_is_not_shown(tmp_path: Path, broken: str) -> None:
    told = run(tmp_path, "a.spec.yaml", f"{WHOLE}{broken}", "check")
    assert told.status == 1
    assert "error[specification]: " in told.out
    assert "|" not in told.out


@pytest.mark.parametrize(
    "arguments", [("check", "a.spec.yaml", "gone.spec.yaml"), ("digest", "gone.spec.yaml")]
)
def test_one_that_cannot_be_read(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "a.spec.yaml").write_text(WHOLE)
    told = caselens(tmp_path, *arguments)
    assert (told.status, told.err) == (
        2,
        "caselens: gone.spec.yaml cannot be read: No such file or directory\n",
    )


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.spec.yaml").write_bytes(b"version: \xff")
    assert caselens(tmp_path, "check", "a.spec.yaml").status == 1
    assert caselens(tmp_path, "digest", "a.spec.yaml").status == 2


def test_it_cannot_be_evaluated(tmp_path: Path) -> None:
    told = run(tmp_path, "a.spec.yaml", WHOLE.replace("env:EMBEDDING_TOKEN", SECRET), "evaluate")
    assert told == Told(2, "", "caselens: a.spec.yaml is a specification; what is evaluated is a corpus\n")


def test_a_configuration_says_what_is_one(tmp_path: Path) -> None:
    (tmp_path / "caselens.yaml").write_text(SETTINGS.replace("name: house", "name: house, spec: how.yaml"))
    told = run(tmp_path, "how.yaml", "version: 1\n", "check")
    assert (told.status, told.out.splitlines()[-1]) == (
        1,
        "how.yaml is refused: 4 errors. No identity, no run.",
    )
