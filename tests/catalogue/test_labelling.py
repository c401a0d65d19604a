"""Labels are taken one by one or rejected with their reason, and no answer of a system becomes one."""

import json
from pathlib import Path

import pytest

from catalogue.__main__ import gradable
from catalogue.labelling import Labelled, embedded, label, own_labels
from catalogue.own import add, own_documents
from records.errors import GroundTruthError
from tests.catalogue.paper import INVOICE, pdf

HEAD = "key,expected,not_consulted\n"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A ledger with one own document, a.pdf."""
    add(tmp_path / "data", [pdf(tmp_path / "a.pdf", *INVOICE)], "invoice")
    return tmp_path / "data"


def take(data: Path, text: str, name: str | None = "a.pdf") -> Labelled:
    """Label a.pdf by a file of this text."""
    file = data.parent / "labels.txt"
    file.write_text(text, encoding="utf-8")
    return label(data, name, file, gradable)


def test_labels_promote_a_document_to_golden(data: Path) -> None:
    """One label that counts is enough; the contract's own label comes with it."""
    done = take(data, HEAD + "INVOICE_NUMBER,R-1,system_output\nDUE_DATE,null,system_output\n")
    (document,) = own_documents(data)
    assert (done.taken, done.changed, done.rejected, done.golden) == (2, 2, (), (document.id,))
    kept = {item.key: (item.expected, item.authority) for item in own_labels(data)}
    assert kept == {
        "INVOICE_NUMBER": ("R-1", "primary_document"),
        "DUE_DATE": (None, "primary_document"),
        "SCHEMA": ("valid", "constructed"),
    }


def test_the_same_file_again_changes_nothing(data: Path) -> None:
    """And a corrected value is one change."""
    take(data, HEAD + "INVOICE_NUMBER,R-1,system_output\n")
    assert take(data, HEAD + "INVOICE_NUMBER,R-1,system_output\n").changed == 0
    assert take(data, HEAD + "INVOICE_NUMBER,R-2,system_output\n").changed == 1
    assert [item.expected for item in own_labels(data) if item.key == "INVOICE_NUMBER"] == ["R-2"]


def test_each_rejected_label_has_its_reason(data: Path) -> None:
    """Good ones of the same file are taken."""
    rows = [
        {"key": "INVOICE_NUMBER", "expected": "R-1", "not_consulted": ["system_output"]},
        {"key": "AMOUNT_DUE", "expected": "1,190.00", "not_consulted": ["system_output"]},
        {"key": "TOTAL", "expected": "1.00", "not_consulted": ["system_output"]},
        {"key": "CURRENCY", "expected": 5, "not_consulted": ["system_output"]},
        {"key": "INVOICE_NUMBER", "expected": "R-9", "not_consulted": ["system_output"]},
        {"key": "BUYER_NAME", "expected": "ACME"},
        {"key": "SELLER_NAME", "expected": "ACME", "colour": "red"},
        {"key": "DUE_DATE", "expected": None, "scored": False},
        {"key": "PREPAID", "expected": "1.00", "authority": "text-rules", "not_consulted": ["system_output"]},
        {"expected": "1.00"},
        {"key": "REL/CO-99", "expected": "holds", "document": "nobody"},
    ]
    done = take(data, json.dumps(rows))
    assert done.taken == 1
    said = {item.place: item.reason for item in done.rejected}
    assert sorted(said) == list(range(2, 12))
    for place, words in {
        2: "plain decimal",
        3: "no key",
        4: "not a text",
        5: "twice",
        6: "system_output",
        7: "colour",
        8: "reason",
    }.items():
        assert words in said[place]
    assert "authority" in said[9] and "no document" in said[11]


def test_a_file_of_which_nothing_stands_is_refused(data: Path) -> None:
    """All rejected is an error that says why, and nothing is kept."""
    with pytest.raises(GroundTruthError, match="every label is rejected.*plain decimal"):
        take(data, HEAD + "AMOUNT_DUE,€ 5,system_output\n")
    assert own_labels(data) == []


def test_an_empty_cell_is_no_null(data: Path) -> None:
    """A template that nobody filled in says nothing of the page."""
    with pytest.raises(GroundTruthError, match="every label is rejected"):
        take(data, HEAD + "AMOUNT_DUE,,system_output\nISSUE_DATE,,system_output\n")


def test_what_a_system_filled_in_counts_nowhere(data: Path) -> None:
    """Unpopulated labels are kept, out of every denominator, and promote nothing."""
    rows = [{"key": "INVOICE_NUMBER", "expected": "R-1", "authority": "unpopulated", "prefilled_by": "text-rules"}]
    done = take(data, json.dumps(rows))
    (document,) = own_documents(data)
    assert (done.taken, done.golden, done.unlabelled) == (1, (), (document.id,))
    assert [(item.scored, item.exclusion_reason) for item in own_labels(data)] == [(False, "no person has confirmed it")]


@pytest.mark.parametrize("more", [{}, {"authority": "primary_document"}, {"scored": True}, {"authority": "issuer_embedded"}])
def test_no_claim_makes_an_answer_a_label(data: Path, more: dict[str, object]) -> None:
    """Whatever else it says, what a system filled in is rejected until a person confirms it."""
    row = {"key": "INVOICE_NUMBER", "expected": "R-1", "prefilled_by": "text-rules", **more}
    with pytest.raises(GroundTruthError, match="until a person confirms it"):
        take(data, json.dumps([row]))


def test_a_confirmed_answer_stays_marked(data: Path) -> None:
    """A person who takes a filled-in value over makes it a label, and it says where it came from for ever."""
    take(data, json.dumps([{"key": "INVOICE_NUMBER", "expected": "R-1", "authority": "unpopulated", "prefilled_by": "text-rules"}]))
    take(data, HEAD + "INVOICE_NUMBER,R-1,page\n")
    (kept,) = [item for item in own_labels(data) if item.key == "INVOICE_NUMBER"]
    assert (kept.scored, kept.prefilled_by, kept.confirmed) == (True, "text-rules", True)


def test_labels_that_cannot_be_graded_are_rejected(data: Path) -> None:
    """A relation the family does not have is found before anything is run."""
    with pytest.raises(GroundTruthError, match="CO-99 is no relation"):
        take(data, HEAD + "REL/CO-99,holds,system_output\n")


def test_rows_may_name_their_document(data: Path) -> None:
    """One file labels several documents, by slug or by file name; without a name it is rejected."""
    add(data, [pdf(data.parent / "b.pdf", *INVOICE, "b")], "invoice")
    rows = "".join(f"{name},CURRENCY,USD,system_output\n" for name in ("a.pdf", "b.pdf", ""))
    done = take(data, "document,key,expected,not_consulted\n" + rows, None)
    assert len(done.golden) == 2
    assert [item.reason for item in done.rejected] == ["names no document"]


def test_the_xml_inside_a_pdf_is_the_issuers_word(shared: Path, tmp_path: Path) -> None:
    """What the XML states and the page prints are labels of authority issuer_embedded; the rest is not scored."""
    file = shared / "documents/zugferd-corpus/XML_Rechnung_FX_EN16931_Rabatte.pdf"
    add(tmp_path / "data", [file], "invoice")
    done = embedded(tmp_path / "data", [], gradable)
    assert len(done.golden) == 1 and not done.rejected
    kept = {item.key: item for item in own_labels(tmp_path / "data")}
    assert (kept["INVOICE_NUMBER"].authority, kept["INVOICE_NUMBER"].scored) == ("issuer_embedded", True)
    assert {item.authority for item in kept.values() if not item.scored} <= {"unpopulated", "issuer_embedded"}
    assert embedded(tmp_path / "data", [file.name], gradable).changed == 0
