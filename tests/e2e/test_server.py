"""The language server as an editor meets it: files opened, mended, run and closed."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from caselens.adapters.rows import read_keys
from caselens.ports import PortError

from .client import Client, Refused
from .conftest import TEAS, write_rows
from .editor import OpenFile, codes, grave, ranges, untitled
from .marks import marked
from .runs import CANCELS, MANY, cancel, running

ERROR, WARNING, INFORMATION = 1, 2, 3
FAILED = -32803

GOOD = """\
version: 1
default_k: 1
cases:
  - id: steep #caselens: ignore[unreachable-required]
    query: steep green tea
    required: [green, black]
  - id: spoons
    query: polish the spoons
    relevant: {silver: 1}
"""

FAULTY = """\
version: 1
default_k: 1
cases:
  - id: steep #caselens: ignore[unreachable-required]
    query: steep green tea
    ⟦requried⟧: [green, black]
  - id: spoons
    query: polish the spoons
    relevant: {silver: 1, green: ⟦0⟧}
"""


def test_a_corpus_is_mended_run_edited_and_its_runs_are_cancelled(client: Client, project: Path) -> None:
    text, places = marked(FAULTY)
    file = OpenFile(client, project / "tea.corpus.yaml", text)

    # What is wrong stands where it is wrong, and the reference would stop at the misspelt field.
    began = time.monotonic()
    found = file.diagnostics("unknown-field", "nonpositive-grade")
    print(f"diagnostics {1000 * (time.monotonic() - began):.0f} ms after opening")
    assert ranges(found) == places
    assert [one["data"]["decisive"] for one in found] == [True, False]
    assert all(one["severity"] == ERROR and one["source"] == "caselens" for one in found)
    assert file.titles() == ["no digest: 2 refusals"]

    # Each fix that is applied takes its finding away, and with the last one there is a digest.
    (fix,) = file.actions("requried", "quickfix")
    assert fix["title"] == 'Rename to "required"'
    assert ranges(fix["diagnostics"]) == places[:1]
    file.apply(file.edits(fix))
    file.diagnostics("nonpositive-grade")
    (fix,) = file.actions("0}", "quickfix")
    file.apply(file.edits(fix))
    file.diagnostics()
    assert file.text == GOOD
    assert re.fullmatch("digest [0-9a-f]{12} · 2 cases", file.titles()[0])
    assert file.titles()[1:] == ["run all", "run", "run"]

    # One case is run by its own lens. It expects two rows in the first place, which has room for one.
    run = file.click("run", "steep")
    assert [case["id"] for case in run["cases"]] == ["steep"]
    assert run["model"] == {"identity": "hashing-384-v1", "is_model": False}
    headline, run_all, run_steep, result, run_spoons = file.titles()
    assert (run_all, run_steep, run_spoons) == ("run all", "run", "run")
    assert headline.endswith(" · 2 cases · 1 with a result · not a model")
    assert result.startswith("missed 1 of 2 required · rank 1 · recall 0.50  RR 1.00  NDCG 1.00 · ")
    assert file.hints() == [("green", "rank 1"), ("black", "rank 2, beyond k 1")]
    assert client.requested["workspace/codeLens/refresh"] >= 2  # at its beginning and at its end
    assert client.requested["workspace/inlayHint/refresh"] >= 2
    kinds = [said["value"]["kind"] for said in client.heard("$/progress")]
    assert (kinds[0], kinds[-1]) == ("begin", "end")

    # A result speaks of the case as it was asked: an edit makes it stale, and taking it back does not.
    file.replace(("steep green tea", "steep my green tea"))
    assert file.titles()[3].startswith("edited since · ")
    assert file.hints() == []
    file.replace(("steep my green tea", "steep green tea"))
    assert file.titles()[3] == result

    # All cases.
    run = file.click("run all")
    assert [case["id"] for case in run["cases"]] == ["steep", "spoons"]
    means = "recall 0.75  MRR 1.00  NDCG 1.00"
    assert file.titles()[0] == f"digest {run['digest'][:12]} · 2 cases · {means} · not a model"

    # With many rows it takes a while. Whichever way it is cancelled, the next run finds its place.
    write_rows(project, {**TEAS, **MANY})
    for way in CANCELS:
        cancel(running(file), way)
    write_rows(project, TEAS)
    assert file.click("run all")["means"] == run["means"]
    assert client.heard("window/showMessage") == []


# -- keys ----------------------------------------------------------------------------------------


def corpus(keys: str) -> str:
    return f"""\
version: 1
cases:
  - id: steep
    query: steep green tea
    required: {keys}
"""


def test_a_key_without_a_row_is_found_and_replaced(client: Client, project: Path) -> None:
    text, places = marked(corpus('[black, ⟦"gren"⟧]'))
    file = OpenFile(client, project / "tea.corpus.yaml", text)
    found = file.diagnostics("unknown-key")
    assert ranges(found) == places
    assert found[0]["data"] == {"refuses": False, "decisive": False}
    assert found[0]["message"] == 'no row of rows.jsonl has the key "gren"; the nearest: "green"'
    assert file.digest().startswith("digest ")

    fix, ignoring = file.actions('"gren"', "quickfix")
    assert ignoring["title"] == "Ignore unknown-key here"
    file.apply(file.edits(fix))
    file.diagnostics()
    assert file.text == corpus('[black, "green"]')


def test_keys_are_looked_up_again_when_a_file_is_saved_or_changes_on_the_disk(
    client: Client, project: Path
) -> None:
    file = OpenFile(client, project / "tea.corpus.yaml", corpus("[matcha]"))
    file.diagnostics("unknown-key")
    write_rows(project, {**TEAS, "matcha": "whisk matcha"})
    file.save()
    file.diagnostics()
    write_rows(project, TEAS)
    changed = {"uri": (project / "rows.jsonl").as_uri(), "type": 2}
    # The client was asked to watch for such changes, which is why it tells of this one.
    client.wait_until(lambda: client.registered, "a wish to be told")
    client.notify("workspace/didChangeWatchedFiles", {"changes": [changed]})
    file.diagnostics("unknown-key")


def test_every_file_that_something_depends_on_is_watched(client: Client, tmp_path: Path) -> None:
    with pytest.raises(PortError) as refusal:
        read_keys(tmp_path / "rows.txt", ["id"])
    of_rows = re.findall(r"\.\w+", str(refusal.value).partition("accepted are")[2])
    assert len(of_rows) >= 6
    client.wait_until(lambda: client.registered, "a wish to be told")
    (wish,) = client.registered
    assert wish["method"] == "workspace/didChangeWatchedFiles"
    globs = " ".join(watcher["globPattern"] for watcher in wish["registerOptions"]["watchers"])
    assert globs.count("**/*.{") == len(globs.split())
    watched = {f".{ending}" for ending in re.findall(r"\w+", globs)}
    assert watched == {".yaml", ".yml", *of_rows}


def test_rows_that_are_missing_are_told_of_once_on_the_first_line(client: Client, project: Path) -> None:
    (project / "rows.jsonl").unlink()
    text, places = marked(corpus("[green, none]").replace("version: 1", "⟦version: 1⟧"))
    file = OpenFile(client, project / "tea.corpus.yaml", text)
    found = file.diagnostics("unchecked-keys")
    assert ranges(found) == places
    assert found[0]["severity"] == INFORMATION
    assert "rows.jsonl" in found[0]["message"]

    write_rows(project, TEAS)
    file.save()
    file.diagnostics("unknown-key")


def test_a_corpus_that_no_configuration_claims_is_checked_without_its_keys(
    client: Client, project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = OpenFile(client, tmp_path_factory.mktemp("bare") / "tea.corpus.yaml", corpus("[none]"))
    unclaimed = OpenFile(client, project / "tea.yaml", corpus("[none]"))
    # Rows are read in the order of asking: once this one has its answer, the others have theirs.
    OpenFile(client, project / "tea.corpus.yaml", corpus("[none]")).diagnostics("unknown-key")
    for file in (elsewhere, unclaimed):
        assert [grave(said["diagnostics"]) for said in file.published()] == [[]]
        assert file.digest().startswith("digest ")


def test_a_broken_configuration_is_told_of_with_its_place(client: Client, project: Path) -> None:
    configuration = project / "caselens.yaml"
    right = configuration.read_text()
    configuration.write_text(right.replace("model: hashing", "model: smashing"))
    file = OpenFile(client, project / "tea.corpus.yaml", corpus("[green, none]"))
    (found,) = file.diagnostics("unchecked-keys")
    assert f"{configuration}:8:12: " in found["message"]
    assert "smashing" in found["message"]

    configuration.write_text(right)
    file.save()
    file.diagnostics("unknown-key")


# -- opening and closing -------------------------------------------------------------------------


def test_a_closed_file_shows_nothing_and_an_opened_one_all_again(client: Client, project: Path) -> None:
    text, _ = marked(FAULTY)
    file = OpenFile(client, project / "tea.corpus.yaml", text)
    shown = file.diagnostics("unknown-field", "nonpositive-grade")
    file.close()
    assert file.lenses() == []
    assert file.published()[-1]["diagnostics"] == []
    file.open()
    assert file.diagnostics("unknown-field", "nonpositive-grade") == shown


def test_errors_of_edits_that_were_not_saved_go_with_them(client: Client, project: Path) -> None:
    (project / "tea.corpus.yaml").write_text(GOOD)
    file = OpenFile(client, project / "tea.corpus.yaml")
    file.diagnostics()
    file.replace(("version: 1", "version: 2"))
    file.diagnostics("bad-version")
    file.close()
    client.wait_until(lambda: file.published()[-1]["diagnostics"] == [], "an empty list")
    file.text = GOOD
    file.open()
    file.diagnostics()
    assert file.digest().startswith("digest ")


def test_a_file_that_was_never_opened_can_change_and_close(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "tea.corpus.yaml", GOOD)
    file.close()
    file.write(GOOD + "# ")
    file.replace(("# ", "# never seen"))
    file.close()
    assert [*file.lenses(), *file.hints(), *file.actions("steep")] == []
    assert client.heard("window/showMessage") == []
    client.close()
    assert not client.log, client.log


def test_yaml_that_is_no_corpus_is_left_alone_until_it_becomes_one(client: Client, project: Path) -> None:
    file = OpenFile(client, project / "compose.yaml", "services:\n  web: {image: tea}\n")
    assert [*file.lenses(), *file.hints(), *file.actions("web")] == []
    assert file.published() == []
    with pytest.raises(Refused, match="no corpus"):
        client.request("workspace/executeCommand", {"command": "caselens.runAll", "arguments": [file.uri]})
    file.replace(("services:", "version: 1\ncases:"))
    file.diagnostics("wrong-type")
    assert file.titles() == ["no digest: 1 refusal"]
    # While it is typed on it stays one.
    file.replace(("cases:", "case"))
    assert file.titles() != []


def test_a_file_without_a_place_is_checked_but_cannot_be_run(client: Client) -> None:
    text, places = marked(FAULTY)
    file = OpenFile(client, untitled(), text)
    assert ranges(file.diagnostics("unknown-field", "nonpositive-grade")) == places
    file.write(GOOD)
    file.diagnostics()
    assert file.digest().startswith("digest ")
    with pytest.raises(Refused, match="save it") as refusal:
        file.click("run all")
    assert refusal.value.code == FAILED


def test_of_too_many_findings_the_first_are_shown_and_the_others_counted(client: Client) -> None:
    zeros = "".join(f"      key-{number}: 0\n" for number in range(600))
    text = f"version: 1\ncases:\n  - id: many\n    query: many\n    relevant:\n{zeros}"
    file = OpenFile(client, untitled(), text)  # where no key is looked up
    found = file.diagnostics(*["nonpositive-grade"] * 500, "")
    assert [one["range"]["start"]["line"] for one in found[:500]] == list(range(5, 505))
    assert found[500]["severity"] == INFORMATION
    assert found[500]["range"]["start"] == {"line": 0, "character": 0}
    assert found[500]["message"] == "and 102 more findings"
    assert file.titles() == ["no digest: 600 refusals"]


# -- trust ---------------------------------------------------------------------------------------


def test_where_the_workspace_is_not_trusted_files_are_checked_but_nothing_is_read_or_run(
    project: Path,
) -> None:
    with Client() as client:
        client.initialize(options={"trusted": False})
        text, places = marked(FAULTY.replace("silver", "nothing"))
        file = OpenFile(client, project / "tea.corpus.yaml", text)
        assert ranges(file.diagnostics("unknown-field", "nonpositive-grade")) == places
        (fix,) = file.actions("requried")
        file.apply(file.edits(fix))
        file.diagnostics("nonpositive-grade")
        file.write(GOOD.replace("silver", "nothing"))
        file.save()
        file.diagnostics()
        assert len(file.titles()) == 1
        assert not any(one["kind"].startswith("caselens.run") for one in file.actions("steep"))
        with pytest.raises(Refused, match="not trusted") as refusal:
            client.request(
                "workspace/executeCommand", {"command": "caselens.runAll", "arguments": [file.uri]}
            )
        assert refusal.value.code == FAILED
        assert [said["type"] for said in client.heard("window/showMessage")] == [WARNING]
        # By the time that another server has asked the rows, this one would have too.
        with Client() as trusting:
            trusting.initialize(options={"trusted": True})
            OpenFile(trusting, project / "tea.corpus.yaml", file.text).diagnostics("unknown-key")
    shown = [codes(said["diagnostics"]) for said in file.published()]
    assert not {"unknown-key", "unchecked-keys"} & {code for found in shown for code in found}
    assert not (project / ".caselens").exists()
