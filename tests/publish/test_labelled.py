"""Labels by layout and field, and gaps, as the pages show them: counts of the published labels, tiers apart."""

import json
from dataclasses import replace

from publish.labelled import deeper, read_labels, sheets
from publish.payload import Inputs, build_payload
from publish.published import Published, read_payload
from records.document import Label
from records.lines import parse_text
from records.suspect import Suspect
from tests.publish.tiny import measured


def test_labels_read_fast_are_the_labels_read_strictly(published: Published) -> None:
    """Nothing is lost by not checking again what the gate has checked."""
    assert list(read_labels(published)) == parse_text("data/labels.jsonl", published.files["data/labels.jsonl"], Label)


def test_every_field_label_is_in_one_cell(published: Published) -> None:
    """Stated, absent and unscored add up to the labels of fields and cells of line items."""
    counted = sum(
        cell.stated + cell.absent + cell.unscored for sheet in sheets(published) for line in sheet.lines for cell in line.cells if cell
    )
    labels = [
        label for label in read_labels(published) if label.kind == "field" or (label.key.startswith("LINE/") and label.key.count("/") == 2)
    ]
    assert counted == len(labels) > 0


def test_a_label_that_is_not_scored_is_counted_apart_with_its_reason(inputs: Inputs) -> None:
    """It is in no denominator, and the page says why."""
    labels = [
        label.model_copy(update={"scored": False, "exclusion_reason": "a stain"}) if label.key == "CURRENCY" else label
        for label in inputs.labels
    ]
    found = sheets(read_payload(build_payload(replace(measured(inputs), labels=labels))))
    invoices = next(sheet for sheet in found if sheet.family == "invoice")
    at = [field.key for field in invoices.columns].index("CURRENCY")
    cells = [cell for line in invoices.lines if (cell := line.cells[at])]
    assert cells
    assert all((cell.stated, cell.absent, cell.reasons) == (0, 0, ("a stain",)) for cell in cells)


def test_the_authority_of_labels_is_named(inputs: Inputs) -> None:
    """Each layout says on whose word its labels rest."""
    labels = [label.model_copy(update={"authority": "primary_document"}) if label.key == "CURRENCY" else label for label in inputs.labels]
    found = sheets(read_payload(build_payload(replace(measured(inputs), labels=labels))))
    assert {line.authorities for sheet in found if sheet.family == "invoice" for line in sheet.lines} == {("generator", "primary_document")}


def test_a_field_without_a_label_is_no_nought(inputs: Inputs) -> None:
    """No label, no evidence: an empty cell."""
    labels = [label for label in inputs.labels if label.key != "CURRENCY"]
    invoices = next(
        sheet for sheet in sheets(read_payload(build_payload(replace(measured(inputs), labels=labels)))) if sheet.family == "invoice"
    )
    at = [field.key for field in invoices.columns].index("CURRENCY")
    assert {line.cells[at] for line in invoices.lines} == {None}


def test_specimens_are_counted_by_their_verdicts_in_a_table_of_their_own(published: Published) -> None:
    """Keys with a judged letter; excluded in every run is not scored; invented rows are no labels."""
    document = published.documents[0].model_copy(update={"id": "spec-1", "tier": "specimen", "layout": "third-party"})
    run = published.runs[0].model_copy(update={"id": "2026-01-10-alpha-specimen", "tier": "specimen"})
    letters = {"CURRENCY": "P", "DUE_DATE": "A", "PREPAID": "X", "LINE/001/LINE_NET": "M", "LINE/+001": "I"}
    lines = [json.dumps({"document": "spec-1", "condition": "clean", "label": key, "outcomes": letter}) for key, letter in letters.items()]
    files = {**published.files, f"data/verdicts/{run.id}.jsonl": ("\n".join(lines) + "\n").encode()}
    found = sheets(replace(published, documents=(*published.documents, document), runs=(*published.runs, run), files=files))
    (specimen,) = (sheet for sheet in found if sheet.tier == "specimen")
    assert [sheet.tier for sheet in found] == ["synthetic", "synthetic", "specimen"]
    cells = dict(zip((field.key for field in specimen.columns), specimen.lines[0].cells, strict=True))
    counts = {key: (cell.stated, cell.absent, cell.unscored) for key, cell in cells.items() if cell}
    assert counts == {"CURRENCY": (1, 0, 0), "DUE_DATE": (0, 1, 0), "PREPAID": (0, 0, 1), "LINE_NET": (1, 0, 0)}


def test_gaps_name_what_they_are_blind_to(files: dict[str, bytes]) -> None:
    """On the page itself, beside the counts."""
    text = files["corpus/gaps/index.html"].decode("utf-8")
    assert "What this count is blind to" in text
    assert text.count("<li>") > 5
    assert "specimens, whose labels are not stored" in text


def test_the_queue_shows_no_answer_and_no_label_value(published: Published, files: dict[str, bytes]) -> None:
    """Whoever reads the page again is told where to look and nothing else."""
    suspects = deeper(published).suspects
    assert suspects
    expected = {(label.document, label.key): label.expected for label in read_labels(published)}
    queue = files["corpus/gaps/index.html"].decode("utf-8").partition('id="suspects"')[2]
    for suspect in suspects:
        assert suspect.key in queue
        assert f">{expected[suspect.document, suspect.key]}<" not in queue
    assert "value" not in Suspect.model_fields
