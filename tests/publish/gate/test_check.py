"""The gate on a staged site: each kind of mischief is refused under its rule, and all at once."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from publish.gate.check import check, gate
from publish.payload import Inputs, build_payload
from publish.render import render_site
from publish.site import swap_in
from records.errors import GateClosed, GroundTruthError
from tests.publish.conftest import place, relist

Alter = Callable[[str, str, str], None]


@pytest.fixture(scope="module")
def agreeing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stand-in for reproduce.py that finds no difference, where a test is about other rules."""
    script = tmp_path_factory.mktemp("agreeing") / "reproduce.py"
    script.write_text("", encoding="utf-8")
    return script


def refused(stage: Path, reproduce: Path) -> set[tuple[str, str]]:
    """Rule and file of every reason against a staged site."""
    return {(problem.reason[:2], problem.file) for problem in check(stage, reproduce=reproduce)}


def test_the_untouched_site_passes(pristine: Path) -> None:
    """No false alarm: the tiny site, as a measured edition would be, goes through all rules, reproduce.py included."""
    gate(pristine)


def test_simulated_provenance_is_refused(inputs: Inputs, tmp_path: Path) -> None:
    """A fixture stops the publish: the run, the payload and every page are named, and nothing is swapped in."""
    payload = build_payload(inputs)
    files = {**payload.files, **render_site(payload)}
    with pytest.raises(GateClosed) as closed:
        swap_in(files, tmp_path / "site", gate)
    named = {problem.file for problem in closed.value.problems}
    assert {"data/runs.jsonl", "data/provenance.json", "index.html", "items/inv-0001/index.html"} <= named
    assert {path for path in files if path.endswith(".html")} <= named
    assert not (tmp_path / "site").exists()
    assert not list((tmp_path / "releases").glob(".staging-*"))


def test_simulated_marked_as_measured_is_refused(stage: Path, agreeing: Path, alter: Alter) -> None:
    """Changing the mark alone does not do: the runs say what they are."""
    alter("data/runs.jsonl", '"rubric":2,', '"rubric":2,"simulated":true,')
    assert {("L2", "data/runs.jsonl"), ("L2", "data/provenance.json")} <= refused(stage, agreeing)


EXTRA = (
    "notes.html",
    "data/debug.json",
    "data/verdicts/2026-01-10-alpha.jsonl.bak",
    "data/verdicts/other.jsonl",
    ".DS_Store",
    "documents/inv-0001.clean.9.png",
    "items/inv-0009/index.html",
)


def test_extra_files_are_refused(stage: Path, agreeing: Path) -> None:
    """Every path must be expected, whatever it holds and wherever it lies."""
    for path in EXTRA:
        place(stage, path, b"{}\n")
    relist(stage)
    assert {("L1", path) for path in EXTRA} <= refused(stage, agreeing)


MISSING = (
    "index.html",
    "items/pay-0001/index.html",
    "data/rows.csv",
    "data/schema/row.json",
    "documents/inv-0001.heavy.1.png",
    "documents/pay-0001.clean.pdf",
    "data/private-verdicts/2026-01-10-eps.jsonl",
    "MANIFEST.sha256",
    "reproduce.py",
)


def test_missing_files_are_refused(stage: Path, agreeing: Path) -> None:
    """Nothing that is expected may be absent."""
    for path in MISSING:
        (stage / path).unlink()
    assert {("L1", path) for path in MISSING} <= refused(stage, agreeing)


def test_a_changed_figure_is_refused(stage: Path, root: Path, alter: Alter) -> None:
    """One printed numeral: the page does not follow from the payload, and reproduce.py names the row."""
    alter("index.html", '#point">', '#point">9')
    found = refused(stage, root / "reproduce.py")
    assert {("L3", "index.html"), ("L7", "reproduce.py")} <= found


def test_a_changed_row_is_refused(stage: Path, root: Path, alter: Alter) -> None:
    """One interval bound in the data: CSV, pages and the recomputation all disagree."""
    alter("data/rows.jsonl", '"low":"0.', '"low":"0.0')
    found = refused(stage, root / "reproduce.py")
    assert {("L2", "data/rows.csv"), ("L7", "reproduce.py")} <= found


def test_a_changed_csv_cell_is_refused(stage: Path, agreeing: Path, alter: Alter) -> None:
    """The table must be what the lines say; the reason names the line."""
    alter("data/comparisons.csv", "alpha", "beta")
    reasons = [problem for problem in check(stage, reproduce=agreeing) if problem.file == "data/comparisons.csv"]
    assert reasons
    assert reasons[0].line == 2


CHANGES = (
    ("index.html", '<p class="lead">', '<p class="lead" title="x">'),
    ("systems/eps/index.html", "</main>", "<!-- secret --></main>"),
    ("items/inv-0001/index.html", "<h1>", '<h1 class="x">'),
    ("verify/index.html", "<p>", "<p>hello "),
    ("data/index.html", "</main>", '<a href="https://example.org/">x</a></main>'),
    ("fields/AMOUNT_DUE/index.html", 'data-sort="0', 'data-sort="1'),
    ("sitemap.xml", "</urlset>", "<url><loc>/hidden/</loc></url></urlset>"),
    ("robots.txt", "Allow: /", "Disallow: /"),
)


def test_added_attributes_comments_and_links_are_refused(stage: Path, agreeing: Path, alter: Alter) -> None:
    """Whatever the allow-list would let through, the re-render does not; styles and scripts are rendered again too."""
    for path, old, new in CHANGES:
        alter(path, old, new)
    script = next((stage / "assets").glob("*.js"))
    script.write_text(script.read_text(encoding="utf-8") + "fetch('https://example.org');\n", encoding="utf-8")
    relist(stage)
    changed = {path for path, _, _ in CHANGES} | {script.relative_to(stage).as_posix()}
    assert {("L3", path) for path in changed} == {found for found in refused(stage, agreeing) if found[0] == "L3"}


def test_another_reproduce_is_refused(stage: Path, root: Path) -> None:
    """The check that readers download is the project's own."""
    (stage / "reproduce.py").write_text("print('0 differences')\n", encoding="utf-8")
    relist(stage)
    assert ("L1", "reproduce.py") in refused(stage, root / "reproduce.py")


def test_names_modes_links_and_digests_are_refused(stage: Path, agreeing: Path) -> None:
    """Only regular files of mode 644 with plain names, and a manifest that is true."""
    (stage / "data" / "plan.json").chmod(0o664)
    (stage / "data" / "verdicts").chmod(0o700)
    (stage / "index2.html").symlink_to("index.html")
    (stage / "a name.txt").write_text("x", encoding="utf-8")
    manifest = stage / "MANIFEST.sha256"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("0", "1", 1), encoding="utf-8")
    wanted = {"data/plan.json", "data/verdicts", "index2.html", "a name.txt", "MANIFEST.sha256"}
    assert {("L1", path) for path in wanted} <= refused(stage, agreeing)


def test_all_reasons_are_listed_at_once(stage: Path, root: Path, alter: Alter) -> None:
    """Eight faults of four rules, one refusal, each with its rule, file and line."""
    alter("index.html", '#point">', '#point">9')
    alter("verify/index.html", "</main>", "<!-- x --></main>")
    alter("data/index.html", '<p class="lead">', '<p class="lead" style="x">')
    alter("data/rows.csv", "alpha", "omega")
    alter("data/plan.json", '"corpus":{', '"corpus": {')
    (stage / "extra.txt").write_text("x", encoding="utf-8")
    (stage / "robots.txt").unlink()
    (stage / "documents" / "inv-0001.clean.pdf").write_bytes(b"%PDF-1.4 other")
    relist(stage)
    with pytest.raises(GateClosed) as closed:
        gate(stage)
    found = {(problem.reason[:2], problem.file) for problem in closed.value.problems}
    assert found >= {
        ("L1", "extra.txt"),
        ("L1", "robots.txt"),
        ("L2", "verify/index.html"),
        ("L2", "data/index.html"),
        ("L2", "data/rows.csv"),
        ("L2", "data/plan.json"),
        ("L2", "documents/inv-0001.clean.pdf"),
        ("L3", "index.html"),
        ("L7", "reproduce.py"),
    }
    assert "verify/index.html:" in str(closed.value)


def test_a_payload_that_cannot_be_read_is_refused_with_its_line(stage: Path, root: Path) -> None:
    """Broken data does not stop the other rules from speaking."""
    rows = stage / "data" / "rows.jsonl"
    rows.write_bytes(b"{\n" + rows.read_bytes())
    (stage / "extra.txt").write_text("x", encoding="utf-8")
    relist(stage)
    problems = check(stage, reproduce=root / "reproduce.py")
    assert any(problem.file == "data/rows.jsonl" and problem.line == 1 and problem.reason.startswith("L2") for problem in problems)
    assert {"L3", "L7"} <= {problem.reason[:2] for problem in problems}


def test_no_reproduce_no_publish(stage: Path, tmp_path: Path) -> None:
    """Without the check the gate stays closed."""
    with pytest.raises(GroundTruthError, match="there is no reproduce.py"):
        gate(stage, reproduce=tmp_path / "absent.py")


def test_rendering_again_cannot_reach_other_rooms(root: Path, pristine: Path) -> None:
    """The process that renders refuses to import the generator and the ledger, and has no environment of ours."""
    code = (
        "import sys; from publish.gate import rerender; sys.meta_path.insert(0, rerender.Barrier())\n"
        "for name in ('generator', 'generator.private', 'catalogue.ledger', 'graders'):\n"
        "    try: __import__(name)\n"
        "    except ImportError as error: assert 'may not be imported' in str(error)\n"
        "    else: sys.exit(name)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": str(root), "PATH": os.defpath}, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_changed_pixels_are_refused(stage: Path, agreeing: Path) -> None:
    """A picture that is a picture still, with one pixel changed: the page of its document names other bytes."""
    path = next((stage / "documents").glob("inv-0001.*.png"))
    with Image.open(path) as picture:
        changed = picture.copy()
    changed.putpixel((3, 3), 255 - int(changed.getpixel((3, 3))))
    changed.save(path, "PNG")
    relist(stage)
    assert ("L3", "items/inv-0001/index.html") in refused(stage, agreeing)
