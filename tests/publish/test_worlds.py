"""Degenerate worlds on the page and through reproduce.py: no evidence with a reason or an exact interval, never NaN, never a crash."""

import html
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from publish.markup import check_page
from publish.payload import build_payload
from publish.published import Published, read_payload
from publish.render import render_site
from publish.site_files import MANIFEST, expected_payload, manifest_text
from tests.publish.conftest import place
from tests.publish.worlds import PRIVATE, WORLDS

World = tuple[Published, dict[str, bytes], Path]


@pytest.fixture(scope="module")
def world(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], World]:
    """Builds a world's site once: its records, its files, and the folder it stands in."""
    made: dict[str, World] = {}

    def get(name: str) -> World:
        if name not in made:
            payload = build_payload(WORLDS[name]())
            files = {**payload.files, **render_site(payload)}
            folder = tmp_path_factory.mktemp(name)
            for path, data in {**files, MANIFEST: manifest_text(files)}.items():
                place(folder, path, data)
            made[name] = read_payload(payload), files, folder
        return made[name]

    return get


def text_of(files: dict[str, bytes], path: str) -> str:
    """What a reader sees of a page: its text, tags left out."""
    plain = html.unescape(re.sub(r"<[^>]*>", " ", files[path].decode("utf-8")))
    return " ".join(plain.split())


@pytest.mark.parametrize("name", sorted(WORLDS))
def test_reproduce_finds_no_difference(world: Callable[[str], World], root: Path, name: str) -> None:
    """The reader's own check gives the same rows, comparisons, ranks and pages."""
    _, _, folder = world(name)
    done = subprocess.run(
        [sys.executable, "-I", str(root / "reproduce.py"), "--site", str(folder)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout[:2000]
    assert done.stdout.startswith("0 differences in ")


@pytest.mark.parametrize("name", sorted(WORLDS))
def test_the_payload_is_the_one_the_gate_expects(world: Callable[[str], World], name: str) -> None:
    """Neither a file too few nor one too many for what the records say, images and reproduce.py aside."""
    published, files, _ = world(name)
    due = {path for path in expected_payload(published, files) if path.startswith("data/")}
    assert due == {path for path in files if path.startswith("data/") and not path.endswith(".html")}


@pytest.mark.parametrize("name", sorted(WORLDS))
def test_no_page_prints_what_is_no_number(world: Callable[[str], World], name: str) -> None:
    """No page says NaN, None, inf or a negative zero, and no figure stands without its source."""
    _, files, _ = world(name)
    faults: list[tuple[int, str]] = []
    for path in (path for path in files if path.endswith(".html")):
        found = re.findall(r"(?i)\b(?:nan|none|inf|infinity)\b|[-\u2212]0\.0\b", text_of(files, path))
        assert [word for word in found if word not in ("none", "None")] == [], path  # as words of a sentence these may stand
        assert "None" not in re.findall(r">([^<>]*)<", files[path].decode("utf-8")), path
        check_page(files[path].decode("utf-8"), lambda line, reason: faults.append((line, reason)))
    assert faults == []


@pytest.mark.parametrize("name", sorted(WORLDS))
def test_what_has_no_figure_says_why(world: Callable[[str], World], name: str) -> None:
    """Each row, comparison and rank has a whole interval or a reason; intervals hold their point."""
    published, _, _ = world(name)
    for row in published.rows:
        assert (row.point is None) == (row.reason is not None)
        if row.point is not None and row.low is not None and row.high is not None:
            assert row.low <= row.point <= row.high  # text of one length, so that order is order of numbers
    for found in published.comparisons:
        assert (found.difference is None) == (found.reason is not None) == (found.word == "No evidence")
    for rank in published.ranks:
        assert (rank.best is None) == (rank.reason is not None)


def test_without_documents_there_is_no_figure(world: Callable[[str], World]) -> None:
    """No row, and a first page that says so rather than an empty table."""
    published, files, _ = world("no_documents")
    assert (published.rows, published.comparisons, published.ranks) == ((), (), ())
    assert "No system has a figure yet." in text_of(files, "index.html")
    assert "No two systems have been compared yet." in text_of(files, "compare/index.html")
    assert "No row is published for this system yet." in text_of(files, "systems/alpha/index.html")


def test_one_document_gives_an_interval_and_no_comparison(world: Callable[[str], World]) -> None:
    """Clopper-Pearson on one document; a difference needs two."""
    published, files, _ = world("one_document")
    assert {row.method for row in published.rows if row.point is not None} == {"cp-clusters"}
    assert {row.clusters for row in published.rows if row.point is not None} == {1}
    assert {found.reason for found in published.comparisons} == {"fewer than 2 documents"}
    assert "fewer than 2 documents" in text_of(files, "index.html")
    assert "fewer than 2 documents" in text_of(files, "compare/index.html")


def test_all_right_is_the_exact_interval(world: Callable[[str], World]) -> None:
    """49 private documents, 21 in each scan, all right: [0.025^(1/21), 1] = [83.9, 100.0], no difference and nobody behind."""
    published, files, _ = world("all_pass")
    private = [row for row in published.rows if row.split == "private" and row.slice == "ALL" and row.point is not None]
    assert {(row.point, row.low, row.high, row.clusters) for row in private} == {
        ("1.000000", "0.838902", "1.000000", 21),
        ("1.000000", "0.927480", "1.000000", PRIVATE),
    }
    assert {found.difference for found in published.comparisons if found.difference is not None} == {"0.000000"}
    assert {found.p for found in published.comparisons if found.p is not None} == {"1.000000"}
    assert {(rank.best, rank.worst) for rank in published.ranks if rank.best is not None} <= {(1, rank.of) for rank in published.ranks}
    text = text_of(files, "index.html")
    assert "100.0 83.9 \u2013 100.0" in text
    assert "behind the leader" not in text.partition("What the words mean")[0]


def test_all_wrong_is_the_exact_interval(world: Callable[[str], World]) -> None:
    """49 private documents, 21 in each scan, none right: [0, 1 - 0.025^(1/21)]; a zero is a figure, printed as one."""
    published, files, _ = world("all_fail")
    private = [row for row in published.rows if row.split == "private" and row.slice == "ALL" and row.point is not None]
    assert {(row.point, row.low, row.high) for row in private} == {
        ("0.000000", "0.000000", "0.161098"),
        ("0.000000", "0.000000", "0.072520"),
    }
    assert "0.0 0.0 \u2013 16.1" in text_of(files, "index.html")


def test_unjudged_is_counted_and_never_a_failure(world: Callable[[str], World]) -> None:
    """Every row says that it is unjudged, with n = 0; none prints 0 %."""
    published, files, _ = world("all_unjudged")
    assert {(row.reason, row.n, row.point) for row in published.rows} == {("unjudged", 0, None)}
    assert {found.word for found in published.comparisons} == {"No evidence"}
    assert {rank.reason for rank in published.ranks} != {None}
    assert "No system has a figure yet." in text_of(files, "index.html")
    assert "unjudged" in text_of(files, "systems/alpha/index.html")
    assert "0.0 %" not in text_of(files, "index.html")


def test_one_system_is_compared_with_nobody(world: Callable[[str], World]) -> None:
    """Not the reference: each comparison says that the reference has no run; there are no ranks."""
    published, files, _ = world("one_system")
    assert {found.reason for found in published.comparisons} == {"the reference has no run here"}
    assert published.ranks == ()
    text = text_of(files, "index.html")
    assert "there is only one to choose" in text
    assert "the reference has no run here" in text


def test_the_reference_alone_has_no_comparison(world: Callable[[str], World]) -> None:
    """Nothing to compare, nothing to rank; the page still answers."""
    published, files, _ = world("reference_alone")
    assert (published.comparisons, published.ranks) == ((), ())
    assert "there is only one to choose" in text_of(files, "index.html")
    assert "No two systems have been compared yet." in text_of(files, "compare/index.html")


def test_identical_systems_are_tied_and_need_no_documents(world: Callable[[str], World]) -> None:
    """A difference of exactly zero, p = 1, nothing that documents could separate, and every rank 1 to the last."""
    published, files, _ = world("identical_systems")
    shown = [found for found in published.comparisons if found.difference is not None]
    assert {(found.difference, found.p, found.q, found.documents_to_separate) for found in shown} == {
        ("0.000000", "1.000000", "1.000000", None)
    }
    assert {found.word for found in shown} <= {"Within", "Cannot tell"}
    assert {(rank.best, rank.worst, len(rank.tied)) for rank in published.ranks if rank.best} == {(1, 4, 4)}
    text = text_of(files, "index.html")
    assert "leads, tied" in text
    assert "needs" not in text.partition("What the words mean")[0]


def test_replicates_that_never_differ_say_so(world: Callable[[str], World]) -> None:
    """Zero variance and zero disagreement are printed with their source, for real runs and for verified ones alike."""
    published, files, _ = world("replicates_never_differ")
    alpha = [row for row in published.rows if row.system == "alpha" and row.point is not None and not row.slice.startswith("ROWS_INVENTED")]
    assert {(row.between_replicates, row.disagreement) for row in alpha} == {("0.000000", "0.000000")}
    for path in ("index.html", "systems/alpha/synthetic-public-invoice-clean/index.html"):
        page = files[path].decode("utf-8")
        assert re.search(r'data-ref="row:alpha/[^"]+/ALL#disagreement">0\.0<', page)
        assert re.search(r'data-ref="row:alpha/[^"]+/ALL#between_replicates">0\.000000<', page)
    assert "5 real runs" in text_of(files, "systems/alpha/index.html")
    assert "replicates never differed: determinism verified on 30 documents \u00d7 5" in text_of(files, "systems/beta/index.html")


def test_documents_of_unequal_size_have_figures(world: Callable[[str], World]) -> None:
    """A document with one label beside one with many: an interval that holds its point, or a reason; n is what was judged."""
    published, _, _ = world("unequal_labels")
    row = next(row for row in published.rows if row.system == "beta" and (row.eval_class, row.slice) == ("document_extraction", "ALL"))
    assert row.clusters == 2
    assert row.point is not None
    lines = next(row for row in published.rows if row.system == "beta" and (row.eval_class, row.slice) == ("line_item_structure", "ALL"))
    assert lines.clusters == 1
