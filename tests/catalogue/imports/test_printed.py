"""Whether a page bears a label out: values in any spelling of their kind, and nothing that only looks like one."""

import pytest

from catalogue.imports.labels import invoice_labels, money, shortest
from catalogue.imports.printed import BARE_DOLLAR, NOT_PRINTED, SIGN, Printed, borne_out, conventions
from records.document import Label


def checked(key: str, expected: str, text: str, mark: str = ",") -> Label:
    """One label against a page's text."""
    kind = "line_item_structure" if "/" in key else "field"
    label = Label.model_validate({"document": "spec-1", "key": key, "kind": kind, "expected": expected})
    return borne_out([label], Printed(text, 1), "," if mark == "," else ".")[0]


@pytest.mark.parametrize(
    ("text", "mark"),
    [("Summe 1.234,50 EUR", ","), ("Total 1 234,50 €", ","), ("1\u202f234,50", ","), ("1'234.50", "."), ("1,234.50", "."), ("1234.5", ".")],
)
def test_an_amount_is_found_in_its_spellings(text: str, mark: str) -> None:
    """Grouped by points, commas, spaces and apostrophes, with the page's decimal mark."""
    assert checked("AMOUNT_DUE", "1234.50", text, mark).scored


@pytest.mark.parametrize("text", ["1.234,51", "11.234,50", "1.234,505", "1234,50x", "A1234,50", "12.34,50"])
def test_an_amount_that_is_another_is_not_found(text: str) -> None:
    """A longer number that holds it, a number in a word, a number grouped wrongly."""
    label = checked("AMOUNT_DUE", "1234.50", text)
    assert (label.scored, label.exclusion_reason, label.expected) == (False, NOT_PRINTED, None)


def test_the_sign_is_part_of_an_amount() -> None:
    """Printed with the other sign it is excluded, and says so; a minus behind and brackets are signs."""
    assert checked("AMOUNT_DUE", "-8.79", "-8,79").scored
    assert checked("AMOUNT_DUE", "-8.79", "8,79-").scored
    assert checked("AMOUNT_DUE", "-8.79", "(8,79)").scored
    assert checked("AMOUNT_DUE", "8.79", "\u22128,79").exclusion_reason == SIGN


@pytest.mark.parametrize("text", ["2018-03-05", "05.03.2018", "5/3/2018", "05-03-18", "5. März 2018", "5 mars 2018", "March 5, 2018"])
def test_a_date_is_found_in_its_spellings(text: str) -> None:
    """Digits in any order of their parts, and months in three languages."""
    assert checked("ISSUE_DATE", "2018-03-05", text).scored


def test_a_date_that_is_another_is_not_found() -> None:
    """The 31st of a month that has 30 is no day, nor is the day before."""
    assert not checked("ISSUE_DATE", "2018-03-05", "04.03.2018 31.04.2018").scored


def test_an_id_is_spelled_as_printed() -> None:
    """An account in groups of four is the account, and the label takes its spelling; part of a longer id is none."""
    label = checked("PAYEE_IBAN", "DE02120300000000202051", "IBAN DE02 1203 0000 0000 2020 51 BIC")
    assert (label.scored, label.expected) == (True, "DE02 1203 0000 0000 2020 51")
    assert not checked("INVOICE_NUMBER", "471102", "Nr. 4711021").scored
    assert not checked("INVOICE_NUMBER", "51", "5 1").scored


def test_a_name_is_found_across_case_and_spaces() -> None:
    """As the rubric compares names; a shorter name is not."""
    assert checked("SELLER_NAME", "Lieferant GmbH", "LIEFERANT  GmbH, Musterweg 1").scored
    assert not checked("SELLER_NAME", "Lieferant GmbH", "Lieferant AG").scored


def test_a_currency_needs_its_code_or_a_mark_of_its_own() -> None:
    """A bare dollar sign proves none."""
    assert checked("CURRENCY", "EUR", "12,00 €").scored and checked("CURRENCY", "USD", "USD 12").scored
    assert checked("CURRENCY", "USD", "$ 12.00").exclusion_reason == BARE_DOLLAR


def test_a_row_goes_with_its_net() -> None:
    """A row whose net is not printed is no row of the page, whatever of its cells is found."""
    labels = [
        Label(document="s", key=f"LINE/001{cell}", kind="line_item_structure", expected=value)
        for cell, value in (("", "row"), ("/QUANTITY", "2"), ("/LINE_NET", "9.00"))
    ]
    assert [label.scored for label in borne_out(labels, Printed("2 8,00", 1), ",")] == [False, False, False]
    assert [label.scored for label in borne_out(labels, Printed("2 9,00", 1), ",")] == [True, True, True]


def test_conventions_are_those_of_most_amounts() -> None:
    """The decimal mark and the grouping that the page shows; a German page without thousands groups by points."""
    shown = conventions(Printed("1.234,50 12,00", 1), "EUR", "DE")
    assert (shown.decimal_mark, shown.grouping, shown.date_order) == (",", ".", "DMY")
    shown = conventions(Printed("1 234,50 12,00", 1), "EUR", "FR")
    assert (shown.decimal_mark, shown.grouping) == (",", " ")
    shown = conventions(Printed("1,234.50 2020-11-21", 1), "EUR", "DE")
    assert (shown.decimal_mark, shown.grouping, shown.date_order) == (".", ",", "YMD")


def test_amounts_have_two_places_and_quantities_no_idle_zeros() -> None:
    """More places only where they say something; never an exponent, never minus zero."""
    from decimal import Decimal

    assert [money(Decimal(text)) for text in ("5", "5.5", "0.0520", "-0.00", "1E+3")] == ["5.00", "5.50", "0.052", "0.00", "1000.00"]
    assert [shortest(Decimal(text)) for text in ("1.0000", "100", "2.50", "-0")] == ["1", "100", "2.5", "0"]


def test_labels_of_an_invoice_say_what_their_truth_is_worth() -> None:
    """A key for every field; what is not stated is unpopulated and not scored; 575 is not asked; a day that is none is out."""
    from catalogue.imports.invoice import read_invoice

    xml = (
        b'<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>7</ID><IssueDate>2023-02-30</IssueDate>'
        b"<InvoiceTypeCode>575</InvoiceTypeCode><LegalMonetaryTotal><PayableAmount>5</PayableAmount></LegalMonetaryTotal></Invoice>"
    )
    labels = {label.key: label for label in invoice_labels("spec-1", read_invoice("x", xml))}
    assert len(labels) == 19
    assert (labels["INVOICE_NUMBER"].authority, labels["AMOUNT_DUE"].expected) == ("issuer_embedded", "5.00")
    assert (labels["PREPAID"].authority, labels["PREPAID"].scored) == ("unpopulated", False)
    assert labels["TYPE_CODE"].exclusion_reason == "the rubric asks for 380 or 381"
    assert labels["ISSUE_DATE"].exclusion_reason == "the date is not in the calendar"
