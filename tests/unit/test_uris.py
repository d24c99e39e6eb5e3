"""URIs and paths, also as they are on another system."""

from __future__ import annotations

from pathlib import PurePosixPath, PureWindowsPath

import pytest
from pygls import uris

from caselens.lsp.documents import same
from caselens.lsp.workspace import uri_of


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///c%3A/x%20y/a%23.yaml", r"c:\x y\a#.yaml"),
        ("file:///C:/x/a.yaml", r"c:\x\a.yaml"),
        ("file://server/share/ü.yaml", r"\\server\share\ü.yaml"),
    ],
)
def test_drives_and_shares(monkeypatch: pytest.MonkeyPatch, uri: str, path: str) -> None:
    monkeypatch.setattr(uris, "IS_WIN", True)
    assert uris.to_fs_path(uri) == path
    assert same(uri_of(PureWindowsPath(path))) == same(uri)


@pytest.mark.parametrize("name", ["/x/a.yaml", "/a b/ü#?%41;=&+~.yaml", "/😀/$(a).yaml"])
def test_a_path_and_back(name: str) -> None:
    assert uris.to_fs_path(uri_of(PurePosixPath(name))) == name
    assert same(uri_of(PurePosixPath(name))) == same(PurePosixPath(name).as_uri())
