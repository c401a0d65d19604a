"""The price audit as it is typed: old prices are lines, faults are lines and exit 1, and what git had may not go."""

import datetime
import subprocess
from pathlib import Path

import pytest

from analysis.prices.__main__ import main
from catalogue.ledger import append_record, write_text
from records.price import Price


def price(days: int = 0, **changed: str) -> Price:
    """A price that was read so many days ago."""
    read = (datetime.datetime.now(tz=datetime.UTC).date() - datetime.timedelta(days=days)).isoformat()
    told = {"system": "a", "unit": "million_tokens", "usd_in": "2.50", "usd_out": "10", "source_url": "https://example.com/p"}
    return Price.model_validate(told | {"retrieved": read} | changed)


def git(root: Path, *arguments: str) -> None:
    """One command of git in a repository of a test's own."""
    who = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(root), *who, *arguments], check=True, capture_output=True, timeout=120)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The prices of a repository of its own, with one committed."""
    git(tmp_path, "init", "-q", "-b", "main")
    path = tmp_path / "data" / "prices" / "prices.jsonl"
    append_record(path, price(200))
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "a price")
    return path


def audit(file: Path) -> int:
    """The audit of the folder `data` that holds the file."""
    return main(["--data", str(file.parents[1])])


def test_old_prices_are_a_line_each_and_no_failure(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One of two standing prices was read 200 days ago: exit 0."""
    append_record(file, price(system="b"))
    assert audit(file) == 0
    said = capsys.readouterr()
    assert said.out.startswith("a: read 200 days ago, on ") and said.out.endswith("1 of 2 standing prices are older than 90 days\n")
    assert len(said.out.splitlines()) == 2 and said.err == ""


def test_no_price_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a file, and without git, which is said too."""
    (tmp_path / "data").mkdir()
    assert main(["--data", str(tmp_path / "data")]) == 0
    said = capsys.readouterr()
    assert "holds no price" in said.out and "not held against earlier commits: git: log failed" in said.err


def test_a_folder_that_is_not_there_holds_no_prices_to_speak_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistyped folder is a fault, not an audit without findings."""
    assert main(["--data", str(tmp_path / "dta")]) == 1
    said = capsys.readouterr()
    assert said.out == "" and "no such folder (name the folder of the records)" in said.err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"a":1}', "Field required"),
        ("half a li", "not JSON"),
        ('{"retrieved":"2026-01-01","source_url":"https://e.com","system":"b","unit":"page","usd_in":"15","usd_out":"0"}', "another unit?"),
        ('{"retrieved":"2999-01-01","source_url":"https://e.com","system":"b","unit":"page","usd_in":"1","usd_out":"0"}', "is after today"),
    ],
)
def test_a_malformed_or_absurd_entry_is_a_line_and_a_failure(file: Path, capsys: pytest.CaptureFixture[str], line: str, says: str) -> None:
    """With its line in the file; no Traceback."""
    write_text(file, file.read_text(encoding="utf-8") + line + "\n")
    assert audit(file) == 1
    said = capsys.readouterr().err
    assert "prices.jsonl:2: " in said and says in said


def test_a_committed_price_may_not_go(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Changed, or taken out and committed so: each is a lost line. Put back, all is well."""
    kept = file.read_text(encoding="utf-8")
    write_text(file, kept.replace("2.50", "2.40"))
    assert audit(file) == 1 and "has lost a committed price: a of " in capsys.readouterr().err
    file.unlink()
    git(file.parents[2], "add", "-A")
    git(file.parents[2], "commit", "-qm", "none")
    assert audit(file) == 1 and "2.50 and 10 USD" in capsys.readouterr().err
    write_text(file, kept)
    assert audit(file) == 0


def test_a_price_of_a_merged_branch_may_not_go(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A merge that keeps one side's file takes the other's line back."""
    root = file.parents[2]
    git(root, "checkout", "-qb", "side")
    append_record(file, price(system="side"))
    git(root, "commit", "-qam", "side")
    git(root, "checkout", "-q", "main")
    git(root, "merge", "-q", "--no-ff", "-s", "ours", "-m", "merge", "side")
    assert audit(file) == 1 and "has lost a committed price: side of " in capsys.readouterr().err


def test_a_line_that_was_no_price_may_be_mended(file: Path) -> None:
    """What was committed half written counts for nothing."""
    kept = file.read_text(encoding="utf-8")
    write_text(file, kept + '{"half\n')
    git(file.parents[2], "commit", "-qam", "half")
    write_text(file, kept)
    assert audit(file) == 0
