"""What invoice2data finds, put into the spelling of an answer; the program itself is not needed for it."""

from pathlib import Path

from systems.invoice2data import TEMPLATES, mapped
from systems.rules.numbers import Conventions

SHOWN = Conventions(".", False, "CHF")


def test_found_text_becomes_an_answer_object() -> None:
    """Amounts as decimal text, dates ISO, ids as printed, everything else null."""
    found = {"INVOICE_NUMBER": "004711", "ISSUE_DATE": "25.06.2024", "AMOUNT_DUE": "CHF 4'024.04", "template_name": "invoice.yml"}
    answer = mapped(found, "invoice", SHOWN)
    assert (answer["INVOICE_NUMBER"], answer["ISSUE_DATE"], answer["AMOUNT_DUE"]) == ("004711", "2024-06-25", "4024.04")
    assert (answer["TYPE_CODE"], answer["DUE_DATE"], answer["LINES"], answer["VAT_BREAKDOWN"]) == ("380", None, [], [])
    assert "template_name" not in answer


def test_lines_and_rates_have_all_their_keys() -> None:
    """A column that a template did not find is null."""
    row = {"QUANTITY": "2", "UNIT": "Mulde", "UNIT_PRICE": "235.55", "LINE_NET": "471.10"}
    answer = mapped({"LINES": [row], "VAT_BREAKDOWN": [{"RATE": "8.1", "BASIS": "CHF 100.00", "TAX": "CHF 8.10"}]}, "invoice", SHOWN)
    assert answer["LINES"] == [row | {"LINE_ITEM_DESCRIPTION": None}]
    assert answer["VAT_BREAKDOWN"] == [{"RATE": "8.1", "BASIS": "100.00", "TAX": "8.10"}]


def test_nothing_found_is_an_empty_answer() -> None:
    """A document that no template matches has every key, null."""
    answer = mapped({}, "pay_application", SHOWN)
    assert answer["LINES"] == []
    assert {value for key, value in answer.items() if key != "LINES"} == {None}


def test_each_family_has_its_template() -> None:
    """The templates are files of the program's own format."""
    assert {path.stem for path in Path(TEMPLATES).glob("*.yml")} == {"invoice", "pay_application"}
