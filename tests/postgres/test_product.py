"""A generation in PostgreSQL as its author meets it: `check`, `evaluate`, and an editor."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest

from caselens.adapters.embedders.hashing import Hashing
from caselens.specification.accepted import Specification
from caselens.specification.identity import identity
from caselens.specification.reading import read
from tests.e2e.client import Client
from tests.e2e.editor import OpenFile
from tests.postgres.conftest import Server
from tests.postgres.tables import Database
from tests.test_cli import Told, caselens

SECRET = "correct-horse-battery-staple"
ROLES = itertools.count(1)

SPEC = """\
version: 1
source:
  schema: public
  table: docs
  filter: body <> 'hidden'
  key_fields: [id]
  input_fields: [body]
  version_strategy: input_hash
  mutable: true
preprocessing: {{null_policy: empty, empty_policy: skip, unicode_normalization: none, truncate: refuse}}
model:
  provider: openai-compatible
  endpoint_class: local
  identifier: hashing
  reported_dimension: 384
  normalization: l2
target:
  schema: public
  table: docs
  column: {column}
  representation: vector
  metric: cosine
  index_method: hnsw
  layout: source_columns
"""

SETTINGS = """\
version: 1
generations:
  - name: docs
    corpora: ["*.corpus.yaml"]
    spec: docs.spec.yaml
    database: env:DOCS_DATABASE
    model: hashing
"""

CORPUS = """\
version: 1
cases:
  - id: tea
    query: steep green tea
    required: [green]
  - id: spoons
    query: polish the spoons
    relevant: {silver: 2, black: 1}
"""

ROWS = {
    "green": "steep green tea",
    "black": "steep black tea",
    "silver": "polish the spoons",
    "out": "hidden",
}


@dataclass(frozen=True)
class Place:
    """A folder with a corpus, the database that it is about, and what says where that is."""

    folder: Path
    database: Database
    environment: dict[str, str]

    def caselens(self, *arguments: str) -> Told:
        return caselens(self.folder, *arguments, columns=100, **self.environment)  # type: ignore[arg-type, unused-ignore]

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, "utf-8")


def fill(database: Database, spec: Specification) -> None:
    vectors = Hashing().embed(list(ROWS.values())).tolist()
    rows = [((key,), text, vector) for (key, text), vector in zip(ROWS.items(), vectors, strict=True)]
    database.fill(spec, [*rows, (("bare",), "not embedded yet", None)], generation=identity(spec))


def specified(column: str = "embedding") -> Specification:
    found = read(SPEC.format(column=column)).specification
    assert found is not None
    return found


@pytest.fixture
def place(database: Database, tmp_path: Path) -> Iterator[Place]:
    spec = specified()
    fill(database, spec)
    role = f"reader_{next(ROLES)}"
    database.run(f"CREATE ROLE {role} LOGIN PASSWORD '{SECRET}'")
    database.run(f"GRANT SELECT ON docs TO {role}")
    dsn = re.sub(r"postgresql://[^@]*@", f"postgresql://{role}:{quote(SECRET)}@", database.dsn)
    found = Place(tmp_path, database, {"DOCS_DATABASE": dsn})
    for name, text in {
        "docs.spec.yaml": SPEC.format(column="embedding"),
        "caselens.yaml": SETTINGS,
        "tea.corpus.yaml": CORPUS,
    }.items():
        found.write(name, text)
    yield found
    # Whatever was kept is about queries and keys; where the database is, is nobody's matter.
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or SECRET.encode() not in path.read_bytes(), path


# -- the command --------------------------------------------------------------------------------


def test_keys_are_looked_up_in_the_database(place: Place) -> None:
    assert place.caselens("check", "tea.corpus.yaml").status == 0
    place.write("tea.corpus.yaml", CORPUS.replace("[green]", '[green, out, bare, gren, "a\\x1fb"]'))
    told = place.caselens("check", "tea.corpus.yaml")
    assert told.status == 1
    found = re.findall(r"\w+\[(key-[a-z-]+|unknown-key)\]: ([^\n]*)", told.out)
    assert {code: message.split(";")[0] for code, message in found} == {
        "key-outside-filter": 'the row of public.docs with the key "out" is outside the filter: '
        "the case measures the filter and not the model",
        "key-without-vector": 'the row of public.docs with the key "bare" has no vector in this generation',
        "unknown-key": 'no row of public.docs has the key "gren"',
        "key-components": found[-1][1].split(";")[0],
    }


def test_a_run_is_asked_twice_and_agrees(place: Place) -> None:
    told = place.caselens("evaluate", "tea.corpus.yaml", "--json")
    run = json.loads(told.out)
    assert (told.status, run["means"]["recall"], run["means"]["exact_agreement"]) == (0, 1.0, 1.0)
    assert run["source"]["rows"] == 4
    assert run["source"]["origin"].endswith(" public.docs")
    assert run["parameters"]["hnsw.ef_search"] in ("40", "(absent)")
    assert run["configuration"]["flat"]["generation.identity"] == identity(specified())
    assert "database" not in run["configuration"]["nested"]["generation"]
    assert all(case["searching"] > 0 for case in run["cases"])
    assert run["latency"]["cases"] == 2


def test_a_key_that_is_not_searched_is_a_fault_of_the_rows(place: Place) -> None:
    place.write("tea.corpus.yaml", CORPUS.replace("[green]", "[green, out, bare, gone]"))
    place.database.run("UPDATE docs SET embedding = NULL WHERE id = 'out'")
    run = json.loads(place.caselens("evaluate", "tea.corpus.yaml", "--json").out)
    assert run["cases"][0]["absent"] == {
        "out": "its row is outside the filter of the specification",
        "bare": "its row has no vector in this generation",
    }
    text = " ".join(place.caselens("evaluate", "tea.corpus.yaml").out.split())
    assert "out* (not searched), bare* (not searched), gone* (no row)" in text
    assert '└ "bare": its row has no vector in this generation' in text
    assert '└ "gone": no row has this key' in text


def test_without_a_configuration_arguments_say_where(place: Place) -> None:
    (place.folder / "caselens.yaml").unlink()
    where = ("--spec", "docs.spec.yaml", "--db-url", "env:DOCS_DATABASE")
    shown = place.caselens("evaluate", "tea.corpus.yaml", *where, "--model", "hashing").out
    assert "\nexact agreement 1.00 · hnsw.ef_search" in shown
    assert "\na search: median" in shown
    told = place.caselens("evaluate", "tea.corpus.yaml", *where, "--model", "hashing")
    assert told.status == 0
    assert "public.docs · hashing" in told.out
    assert place.caselens("check", "tea.corpus.yaml", *where).status == 0
    without = place.caselens("evaluate", "tea.corpus.yaml", "--spec", "docs.spec.yaml")
    assert without.err.endswith("error: --spec goes with --db-url, which is missing\n")
    # The specification names no endpoint.
    told = place.caselens("evaluate", "tea.corpus.yaml", *where)
    assert (told.status, told.out) == (2, "")
    assert "the specification names no endpoint that could embed queries" in told.err


def test_the_generation_of_another_specification_is_compared_with(place: Place) -> None:
    other = specified("old_embedding")
    place.database.run("ALTER TABLE docs ADD old_embedding vector(384), ADD old_embedding_generation text")
    # There, every row has the vector of another.
    place.database.run(
        "UPDATE docs d SET old_embedding_generation = %s, old_embedding = (SELECT embedding FROM docs o "
        "WHERE o.id = CASE d.id WHEN 'green' THEN 'silver' WHEN 'silver' THEN 'green' ELSE d.id END)",
        identity(other),
    )
    place.write("old.spec.yaml", SPEC.format(column="old_embedding"))
    # As a job would write it that asked ptah before.
    corpus = ("evaluate", "--corpus", "tea.corpus.yaml", "--max-mrr-regression", "0.1")
    assert place.caselens(*corpus).status == 0
    assert place.caselens("evaluate", "tea.corpus.yaml", "--corpus", "tea.corpus.yaml").status == 2
    assert place.caselens("evaluate").err.endswith("error: a corpus is needed, once: FILE or --corpus FILE\n")
    spec = ("--baseline-spec", "old.spec.yaml")
    told = place.caselens("evaluate", "tea.corpus.yaml", *spec, "--model", "hashing")
    # The other specification names no endpoint either, and the model is for the run that is judged.
    assert (told.status, "names no endpoint" in told.err) == (2, True)
    old = SETTINGS[SETTINGS.index("  - name") :].replace("name: docs", "name: old")
    place.write("caselens.yaml", SETTINGS + old.replace("docs.spec", "old.spec"))
    told = place.caselens("evaluate", "tea.corpus.yaml", "--baseline", "old")
    assert told.status == 0
    assert "better   tea" in told.out
    assert "compared with old · hashing" in told.out


def test_a_database_that_cannot_be_reached(place: Place) -> None:
    place.environment["DOCS_DATABASE"] = f"postgresql://reader:{SECRET}@127.0.0.1:9/nowhere"
    told = place.caselens("check", "tea.corpus.yaml")
    assert told.status == 2
    assert re.search(
        r"information\[unchecked-keys\]: source keys are unchecked: no connection to 127\.0\.0\.1", told.out
    )
    told = place.caselens("evaluate", "tea.corpus.yaml")
    assert (told.status, told.out) == (2, "")
    assert "127.0.0.1:9/nowhere" in told.err


def test_a_reference_to_nothing(place: Place) -> None:
    del place.environment["DOCS_DATABASE"]
    told = place.caselens("evaluate", "tea.corpus.yaml")
    assert (told.status, told.out) == (2, "")
    assert "DOCS_DATABASE" in told.err


@pytest.mark.parametrize(
    ("was", "is_", "message"),
    [
        (
            "    database: env:DOCS_DATABASE\n",
            "",
            'generations.0: "database" is missing',
        ),
        (
            "env:DOCS_DATABASE",
            f"postgresql://u:{SECRET}@host/db",
            "generations.0.database: it is not repeated, since it may hold a secret; accepted is env:NAME",
        ),
        (
            "    spec: docs.spec.yaml\n",
            "",
            'generations.0: "rows" is missing; or else `spec` with `database`',
        ),
        (
            "    model",
            "    rows: a.csv\n    model",
            "generations.0.rows: it does not go with `spec`, which names a table; one of the two is meant",
        ),
        (
            "    model",
            "    key_fields: [id]\n    model",
            "generations.0.key_fields: they do not go with `spec`, which has its own",
        ),
    ],
)
def test_what_a_configuration_may_not_say(tmp_path: Path, was: str, is_: str, message: str) -> None:
    (tmp_path / "caselens.yaml").write_text(SETTINGS.replace(was, is_))
    told = caselens(tmp_path, "check", "caselens.yaml")
    assert told.status == 1
    assert message in told.out


def test_a_configuration_is_checked_without_a_database(place: Place) -> None:
    del place.environment["DOCS_DATABASE"]
    assert place.caselens("check", "caselens.yaml").status == 0
    place.write(
        "docs.spec.yaml", SPEC.format(column="embedding").replace("metric: cosine", "metric: manhattan")
    )
    told = place.caselens("check", "caselens.yaml")
    assert told.status == 1
    assert "docs.spec.yaml:22:11: " in told.out


# -- the editor ---------------------------------------------------------------------------------


@pytest.fixture
def client(place: Place, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setenv("DOCS_DATABASE", place.environment["DOCS_DATABASE"])
    with Client() as client:
        client.initialize()
        yield client
        assert SECRET not in client.log
        assert SECRET not in json.dumps(client.notifications)


def test_an_editor_looks_up_shows_and_runs(place: Place, client: Client) -> None:
    text = CORPUS.replace("[green]", "[green, out, bare, gren]")
    file = OpenFile(client, place.folder / "tea.corpus.yaml", text)
    found = file.diagnostics("key-outside-filter", "key-without-vector", "unknown-key")
    assert [one["message"].split('"')[1] for one in found] == ["out", "bare", "gren"]
    assert "steep green tea" in file.hover("[gree")
    tokens = client.request("textDocument/semanticTokens/full", {"textDocument": file.name})["data"]
    assert tokens[4::5][:4] == [0, 0b101, 0, 0b011]
    # An edit of the case does not take away what is known of its keys.
    file.replace((", gren", ""), ("steep green tea", "steep the green tea"))
    file.diagnostics("key-outside-filter", "key-without-vector")
    file.replace((", out", ""), ("steep the green tea", "steep green tea"))
    file.diagnostics("key-without-vector")
    file.replace((", bare", ""))
    file.diagnostics()
    run = file.click("run all")
    assert run["means"] == {**run["means"], "recall": 1.0, "exact_agreement": 1.0}
    assert ("green", "rank 1") in file.hints()
    file.replace(("[green]", "[gre]"))
    labels = [one["label"] for one in file.completions("[gre")]
    assert labels[0] == "green"


def test_a_server_that_stops_leaves_one_word_and_no_wait(
    place: Place, client: Client, server: Server
) -> None:
    file = OpenFile(client, place.folder / "tea.corpus.yaml", CORPUS)
    file.diagnostics()
    server.stop()
    try:
        file.save()
        (said,) = file.diagnostics("unchecked-keys")
        assert said["severity"] == 3
        # Typing goes on meanwhile, and nobody asks the server at each letter.
        file.replace(("[green]", "[greenish]"))
        file.diagnostics("unchecked-keys")
    finally:
        server.start()
    file.replace(("[greenish]", "[green]"))
    client.request("workspace/executeCommand", {"command": "caselens.refresh", "arguments": []})
    file.diagnostics()
    assert file.click("run all")["means"]["recall"] == 1.0


def test_nothing_is_asked_without_trust(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCS_DATABASE", "postgresql://127.0.0.1:9/nowhere")
    with Client() as client:
        client.initialize(options={"trusted": False})
        file = OpenFile(client, place.folder / "tea.corpus.yaml", CORPUS.replace("[green]", "[gone]"))
        file.diagnostics()
        assert file.hover("[gon").startswith("`gone`")


def test_what_an_index_loses_is_not_the_model_s_fault(place: Place) -> None:
    """With an index that looks at one row, the exhaustive search has what the application does not get."""
    spec, vectors = specified(), Hashing().embed([f"steep green tea number {n}" for n in range(400)]).tolist()
    rows = [((f"other-{n}",), f"steep green tea number {n}", vector) for n, vector in enumerate(vectors)]
    place.database.fill(spec, rows, generation=identity(spec))
    place.database.indexed(spec, options="WITH (m = 2, ef_construction = 4)")
    tight = "options=-chnsw.ef_search%3D1%20-cenable_seqscan%3Doff"
    dsn = place.environment["DOCS_DATABASE"]
    place.environment["DOCS_DATABASE"] = f"{dsn}{'&' if '?' in dsn else '?'}{tight}"
    told = place.caselens("evaluate", "tea.corpus.yaml", "--min-exact-agreement", "0.9", "--json")
    run = json.loads(told.out)
    assert told.status == 1
    assert run["parameters"]["hnsw.ef_search"] == "1"
    assert run["means"]["exact_agreement"] < 0.5
    assert any("exact agreement" in blocker and "under 0.9" in blocker for blocker in run["blockers"])
    (tea, _) = run["cases"]
    print(tea)
    assert tea["missing"] == ["green"]
    assert tea["places"]["green"]["rank"] == 1
    text = place.caselens("evaluate", "tea.corpus.yaml").out
    assert "an exhaustive search returns it: the index loses it" in " ".join(text.split())


def test_a_database_is_not_searched_before_a_run_was_asked_for(place: Place, client: Client) -> None:
    text = CORPUS.replace("[green]", "[gre]")
    file = OpenFile(client, place.folder / "tea.corpus.yaml", text)
    file.settled()
    details = [one["detail"] for one in file.completions("[gre")]
    assert details == ["steep green tea"]
    file.click("run all")
    client.wait_until(
        lambda: file.completions("[gre")[0]["detail"].startswith("rank 1"), "the rows that the search returns"
    )
