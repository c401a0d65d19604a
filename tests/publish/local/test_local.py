"""The local site of own documents: every figure with its n and interval, regressions first, and nothing that could be published."""

import re
from pathlib import Path

import pytest

from catalogue.ledger import write_records
from publish.gate.check import check
from publish.local import __main__ as door
from publish.local.folder import replaced
from publish.local.pages import local_site
from publish.local.world import World
from records.errors import GroundTruthError
from records.marks import LOCAL_SITE
from tests.catalogue.made import document, extraction, labels, run, verdicts, write_corpus, write_run

NAMES = tuple(f"own-{number}" for number in range(1, 5))
RIGHT = {"INVOICE_NUMBER": "P", "CURRENCY": "P", "AMOUNT_DUE": "P"}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Four own invoices, a torn one and one nobody labelled; two runs, of which the later, by another system code, reads a number wrong."""
    known = [document(name, tier="real", layout="own", source=f"<b>{name}</b>.pdf") for name in NAMES]
    idle = [document("own-8", tier="real", runnable=False, reason="torn"), document("own-9", tier="real")]
    own = [label for name in NAMES for label in labels(name)]
    write_corpus(tmp_path / "data", [*known, *idle], own, "own")
    first, later = run("2026-01-01-a", tier="real"), run("2026-02-01-a", tier="real", label="after <i>the</i> change")
    later = later.model_copy(update={"system": later.system.model_copy(update={"fingerprint": "b" * 64})})
    for made, number in ((first, "R-1"), (later, "R-<2>")):
        judged = [found for name in NAMES for found in verdicts({**RIGHT, "INVOICE_NUMBER": "P" if number == "R-1" else "F"}, name)]
        answer = f'{{"AMOUNT_DUE":"119.00","CURRENCY":"USD","INVOICE_NUMBER":"{number}"}}'
        write_run(tmp_path / "data", made, judged, [extraction(name, answer) for name in NAMES], own, own=True)
    return tmp_path / "data"


def written(data: Path) -> dict[str, str]:
    """The pages the door writes, by path."""
    site = data.parent / "build" / "local-site"
    assert door.main(["--data", str(data), "--out", str(site)]) == 0
    return {path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in site.rglob("*.html")}


def test_every_page_has_the_mark_loads_nothing_and_quotes_text_as_text(data: Path) -> None:
    """The banner and the mark stand on each; nothing is fetched; what a file or a label is called is no markup."""
    pages = written(data)
    assert set(pages) == {"index.html", "runs/2026-01-01-a.html", "runs/2026-02-01-a.html"}
    for page in pages.values():
        assert LOCAL_SITE in page and "the public gate refuses this site" in page
        assert not re.search(r" src=|<link|<script|@import|url\(|https?:", page)
        assert "<b>own" not in page and "<i>the" not in page and "R-<2>" not in page
    assert "&lt;b&gt;own-1&lt;/b&gt;.pdf" in pages["index.html"]


def test_what_is_registered_covered_and_run_stands_on_the_first_page(data: Path) -> None:
    """Golden and others are told apart with the reason; a share has interval, n and documents; what nothing covers has no figure."""
    page = written(data)["index.html"]
    assert "6 registered: 4 golden, 2 unlabelled or not runnable" in page
    assert "not runnable: torn" in page and ">unlabelled<" in page
    assert re.search(r"66\.7 % \(95 % interval [0-9.]+ to [0-9.]+\), n = 12 in 4 documents", page)
    assert "no evidence" in page and "4 of 12" in page


def test_a_run_page_has_regressions_first_and_expected_beside_actual(data: Path) -> None:
    """The system's change is named as what flipped four numbers; no other assertion is there."""
    page = written(data)["runs/2026-02-01-a.html"]
    assert page.index("Regressions</h2>") < page.index("Scoreboards</h2>") < page.index("What came out wrong</h2>")
    assert "Passed and now fail: 4" in page and "Now pass" not in page
    flip = page[page.index("Passed and now fail") :]
    assert "<code>R-1</code>" in flip and "<code>R-&lt;2&gt;</code>" in flip and "fingerprint" in flip
    assert "4 assertions." in page


def test_the_gate_refuses_it_for_what_it_is(data: Path, root: Path) -> None:
    """Every page is named with the mark's own reason, beside what else is wrong with it as a site."""
    pages = written(data)
    said = {
        problem.file
        for problem in check(data.parent / "build" / "local-site", reproduce=root / "reproduce.py")
        if "local site" in problem.reason
    }
    assert said == set(pages)


def test_an_empty_ledger_says_how_to_begin() -> None:
    """The command to type stands on the page."""
    (page,) = local_site(World(documents=[], labels={}, coverage=[], runs=[])).values()
    assert b"catalogue add path/to/pdfs" in page and LOCAL_SITE.encode() in page


@pytest.mark.parametrize("place", ["site", "releases/x", "data", "data/corpus/own/pages"])
def test_it_is_never_written_where_it_could_be_served_or_committed(data: Path, root: Path, tmp_path: Path, place: str) -> None:
    """By its own name and through a link."""
    (tmp_path / "link").symlink_to(root)
    for target in (root / place, tmp_path / "link" / place):
        with pytest.raises(GroundTruthError, match="never part of"):
            replaced(target, {"index.html": b""})


def test_another_folder_is_not_replaced_and_an_earlier_site_is_whole(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is no local site stays, with one line; a page of an earlier one that is gone is gone."""
    folder = data.parent / "photos"
    folder.mkdir()
    (folder / "a.txt").write_text("mine")
    assert door.main(["--data", str(data), "--out", str(folder)]) == 1
    assert capsys.readouterr().err.strip().count("\n") == 0 and (folder / "a.txt").read_text() == "mine"
    first = written(data)
    (data.parent / "build" / "local-site" / "runs" / "old.html").write_text("old")
    assert written(data) == first


def test_a_malformed_record_leaves_the_earlier_site(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """File and line are named; the pages that were there stand."""
    first = written(data)
    with (data / "corpus/own/labels.jsonl").open("a") as stream:
        stream.write("{}\n")
    assert door.main(["--data", str(data), "--out", str(data.parent / "build" / "local-site")]) == 1
    assert "labels.jsonl:17" in capsys.readouterr().err
    assert {path.name for path in (data.parent / "build").iterdir()} == {"local-site"}
    assert (data.parent / "build" / "local-site" / "index.html").read_text() == first["index.html"]


def test_runs_that_are_not_over_own_documents_are_not_on_it(data: Path) -> None:
    """Another harness's log and a run on synthetic documents are elsewhere; verdicts on documents registered no more are left out."""
    write_run(data, run("2026-03-01-log", tier="real", origin="inspect"), verdicts({"SCORER/a": "P"}, "item-1"), own=True)
    write_run(data, run("2026-03-01-b"), verdicts(RIGHT), [extraction()], own=True)
    write_records(data / "corpus/own/documents.jsonl", [document(name, tier="real") for name in NAMES[:3]])
    pages = written(data)
    assert set(pages) == {"index.html", "runs/2026-01-01-a.html", "runs/2026-02-01-a.html"}
    assert "own-4" not in pages["runs/2026-02-01-a.html"] and "own-3" in pages["runs/2026-02-01-a.html"]
