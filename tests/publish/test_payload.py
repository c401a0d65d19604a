"""The payload: what is published as data, from records alone."""

import csv
import io
from dataclasses import replace

import pytest

from publish.payload import Inputs, Payload, build_payload, provenance
from publish.published import read_payload
from publish.tables import line_kind, to_csv
from records.lines import canonical, strict_json
from records.row import Cost, Row


def test_the_order_of_records_does_not_matter(inputs: Inputs, payload: Payload) -> None:
    """Records handed over in another order give the same bytes."""
    turned = replace(inputs, rows=inputs.rows[::-1], labels=inputs.labels[::-1], costs=inputs.costs[::-1], documents=inputs.documents[::-1])
    assert build_payload(turned).files == build_payload(inputs).files


def test_one_simulated_run_taints_all(inputs: Inputs) -> None:
    """Provenance is measured only where every run was."""
    assert provenance(inputs.runs) == "simulated"
    mixed = [run.model_copy(update={"simulated": run is inputs.runs[-1]}) for run in inputs.runs]
    assert provenance(mixed) == "simulated"
    assert provenance([run.model_copy(update={"simulated": False}) for run in inputs.runs]) == "measured"


def test_csv_holds_what_the_lines_hold(payload: Payload, inputs: Inputs) -> None:
    """rows.csv has a header of fields and one record a row, in order of id."""
    read = list(csv.DictReader(io.StringIO(payload["data/rows.csv"].decode("utf-8"))))
    assert [row["id"] for row in read] == sorted(row.id for row in inputs.rows)
    first = min(inputs.rows, key=lambda row: row.id)
    assert {name: (value or None) for name, value in read[0].items()} == {
        name: None if value is None else str(value) for name, value in first.model_dump(mode="json").items()
    }


@pytest.mark.parametrize("text", ["=1+1", "+x", "@x", "-x", "a\tb", "a\x7f"])
def test_csv_refuses_what_a_spreadsheet_would_run(inputs: Inputs, text: str) -> None:
    """A text cell may not begin like a formula nor hold a control."""
    row = inputs.rows[0].model_copy(update={"slice": text})
    with pytest.raises(ValueError, match="column slice"):
        to_csv(Row, [row])


def test_a_negative_difference_is_not_a_formula(payload: Payload) -> None:
    """Signed columns may begin with a minus."""
    assert b",-0." in payload["data/comparisons.csv"]


def test_every_json_file_is_canonical(payload: Payload) -> None:
    """Every .json of the payload equals its own canonical form, schemas included."""
    names = [path for path in payload.files if path.endswith(".json")]
    assert len(names) > 12
    for path in names:
        text = payload[path].decode("utf-8")
        assert canonical(strict_json(text)) + "\n" == text, path


def test_the_payload_reads_back_as_the_records_it_came_from(payload: Payload, inputs: Inputs) -> None:
    """Nothing is lost between records and bytes."""
    published = read_payload(payload)
    assert sorted(published.rows, key=lambda row: row.id) == sorted(inputs.rows, key=lambda row: row.id)
    assert {label.key for label in published.labels["inv-0001"]} == {label.key for label in inputs.labels if label.document == "inv-0001"}
    assert published.verdicts["inv-0001"]["alpha", "clean"]["INVOICE_NUMBER"].outcomes in ("PPPPP", "FFFFF", "MMMMM", "PPFPP", "PPMPP")
    assert published.checkpoint == inputs.checkpoint


@pytest.mark.parametrize(
    ("path", "kind"), [("data/rows.jsonl", "Row"), ("data/private-verdicts/r.jsonl", "PrivateVerdict"), ("data/costs.jsonl", "Cost")]
)
def test_a_data_file_knows_its_record(path: str, kind: str) -> None:
    """Every .jsonl of the site is lines of one record kind."""
    found = line_kind(path)
    assert found is not None
    assert found.__name__ == kind


def test_a_path_that_is_not_data_has_no_record() -> None:
    """Pages and pictures are not lines."""
    assert line_kind("items/inv-0001/index.html") is None
    assert Cost.model_fields.keys() >= {"cpu_seconds_per_document", "n"}
