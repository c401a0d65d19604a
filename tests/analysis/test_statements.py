"""The gate's statements: reached or not by each run's own row, and no evidence is never a pass."""

from pathlib import Path

import pytest

from analysis.gate.__main__ import GATE, main
from analysis.statements import failing, findings, standing
from catalogue.ledger import read_bytes
from records.errors import MalformedRecord
from records.gate import Gate, parse_gate
from records.row import Row
from tests.analysis.recorded import DOCUMENTS, answer, right, run, write_data

RUN = "2026-01-01-my-rules"


@pytest.fixture(scope="module")
def gate() -> Gate:
    """The committed statements."""
    return parse_gate("gate", read_bytes(GATE))


def _row(point: str | None, **more: object) -> Row:
    ends = {"low": point, "high": point, "method": "cp-clusters" if point else None, "reason": None if point else "unjudged"}
    return Row.model_validate(
        {
            "id": "r", "system": "my-rules", "run": RUN, "edition": "e", "tier": "synthetic", "split": "public", "family": "invoice",
            "eval_class": "document_extraction", "condition": "clean", "slice": "ALL", "k": 9, "n": 10, "clusters": 3, "replicates": 5,
            "level": "0.95", "point": point, **ends, **more,
        }
    )  # fmt: skip


def test_the_statements_begin_as_said(gate: Gate) -> None:
    """Header fields 0.90, line items 0.85, relations 0.80, in one file."""
    assert {statement.name: statement.least for statement in gate.statements} == {
        "header-fields": "0.90",
        "line-items": "0.85",
        "relations": "0.80",
    }


@pytest.mark.parametrize(("point", "stands"), [("0.900000", "met"), ("0.899999", "missed"), ("1.000000", "met"), (None, "uncovered")])
def test_a_point_reaches_the_least_or_not(gate: Gate, point: str | None, stands: str) -> None:
    """To the last published digit; a row without evidence is uncovered, not nought."""
    assert standing(gate.statements[0], _row(point)) == stands


def test_no_coverage_fails(gate: Gate) -> None:
    """A run without any row meets nothing, in either family."""
    found = findings(gate, [run(RUN)], [])
    assert len(found) == len(failing(found)) == 6
    assert {finding.standing for finding in found} == {"uncovered"}


def test_nothing_stands_in_for_a_missing_row(gate: Gate) -> None:
    """Another family, class, tier, split, condition or run vouches for nothing."""
    elsewhere = [
        {"family": "pay_application"}, {"eval_class": "line_item_structure"}, {"tier": "specimen"}, {"split": "private"},
        {"condition": "light"}, {"slice": "INVOICE_NUMBER"}, {"run": "2026-01-02-my-rules"},
    ]  # fmt: skip
    rows = [_row("1.000000", **change) for change in elsewhere]
    first = next(finding for finding in findings(gate, [run(RUN)], rows) if finding.family == "invoice")
    assert (first.statement.name, first.standing) == ("header-fields", "uncovered")


def test_two_statements_of_one_name_are_refused() -> None:
    """So that a line of the gate's report names one thing."""
    text = read_bytes(GATE).decode().replace('name = "line-items"', 'name = "header-fields"')
    with pytest.raises(MalformedRecord, match="two statements have one name"):
        parse_gate("gate", text.encode())


@pytest.mark.parametrize("least", ["0.9x", "1.5", "-0.1", "90"])
def test_a_least_that_is_no_fraction_is_refused(least: str) -> None:
    """Only decimal text between 0 and 1."""
    with pytest.raises(MalformedRecord, match="least"):
        parse_gate("gate", read_bytes(GATE).decode().replace('"0.90"', f'"{least}"').encode())


def test_the_door_fails_until_every_statement_is_met(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 1 with a line each; invoices alone leave pay applications and relations uncovered."""
    data = write_data(tmp_path, [(run(RUN), right(AMOUNT_DUE=None))])
    assert main(["--data", str(data)]) == 1
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [(line[1], line[2], line[3]) for line in lines] == [
        ("invoice", "header-fields", "met"), ("pay_application", "header-fields", "uncovered"),
        ("invoice", "line-items", "met"), ("pay_application", "line-items", "uncovered"),
        ("invoice", "relations", "uncovered"), ("pay_application", "relations", "uncovered"),
    ]  # fmt: skip
    assert "11 of 12" in lines[0][5]


def test_the_door_names_a_run_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistyped id is one clear line."""
    data = write_data(tmp_path, [(run(RUN), {name: [answer()] for name in DOCUMENTS})])
    assert main(["no-run", "--data", str(data)]) == 1
    assert "no-run is no standing run (one of 2026-01-01-my-rules)" in capsys.readouterr().err
