"""Making a first configuration: a file that the server asks its client for."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from .client import Client, Json, Refused
from .conftest import CONFIGURATION, EDITS
from .test_commands import ask


def made(client: Client, folder: Path, chosen: object) -> str:
    """The text of the configuration that the client was asked to make."""
    where = ask(client, "caselens.configure", folder.as_uri(), chosen)
    create, change = client.edits[-1]["documentChanges"]
    assert where == (folder / "caselens.yaml").as_uri() == create["uri"] == change["textDocument"]["uri"]
    assert create["kind"] == "create" and create["options"] == {"overwrite": False, "ignoreIfExists": False}
    text: str = change["edits"][0]["newText"]
    return text


def test_a_configuration_is_made_of_what_was_chosen(editor: Client, project: Path) -> None:
    (project / "caselens.yaml").unlink()
    rows = (project / "rows.jsonl").as_uri()
    assert ask(editor, "caselens.columns", rows) == {
        "fields": ["id", "text"],
        "keys": ["id", "text"],
        "tables": [],
    }
    chosen = {"rows": rows, "keyFields": ["id"], "inputFields": ["text"], "model": "hashing"}
    wanted = CONFIGURATION.replace("name: tea", "name: rows").replace('"*.c', '"**/*.c')
    assert made(editor, project, chosen) == wanted
    deep = project / "deep"
    deep.mkdir()
    assert 'rows: "../rows.jsonl"\n' in made(editor, deep, chosen)


def test_names_that_yaml_would_take_for_something_else_are_quoted(editor: Client, project: Path) -> None:
    (project / "caselens.yaml").unlink()
    (project / "2024.csv").write_text("no,true,a b\n1,x,y\n2,x,z\n")
    rows = (project / "2024.csv").as_uri()
    assert ask(editor, "caselens.columns", rows) == {
        "fields": ["no", "true", "a b"], "keys": ["no", "a b"], "tables": [],
    }  # fmt: skip
    chosen = {"rows": rows, "keyFields": ["no"], "inputFields": ["true", "a b"], "model": "minilm"}
    text = made(editor, project, chosen)
    assert '- name: "2024"\n' in text and "rows: 2024.csv\n" in text
    assert 'key_fields: [no]\n    input_fields: ["true", "a b"]\n' in text


def test_a_field_that_some_rows_lack_is_no_key(editor: Client, project: Path) -> None:
    rows = project / "goods.jsonl"
    rows.write_text(
        '{"sku": "a1", "code": "x", "ean": 1, "tag": "t"}\n'
        '{"sku": "a2", "ean": null, "tag": ""}\n'
        '{"sku": "a3", "code": "z", "ean": 3, "tag": "u"}\n'
    )
    told = ask(editor, "caselens.columns", rows.as_uri())
    assert told == {"fields": ["sku", "code", "ean", "tag"], "keys": ["sku"], "tables": []}


def test_a_database_has_tables_to_choose_from(editor: Client, project: Path) -> None:
    (project / "caselens.yaml").unlink()
    with closing(sqlite3.connect(project / "shop.db")) as connection:
        connection.execute("CREATE TABLE goods (title TEXT, sku TEXT, picture BLOB)")
        connection.execute(
            "INSERT INTO goods VALUES ('a long title', 's1', x'00'), ('another title', 's2', NULL)"
        )
        connection.execute("CREATE VIEW dear AS SELECT * FROM goods")
        connection.commit()
    rows = (project / "shop.db").as_uri()
    assert ask(editor, "caselens.columns", rows) == {"fields": [], "keys": [], "tables": ["dear", "goods"]}
    told = ask(editor, "caselens.columns", rows, "goods")
    assert told == {"fields": ["title", "sku"], "keys": ["sku", "title"], "tables": []}
    chosen = {"rows": rows, "keyFields": ["sku"], "inputFields": ["title"], "model": "minilm"}
    assert "    rows: shop.db\n    table: goods\n" in made(editor, project, {**chosen, "table": "goods"})


def test_a_specification_and_where_its_database_is(editor: Client, project: Path) -> None:
    (project / "caselens.yaml").unlink()
    spec = {"spec": (project / "docs.spec.yaml").as_uri(), "database": "env:DATABASE_URL"}
    text = made(editor, project, spec)
    assert (
        text.endswith('    spec: docs.spec.yaml\n    database: "env:DATABASE_URL"\n')
        and "name: docs\n" in text
    )
    with pytest.raises(Refused) as refused:
        ask(
            editor, "caselens.configure", project.as_uri(), {**spec, "database": "postgres://me:hush@here/db"}
        )
    assert "it may hold a secret" in refused.value.message and "hush" not in refused.value.message


def test_what_cannot_be_configured_says_why(editor: Client, project: Path) -> None:
    rows = (project / "rows.jsonl").as_uri()
    chosen = {"rows": rows, "keyFields": ["id"], "inputFields": ["text"], "model": "hashing"}
    with pytest.raises(Refused, match=r"there is a caselens\.yaml in .* already"):
        ask(editor, "caselens.configure", project.as_uri(), chosen)
    (project / "caselens.yaml").unlink()
    for wrong in ({"rows": rows}, {**chosen, "keyFields": [1]}, {**chosen, "table": 2}, "rows", None):
        with pytest.raises(Refused, match="accepted are spec and database, or rows, keyFields"):
            ask(editor, "caselens.configure", project.as_uri(), wrong)
    for changed, message in (({"keyFields": []}, "must not be empty"), ({"model": "other"}, "model")):
        with pytest.raises(Refused, match=message):
            ask(editor, "caselens.configure", project.as_uri(), {**chosen, **changed})
    with pytest.raises(Refused, match="untitled:x is no file"):
        ask(editor, "caselens.columns", "untitled:x")
    with pytest.raises(Refused, match="No such file"):
        ask(editor, "caselens.columns", (project / "gone.csv").as_uri())
    (project / "empty.jsonl").write_text("\n")
    with pytest.raises(Refused, match=r"empty\.jsonl: no rows"):
        ask(editor, "caselens.columns", (project / "empty.jsonl").as_uri())
    editor.takes_edits = False
    with pytest.raises(Refused, match=r"caselens\.yaml was not made"):
        ask(editor, "caselens.configure", project.as_uri(), chosen)


def test_an_untrusted_workspace_is_not_looked_at(project: Path) -> None:
    with Client() as client:
        client.initialize(capabilities=EDITS, options={"trusted": False}, folders=[project])
        asked: list[tuple[str, list[object]]] = [("caselens.columns", []), ("caselens.configure", [{}])]
        for command, arguments in asked:
            with pytest.raises(Refused, match="in a workspace that is not trusted"):
                ask(client, command, (project / "rows.jsonl").as_uri(), *arguments)


@pytest.mark.parametrize(
    "takes",
    [
        {},
        {"documentChanges": True},
        {"documentChanges": True, "resourceOperations": ["rename"]},
        {"resourceOperations": ["create"]},
    ],
)
def test_a_client_that_makes_no_files_is_told_so(project: Path, takes: Json) -> None:
    rows = (project / "rows.jsonl").as_uri()
    (project / "caselens.yaml").unlink()
    chosen = {"rows": rows, "keyFields": ["id"], "inputFields": ["text"], "model": "hashing"}
    with Client() as client:
        capabilities: Json = {"workspace": {"applyEdit": True, "workspaceEdit": takes}}
        client.initialize(capabilities=capabilities, folders=[project])
        with pytest.raises(Refused, match="this editor does not make files for the server"):
            ask(client, "caselens.configure", project.as_uri(), chosen)
