"""Specimens: registered by hash, found again by hash, measured without their XML, and nothing of their content kept."""

import io
from pathlib import Path

import pikepdf
import pytest

from catalogue import __main__ as door
from catalogue.ledger import read_records
from catalogue.specimen import Found, found_below, judged_rows, located, prepared, scenario
from records.document import Document
from records.errors import GroundTruthError


@pytest.fixture(scope="module")
def documents_folder(shared: Path) -> Path:
    """The third-party documents."""
    return shared / "documents"


@pytest.fixture(scope="module")
def found(documents_folder: Path) -> Found:
    """What lies there."""
    return found_below(documents_folder)


def test_one_file_stands_for_each_page_of_a_scenario(found: Found) -> None:
    """59 PDFs: 24 pages are taken; of the 32 variants of one invoice the page that most of them print."""
    assert len(found.specimens) + len(found.left_out) == 59
    assert len(found.specimens) == 24
    broken = [specimen for specimen in found.specimens if "facturx-cas-limites" in specimen.document.source]
    assert len(broken) == 1
    twins = [line for line in found.left_out if "Facture_FR_" in line]
    assert len(twins) == 2 and all("another file shows its scenario" in line for line in twins)


def test_a_page_that_shows_another_invoice_is_left_out(found: Found) -> None:
    """Two samples embed the XML of one invoice in the page of another: the number is not on the page."""
    lines = [line for line in found.left_out if "shows another document" in line]
    assert len(lines) == 2 and any("withBOM" in line for line in lines)


def test_a_page_that_starts_a_script_is_left_out(documents_folder: Path, tmp_path: Path) -> None:
    """A sample with an action at opening is a finding, and no specimen."""
    folder = documents_folder / "zugferd-corpus"
    note = (folder / "LICENCE-NOTE.txt").read_bytes()
    (tmp_path / "LICENCE-NOTE.txt").write_bytes(note)
    with pikepdf.open(folder / "ZUGFeRDv2_correct_intarsys_BASIC_zugferd_2p0_BASIC_Einfach.pdf") as pdf:
        pdf.save(tmp_path / "sound.pdf")
        pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")
        pdf.save(tmp_path / "script.pdf")
    found = found_below(tmp_path)
    assert [specimen.document.source.partition(": ")[2] for specimen in found.specimens] == ["sound.pdf"]
    assert found.left_out == ("script.pdf: a PDF that starts a script or a program (leave it out)",)


def test_every_record_says_source_commit_and_licence(found: Found) -> None:
    """Where the file can be had again, and under which terms."""
    for specimen in found.specimens:
        document = specimen.document
        assert document.tier == "specimen" and document.licence in {"Apache-2.0", "MIT"}
        assert "@" in document.source and document.source.partition(": ")[2].endswith(".pdf")
        assert document.cluster and document.cluster.startswith("scenario-")


def test_scenarios_are_those_that_the_source_states(found: Found, documents_folder: Path) -> None:
    """truth.json names the scenario of each sample; the record holds its digest."""
    import json

    truth = {entry["orig"]: entry for entry in json.loads((documents_folder / "zugferd-corpus/truth.json").read_text("utf-8"))}
    stated = {
        specimen.document.cluster: truth[specimen.document.source.partition(": ")[2]]["scenario_cluster"]
        for specimen in found.specimens
        if specimen.document.source.startswith("ZUGFeRD/corpus@")
    }
    assert len(stated) == 23 and all(cluster == scenario(name) for cluster, name in stated.items())


def test_the_xml_is_gone_and_the_page_is_the_same(found: Found) -> None:
    """No embedded file, no metadata, no trace of the XML; the same text on the same pages; the same bytes twice."""
    from catalogue.imports.printed import printed

    for specimen in found.specimens:
        with pikepdf.open(io.BytesIO(specimen.stripped)) as pdf:
            assert len(pdf.attachments) == 0 and "/AF" not in pdf.Root and "/Metadata" not in pdf.Root
            for item in pdf.objects:
                if isinstance(item, pikepdf.Stream):
                    assert item.get("/Type") != "/EmbeddedFile"
        assert printed("stripped", specimen.stripped).pages == specimen.document.files["clean"].pages


def test_labels_are_borne_out_by_the_page_or_not_scored(found: Found) -> None:
    """What the page does not print is excluded with its reason; nothing is scored whose value the page lacks."""
    for specimen in found.specimens:
        for label in specimen.labels:
            assert label.scored == (label.exclusion_reason is None)
            assert label.authority in ({"constructed"} if label.key in {"SCHEMA", "REL/UNDETECTED"} else {"issuer_embedded", "unpopulated"})
            if label.scored:
                assert label.expected is not None
    scored = sum(label.scored for specimen in found.specimens for label in specimen.labels)
    assert scored > 500


def test_specimens_are_found_again_by_their_hash(found: Found, documents_folder: Path, tmp_path: Path) -> None:
    """Wherever they lie, under whatever name; one that is not there is named with its source."""
    first = found.specimens[0].document
    assert [specimen.document for specimen in located([first], documents_folder)] == [first]
    assert [path.name for path in prepared(located([first], documents_folder), tmp_path)] == [f"{first.id}.clean.pdf"]
    stranger = first.model_copy(update={"files": {"clean": first.files["clean"].model_copy(update={"sha256": "0" * 64})}})
    with pytest.raises(GroundTruthError, match="no file below it has the registered content"):
        located([stranger], documents_folder)


def test_rows_more_are_invented_only_where_all_rows_are_known(found: Found) -> None:
    """A document with an excluded row, or with none, says nothing of rows more."""
    known = judged_rows([label for specimen in found.specimens for label in specimen.labels])
    for specimen in found.specimens:
        rows = [label for label in specimen.labels if label.key.startswith("LINE/") and label.key.count("/") == 1]
        assert (specimen.document.id in known) == (bool(rows) and all(row.scored for row in rows))
        assert (specimen.document.id in known) == any(label.key == "REL/UNDETECTED" for label in specimen.labels)


def test_the_door_registers_records_and_nothing_else(documents_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One file of records; run again, the same bytes; a folder that is none is one line."""
    assert door.main(["import-specimen", str(documents_folder), "--data", str(tmp_path)]) == 0
    target = tmp_path / "corpus" / "specimen" / "documents.jsonl"
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [target]
    first = target.read_bytes()
    assert len(read_records(target, Document)) == 24
    assert door.main(["import-specimen", str(documents_folder), "--data", str(tmp_path)]) == 0
    assert target.read_bytes() == first
    capsys.readouterr()
    assert door.main(["import-specimen", str(tmp_path / "nothing"), "--data", str(tmp_path)]) == 1
    assert "no such folder" in capsys.readouterr().err


def test_the_committed_records_are_those_of_the_documents(root: Path, found: Found) -> None:
    """data/corpus/specimen is what an import gives today."""
    committed = read_records(root / "data" / "corpus" / "specimen" / "documents.jsonl", Document)
    assert sorted(committed, key=lambda document: document.id) == [specimen.document for specimen in found.specimens]


def test_nothing_committed_quotes_a_specimen(root: Path, found: Found) -> None:
    """No name, number, date or amount that a specimen states stands in its record or in a verdict on it."""
    text = (root / "data" / "corpus" / "specimen" / "documents.jsonl").read_text("utf-8")
    for folder in sorted((root / "data" / "runs").glob("*-specimen")):
        assert sorted(path.name for path in folder.iterdir()) == ["run.json", "verdicts.jsonl"]
        text += (folder / "verdicts.jsonl").read_text("utf-8")
    keys = {"SELLER_NAME", "BUYER_NAME", "INVOICE_NUMBER", "PAYEE_IBAN", "SELLER_VAT_ID", "ISSUE_DATE", "TOTAL_WITH_VAT", "AMOUNT_DUE"}
    for specimen in found.specimens:
        for label in specimen.labels:
            if label.key in keys and label.expected is not None and len(label.expected) > 5:
                assert f'"{label.expected}' not in text and f" {label.expected}" not in text, label.key
