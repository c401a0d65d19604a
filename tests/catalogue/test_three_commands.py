"""Own documents in three commands, as the README has them and a new user would type them."""

from pathlib import Path

import pytest

from catalogue import __main__ as door
from catalogue.ledger import read_records
from catalogue.own import corpus
from records.document import Document, Label


def test_a_folder_of_invoices_is_added_labelled_and_run(shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A third party's invoices with their XML as the issuer's word: every page that bears its XML out is golden and is run."""
    common = ["--data", str(tmp_path / "data"), "--index", str(tmp_path / "build" / "index")]
    assert door.main(["add", "--tier", "specimen", str(shared / "documents" / "zugferd-corpus"), *common]) == 0
    assert door.main(["label", "--embedded", *common]) == 0
    assert door.main(["run", "text-rules", "--tier", "specimen", "--scope", "full", *common]) == 0
    documents = read_records(corpus(tmp_path / "data") / "documents.jsonl", Document)
    labels = read_records(corpus(tmp_path / "data") / "labels.jsonl", Label)
    assert {document.tier for document in documents} == {"specimen"}
    golden = {label.document for label in labels if label.scored}
    assert len(documents) > len(golden) > 20
    assert {label.authority for label in labels if label.scored} == {"issuer_embedded", "constructed"}
    capsys.readouterr()
    assert door.main(["scoreboards", *common]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    rows = [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines]
    assert {row["tier"] for row in rows} == {"specimen"}
    (fields,) = [row for row in rows if row["eval_class"] == "document_extraction"]
    assert int(fields["documents"]) == len(golden)
    counted = [label for label in labels if label.scored and label.expected is not None and label.kind == "field"]
    assert int(fields["n"]) == len(counted) >= int(fields["passed"]) > 0


def test_what_is_added_cannot_be_committed_by_mistake(root: Path) -> None:
    """Git ignores own documents, their labels and their runs."""
    ignored = (root / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"/data/corpus/own/", "/data/catalogue/"} <= set(ignored)
