"""Own documents in three commands, as the README has them and a new user would type them."""

import csv
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from catalogue.ledger import read_records
from catalogue.own import corpus
from publish.gate.check import check
from records.document import Document, Label

HEAD = "## Your own documents"
SPECIMEN = {"catalogue add ": "catalogue add --tier specimen ", "--tier real": "--tier specimen"}


def commands(root: Path, instead: Mapping[str, str]) -> list[list[str]]:
    """The README's commands on own documents, with words of a user's own in place of its examples."""
    text = (root / "README.md").read_text(encoding="utf-8")
    block = text[text.index(HEAD) :].split("```sh\n")[1].split("```")[0]
    lines = [line.partition("#")[0] for line in block.splitlines()]
    for old, new in instead.items():
        assert sum(old in line for line in lines) >= 1, old
        lines = [line.replace(old, new) for line in lines]
    return [line.split() for line in lines]


def typed(root: Path, folder: Path, arguments: list[str]) -> "subprocess.CompletedProcess[str]":
    """One command typed in the checkout, on a ledger of the test's own."""
    assert arguments[0] == "./ground-truth"
    own = ["--data", str(folder / "data"), "--index", str(folder / "build" / "catalogue.duckdb")]
    command = [sys.executable, "-m", "ground_truth", *arguments[1:], *own]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=1200, env={**os.environ, "LC_ALL": "C.UTF-8"})


def table(root: Path, folder: Path, *question: str) -> list[dict[str, str]]:
    """The lines of an answer by column."""
    done = typed(root, folder, ["./ground-truth", "catalogue", *question])
    assert done.returncode == 0, done.stderr
    head, *lines = done.stdout.splitlines()
    return [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines]


def test_the_xml_inside_is_the_issuers_word_and_the_last_command_ends_in_a_local_site(shared: Path, tmp_path: Path, root: Path) -> None:
    """A third party's invoices: a page that bears its XML out is golden, is run, and stands on a site that the gate refuses."""
    instead = {"path/to/pdfs": str(shared / "documents" / "zugferd-corpus"), "label labels.csv": "label --embedded", **SPECIMEN}
    three = commands(root, instead)
    assert len(three) == 3
    for arguments in three:
        done = typed(root, tmp_path, arguments)
        assert done.returncode == 0, done.stderr
    documents = read_records(corpus(tmp_path / "data") / "documents.jsonl", Document)
    labels = read_records(corpus(tmp_path / "data") / "labels.jsonl", Label)
    assert {document.tier for document in documents} == {"specimen"}
    golden = {label.document for label in labels if label.scored}
    assert len(documents) > len(golden) > 20
    assert {label.authority for label in labels if label.scored} == {"issuer_embedded", "constructed"}
    rows = table(root, tmp_path, "scoreboards")
    assert {row["tier"] for row in rows} == {"specimen"}
    (fields,) = [row for row in rows if row["eval_class"] == "document_extraction"]
    assert int(fields["documents"]) == len(golden)
    counted = [label for label in labels if label.scored and label.expected is not None and label.kind == "field"]
    assert int(fields["n"]) == len(counted) >= int(fields["passed"]) > 0
    site = tmp_path / "build" / "local-site"
    assert f"{site}/index.html" in done.stdout
    page = (site / "index.html").read_text(encoding="utf-8")
    assert f"n = {fields['n']} in {fields['documents']} documents" in page and "issuer_embedded" in page
    said = {problem.file for problem in check(site, reproduce=root / "reproduce.py") if "mark of a local site" in problem.reason}
    assert said == {path.relative_to(site).as_posix() for path in site.rglob("*.html")}


def test_business_documents_are_labelled_by_a_csv(shared: Path, tmp_path: Path, root: Path) -> None:
    """Exactly the README's lines, with a folder and a label file of one's own."""
    folder = tmp_path / "my invoices"
    folder.mkdir()
    for path in sorted((shared / "documents" / "zugferd-corpus").glob("XML_Rechnung_*.pdf"))[:2]:
        (folder / path.name).write_bytes(path.read_bytes())
    with (tmp_path / "labels.csv").open("w", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(["document", "key", "expected", "not_consulted"])
        rows.writerows([path.name, "CURRENCY", "EUR", "system_output"] for path in sorted(folder.iterdir()))
    three = commands(root, {"label labels.csv": f"label {tmp_path / 'labels.csv'}"})
    three[0][-1] = str(folder)  # a folder whose name has a space, as typed in quotes
    for arguments in three:
        done = typed(root, tmp_path, arguments)
        assert done.returncode == 0, done.stderr
    (fields,) = [row for row in table(root, tmp_path, "scoreboards") if row["eval_class"] == "document_extraction"]
    assert (fields["tier"], fields["documents"], fields["n"], fields["passed"]) == ("real", "2", "2", "2")
    assert "Real documents" in (tmp_path / "build" / "local-site" / "index.html").read_text(encoding="utf-8")


def test_what_is_added_cannot_be_committed_by_mistake(root: Path) -> None:
    """Git ignores own documents, their labels, their runs and the site about them."""
    ignored = (root / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"/data/corpus/own/", "/data/catalogue/", "/build/"} <= set(ignored)
