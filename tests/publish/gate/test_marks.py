"""Rule L2 on what may stand nowhere: marks of other output, keys, paths, tracebacks, databases, archives."""

import gzip
import io
import zipfile
from pathlib import Path

import duckdb
import pytest

from publish.gate.marks import check_marks
from records.marks import LOCAL_SITE, SIMULATED, TRIAGE_REPORT


def said(path: str, data: bytes) -> list[tuple[int | None, str]]:
    """Line and reason of everything said of one file."""
    return [(problem.line, problem.reason) for problem in check_marks({path: data})]


@pytest.mark.parametrize("path", ["index.html", "data/rows.csv", "data/x.json", "documents/a.pdf", "documents/a.png", "reproduce.py"])
def test_the_mark_of_a_triage_report_is_refused_anywhere(path: str) -> None:
    """In any kind of file, pictures and programs too."""
    assert said(path, b"first\n" + TRIAGE_REPORT.encode() + b"\n") == [
        (2, "L2 holds the mark of a triage report, which is never part of the site")
    ]


@pytest.mark.parametrize("path", ["index.html", "data/rows.csv", "documents/a.png", "reproduce.py"])
def test_the_mark_of_a_local_site_is_refused_anywhere(path: str) -> None:
    """Own documents are told from an unexpected file: the reason says what it is."""
    assert said(path, b"first\n" + LOCAL_SITE.encode() + b"\n") == [
        (2, "L2 holds the mark of a local site of somebody's own documents, which is never published")
    ]


@pytest.mark.parametrize(
    ("path", "text", "says"),
    [
        ("index.html", f"<p>{SIMULATED}. No figure on this page was measured.</p>", "says SIMULATED"),
        ("data/rows.csv", "system,provenance\nalpha,simulated\n", "is marked as simulated"),
        ("index.html", '<p class="note simulated">x</p>', "is marked as simulated"),
        ("data/runs.jsonl", '{"simulated":true}', "is marked as simulated"),
        ("data/x.json", '{"provenance":"simulated"}', "is marked as simulated"),
        ("index.html", "<p>from /" + "home/ann/bench</p>", "names a path of a machine"),
        ("data/x.jsonl", '{"detail":"no /tmp/gt-1/document.pdf"}', "names a path of a machine"),
        ("data/x.jsonl", '{"detail":"C:\\\\Users\\\\ann"}', "names a path of a machine, as Windows writes it"),
        ("data/x.jsonl", '{"detail":"gtk1_' + "0" * 64 + '"}', "holds a key"),
        ("index.html", "<pre>Traceback (most recent call last)</pre>", "holds a traceback"),
        ("data/x.jsonl", '{"detail":"File \\"a.py\\", line 3, in main"}', "holds a traceback"),
        ("robots.txt", "GT_K_SEED=x", "holds a variable of the environment"),
        ("index.html", "<p>&lt;PrivateDocument&gt;</p>", "shows an object of the interpreter"),
        ("index.html", "<p>&lt;publish.x.Y object at 0x7f12ab&gt;</p>", "shows an object of the interpreter"),
    ],
)
def test_what_may_stand_nowhere_is_named(path: str, text: str, says: str) -> None:
    """Each in a file of its own, on its second line."""
    assert f"L2 {says}" in {reason for line, reason in said(path, f"first\n{text}".encode()) if line in (2, 3)}


@pytest.mark.parametrize(
    "text",
    [
        "a simulated watch is no measurement",
        "links to items/run/x and https://example.org/home/x",
        '{"answer":"{\\"simulated\\":true}"}',
        "3/4 of /1000 documents, and/or etc/",
        "a key is gtk1_ and 64 digits",
    ],
)
def test_plain_words_pass(text: str) -> None:
    """No false alarm on what pages and answers say."""
    assert said("index.html", text.encode()) == []


def test_databases_and_archives_are_refused(tmp_path: Path) -> None:
    """Whatever they are called. Witness: DuckDB, zipfile and gzip write them."""
    place = tmp_path / "x.duckdb"
    duckdb.connect(str(place)).close()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as stream:
        stream.writestr("a.txt", "a")
    assert said("data/rows.csv", place.read_bytes()) == [(1, "L2 is a database")]
    assert said("documents/a.png", archive.getvalue()) == [(1, "L2 is an archive")]
    assert said("index.html", gzip.compress(b"x")) == [(1, "L2 is an archive")]
