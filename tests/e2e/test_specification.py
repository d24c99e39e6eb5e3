"""A specification in the editor: recognised, checked, mended, explained, named; any other YAML left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from .client import Client
from .conftest import CONFIGURATION, CORPUS
from .editor import Lens, OpenFile, ranges
from .marks import marked

EXAMPLE = Path(__file__).parents[2] / "examples" / "handbook" / "handbook.spec.yaml"
WHOLE = EXAMPLE.read_text("utf-8")


@pytest.fixture
def file(client: Client, tmp_path: Path) -> OpenFile:
    return OpenFile(client, tmp_path / "handbook.spec.yaml", WHOLE)


def test_a_fault_is_underlined_mended_and_gone(client: Client, tmp_path: Path) -> None:
    text, places = marked(
        WHOLE.replace("metric: cosine", "metric: ⟦cosin⟧ # 🫖").replace("mutable", "⟦mutabel⟧")
    )
    file = OpenFile(client, tmp_path / "handbook.spec.yaml", text)
    found = file.diagnostics("specification", "specification")
    assert ranges(found) == places
    assert [one["severity"] for one in found] == [1, 1]
    assert [one["message"] for one in found] == [
        'no field "mutabel" in source; the nearest is "mutable"',
        'found "cosin"; "metric" takes cosine, l2, inner_product',
    ]
    assert file.titles() == ["no identity: 2 refusals"]
    for at in ("cosin #", "mutabel"):
        (action,) = file.actions(at)
        (edits,) = action["edit"]["changes"].values()
        file.apply(edits)
    assert file.text == WHOLE.replace("cosine", "cosine # 🫖")
    file.diagnostics()
    file.close()
    client.wait_until(lambda: file.published()[-1]["diagnostics"] == [], "an empty list")


def test_its_identity_stands_above_it(file: OpenFile) -> None:
    file.diagnostics()
    (lens,) = file.lenses()
    assert lens == Lens(lens.title, "", [])
    named = lens.title.removeprefix("generation ")
    assert len(named) == 12
    assert int(named, 16) > 0
    file.replace(("name: handbook", "name: another"))
    assert file.titles() == [lens.title]
    file.replace(("embedding\n", "embedding_v2\n"))
    assert file.titles() != [lens.title]
    file.write("")
    assert file.titles() == []


def test_what_cannot_work_is_a_warning(file: OpenFile) -> None:
    file.replace(("reported_dimension: 384", "reported_dimension: 3072"))
    (found,) = file.diagnostics("specification")
    assert found["severity"] == 2
    assert "up to 2,000 dimensions" in found["message"]
    assert file.titles()[0].startswith("generation ")


def test_a_secret_is_not_repeated(file: OpenFile) -> None:
    file.replace(
        ("http://localhost", "http://ada:lovelace@localhost"), ("env:EMBEDDING_TOKEN", "sk-lovelace")
    )
    found = file.diagnostics("specification", "specification")
    assert not any("lovelace" in one["message"] for one in found)


def test_fields_and_values_are_offered_and_explained(file: OpenFile) -> None:
    def labels(piece: str) -> list[str]:
        return [item["label"] for item in file.completions(piece)]

    assert labels("unicode_normalization: ") == ["none", "nfc", "nfd", "nfkc", "nfkd"]
    assert labels("mutable: ") == ["true", "false"]
    assert labels("index_method: ") == ["hnsw", "ivfflat"]
    file.replace(("mode: outbox\n", "mode: outbox\n  \n"))
    assert labels("mode: outbox\n  ") == ["paused"]
    assert "such as `24h`" in file.hover("max_plan_ag")
    assert "Part of the identity" in file.hover("reported_dim")
    assert "Without it: `source_columns`" in file.hover("layo")
    assert file.hover("24h") == ""


def test_a_whole_one_is_offered_where_there_is_nothing(client: Client, tmp_path: Path) -> None:
    file = OpenFile(client, tmp_path / "new.spec.yaml", "")
    file.diagnostics("specification")
    whole = client.request(
        "textDocument/completion", {"textDocument": file.name, "position": {"line": 0, "character": 0}}
    )["items"][0]
    assert whole["label"] == "a whole file"
    file.write(whole["textEdit"]["newText"])
    # Everything stands where it must; only the values are still to come.
    said = {
        one["message"].partition(";")[0].partition(" ")[2] for one in file.settled() if one["severity"] == 1
    }
    assert said == {"has no value"}


def test_its_sections_are_its_outline(file: OpenFile) -> None:
    found = file.client.request("textDocument/documentSymbol", {"textDocument": file.name})
    assert [symbol["name"] for symbol in found] == [
        "source",
        "preprocessing",
        "model",
        "target",
        "consistency",
        "policy",
    ]


def test_it_is_known_by_what_stands_in_it(client: Client, tmp_path: Path) -> None:
    file = OpenFile(client, tmp_path / "generation.yaml", WHOLE.replace("metric: cosine", "metric: dot"))
    file.diagnostics("specification")
    other = OpenFile(client, tmp_path / "other.yaml", "version: 1\nsource: a\nmodel: {}\n")
    corpus = OpenFile(client, tmp_path / "a.corpus.yaml", CORPUS)
    corpus.diagnostics()
    assert other.published() == []
    assert other.titles() == []
    assert other.completions("model: ") == []
    assert other.hover("versio") == ""
    # Once it is written to be one, it is.
    other.write(WHOLE)
    other.diagnostics()
    assert other.titles()[0].startswith("generation ")


def test_it_is_known_by_a_configuration_that_names_it(client: Client, project: Path) -> None:
    (project / "caselens.yaml").write_text(
        CONFIGURATION.replace("*.corpus.yaml", "*.yaml").replace("rows: ", "spec: built/how.yaml\n    rows: ")
    )
    (project / "built").mkdir()
    file = OpenFile(client, project / "built" / "how.yaml", "version: 1\n")
    file.diagnostics(*["specification"] * 4)
    assert file.titles() == ["no identity: 4 refusals"]


def test_one_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with Client() as client:
        client.initialize(options={"largestFile": 100})
        file = OpenFile(client, tmp_path / "handbook.spec.yaml", WHOLE.replace("cosine", "dot"))
        (found,) = file.settled()
        assert found["message"] == "the file is larger than 100 characters, and is not read"
        assert file.titles() == []
