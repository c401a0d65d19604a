"""The retired edition that is shipped: it checks and regrades whole, and whatever is changed in a copy of it is named."""

import functools
import hashlib
import http.server
import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.private import commit
from records import merkle

EXAMPLE = "data/retired/example-1"
RUN = "2026-11-30-text-rules"
PLACE = ("ground-truth", "example-1/private")


@pytest.fixture(scope="module")
def asked(root: Path) -> subprocess.CompletedProcess[str]:
    """reproduce.py run as a reader would, on the edition as it is shipped."""
    command = [sys.executable, "-I", str(root / "reproduce.py"), "--reveal", str(root / EXAMPLE)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=1200)


@pytest.fixture(scope="module")
def again(root: Path, reproduce: Any) -> Any:
    """What generator and graders of this checkout make of it, asked once for all copies."""
    folder = root / EXAMPLE
    contents = {f"data/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return reproduce.ask_checkout(contents)


@pytest.fixture
def edition(root: Path, tmp_path: Path) -> Path:
    """A copy to tamper with."""
    return Path(shutil.copytree(root / EXAMPLE, tmp_path / "example-1"))


Told = tuple[int, list[str]]


@pytest.fixture
def told(reproduce: Any, again: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[Path | str], Told]:
    """Exit code and lines of a reveal, the checkout's answer at hand. Lines of what was not checked are left out."""
    monkeypatch.setattr(reproduce, "ask_checkout", lambda contents: again)

    def run(folder: Path | str) -> Told:
        capsys.readouterr()
        code = reproduce.main(["--reveal", str(folder)])
        return code, [line for line in capsys.readouterr().out.splitlines()[:-1] if not line.startswith("not checked: ")]

    return run


def change(file: Path, edit: Callable[[Any], None], line: int = 0) -> None:
    """Change one record of a file; lines stay sorted."""
    lines = file.read_text(encoding="utf-8").splitlines()
    record = json.loads(lines[line])
    edit(record)
    lines[line] = dump(record)
    file.write_text("".join(text + "\n" for text in sorted(lines)), encoding="utf-8")


def dump(value: Any) -> str:
    """Canonical JSON."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def test_the_example_checks_and_regrades_whole(root: Path, asked: subprocess.CompletedProcess[str]) -> None:
    """Exit 0; with the generator and graders it was retired with, everything is made and graded again and nothing differs."""
    assert asked.returncode == 0, asked.stdout + asked.stderr
    lines = asked.stdout.splitlines()
    assert lines[-1].startswith("0 differences in 12 commitments, 12 documents revealed, 3 keys,") and "48 answers" in lines[-1]
    revision = json.loads((root / EXAMPLE / "retirement.json").read_text(encoding="utf-8"))["revision"]
    if len(lines) == 1:
        assert "12 documents regenerated" in lines[-1] and "6969 verdicts regraded" in lines[-1]
    assert all(line.startswith("not checked: ") and f"git checkout {revision}" in line for line in lines[:-1])


def letter(record: dict[str, Any]) -> None:
    """Another letter on one field."""
    key = next(key for key, letters in record["outcomes"].items() if letters == "P" and "/" not in key)
    record["outcomes"][key] = "F"


def said(record: dict[str, Any]) -> None:
    """Another answer."""
    status, text = json.loads(record["said"])
    record["said"] = json.dumps([status, (text or "") + " "])


def payload(record: dict[str, Any]) -> None:
    """Another amount on the page."""
    record["payload"] = record["payload"].replace('"labels":[', '"labels": [', 1)


TAMPERED: dict[str, tuple[str, Callable[[Any], None], str]] = {
    "a payload": ("documents.jsonl", payload, "is not the one committed to: payload, number or commitment was changed"),
    "a number": ("documents.jsonl", lambda record: record.update(n=record["n"] + 100), "is not the one committed to"),
    "a commitment beside its document": ("documents.jsonl", lambda record: record.update(commitment="0" * 64), "is not the one committed"),
    "a verdict": (f"private-verdicts/{RUN}.jsonl", letter, "verdict: published F, recomputed P"),
    "an answer": (f"answers/{RUN}.jsonl", said, "replicate 1 is not the one committed to"),
    "an answer's commitment": (
        f"private-answers/{RUN}.jsonl",
        lambda record: record.update(answer="0" * 64),
        "is not the one committed to",
    ),
    "an answer that is no answer": (f"answers/{RUN}.jsonl", lambda record: record.update(said="{"), "is not the one committed to"),
    "k_nonce": ("keys.json", lambda record: record.update(k_nonce="0" * 64), "keys.json: k_nonce is not the key of this edition"),
    "k_seed": ("keys.json", lambda record: record.update(k_seed="0" * 64), "keys.json: k_seed is not the key of this edition"),
    "r32": ("keys.json", lambda record: record.update(r32="0" * 64), "keys.json: r32, or the checkpoint's seed_commit, was changed"),
    "the seed's commitment": (
        "checkpoint.json",
        lambda record: record.update(seed_commit="0" * 64),
        "r32, or the checkpoint's seed_commit",
    ),
    "the root": ("checkpoint.json", lambda record: record.update(root="0" * 64), "checkpoint.json root: published 0000"),
    "the size": ("plan.json", lambda record: record["corpus"].update(invoice=10**9), "plan.json: has another number of documents"),
    "a row": ("rows.jsonl", lambda record: record.update(k=record["k"] + 1), " k: published "),
}


@pytest.mark.parametrize("what", sorted(TAMPERED))
def test_one_thing_changed_is_one_line(edition: Path, told: Callable[[Path | str], Told], what: str) -> None:
    """Each is named, by file and place, in a line of its own, and exit is 1."""
    name, edit, reason = TAMPERED[what]
    change(edition / name, edit)
    code, lines = told(edition)
    assert code == 1 and len(lines) == 1 and reason in lines[0], lines
    assert lines[0].startswith((name.removeprefix("private-"), name, "keys.json", "row "))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("documents.jsonl", "1 documents that were committed to are not revealed"),
        (f"answers/{RUN}.jsonl", "is missing"),
        (f"private-verdicts/{RUN}.jsonl", "no verdict on "),
        ("rows.jsonl", "is not published, but the verdicts give it"),
    ],
)
def test_one_line_left_out_is_one_line(edition: Path, told: Callable[[Path | str], Told], name: str, reason: str) -> None:
    """A document, an answer, a verdict and a row may not be missing."""
    lines = (edition / name).read_text(encoding="utf-8").splitlines(keepends=True)
    (edition / name).write_text("".join(lines[1:]), encoding="utf-8")
    code, found = told(edition)
    assert code == 1 and len(found) == 1 and reason in found[0], found


def test_two_documents_that_change_places_are_both_named(edition: Path, told: Callable[[Path | str], Told]) -> None:
    """The number is part of what is committed to."""
    file = edition / "documents.jsonl"
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    records[2]["n"], records[7]["n"] = records[7]["n"], records[2]["n"]
    file.write_text("".join(dump(record) + "\n" for record in records), encoding="utf-8")
    code, lines = told(edition)
    assert code == 1 and [line.split(" ")[0] for line in lines] == ["documents.jsonl:3:", "documents.jsonl:8:"]


def test_commitments_that_change_places_are_named(edition: Path, told: Callable[[Path | str], Told]) -> None:
    """The order of leaves hides which document is which."""
    file = edition / "commitments.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[3], lines[4] = lines[4], lines[3]
    file.write_text("".join(lines), encoding="utf-8")
    code, found = told(edition)
    assert code == 1 and found[0] == "commitments.jsonl:5: out of order, or twice there" and "root" in found[1]


@pytest.mark.parametrize("place", ["missing", "extra"])
def test_the_files_are_those_that_were_listed(edition: Path, told: Callable[[Path | str], Told], place: str) -> None:
    """No file is added, none is taken away."""
    if place == "missing":
        (edition / f"private-answers/{RUN}.jsonl").unlink()
    else:
        (edition / "notes.txt").write_text("hello\n", encoding="utf-8")
    code, lines = told(edition)
    assert code == 1 and any("is missing" in line or line == "notes.txt: does not belong to the retired edition" for line in lines)


def test_a_document_forged_with_its_commitment_is_none_of_the_generators(
    edition: Path, told: Callable[[Path | str], Told], again: Any
) -> None:
    """Who holds the keys can make everything fit but the generator: only that the documents follow from the keys shows it."""
    retirement = json.loads((edition / "retirement.json").read_text(encoding="utf-8"))
    if again.generator != retirement["generator"]:
        change(edition / "retirement.json", lambda record: record.update(generator=again.generator))
    keys = json.loads((edition / "keys.json").read_text(encoding="utf-8"))
    files = [path for path in edition.rglob("*.json*") if path.name not in ("retirement.json", "keys.json", "plan.json")]
    file = edition / "documents.jsonl"
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    old, n = records[0]["commitment"], records[0]["n"]
    records[0]["payload"] = records[0]["payload"].replace('"tags":[', '"tags":["forged",', 1)
    nonce = commit.item_nonce(bytes.fromhex(keys["k_nonce"]), *PLACE, n)
    new = commit.commitment(*PLACE, n, nonce, records[0]["payload"].encode()).hex()
    file.write_text("".join(dump(record) + "\n" for record in records), encoding="utf-8")
    for path in files:
        lines = sorted(path.read_text(encoding="utf-8").replace(old, new).splitlines())
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    names = [json.loads(line)["commitment"] for line in (edition / "commitments.jsonl").read_text(encoding="utf-8").splitlines()]
    root = merkle.root([bytes.fromhex(name) for name in names]).hex()
    change(edition / "checkpoint.json", lambda record: record.update(root=root))
    code, lines = told(edition)
    # Its answers are bound to the old commitment; nobody who forges would leave them, so they are not the point here.
    assert code == 1 and f"documents.jsonl: document {n} is not the one that the generator makes of the keys" in lines
    assert all("the generator makes" in line or "the one committed to" in line for line in lines)


def test_another_generator_decides_nothing(edition: Path, reproduce: Any, again: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the checkout's digests are others and it makes other documents and letters, that is said, with the commit; exit 0."""
    verdicts = {place: dict.fromkeys(outcomes, "F") for place, outcomes in again.verdicts.items()}
    other = reproduce.Again("0" * 64, "0" * 64, dict.fromkeys(again.payloads, "{}"), verdicts)
    monkeypatch.setattr(reproduce, "ask_checkout", lambda contents: other)
    assert reproduce.main(["--reveal", str(edition)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[1] for line in lines[:-1]] == [
        " the documents",
        " the verdicts of 2026-11-30-invoice2data",
        f" the verdicts of {RUN}",
    ]
    assert all("git checkout " in line for line in lines[:-1])


def test_without_a_checkout_it_says_what_was_not_checked(edition: Path, root: Path, tmp_path: Path, python: str) -> None:
    """reproduce.py alone, under every Python: hashes, answers and rows hold; what needs the project is named with the commit."""
    shutil.copy(root / "reproduce.py", tmp_path / "reproduce.py")
    command = [python, "-I", str(tmp_path / "reproduce.py"), "--reveal", str(edition)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and len(lines) == 2, done.stdout + done.stderr
    assert lines[0].startswith("not checked: that the generator makes these documents of the keys") and "git checkout " in lines[0]


@pytest.fixture
def served(edition: Path) -> Iterator[str]:
    """The copy on a web server."""
    handler = functools.partial(_Quiet, directory=str(edition.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/{edition.name}"
        server.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def test_a_retired_edition_where_it_stands(served: str, edition: Path, told: Callable[[Path | str], Told]) -> None:
    """By its address as from a folder; a file that the server lacks is named."""
    assert told(served) == (0, [])
    change(edition / "documents.jsonl", payload)
    assert told(served)[0] == 1
    (edition / "rows.jsonl").unlink()
    assert told(served) == (1, ["a file: the server answers 404"])


def test_a_site_checks_its_retired_editions(site: Path, edition: Path, check: Callable[..., Told], made_site: Any) -> None:
    """As far as this file alone can; a line names the folder."""
    shutil.copytree(edition, site / EXAMPLE)
    made_site.write_manifest(site)
    assert check(site) == (0, [])
    change(site / EXAMPLE / "documents.jsonl", payload)
    made_site.write_manifest(site)
    code, lines = check(site)
    assert code == 1 and len(lines) == 1 and lines[0].startswith(f"{EXAMPLE}/documents.jsonl:1: document ")


def test_neither_or_both_is_called_wrongly(site: Path, edition: Path, reproduce: Any) -> None:
    """Exit 2 without a place to look at, with two, and with one that is none."""
    for arguments in ([], ["--site", str(site), "--reveal", str(edition)], ["--reveal", str(edition / "nowhere")]):
        with pytest.raises(SystemExit) as ended:
            reproduce.main(arguments)
        assert ended.value.code == 2


def test_the_example_is_in_order(root: Path) -> None:
    """It was committed to before it ran: the dates do not run back, and its keys bear no prefix of keys in use."""
    checkpoint, retirement = (
        json.loads((root / EXAMPLE / f"{name}.json").read_text(encoding="utf-8")) for name in ("checkpoint", "retirement")
    )
    assert checkpoint["created"] <= retirement["date"]
    assert (
        hashlib.sha256((root / EXAMPLE / "keys.json").read_bytes()).hexdigest()
        and b"gtk1" not in (root / EXAMPLE / "keys.json").read_bytes()
    )
