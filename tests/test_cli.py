# ruff: noqa: E501 - what is printed is as wide as it is
"""The command as it is installed: what it prints, where, and its exit status."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from inline_snapshot import snapshot

import caselens as package
from caselens.cli import CUT_SHORT

VECTORS = Path(__file__).parent / "vectors" / "corpus.jsonl"
COMMAND = (sys.executable, "-m", "caselens")
SECRET = "correct-horse-battery-staple"

CORPUS = """\
version: 1
name: House
cases:
  - id: heat
    query: my radiator is cold
    k: 1
    required: [cold]
  - id: money
    query: invoice paid twice
    k: 2
    relevant: {bill: 1, lift: 0.5}
"""
LOST = """\
  - id: lost
    query: the door lock
    required: [bill, gone]
    k: 1
"""
ROWS = """\
{"id": "cold", "text": "the radiator stays cold in winter"}
{"id": "bill", "text": "an invoice was paid twice"}
{"id": "door", "text": "the front door does not lock"}
{"id": "lift", "text": "the lift is stuck between two floors"}
"""
SETTINGS = """\
version: 1
generations:
  - {name: house, corpora: ["*.corpus.yaml"], rows: rows.jsonl, model: hashing}
"""


@dataclass(frozen=True)
class Told:
    status: int
    out: str
    err: str = ""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A corpus in which nothing is missed, one with a miss, their rows, and the configuration of both."""
    files = {
        "house.corpus.yaml": CORPUS,
        "lost.corpus.yaml": CORPUS + LOST,
        "rows.jsonl": ROWS,
        "caselens.yaml": SETTINGS,
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content, "utf-8")
    return tmp_path


def caselens(folder: Path, *arguments: str, columns: int = 100, **environment: str) -> Told:
    """What the command says and how it ends: never with a traceback, never with a secret."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env=surroundings(columns) | environment,
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err
    assert SECRET not in out + err
    return Told(done.returncode, timeless(out, folder), timeless(err, folder))


def surroundings(columns: int = 100) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        # Elsewhere, another version may be installed.
        "PYTHONPATH": str(Path(package.__file__).resolve().parents[1]),
        "PYTHONUTF8": "1",
        "PYTHONWARNINGS": "error",
        "COLUMNS": str(columns),
        "DATABASE_URL": f"postgresql://reader:{SECRET}@localhost/docs",
    }


def timeless(text: str, folder: Path) -> str:
    return re.sub(r"\b\d+ ms\b", "# ms", text.replace(str(folder), "FOLDER"))


def check(folder: Path, content: str | bytes, name: str = "a.yaml") -> Told:
    (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return caselens(folder, "check", name)


# -- check --------------------------------------------------------------------------------------


def test_a_good_file(folder: Path) -> None:
    assert caselens(folder, "check", "house.corpus.yaml") == snapshot(
        Told(
            status=0, out="house.corpus.yaml: 2 cases, digest ec2d39706c2f, 3 keys looked up in rows.jsonl\n"
        )
    )


def test_a_good_file_that_no_configuration_claims(tmp_path: Path) -> None:
    assert check(tmp_path, CORPUS) == snapshot(
        Told(
            status=0,
            out="a.yaml: 2 cases, digest ec2d39706c2f, 3 keys unchecked: no caselens.yaml claims the file\n",
        )
    )


def test_a_key_without_a_row(folder: Path) -> None:
    (folder / "house.corpus.yaml").write_text(CORPUS.replace("[cold]", "[colt]"))
    assert caselens(folder, "check", "house.corpus.yaml") == snapshot(
        Told(
            status=1,
            out="""\
house.corpus.yaml:7:16: error[unknown-key]: no row of rows.jsonl has the key "colt"; the nearest: "cold"
 7 |     required: [colt]
   |                ^^^^
    = fix: Replace "colt" by "cold"

house.corpus.yaml: 2 cases, digest f8d26aa8fe8b, 3 keys looked up in rows.jsonl, 1 without a row
""",
        )
    )


def test_a_graded_key_without_a_row_is_found_through_the_named_rows(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("tenant,id,text\nacme,1,cold radiator\nacme,2,invoice\n")
    (tmp_path / "a.yaml").write_text(
        'version: 1\ncases: [{id: a, query: q, relevant: {"acme\\x1f1": 1, "acme\\x1f3": 1}}]\n'
    )
    rows = ("--rows", "rows.csv", "--key-fields", "tenant, id")
    assert caselens(tmp_path, "check", "a.yaml", *rows) == snapshot(
        Told(
            status=1,
            out="""\
a.yaml:2:54: error[unknown-key]: no row of rows.csv has the key "acme\\x1f3"; the nearest: "acme\\x1f1", "acme\\x1f2"
 2 | cases: [{id: a, query: q, relevant: {"acme\\x1f1": 1, "acme\\x1f3": 1}}]
   |                                                      ^^^^^^^^^^^
    = fix: Replace "acme\\x1f3" by "acme\\x1f1"
    = fix: Replace "acme\\x1f3" by "acme\\x1f2"

a.yaml: 1 case, digest 2725c5f001c4, 2 keys looked up in rows.csv, 1 without a row
""",
        )
    )


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param(
            "version: 2\ncases: []\n",
            snapshot(
                Told(
                    status=1,
                    out="""\
a.yaml:1:10: error[bad-version]: version is 2; the only version is 1
 1 | version: 2
   |          ^
    = fix: Write version 1
    = the reference loader gets no further than this

a.yaml:2:1: error[no-cases]: the list of cases is empty; a corpus needs at least one
 2 | cases: []
   | ^^^^^

a.yaml is refused: 2 errors. No digest, no run.
""",
                )
            ),
            id="two refusals",
        ),
        pytest.param(
            'version: 1\ncases:\n  - {id: "😀é", query: "日本 e\u0301", requried: [x], relevant: {"x": 0}}\n',
            snapshot(
                Told(
                    status=1,
                    out="""\
a.yaml:3:32: error[unknown-field]: no field "requried"; a case has id, query, k, required, relevant
 3 |   - {id: "😀é", query: "日本 é", requried: [x], relevant: {"x": 0}}
   |                                  ^^^^^^^^
    = fix: Rename to "required"
    = the reference loader gets no further than this

a.yaml:3:63: error[nonpositive-grade]: key "x" has grade 0; a grade must be above zero
 3 |   - {id: "😀é", query: "日本 é", requried: [x], relevant: {"x": 0}}
   |                                                                 ^
    = fix: Remove the key, which has grade 0 when it is not listed

a.yaml is refused: 2 errors. No digest, no run.
""",
                )
            ),
            id="after an emoji and wide characters",
        ),
        pytest.param(
            "version: 1\ncases:\n  - id: a\n    query: q\n    required: [日本: 1]\n",
            snapshot(
                Told(
                    status=1,
                    out="""\
a.yaml:5:16: error[wrong-type]: found a map; a key is a string
 5 |     required: [日本: 1]
   |                ^^^^^^^

a.yaml is refused: 1 error. No digest, no run.
""",
                )
            ),
            id="carets under wide characters",
        ),
        pytest.param(
            "version: 1\ncases:\n  - id:\ta\n    query:\t\tq\n    k:\t\tmany\n    required: [x]\n",
            snapshot(
                Told(
                    status=1,
                    out="""\
a.yaml:5:9: error[wrong-type]: found the string "many"; "k" takes an integer
 5 |     k:		many
   |       		^^^^

a.yaml is refused: 1 error. No digest, no run.
""",
                )
            ),
            id="tabs",
        ),
        pytest.param(
            "version: 1\r\ncases:\r\n  - id: a\r\n    query: q\r\n    required: x\r\n",
            snapshot(
                Told(
                    status=1,
                    out="""\
a.yaml:5:15: error[wrong-type]: found the string "x"; "required" takes a list of source keys
 5 |     required: x
   |               ^
    = fix: Write ["x"]

a.yaml is refused: 1 error. No digest, no run.
""",
                )
            ),
            id="CRLF",
        ),
        pytest.param(
            "\ufeffversion: '1'\ncases: [{id: a, query: q, required: [x]}]\n",
            snapshot(
                Told(
                    status=1,
                    out="""\
a.yaml:1:10: error[wrong-type]: found the string "1"; "version" takes an integer
 1 | version: '1'
   |          ^^^
    = fix: Write 1

a.yaml is refused: 1 error. No digest, no run.
""",
                )
            ),
            id="byte order mark",
        ),
        pytest.param(
            "version: 1\ncases: [{id: a, query: q, required: [x]},\n  {id: a, query: r, required: [x]}]\n",
            snapshot(
                Told(
                    status=1,
                    out="""\
a.yaml:3:8: error[duplicate-id]: another case has the id "a"; each case needs one of its own
 3 |   {id: a, query: r, required: [x]}]
   |        ^
    = first used here: line 2, column 14

a.yaml is refused: 1 error. No digest, no run.
""",
                )
            ),
            id="another place",
        ),
        pytest.param(
            "version: 1\ncases:\n  - id: a\n    query: q\n    required: [\n",
            snapshot(
                Told(
                    status=1,
                    out="""\
a.yaml:5:15: error[syntax]: a value is expected here
 5 |     required: [
   |               ^

a.yaml is refused: 1 error. No digest, no run.
""",
                )
            ),
            id="syntax",
        ),
        pytest.param(
            'version: 1\ncases: ["acme\x1f1"]\n',
            snapshot(
                Told(
                    status=1,
                    out="""\
a.yaml:2:14: error[syntax]: the control character U+001F must not stand raw; write \\x1f inside double quotes
 2 | cases: ["acme�1"]
   |              ^
    = fix: Write it as \\x1f

a.yaml is refused: 1 error. No digest, no run.
""",
                )
            ),
            id="control character",
        ),
        pytest.param(
            "# nothing yet\n",
            snapshot(
                Told(
                    status=1,
                    out="""\
a.yaml:1:1: error[empty-document]: the file is empty; a corpus has a version and cases
 1 | # nothing yet
   | ^^^^^^^^^^^^^

a.yaml is refused: 1 error. No digest, no run.
""",
                )
            ),
            id="nothing but a comment",
        ),
        pytest.param(
            "",
            snapshot(
                Told(
                    status=1,
                    out="""\
a.yaml:1:1: error[empty-document]: the file is empty; a corpus has a version and cases

a.yaml is refused: 1 error. No digest, no run.
""",
                )
            ),
            id="nothing",
        ),
        pytest.param(
            b"version: 1\ncases: \xc3\xa9\xff\n",
            snapshot(
                Told(
                    status=1,
                    out="""\
a.yaml:2:9: error[syntax]: byte 0xff is not UTF-8; a corpus is UTF-8 text

a.yaml is refused: 1 error. No digest, no run.
""",
                )
            ),
            id="bytes that are no UTF-8",
        ),
        pytest.param(
            b"\xef\xbb\xbfversion: 1\r\ncases: \xff\n",
            snapshot(
                Told(
                    status=1,
                    out="""\
a.yaml:2:8: error[syntax]: byte 0xff is not UTF-8; a corpus is UTF-8 text

a.yaml is refused: 1 error. No digest, no run.
""",
                )
            ),
            id="bytes that are no UTF-8 after a byte order mark",
        ),
        pytest.param(
            "\ufeffversion: 1\n".encode("utf-16-le") + b"x",
            snapshot(
                Told(
                    status=1,
                    out="""\
a.yaml:2:1: error[syntax]: byte 0x78 is not UTF-16; a corpus is UTF-8 text

a.yaml is refused: 1 error. No digest, no run.
""",
                )
            ),
            id="bytes that are no UTF-16",
        ),
    ],
)
def test_a_refused_file(tmp_path: Path, content: str | bytes, told: Told) -> None:
    assert check(tmp_path, content) == told


def test_utf_16_of_either_order_is_said_to_be_none(tmp_path: Path) -> None:
    for order in ("le", "be"):
        told = check(tmp_path, "\ufeffversion: 1\ncases: [{id: a}]\n".encode(f"utf-16-{order}"))
        assert "error[missing-query]" in told.out
    assert check(tmp_path, b"\xfe\xff\0v\0e\0").out.startswith(
        "a.yaml:1:3: error[syntax]: byte 0x00 is not UTF-16;"
    )


def test_of_very_many_findings_the_first_are_shown(tmp_path: Path) -> None:
    told = check(
        tmp_path,
        "version: 1\ncases:\n" + "".join(f"  - query: q{n}\n    required: [a]\n" for n in range(130)),
    )
    assert told.out.count("error[missing-id]") == 100
    assert told.out.endswith(
        "a.yaml: and 30 more findings\n\na.yaml is refused: 130 errors. No digest, no run.\n"
    )


def test_a_long_line_is_cut_around_its_fault(tmp_path: Path) -> None:
    keys = ", ".join(f"key-{number:03d}" for number in range(60))
    others = keys.replace("key", "row")
    long = f"version: 1\ncases: [{{id: a, query: q, required: [{keys}, [x], {others}]}}]\n"
    assert check(tmp_path, long) == snapshot(
        Told(
            status=1,
            out="""\
a.yaml:2:578: error[wrong-type]: found a list; a key is a string
 2 | …55, key-056, key-057, key-058, key-059, [x], row-000, row-001, row-002, row-003, row-004, row-005, row-006, row-007, row…
   |                                          ^^^

a.yaml is refused: 1 error. No digest, no run.
""",
        )
    )


def test_a_long_fault_is_underlined_as_far_as_it_is_seen(tmp_path: Path) -> None:
    assert check(
        tmp_path, f"version: {'1' * 4000}\ncases: [{{id: a, query: q, required: [x]}}]\n"
    ) == snapshot(
        Told(
            status=1,
            out="""\
a.yaml:1:10: error[wrong-type]: found the string "11111111111111111111111111111111111111111111111111111111111…"; "version" takes an integer
 1 | version: 111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111…
   |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

a.yaml is refused: 1 error. No digest, no run.
""",
        )
    )


def test_the_worst_of_several_files_decides(folder: Path) -> None:
    (folder / "bad.yaml").write_text("version: 1\n")
    (folder / "folder.yaml").mkdir()
    files = ("absent.yaml", "house.corpus.yaml", "bad.yaml", "folder.yaml")
    assert caselens(folder, "check", *files) == snapshot(
        Told(
            status=2,
            out="""\
house.corpus.yaml: 2 cases, digest ec2d39706c2f, 3 keys looked up in rows.jsonl
bad.yaml:1:1: error[no-cases]: the corpus has no cases; it needs at least one
 1 | version: 1
   | ^^^^^^^

bad.yaml is refused: 1 error. No digest, no run.
""",
            err="""\
caselens: absent.yaml cannot be read: No such file or directory
caselens: folder.yaml cannot be read: Is a directory
""",
        )
    )
    assert caselens(folder, "check", "house.corpus.yaml", "bad.yaml", "house.corpus.yaml").status == 1
    assert caselens(folder, "check", "house.corpus.yaml", "house.corpus.yaml").status == 0


def test_rows_that_cannot_be_read_leave_keys_unchecked(folder: Path) -> None:
    (folder / "rows.jsonl").write_text("no rows\n")
    assert caselens(folder, "check", "house.corpus.yaml") == snapshot(
        Told(
            status=2,
            out="""\
house.corpus.yaml:1:1: information[unchecked-keys]: source keys are unchecked: rows.jsonl:1: no JSON: Expecting value at column 1; each line must be one object
 1 | version: 1
   | ^^^^^^^^^^

house.corpus.yaml: 2 cases, digest ec2d39706c2f, 3 keys unchecked
""",
        )
    )


def test_a_faulty_configuration_leaves_keys_unchecked(folder: Path) -> None:
    (folder / "caselens.yaml").write_text(SETTINGS.replace("model", "modle"))
    assert caselens(folder, "check", "house.corpus.yaml") == snapshot(
        Told(
            status=2,
            out="""\
house.corpus.yaml:1:1: information[unchecked-keys]: source keys are unchecked: FOLDER/caselens.yaml:3:65: generations.0: no field "modle"; accepted are name, corpora, rows, table, key_fields, input_fields, qdrant, spec, database, model
 1 | version: 1
   | ^^^^^^^^^^

house.corpus.yaml: 2 cases, digest ec2d39706c2f, 3 keys unchecked
""",
        )
    )


def test_every_vector_is_answered(tmp_path: Path) -> None:
    """No text of the reference's collection upsets the command; what is refused is said to be."""
    rows = [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines()]
    refused = []
    for number, row in enumerate(rows):
        name = f"{number:03d}.yaml"
        (tmp_path / name).write_bytes(row["text"].encode())
        if "refused" in row:
            refused.append(name)
    told = caselens(tmp_path, "check", *sorted(path.name for path in tmp_path.iterdir()))
    assert (told.status, told.err) == (1, "")
    assert re.findall(r"^(\S+) is refused: ", told.out, re.MULTILINE) == refused


# -- digest -------------------------------------------------------------------------------------


def test_digest(folder: Path) -> None:
    assert caselens(folder, "digest", "house.corpus.yaml") == snapshot(
        Told(status=0, out="ec2d39706c2f9579efe79a1923e969c1ea905083a6a29e971cb25d77ac0b6a53\n")
    )
    assert caselens(folder, "digest", "--short", "house.corpus.yaml") == snapshot(
        Told(status=0, out="ec2d39706c2f\n")
    )


@pytest.mark.parametrize(
    ("encoding", "line_end"),
    [("utf-8", "\r\n"), ("utf-8", "\r"), ("utf-8-sig", "\n"), ("utf-16", "\n"), ("utf-16", "\r\n")],
)
def test_the_same_text_has_the_same_digest(tmp_path: Path, encoding: str, line_end: str) -> None:
    (tmp_path / "a.yaml").write_bytes(CORPUS.replace("\n", line_end).encode(encoding))
    assert caselens(tmp_path, "digest", "--short", "a.yaml") == Told(0, "ec2d39706c2f\n")


def test_no_digest_of_a_refused_file(folder: Path) -> None:
    (folder / "bad.yaml").write_text("version: 1\ncases: []\n")
    assert caselens(folder, "digest", "bad.yaml") == snapshot(
        Told(
            status=2,
            out="",
            err="""\
bad.yaml:2:1: error[no-cases]: the list of cases is empty; a corpus needs at least one
 2 | cases: []
   | ^^^^^

bad.yaml is refused: 1 error. No digest, no run.
""",
        )
    )
    (folder / "bad.yaml").write_bytes(b"\xff\xfe\xff")
    assert caselens(folder, "digest", "bad.yaml") == snapshot(
        Told(
            status=2,
            out="",
            err="""\
bad.yaml:1:1: error[syntax]: byte 0xff is not UTF-16; a corpus is UTF-8 text

bad.yaml is refused: 1 error. No digest, no run.
""",
        )
    )
    assert caselens(folder, "digest", "absent.yaml") == snapshot(
        Told(status=2, out="", err="caselens: absent.yaml cannot be read: No such file or directory\n")
    )


# -- evaluate -----------------------------------------------------------------------------------


def evaluate(folder: Path, *arguments: str, corpus: str = "house.corpus.yaml", columns: int = 100) -> Told:
    return caselens(folder, "evaluate", corpus, *arguments, columns=columns)


def test_a_run_that_passes(folder: Path) -> None:
    assert evaluate(folder) == snapshot(
        Told(
            status=0,
            out="""\
House · digest ec2d39706c2f · 2 cases
4 rows of rows.jsonl · hashing-384-v1 (not a model)
embedding queries # ms · searching # ms

case     k  recall    RR   NDCG  ranks
heat     1    1.00  1.00   1.00  cold* 1
money    2    0.50  1.00   0.76  bill 1, lift (4)

mean          0.75  1.00   0.88  * required · (rank) beyond k

not measured
  - quality: hashing-384-v1 is not a model; its numbers say nothing about any embedding
  - exact agreement: the search itself looked at every row, so there is no index to compare
  - change: no baseline was given

passed
""",
        )
    )


def test_a_run_that_is_blocked(folder: Path) -> None:
    assert evaluate(folder, corpus="lost.corpus.yaml") == snapshot(
        Told(
            status=1,
            out="""\
House · digest a776bb4f3e03 · 3 cases
4 rows of rows.jsonl · hashing-384-v1 (not a model)
embedding queries # ms · searching # ms

case     k  recall    RR   NDCG  ranks
heat     1    1.00  1.00   1.00  cold* 1
money    2    0.50  1.00   0.76  bill 1, lift (4)
lost     1    0.00  0.00   0.00  bill* (4), gone* (no row)
                                 └ "bill": missed at 0.000, 0.692 under rank 1; above it door 0.692
                                 └ "gone": no row has this key

mean          0.50  0.67   0.59  * required · (rank) beyond k
              0.75  1.00   0.88  without 1 case that cannot tell: lost

not measured
  - quality: hashing-384-v1 is not a model; its numbers say nothing about any embedding
  - exact agreement: the search itself looked at every row, so there is no index to compare
  - change: no baseline was given

blocks
  - lost: the required key "bill" is not in the top 1
  - lost: the required key "gone" is not in the top 1

blocked by 2 findings
""",
        )
    )


def test_a_narrow_terminal(folder: Path) -> None:
    assert evaluate(folder, "--case", "lost", corpus="lost.corpus.yaml", columns=40) == snapshot(
        Told(
            status=1,
            out="""\
House · digest a776bb4f3e03 · 1 of 3 cases
4 rows of rows.jsonl · hashing-384-v1 (not a model)
embedding queries # ms · searching # ms

case    k  recall    RR   NDCG  ranks
lost    1    0.00  0.00   0.00  bill* (4), gone* (no row)
                                └ "bill": missed at 0.000,
                                  0.692 under rank 1; above
                                  it door 0.692
                                └ "gone": no row has this
                                  key

mean         0.00  0.00   0.00  * required · (rank) beyond k
                –     –      –  without 1 case that cannot
                                 tell: lost

not measured
  - quality: hashing-384-v1 is not a model; its numbers say
    nothing about any embedding
  - exact agreement: the search itself looked at every row,
    so there is no index to compare
  - change: no baseline was given

blocks
  - lost: the required key "bill" is not in the top 1
  - lost: the required key "gone" is not in the top 1

blocked by 2 findings
""",
        )
    )


def test_names_that_would_upset_a_table(folder: Path) -> None:
    corpus = r"""
        version: 1
        name: |
          House of
          cards
        cases:
          - {id: "a\nb\x1b[31m", query: my radiator is cold, required: ["acme\x1f1", cold, cold]}
          - {id: 暖房の質問, query: 日本, relevant: {cold: 1}}
          - {id: an-identifier-that-goes-on-and-on-and-on, query: invoice, relevant: {bill: .inf, lift: 0.5}}
          - {id: !!binary /w==, query: invoice paid twice, required: [bill]}
        """
    (folder / "house.corpus.yaml").write_text(corpus, "utf-8")
    assert evaluate(folder) == snapshot(
        Told(
            status=1,
            out="""\
House of\\ncards · digest 083cea7ef631 · 4 cases
4 rows of rows.jsonl · hashing-384-v1 (not a model)
embedding queries # ms · searching # ms

case                                k  recall    RR   NDCG  ranks
a\\nb\\x1b[31m                       10    0.50  1.00   0.61  cold* 1, acme\\x1f1* (no row)
                                                            └ "acme\\x1f1": no row has this key
暖房の質問                         10    1.00  0.50   0.63  cold 2
an-identifier-that-goes-on-and-…   10    1.00  1.00      –  bill 1, lift 4
\\udcff                             10    1.00  1.00   1.00  bill* 1

mean                                     0.88  0.88   0.75  * required · (rank) beyond k
                                            –     –      –  without 4 cases that cannot tell:
                                                             a\\nb\\x1b[31m, 暖房の質問, an-identifier-that
                                                             -goes-on-and-on-and-on, \\udcff

not measured
  - quality: hashing-384-v1 is not a model; its numbers say nothing about any embedding
  - exact agreement: the search itself looked at every row, so there is no index to compare
  - NDCG of an-identifier-that-goes-on-and-on-and-on: its grades do not add up to a finite number
  - change: no baseline was given

blocks
  - a\\nb\\x1b[31m: the required key "acme\\x1f1" is not in the top 10

blocked by 1 finding
""",
        )
    )


def test_k_is_for_cases_that_name_none(folder: Path) -> None:
    def depths(*arguments: str) -> list[int]:
        run = as_json(evaluate(folder, "--json", *arguments))
        return [case["depth"] for case in run["cases"]]

    corpus = folder / "house.corpus.yaml"
    corpus.write_text(CORPUS.replace("    k: 1\n", ""))
    assert depths() == [10, 2]
    assert depths("--k", "3") == [3, 2]
    corpus.write_text(corpus.read_text().replace("name:", "default_k: 4 #"))
    assert depths("--k", "3") == [4, 2]


def as_json(told: Told) -> dict[str, Any]:
    assert told.err == ""
    value: dict[str, Any] = json.loads(told.out, parse_constant=pytest.fail)
    return value


def test_only_the_named_cases(folder: Path) -> None:
    run = as_json(evaluate(folder, "--json", "--case", "lost", "--case", "heat", corpus="lost.corpus.yaml"))
    assert [case["id"] for case in run["cases"]] == ["heat", "lost"]
    assert evaluate(folder, "--case", "heat", corpus="lost.corpus.yaml") == snapshot(
        Told(
            status=0,
            out="""\
House · digest a776bb4f3e03 · 1 of 3 cases
4 rows of rows.jsonl · hashing-384-v1 (not a model)
embedding queries # ms · searching # ms

case    k  recall    RR   NDCG  ranks
heat    1    1.00  1.00   1.00  cold* 1

mean         1.00  1.00   1.00  * required · (rank) beyond k

not measured
  - quality: hashing-384-v1 is not a model; its numbers say nothing about any embedding
  - exact agreement: the search itself looked at every row, so there is no index to compare
  - change: no baseline was given

passed
""",
        )
    )


def test_a_case_that_there_is_not(folder: Path) -> None:
    assert evaluate(folder, "--case", "heta") == snapshot(
        Told(status=2, out="", err='caselens: the corpus has no case "heta"; the nearest: heat\n')
    )
    assert evaluate(folder, "--case", 'x"y') == snapshot(
        Told(status=2, out="", err='caselens: the corpus has no case "x\\"y"\n')
    )


def test_the_run_as_json(folder: Path) -> None:
    told = evaluate(folder, "--json", corpus="lost.corpus.yaml")
    run = as_json(told)
    digest = caselens(folder, "digest", "lost.corpus.yaml").out.strip()
    assert told.status == 1
    assert run["corpus"] == {"digest": digest, "name": "House", "path": "lost.corpus.yaml", "cases": 3}
    assert (run["generation"], run["source"]["rows"]) == ("house", 4)
    assert run["model"] == {"identity": "hashing-384-v1", "is_model": False}
    heat, money, lost = run["cases"]
    assert run["means"]["recall"] == pytest.approx((1 + 0.5 + 0) / 3)
    assert run["means"]["mrr"] == pytest.approx((1 + 1 + 0) / 3)
    assert run["means"]["ndcg"] == pytest.approx((1 + money["ndcg"] + 0) / 3)
    assert run["means"]["exact_agreement"] is None
    assert (heat["recall"], heat["missing"], heat["hits"][0]["key"]) == (1, [], "cold")
    assert (lost["missing"], set(lost["places"])) == (["bill", "gone"], {"bill"})
    assert run["blockers"] == snapshot(
        [
            'lost: the required key "bill" is not in the top 1',
            'lost: the required key "gone" is not in the top 1',
        ]
    )
    assert run["unmeasured"] == snapshot(
        [
            "quality: hashing-384-v1 is not a model; its numbers say nothing about any embedding",
            "exact agreement: the search itself looked at every row, so there is no index to compare",
            "change: no baseline was given",
        ]
    )
    assert set(run["milliseconds"]) == {"embedding", "searching"}
    assert "radiator" not in told.out


@pytest.mark.parametrize(
    ("gates", "arguments", "status", "blocks"),
    [
        ("", (), 0, []),
        ("", ("--min-recall", "0.8"), 1, ["mean recall 0.750 is under 0.8"]),
        ("{min_recall: 0.8}", (), 1, ["mean recall 0.750 is under 0.8"]),
        ("{min_recall: 0.8}", ("--min-recall", "0"), 0, []),
        ("{min_recall: 0.8}", ("--min-recall", "0.9"), 1, ["mean recall 0.750 is under 0.9"]),
        ("{min_recall: 0.8}", ("--min-exact-agreement", "1", "--case", "heat"), 0, []),
    ],
)
def test_gates(folder: Path, gates: str, arguments: tuple[str, ...], status: int, blocks: list[str]) -> None:
    (folder / "caselens.yaml").write_text(SETTINGS + (f"gates: {gates}\n" if gates else ""))
    told = evaluate(folder, "--json", *arguments)
    assert (told.status, as_json(told)["blockers"]) == (status, blocks)


def test_rows_that_are_named_need_no_configuration(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(CORPUS)
    (tmp_path / "articles.jsonl").write_text(ROWS)
    rows = ("--rows", "articles.jsonl", "--model", "hashing")
    run = as_json(evaluate(tmp_path, "--json", *rows, corpus="a.yaml"))
    assert (run["generation"], run["source"]["rows"], run["means"]["recall"]) == ("articles", 4, 0.75)
    assert (tmp_path / ".caselens").is_dir()


def test_key_fields_and_input_fields(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        'version: 1\ncases: [{id: a, query: a cold radiator, k: 1, required: ["acme\\x1f1", "zoo\\x1f1"]}]\n'
    )
    (tmp_path / "rows.csv").write_text(
        "id,tenant,title,body\n1,acme,radiator,cold\n1,zoo,radiator,warm\n2,acme,lift,a cold radiator\n"
    )
    rows = ("--rows", "rows.csv", "--key-fields", "tenant,id", "--model", "hashing")
    assert evaluate(tmp_path, *rows, corpus="a.yaml") == snapshot(
        Told(
            status=1,
            out="""\
digest 51f3f58c7044 · 1 case
3 rows of rows.csv · hashing-384-v1 (not a model)
embedding queries # ms · searching # ms

case    k  recall    RR   NDCG  ranks
a       1    0.50  1.00   1.00  acme\\x1f1* 1, zoo\\x1f1* (3)
                                └ "zoo\\x1f1": missed at 0.641, 0.320 under rank 1; above it
                                  acme\\x1f1 0.961

mean         0.50  1.00   1.00  * required · (rank) beyond k
                –     –      –  without 1 case that cannot tell: a

not measured
  - quality: hashing-384-v1 is not a model; its numbers say nothing about any embedding
  - exact agreement: the search itself looked at every row, so there is no index to compare
  - change: no baseline was given

blocks
  - a: the required key "zoo\\x1f1" is not in the top 1

blocked by 1 finding
""",
        )
    )
    # By their titles alone, the two radiators are one.
    run = as_json(evaluate(tmp_path, "--json", *rows, "--input-fields", "title", corpus="a.yaml"))
    assert [hit["key"] for hit in run["cases"][0]["hits"]] == ["acme\x1f1"]
    assert run["cases"][0]["places"]["zoo\x1f1"]["rank"] == 2


def test_a_table_of_a_database(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(CORPUS)
    with sqlite3.connect(tmp_path / "rows.db") as database:
        database.execute("CREATE TABLE articles (id, text)")
        database.executemany("INSERT INTO articles VALUES (:id, :text)", map(json.loads, ROWS.splitlines()))
    database.close()
    rows = ("--rows", "rows.db", "--model", "hashing")
    run = as_json(evaluate(tmp_path, "--json", *rows, "--table", "articles", corpus="a.yaml"))
    assert run["means"]["recall"] == 0.75
    assert evaluate(tmp_path, *rows, corpus="a.yaml") == snapshot(
        Told(
            status=2,
            out="",
            err='caselens: rows.db: no table is named, and a database needs one; there are "articles"\n',
        )
    )


def test_a_configuration_that_is_named(folder: Path) -> None:
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    (folder / "house.corpus.yaml").rename(elsewhere / "house.corpus.yaml")
    (folder / "ci.yaml").write_text(SETTINGS.replace("*.corpus", "**/*.corpus"))
    corpus = "elsewhere/house.corpus.yaml"
    assert evaluate(folder, corpus=corpus).status == 2
    assert as_json(evaluate(folder, "--json", "--config", "ci.yaml", corpus=corpus))["source"]["rows"] == 4
    assert evaluate(folder, "--config", "absent.yaml", corpus=corpus) == snapshot(
        Told(status=2, out="", err="caselens: absent.yaml cannot be read: No such file or directory\n")
    )


def test_a_run_that_cannot_be_made(folder: Path) -> None:
    (folder / "stray.yaml").write_text(CORPUS)
    assert evaluate(folder, corpus="stray.yaml") == snapshot(
        Told(
            status=2,
            out="",
            err="caselens: no generation claims stray.yaml: FOLDER/caselens.yaml does not; write one, or name the rows with --rows\n",
        )
    )
    (folder / "bad.corpus.yaml").write_text(CORPUS.replace("1,", "0,"))
    assert evaluate(folder, corpus="bad.corpus.yaml") == snapshot(
        Told(
            status=2,
            out="",
            err="""\
bad.corpus.yaml:11:22: error[nonpositive-grade]: key "bill" has grade 0; a grade must be above zero
 11 |     relevant: {bill: 0, lift: 0.5}
    |                      ^
     = fix: Remove the key, which has grade 0 when it is not listed

bad.corpus.yaml is refused: 1 error. No digest, no run.
""",
        )
    )
    (folder / "rows.jsonl").write_text(ROWS.replace('"id"', '"key"', 1))
    assert evaluate(folder) == snapshot(
        Told(status=2, out="", err='caselens: rows.jsonl:1: no field "id"; there are "key", "text"\n')
    )
    (folder / "rows.jsonl").unlink()
    assert evaluate(folder) == snapshot(
        Told(status=2, out="", err="caselens: rows.jsonl: cannot be read: No such file or directory\n")
    )
    (folder / "caselens.yaml").write_text(SETTINGS.replace("model: hashing", "model: gpt"))
    assert evaluate(folder) == snapshot(
        Told(
            status=2,
            out="",
            err='caselens: FOLDER/caselens.yaml:3:72: generations.0.model: found "gpt"; accepted are minilm, hashing\n',
        )
    )
    (folder / "caselens.yaml").unlink()
    assert evaluate(folder) == snapshot(
        Told(
            status=2,
            out="",
            err="caselens: no generation claims house.corpus.yaml: there is no caselens.yaml in a folder above it; write one, or name the rows with --rows\n",
        )
    )
    assert evaluate(folder, corpus="absent.corpus.yaml") == snapshot(
        Told(status=2, out="", err="caselens: absent.corpus.yaml cannot be read: No such file or directory\n")
    )


def test_a_folder_that_cannot_be_written_is_told_once(folder: Path) -> None:
    (folder / ".caselens").write_text("")
    told = evaluate(folder)
    assert (told.status, told.err) == snapshot(
        (
            0,
            """\
caselens: FOLDER/.caselens/vectors: vectors cannot be kept: Not a directory; the next run embeds them again
caselens: FOLDER/.caselens/runs: the run cannot be kept: Not a directory
""",
        )
    )


# -- explain, version, usage --------------------------------------------------------------------


def test_the_page_of_a_rule(tmp_path: Path) -> None:
    assert caselens(tmp_path, "explain", "no-cases") == snapshot(
        Told(
            status=0,
            out="""\
# no-cases

*No cases. Error; the corpus is refused.*

A corpus must have at least one case. An item that is null, such as a lone dash, is none.

Refused:

```yaml
version: 1
cases: []
#^^^^ no-cases: the list of cases is empty; a corpus needs at least one
```

Accepted:

```yaml
version: 1
cases:
  - id: pricing
    query: What does it cost?
    required: ["42"]
```
""",
        )
    )


def test_the_list_of_rules(tmp_path: Path) -> None:
    assert caselens(tmp_path, "explain") == snapshot(
        Told(
            status=0,
            out="""\
empty-document        Nothing but white space and comments
syntax                Not YAML that the reference reads
unknown-field         No such field
duplicate-key         Key given twice
wrong-type            Value of the wrong type
bad-version           Version is not 1
no-cases              No cases
missing-id            Case without an id
missing-query         Case without a query
expects-nothing       Case that expects nothing
nonpositive-grade     Grade not above zero
duplicate-id          Id of another case
unknown-key           No row has this key
key-components        Wrong number of components
key-outside-filter    The filter leaves out this row
key-without-vector    The row has no vector
unchecked-keys        Keys are unchecked
odd-version           Version in another spelling
odd-k                 Depth that is cut or counts as none
vanishing-null        Null that vanishes
second-document       More than one document
endless-grade         Grade that is not finite
repeated-key          Required key listed again
escape-as-text        Separator that is not escaped
length-prefixed-key   Key with lengths in it
cut-query             Question cut short by a comment
ungraded-required     Required key without a grade
unreachable-required  More required keys than count
unreachable-recall    More graded keys than count
k-covers-all          Depth that no row is beyond
repeated-query        Question asked again
no-depth              No depth anywhere
few-cases             Few cases
odd-ignore            Comment that ignores nothing
""",
        )
    )


def test_a_rule_that_there_is_not(tmp_path: Path) -> None:
    assert caselens(tmp_path, "explain", "duplicate") == snapshot(
        Told(
            status=2, out="", err='caselens: no rule "duplicate"; the nearest: duplicate-id, duplicate-key\n'
        )
    )
    assert caselens(tmp_path, "explain", "xyz").status == 2


def test_the_version(tmp_path: Path) -> None:
    assert caselens(tmp_path, "--version") == snapshot(Told(status=0, out="caselens 0.1.0\n"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("chekc",), "invalid choice: 'chekc'"),
        (("check",), "the following arguments are required: FILE"),
        (("digest", "a.yaml", "b.yaml"), "unrecognized arguments: b.yaml"),
        (("evaluate", "a.yaml", "--k", "0"), "argument --k: '0' is not a whole number above 0"),
        (("evaluate", "a.yaml", "--k", "²"), "argument --k: '²' is not a whole number above 0"),
        (
            ("evaluate", "a.yaml", "--min-recall", "80"),
            "argument --min-recall: '80' is not a number from 0 to 1",
        ),
        (("evaluate", "a.yaml", "--min-recall", "nan"), "argument --min-recall: 'nan' is not a number from"),
        (("evaluate", "a.yaml", "--model", "gpt"), "argument --model: invalid choice: 'gpt'"),
        (("check", "a.yaml", "--table", "docs"), "error: --table goes with --rows, which is missing"),
        (("check", "a.yaml", "--key-fields", "id"), "error: --key-fields goes with --rows, which is missing"),
        (
            ("evaluate", "a.yaml", "--input-fields", "body"),
            "error: --input-fields goes with --rows, which is missing",
        ),
    ],
)
def test_bad_usage(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    told = caselens(tmp_path, *arguments)
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith("usage: caselens")
    assert said in told.err.splitlines()[-1]


# -- how it ends --------------------------------------------------------------------------------


@contextmanager
def started(folder: Path, *arguments: str, **streams: Any) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([*COMMAND, *arguments], cwd=folder, env=surroundings(), **streams) as process:
        try:
            yield process
        finally:
            process.kill()


def test_who_reads_the_output_may_stop_early(tmp_path: Path) -> None:
    """As `caselens check … | head -1` does; the output is longer than what a pipe holds."""
    (tmp_path / "a.yaml").write_text("version: 1\ncases:\n" + "  - {}\n" * 5000)
    files = ["a.yaml"] * 40
    with started(tmp_path, "check", *files, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith(b"a.yaml:3:5: error[missing-id]")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == CUT_SHORT


@pytest.mark.parametrize("arguments", [("explain",), ("evaluate", "house.corpus.yaml")])
def test_the_output_may_be_closed_from_the_start(folder: Path, arguments: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with started(folder, *arguments, stdout=writer, stderr=subprocess.PIPE) as process:
        os.close(writer)
        assert process.communicate(timeout=60)[1] == b""
        assert process.returncode == CUT_SHORT


def test_there_may_be_no_output_at_all(folder: Path) -> None:
    closing = ["sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, "digest", "house.corpus.yaml"]
    done = subprocess.run(
        closing, check=False, cwd=folder, env=surroundings(), stderr=subprocess.PIPE, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_what_the_output_cannot_spell_is_escaped(folder: Path) -> None:
    (folder / "house.corpus.yaml").write_text(CORPUS.replace("House", "Häuser 😀"), "utf-8")
    told = caselens(folder, "evaluate", "house.corpus.yaml", PYTHONIOENCODING="ascii")
    assert told.out.splitlines()[0] == snapshot(
        "H\\xe4user \\U0001f600 \\xb7 digest ec2d39706c2f \\xb7 2 cases"
    )
    run = as_json(caselens(folder, "evaluate", "house.corpus.yaml", "--json", PYTHONIOENCODING="ascii"))
    assert run["corpus"]["name"] == "Häuser 😀"


def test_ctrl_c_ends_an_evaluation(folder: Path) -> None:
    """Pressed while the progress bar is seen: the bar goes, and nothing but a word takes its place."""
    import pty

    rows = (json.dumps({"id": n, "text": f"article number {n} is about {n * n}"}) for n in range(30_000))
    (folder / "rows.jsonl").write_text("\n".join(rows))
    screen, terminal = pty.openpty()
    with started(folder, "evaluate", "house.corpus.yaml", stdout=subprocess.PIPE, stderr=terminal) as process:
        os.close(terminal)
        seen = b""
        while b" of 30,000" not in seen:
            seen += os.read(screen, 4096)
        process.send_signal(signal.SIGINT)
        assert process.stdout
        assert process.stdout.read() == b""
        assert process.wait(60) == 130
    shown = (seen + rest_of(screen)).decode().rsplit("\r\x1b[K", 1)[-1]
    assert shown == "caselens: interrupted\r\n"


def rest_of(screen: int) -> bytes:
    """What is still to be read of a terminal whose other end is closed."""
    rest = b""
    try:
        while more := os.read(screen, 4096):
            rest += more
    except OSError:  # so Linux says that nothing will come any more
        pass
    finally:
        os.close(screen)
    return rest
