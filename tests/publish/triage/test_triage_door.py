"""The door of triage: a report outside the site on the published rows, or nothing at all."""

import subprocess
import sys
from pathlib import Path

import pytest

from publish.gate.marks import check_marks
from records.marks import TRIAGE_REPORT

INTAKE = "family,field,volume,cost_of_error,cost_of_review,currency,intent\ninvoice,AMOUNT_DUE,1000,40.00,0.50,EUR,<b>pay</b> & go\n"


def run(root: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """The door as a process."""
    command = [sys.executable, "-m", "publish.triage", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=240)


def test_a_report_quotes_its_assumptions_and_carries_its_mark(root: Path, tmp_path: Path) -> None:
    """The client's words are text, not markup; n and interval stand beside the figure; the mark is there for the gate."""
    (tmp_path / "intake.csv").write_text(INTAKE, encoding="utf-8")
    done = run(root, str(tmp_path / "intake.csv"), "--out", str(tmp_path / "report.html"))
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert TRIAGE_REPORT in page and "&lt;b&gt;pay&lt;/b&gt; &amp; go" in page and "<b>pay" not in page
    assert " % (" in page and "documents, " in page and "40.00 EUR" in page and "hold your 40.00" in page.replace("holds", "hold")
    assert "AMOUNT_DUE" in done.stdout
    said = check_marks({"triage/index.html": page.encode()})
    assert [problem.reason for problem in said] == ["L2 holds the mark of a triage report, which is never part of the site"]
    assert "No list price is recorded, so no cost is given." in page and "CPU seconds a document" in page


@pytest.mark.parametrize("folder", ["site", "releases", "data"])
def test_a_report_is_never_written_where_it_could_be_served(root: Path, tmp_path: Path, folder: str) -> None:
    """Refused by name, through a link too."""
    (tmp_path / "intake.csv").write_text(INTAKE, encoding="utf-8")
    (tmp_path / "link").symlink_to(root / folder)
    for target in (root / folder / "report.html", tmp_path / "link" / "report.html"):
        done = run(root, str(tmp_path / "intake.csv"), "--out", str(target))
        assert done.returncode == 1 and "never part of the site" in done.stderr
        assert not target.exists()


def test_a_malformed_intake_writes_nothing(root: Path, tmp_path: Path) -> None:
    """Row and column are named, exit 1, no report."""
    (tmp_path / "intake.csv").write_text(INTAKE.replace("40.00", "forty"), encoding="utf-8")
    done = run(root, str(tmp_path / "intake.csv"), "--out", str(tmp_path / "report.html"))
    assert done.returncode == 1 and done.stderr.startswith("intake.csv:2: cost_of_error: 'forty' is no plain number")
    assert not (tmp_path / "report.html").exists() and "Traceback" not in done.stderr
