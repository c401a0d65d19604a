"""Own documents: what is no document is refused with its reason, the same bytes are the same case."""

from pathlib import Path

import pytest

from catalogue.ledger import read_records, write_records
from catalogue.own import add, corpus, own_documents, prepared, stored
from records.document import Document
from records.errors import GroundTruthError
from tests.catalogue import made
from tests.catalogue.paper import INVOICE, pdf


def test_a_document_is_registered_with_what_its_page_shows(tmp_path: Path) -> None:
    """Hash, pages and spellings are recorded, the bytes kept, and the tier is real."""
    done = add(tmp_path / "data", [pdf(tmp_path / "Rechnung März.pdf", *INVOICE)], "invoice")
    (document,) = own_documents(tmp_path / "data")
    assert [(item.document, item.new) for item in done.taken] == [(document, True)]
    assert document.id.startswith("rechnung-marz-")
    assert (document.tier, document.split, document.runnable) == ("real", "public", True)
    assert (document.conventions.currency, document.conventions.decimal_mark, document.conventions.date_order) == ("USD", ".", "MDY")
    assert stored(tmp_path / "data", document).read_bytes() == (tmp_path / "Rechnung März.pdf").read_bytes()


def test_the_same_bytes_are_the_existing_case(tmp_path: Path) -> None:
    """Under another name, in another folder, in one call or two."""
    first = pdf(tmp_path / "a.pdf", *INVOICE)
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "b.PDF").write_bytes(first.read_bytes())
    done = add(tmp_path / "data", [tmp_path / "a.pdf", tmp_path / "more"], "invoice")
    assert [item.new for item in done.taken] == [True, False]
    assert len({item.document.id for item in done.taken}) == 1
    before = (corpus(tmp_path / "data") / "documents.jsonl").read_bytes()
    assert [item.new for item in add(tmp_path / "data", [first], "pay_application").taken] == [False]
    assert (corpus(tmp_path / "data") / "documents.jsonl").read_bytes() == before


def test_a_registered_specimen_stays_that_specimen(tmp_path: Path) -> None:
    """Its bytes are kept so that it can be run, and its tier is not real."""
    from hashlib import sha256

    file = pdf(tmp_path / "a.pdf", *INVOICE)
    rendered = made.document().files["clean"].model_copy(update={"sha256": sha256(file.read_bytes()).hexdigest()})
    specimen = made.document("spec-1", tier="specimen", files={"clean": rendered}, source="them/corpus@0: a.pdf")
    write_records(tmp_path / "data/corpus/specimen/documents.jsonl", [specimen])
    assert own_documents(tmp_path / "data") == []
    (item,) = add(tmp_path / "data", [file], "invoice").taken
    assert (item.document, item.new) == (specimen, False)
    assert own_documents(tmp_path / "data") == [specimen]
    assert not (corpus(tmp_path / "data") / "documents.jsonl").exists()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.exe", b"MZ", "not a kind"),
        ("a", b"%PDF-1.7", "not a kind"),
        ("a.pdf", b"\x89PNG\r\n\x1a\n", "does not begin"),
        ("a.png", b"%PDF-1.7", "does not begin"),
        ("a.pdf", b"%PDF-1.7\nnothing", "cannot be opened"),
        ("a.pdf", b"", "does not begin"),
    ],
)
def test_what_is_no_document_is_refused(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    """The ending and the beginning of a file must agree, and it must open; nothing is registered."""
    (tmp_path / name).write_bytes(content)
    done = add(tmp_path / "data", [tmp_path / name], "invoice")
    assert done.taken == ()
    assert said in done.rejected[0]
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("name", ["nowhere", "nowhere.pdf"])
def test_what_is_not_there_is_said_to_be_missing(tmp_path: Path, name: str) -> None:
    """A mistyped name is no wrong kind, whatever its ending."""
    done = add(tmp_path / "data", [tmp_path / name], "invoice")
    assert done.taken == () and "no such file" in done.rejected[0]


def test_a_file_of_more_than_150_mb_is_refused(tmp_path: Path) -> None:
    """By its size on disk, before a byte is read; one file more is taken all the same."""
    with (tmp_path / "a.pdf").open("wb") as stream:
        stream.truncate(150_000_001)
    done = add(tmp_path / "data", [tmp_path / "a.pdf", pdf(tmp_path / "b.pdf", *INVOICE)], "invoice")
    assert "150,000,001 bytes" in done.rejected[0]
    assert [item.document.source for item in done.taken] == ["b.pdf"]


def test_a_picture_is_kept_and_not_run(tmp_path: Path) -> None:
    """It is registered as not runnable, with the reason."""
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"0" * 10)
    (item,) = add(tmp_path / "data", [tmp_path / "a.png"], "invoice").taken
    assert not item.document.runnable and "PDF" in (item.document.reason or "")


def test_changed_bytes_are_not_run(tmp_path: Path) -> None:
    """What is run is what was registered, or nothing."""
    add(tmp_path / "data", [pdf(tmp_path / "a.pdf", *INVOICE)], "invoice")
    (document,) = read_records(corpus(tmp_path / "data") / "documents.jsonl", Document)
    prepared(tmp_path / "data", [document], tmp_path / "rendered")
    assert (tmp_path / "rendered" / f"{document.id}.clean.pdf").read_bytes().startswith(b"%PDF-")
    stored(tmp_path / "data", document).write_bytes(b"%PDF-1.7")
    with pytest.raises(GroundTruthError, match="not the file that was registered"):
        prepared(tmp_path / "data", [document], tmp_path / "rendered")
