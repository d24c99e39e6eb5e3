"""Reading rows: every format, every refusal, and the keys nearest to a missing one."""

import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caselens.adapters.rows import Rows, read_keys, read_rows
from caselens.adapters.rows.matching import Matching
from caselens.ports import PortError, Row, SourceTable


def read(
    folder: Path,
    name: str,
    content: str | bytes,
    key_fields: Sequence[str] = ("id",),
    input_fields: Sequence[str] = (),
    *,
    table: str = "",
) -> list[Row]:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    rows = read_rows(path, key_fields, input_fields, table)
    assert rows.origin == name
    return [Row(key, text) for key, text in zip(rows.keys, rows.texts, strict=True)]


def database(path: Path, *statements: str) -> Path:
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()
    return path


class TestJsonLines:
    def test_fields_become_key_and_text(self, tmp_path: Path) -> None:
        lines = (
            '{"id": 42, "title": "A", "body": null, "n": 1.50}',
            "",
            '{"id": "x", "title": "", "body": "B", "n": 1e3}',
        )
        content = "\n".join(lines)
        assert read(tmp_path, "r.jsonl", content) == [Row("42", "A\n1.50"), Row("x", "\nB\n1e3")]
        assert read(tmp_path, "r.ndjson", content, input_fields=["body", "title"]) == [
            Row("42", "A"),
            Row("x", "B\n"),
        ]

    @pytest.mark.parametrize(
        ("written", "key"),
        [
            ("42", "42"),
            ("1.0", "1.0"),
            ("-0", "-0"),
            ("12345678901234567890123", "12345678901234567890123"),
            ("true", "true"),
            ("false", "false"),
            ("null", ""),
            ('"\\u0061\\ud83d\\ude00"', "a😀"),
        ],
    )
    def test_a_key_keeps_its_spelling(self, tmp_path: Path, written: str, key: str) -> None:
        assert read(tmp_path, "r.jsonl", f'{{"id": {written}, "t": "x"}}') == [Row(key, "x")]

    def test_a_composite_key_is_joined_by_the_unit_separator(self, tmp_path: Path) -> None:
        content = '{"b": 2, "a": "x", "t": "1"}\n{"a": null, "b": true, "t": "2"}'
        rows = read(tmp_path, "r.jsonl", content, ["a", "b"])
        assert rows == [Row("x\x1f2", "1"), Row("\x1ftrue", "2")]

    def test_only_line_feeds_end_a_line(self, tmp_path: Path) -> None:
        content = '\ufeff{"id": 1, "t": "a\u2028b\x85"}\r\n{"id": 2, "t": "c"}\r\n'
        assert read(tmp_path, "R.JSONL", content) == [Row("1", "a\u2028b\x85"), Row("2", "c")]

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            ('{"id": 1}\n', "r.jsonl:1: no field besides the key holds text; a row needs some"),
            ('{"t": "x"}\n', 'r.jsonl:1: no field "id"; there are "t"'),
            ('{"id":1,"t":"x"}\n{"t":"y"}', 'r.jsonl:2: no field "id"; there are "t"'),
            (
                '{"id":1,"t":"x"}\n\n{"id":"1","t":""}',
                'r.jsonl:3: key "1" stands a second time, first at r.jsonl:1;',
            ),
            (
                '{"id":1,"t":"x"}\n{"id":2,',
                "r.jsonl:2: no JSON: .* at column 9; each line must be one object",
            ),
            ('{"id":1,"t":NaN}', "r.jsonl:1: no JSON: NaN is no JSON number;"),
            ("[1]", "r.jsonl:1: an array; each line must be one object"),
            ("17", "r.jsonl:1: a number or a text; each"),
            ("null", "r.jsonl:1: true, false or null; each"),
            ("[" * 100_000, "r.jsonl:1: no JSON: "),
            (
                '{"id":1,"t":"a"}\n{"id":2,"t":["a"]}',
                'r.jsonl:2: field "t" holds an array; accepted are text, numbers, true, false',
            ),
            ('{"id":{},"t":"a"}', 'r.jsonl:1: field "id" holds an object;'),
            ('{"id":1,"t":"\\ud800"}', "r.jsonl:1: half of a surrogate pair;"),
            (b'{"id":1,"t":"x"}\n{"id":2,"t":"\xe9"}', "r.jsonl:2: byte 0xe9 is no UTF-8; accepted is UTF-8"),
            ("", "r.jsonl: no rows; at least one is needed"),
            ("\n \n", "r.jsonl: no rows;"),
        ],
    )
    def test_what_is_refused(self, tmp_path: Path, content: str | bytes, message: str) -> None:
        with pytest.raises(PortError, match="^" + message):
            read(tmp_path, "r.jsonl", content)

    def test_a_key_field_must_be_named(self, tmp_path: Path) -> None:
        with pytest.raises(PortError, match="no key field is named"):
            read(tmp_path, "r.jsonl", '{"id": 1, "t": ""}', [])


class TestCsv:
    def test_cells_become_key_and_text(self, tmp_path: Path) -> None:
        content = '\ufeffid,title,body\r\n007,"a ""b""\nc",x\r\n\r\n8,,\r\n'
        assert read(tmp_path, "r.csv", content) == [Row("007", 'a "b"\nc\nx'), Row("8", "\n")]
        assert read(tmp_path, "r.csv", content, ["title", "id"], ["body"])[0] == Row('a "b"\nc\x1f007', "x")

    def test_a_cell_may_be_a_whole_document(self, tmp_path: Path) -> None:
        assert read(tmp_path, "r.csv", f"id,t\n1,{'x' * 200_000}\n")[0].text == "x" * 200_000

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            ("", "r.csv: no rows;"),
            ("id,t\n", "r.csv: no rows;"),
            ("id,t,id\n1,2,3", 'r.csv:1: column "id" stands twice; each column must stand once'),
            ("key,t\n1,2", 'r.csv:2: no field "id"; there are "key", "t"'),
            ('id,t\n1,"a\nb"\n2', 'r.csv:4: 1 cells; the header has 2: "id", "t"'),
            ('id,t\n1,"a\nb"\n1,c', 'r.csv:4: key "1" stands a second time, first at r.csv:2;'),
            ('id,t\n1,"a', "r.csv:2: no CSV: unexpected end of data"),
            (b"id,t\n1,a\n2,\xff", "r.csv:3: byte 0xff is no UTF-8"),
        ],
    )
    def test_what_is_refused(self, tmp_path: Path, content: str | bytes, message: str) -> None:
        with pytest.raises(PortError, match="^" + message):
            read(tmp_path, "r.csv", content)


class TestSqlite:
    @pytest.mark.parametrize("ending", ["sqlite", "sqlite3", "db"])
    def test_columns_become_key_and_text(self, tmp_path: Path, ending: str) -> None:
        path = database(
            tmp_path / f"a #1?%20.{ending}",
            'CREATE TABLE "my ""docs" ("the id" INTEGER, t TEXT, n REAL, z)',
            """INSERT INTO "my ""docs" VALUES (42, 'text', 1.0, NULL), (43, 'é', 0.5, 7)""",
        )
        rows = read_rows(path, ["the id"], [], 'my "docs')
        assert (rows.keys, rows.texts) == (("42", "43"), ("text\n1.0", "é\n0.5\n7"))

    def test_it_is_opened_only_to_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = database(tmp_path / "r.db", "CREATE TABLE t (id, x)", "INSERT INTO t VALUES (1, 'a')")
        before = path.stat().st_mtime_ns, path.read_bytes()
        # SQLite takes back what a crashed writer left as soon as a writing connection looks at it.
        opened: list[str] = []
        connect = sqlite3.connect

        def remembering(address: str, **options: bool) -> sqlite3.Connection:
            opened.append(address)
            return connect(address, **options)  # type: ignore[call-overload, no-any-return]

        monkeypatch.setattr(sqlite3, "connect", remembering)
        read_rows(path, ["id"], ["x"], "t")
        assert opened == [f"{path.as_uri()}?mode=ro"]
        assert (path.stat().st_mtime_ns, path.read_bytes()) == before

    def test_an_absent_database_is_not_made(self, tmp_path: Path) -> None:
        with pytest.raises(PortError, match=r"^absent.db: cannot be read: no such file"):
            read_rows(tmp_path / "absent.db", ["id"], ["x"], "t")
        assert not (tmp_path / "absent.db").exists()

    @pytest.mark.parametrize(
        ("table", "fields", "message"),
        [
            ("", ["x"], 'r.db: no table is named, and a database needs one; there are "docs", "seen"'),
            ("dosc", ["x"], 'r.db: no table "dosc"; there are "docs", "seen"'),
            ("docs", ["y"], 'r.db:docs: row 1: no field "y"; there are "id", "x", "raw"'),
            ("docs", ["raw"], 'r.db:docs: row 1: field "raw" holds bytes; accepted are text'),
            ("seen", ["x"], 'r.db:seen: row 2: key "1" stands a second time, first at r.db:seen: row 1;'),
        ],
    )
    def test_what_is_refused(self, tmp_path: Path, table: str, fields: list[str], message: str) -> None:
        path = database(
            tmp_path / "r.db",
            "CREATE TABLE docs (id, x, raw)",
            "INSERT INTO docs VALUES (1, 'a', x'00ff')",
            "CREATE VIEW seen AS SELECT id, x FROM docs UNION ALL SELECT '1', 'b'",
        )
        with pytest.raises(PortError, match="^" + message):
            read_rows(path, ["id"], fields, table)

    def test_another_file_is_no_database(self, tmp_path: Path) -> None:
        with pytest.raises(PortError, match=r"^r.db: cannot be read: file is not a database"):
            read(tmp_path, "r.db", "no database at all" * 100, table="t")


def test_an_unknown_ending_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(
        PortError, match=r'^r.json: ending ".json" is unknown; accepted are .jsonl, .ndjson, .csv'
    ):
        read(tmp_path, "r.json", "{}")


@pytest.mark.parametrize("name", ["absent.jsonl", "absent.csv", "folder.jsonl"])
def test_an_unreadable_file_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(PortError, match=f"^{name}: cannot be read: "):
        read_rows(tmp_path / name, ["id"], [])


class TestLookup:
    @staticmethod
    def table(*keys: str) -> SourceTable:
        return Rows(keys, tuple(f"text of {key}" for key in keys), "r.csv")

    def nearest(self, asked: str, *keys: str) -> tuple[str, ...]:
        return self.table(*keys).lookup(frozenset([asked])).nearest.get(asked, ())

    def test_found_and_missing(self) -> None:
        answer = self.table("install", "update").lookup(frozenset(["install", "instal", "zzz"]))
        assert answer.origin == "r.csv"
        assert answer.found == {"install"}
        assert answer.nearest == {"instal": ("install",)}
        assert not answer.unread

    def test_rows_by_key(self) -> None:
        found = self.table("a", "b").by_key(["b", "z", "a", "b"])
        assert found == (Row("b", "text of b"), Row("a", "text of a"))

    def test_best_first_and_at_most_three(self) -> None:
        keys = ["reset-password", "reset-passwords", "set-password", "reset-passport", "invoice"]
        assert self.nearest("reset-pasword", *keys) == ("reset-password", "reset-passwords", "set-password")

    @pytest.mark.parametrize("asked", ["reset-password", " RESET-PASSWORD\n", "Reset- Password"])
    def test_case_and_white_space_come_first(self, asked: str) -> None:
        keys = ["a-reset-password", "reset-passwords", "Reset-Password", "reset-passwort"]
        assert self.nearest(asked, *keys)[0] == "Reset-Password"

    def test_case_comes_first_among_many_that_look_alike(self) -> None:
        assert self.nearest("AA", *("a" * length for length in range(2, 600))) == ("aa", "aaa", "aaaa")

    def test_of_equally_like_keys_the_one_with_most_characters_in_place_comes_first(self) -> None:
        assert self.nearest("07X576", "007576", "075576")[0] == "075576"

    def test_white_space_counts_less_than_any_other_character(self) -> None:
        assert self.nearest("a b c d", "a-b c d", "abcd") == ("abcd", "a-b c d")

    def test_nothing_like_it(self) -> None:
        assert self.nearest("abc", "xyz", "42", "abxyzw") == ()
        assert self.nearest("", "xyz") == ()

    def test_a_few_of_very_many_missing_keys_are_helped(self) -> None:
        answer = self.table("key-0000").lookup(frozenset(f"key-{number:04d}" for number in range(1, 90)))
        assert sorted(answer.nearest) == [f"key-{number:04d}" for number in range(1, 51)]

    def test_no_rows(self) -> None:
        assert self.table().lookup(frozenset(["a"])).nearest == {}

    def test_keys_of_any_characters(self) -> None:
        assert self.nearest("a\x1fc😀\ud800", "a\x1fb😀\ud800", "x") == ("a\x1fb😀\ud800",)

    def test_a_hundred_thousand_keys_are_searched_in_time(self) -> None:
        table = self.table(*(f"doc-{number:06d}" for number in range(100_000)))
        start = perf_counter()
        answer = table.lookup(frozenset(f"doc-{number:06d}x" for number in range(0, 100_000, 5000)))
        assert perf_counter() - start < 6  # 0.3 s where it was written; a scan with difflib takes minutes
        assert all(near[0] == key[:-1] for key, near in answer.nearest.items())
        assert len(answer.nearest) == 20


def test_reading_text_formats_imports_neither_numpy_nor_sqlite(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('{"id": 1, "t": "x"}')
    script = (
        "import sys, pathlib; from caselens.adapters.rows import read_keys, read_rows\n"
        f"read_rows(pathlib.Path({str(path)!r}), ['id'], []).lookup(frozenset(['1']))\n"
        "print([name for name in ('numpy', 'sqlite3', 'difflib') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_field_that_a_row_does_not_have_counts_as_null(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('{"id": 1, "t": "x", "u": "y", "tags": ["z"]}\n{"id": 2, "t": "x"}\n')
    assert read_rows(path, ["id"], ["t", "u"]).texts == ("x\ny", "x")
    assert read_rows(path, ["id"], []).texts == ("x\ny", "x")


def test_keys_alone_need_no_fields_but_their_own(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('{"id": 1, "tags": ["z"]}\n{"id": 2, "t": {}}\n')
    assert read_keys(path, ["id"]).keys == ("1", "2")


class TestSearch:
    rows = Rows(
        ("plans", "plan-b", "acme\x1f1", "x"),
        ("Which plans there are", "a second way", "Prices and PLANS\nin full", "ein Straßenplan"),
        "r.csv",
        (1, 2, 3, 4),
    )

    def found(self, typed: str, most: int = 9, **more: Sequence[str]) -> list[str]:
        return [row.key for row in self.rows.search(typed, most, **more)]

    @pytest.mark.parametrize(
        ("typed", "keys"),
        [
            ("", ["plans", "plan-b", "acme\x1f1", "x"]),
            ("plan", ["plans", "plan-b", "acme\x1f1", "x"]),
            ("PLANS", ["plans", "acme\x1f1"]),
            ("b", ["plan-b"]),
            ("acme 1", ["acme\x1f1"]),
            ("full prices", ["acme\x1f1"]),
            ("STRASSEN", ["x"]),
            ("way plan", ["plan-b"]),
            ("zzz", []),
            ("plan zzz", []),
        ],
    )
    def test_every_typed_word_is_in_the_key_or_the_text(self, typed: str, keys: list[str]) -> None:
        assert self.found(typed) == keys

    def test_what_is_listed_is_left_out_and_what_ranks_comes_first(self) -> None:
        assert self.found("plan", without=["plans"], first=["x", "gone", "acme\x1f1"]) == [
            "x",
            "acme\x1f1",
            "plan-b",
        ]
        assert self.found("", most=2, without=["plans"]) == ["plan-b", "acme\x1f1"]

    @pytest.mark.parametrize("before", ["row-1", "a-row-1"], ids=["that begin with it", "that have it"])
    def test_the_very_key_comes_first_behind_however_many_keys(self, before: str) -> None:
        keys = [*(f"{before}{number:03}" for number in range(300)), "row-1"]
        assert Rows(tuple(keys), (), "r.csv").search("ROW-1", 9)[0].key == "row-1"

    def test_rows_without_texts_are_found_by_key(self) -> None:
        assert [row.key for row in Rows(("a", "b"), ("", ""), "r.csv").search("b", 9)] == ["b"]

    @given(
        st.lists(st.tuples(st.text("ab-Ä \x1f", min_size=1, max_size=4), st.text("abÄ c\n\0", max_size=8))),
        st.text("ab Äc", max_size=4),
    )
    def test_it_finds_what_a_look_at_each_row_finds(self, rows: list[tuple[str, str]], typed: str) -> None:
        matching = Matching([key for key, _ in rows], [text for _, text in rows])
        words = typed.casefold().split()

        def whole(text: str) -> str:
            return " ".join(text.replace("\0", " ").casefold().split())

        fitting = [
            number
            for number, (key, text) in enumerate(rows)
            if all(word in whole(key) or word in whole(text) for word in words)
        ]
        assert sorted(matching.matches(typed, len(rows))) == fitting
        assert [number for number in range(len(rows)) if matching.has(number, typed)] == fitting


def test_a_row_knows_its_line(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text('{"id": 1, "t": "x"}\n\n{"id": 2, "t": "y"}\n')
    (tmp_path / "r.csv").write_text('id,t\n1,"x\ny"\n\n2,z\n')
    assert list(read_rows(tmp_path / "r.jsonl", ["id"], []).lines) == [1, 3]
    assert list(read_keys(tmp_path / "r.csv", ["id"]).lines) == [2, 5]
