"""Credentials: what a reference gives, and what is never said."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from caselens.adapters.configuration import read
from caselens.adapters.credentials import Secret, read_credential
from caselens.ports import PortError
from caselens.settings import Endpoint


def test_a_reference_is_read_when_it_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "token"
    file.write_text("one\n")
    file.chmod(0o600)
    assert read_credential(f"file:{file}").reveal() == "one"
    file.write_text("two")
    assert read_credential(f"file:{file}").reveal() == "two"
    monkeypatch.setenv("TOKEN", " three ")
    assert read_credential("env:TOKEN").reveal() == "three"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o620])
def test_a_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "token"
    file.write_text("sk-secret")
    file.chmod(mode)
    with pytest.raises(PortError, match=f"has mode 0{mode:o}; accepted is one that its owner") as caught:
        read_credential(f"file:{file}")
    assert "sk-secret" not in str(caught.value)


@pytest.mark.parametrize("reference", ["sk-secret", "env:sk-secret", "file:sk-secret", "ENV:X", "", "env:"])
def test_what_is_no_reference_is_not_repeated(reference: str) -> None:
    with pytest.raises(PortError) as caught:
        read_credential(reference)
    assert str(caught.value) == "the credential is not a reference; accepted is env:NAME or file:/path"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "environment variable TOKEN, which holds the credential, is not set"),
        (" \n", "environment variable TOKEN is empty"),
        ("sk-sécret", "environment variable TOKEN holds what no header can"),
        ("sk\nsecret", "environment variable TOKEN holds what no header can"),
        ("sk secret", "environment variable TOKEN holds what no header can"),
    ],
)
def test_a_value_that_cannot_be_used(value: str | None, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TOKEN", raising=False)
    if value is not None:
        monkeypatch.setenv("TOKEN", value)
    with pytest.raises(PortError) as caught:
        read_credential("env:TOKEN")
    assert str(caught.value).startswith(said)
    assert "sk" not in str(caught.value)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(PortError, match="cannot be read: No such file"):
        read_credential(f"file:{tmp_path / 'none'}")


def test_a_secret_shows_nowhere() -> None:
    secret = Secret("sk-secret")
    assert "sk-secret" not in f"{secret} {secret!r} {[secret]}"
    with pytest.raises(TypeError):
        pickle.dumps(secret)
    assert secret.clean("key SK-SECRET, sk-secret.") == "key •••, •••."


MODEL = "version: 1\ngenerations:\n  - {{name: a, corpora: [x], rows: r, model: {}}}\n"


def test_an_endpoint_is_read() -> None:
    model = "{endpoint: 'http://h:1/v1', identifier: m, credential: 'env:T', dimension: 3, query_prefix: q}"
    settings = read(MODEL.format(model), Path()).settings
    assert settings is not None
    assert settings.generations[0].model == Endpoint("http://h:1/v1", "m", "env:T", 3, "q")


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("gpt", 'model: found "gpt"; accepted are minilm, hashing'),
        ("{}", 'model: "endpoint", "identifier" are missing'),
        ("{endpoint: 'http://h', identifier: ''}", "model.identifier: it must not be empty"),
        ("{endpoint: 'http://h', identifier: m, dimension: 0}", "found 0; it must be from 1 to 65536"),
        ("{endpoint: 'http://h', identifier: m, dimension: a}", 'found "a"; it takes a whole number'),
        (
            "{endpoint: 'http://h', identifier: m, url: x}",
            'no field "url"; accepted are endpoint,',
        ),
        ("{endpoint: 'http://u:sk@h', identifier: m}", "endpoint: it is not repeated"),
        ("{endpoint: 'http://h', identifier: m, credential: sk-1}", "accepted is env:NAME or file:/path"),
        ("{endpoint: 'http://h', identifier: m, credential: 421}", "credential: it is not repeated"),
    ],
)
def test_a_fault_of_an_endpoint_is_said_without_its_secrets(model: str, said: str) -> None:
    faults = read(MODEL.format(model), Path()).faults
    assert len(faults) == 1
    assert said in faults[0].message
    assert not any(secret in faults[0].message for secret in ("sk", "421"))
