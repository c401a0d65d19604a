"""Pay applications as JSON and CSV: exact decimals, columns by their header, one line for what does not fit."""

from decimal import Decimal
from pathlib import Path

import pytest

from catalogue import __main__ as door
from catalogue.imports.pay import pay_labels, read_pay
from records.errors import GroundTruthError
from tests.catalogue.imports.conftest import refusal

HEADER = "Item No,Description of Work,Scheduled Value,Work Completed (Previous)"


def test_columns_are_found_by_their_header() -> None:
    """Two columns change places and nothing else does; a mark at the start is no part of the first header."""
    one = read_pay("x", f"{HEADER}\n1,Walls,10.50,4\n".encode("utf-8-sig"))[0]
    other = read_pay("x", b"Work Completed (Previous),Item No,Scheduled Value,Description of Work\n4,1,10.50,Walls\n")[0]
    assert one == other
    assert (one.lines[0].cells["SCHEDULED_VALUE"], one.lines[0].cells["PREVIOUS"]) == (Decimal("10.50"), Decimal(4))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (f"{HEADER}\n1,Walls,10,5,4\n", "5 cells where the header has 4"),
        (f"{HEADER}\n1,Walls,ten,4\n", "x:2: Scheduled Value is not a number"),
        (f'{HEADER}\n1,Walls,"10,50",4\n', "x:2: Scheduled Value is not a number"),
        ("Item No,Item No,Description of Work,Scheduled Value\n1,1,a,2\n", "two columns of one name"),
        ("Item,Value\n1,2\n", "a table without the columns"),
        ('{"applications":[]}', "unit is not declared as integer cents"),
        ('{"unit":"integer cents","applications":[{}]}', "an application without its summary"),
        ('{"unit":"integer cents","applications":[{"g702":{"1":1.5},"g703":[]}]}', "line 1 is not in whole cents"),
        ('{"unit":"integer cents","applications":[1]}', "applications is no list of objects"),
        ('{"metadata":{},"schedule_of_values":{}}', "schedule_of_values is no list of objects"),
        ('{"metadata":{},"g702_like_fields":[]}', "a summary that is no object"),
        ('{"metadata":{},"totals":{"scheduled_value_total":true}}', "scheduled_value_total is not a number"),
        ("[1]", "JSON of no shape that is known here"),
        ('{"metadata":', "x:1: not JSON"),
    ],
)
def test_what_does_not_fit_is_one_line(data: str, says: str) -> None:
    """The file, the line where there is one, the reason, a remedy."""
    with pytest.raises(GroundTruthError) as caught:
        read_pay("x", data.encode())
    assert says in refusal(caught.value)


def test_labels_are_constructed_or_unpopulated() -> None:
    """What the file states has authority `constructed`; what it does not is not scored, and never taken for absent."""
    facts = read_pay("x", f"{HEADER}\n1,Walls,10.50,4\n".encode())[0]
    labels = {label.key: label for label in pay_labels("spec-1", facts)}
    assert (labels["LINE/001/SCHEDULED_VALUE"].expected, labels["LINE/001/SCHEDULED_VALUE"].authority) == ("10.50", "constructed")
    assert (labels["LINE/001/ITEM"].expected, labels["LINE/001/LINE_ITEM_DESCRIPTION"].expected) == ("1", "Walls")
    assert (labels["LINE/001/STORED"].scored, labels["OWNER"].scored, labels["OWNER"].authority) == (False, False, "unpopulated")


def test_the_door_says_what_a_file_breaks(documents: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sound file is a line on stdout and exit 0; one that breaks a rule, and one that cannot be read, lines on stderr and exit 1."""
    folder = documents
    sound = [folder / "massingbill/golden_project.json", folder / "cen-en16931/ubl/issue116.xml"]
    assert door.main(["inspect", *map(str, sound)]) == 0
    assert capsys.readouterr().out.count("breaks no rule") == 2
    cases = folder / "facturx-cas-limites/cas"
    assert door.main(["inspect", str(cases / "CALC-001/facture.pdf"), str(cases / "XML-001/factur-x.xml")]) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2 and "breaks BR-CO-15, BR-CO-16" in said[0] and "not well-formed XML" in said[1]
