"""A label says a value in its one canonical spelling, of a key its family has."""

import pytest

from catalogue.expected import fault
from records.fields import Family


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("AMOUNT_DUE", "-119.00"),
        ("AMOUNT_DUE", None),
        ("ISSUE_DATE", "2024-02-29"),
        ("CURRENCY", "EUR"),
        ("TYPE_CODE", "381"),
        ("SELLER_NAME", "Müller & Söhne GmbH"),
        ("LINE/001", "row"),
        ("LINE/001/LINE_NET", "0.00"),
        ("VAT/19/TAX", "19.00"),
        ("REL/CO-10", "fails"),
        ("REL/UNDETECTED", "none"),
        ("SCHEMA", "valid"),
    ],
)
def test_canonical_values_stand(key: str, expected: str | None) -> None:
    """A value as records spell it has no fault."""
    assert fault("invoice", key, expected) == ""


@pytest.mark.parametrize(
    ("family", "key", "expected"),
    [
        ("invoice", "TOTAL", "1.00"),
        ("invoice", "CONTRACTOR", "x"),
        ("pay_application", "VAT/19/TAX", "1.00"),
        ("invoice", "AMOUNT_DUE", "1,190.00"),
        ("invoice", "AMOUNT_DUE", "-0.00"),
        ("invoice", "AMOUNT_DUE", "1e3"),
        ("invoice", "AMOUNT_DUE", "01.00"),
        ("invoice", "AMOUNT_DUE", ""),
        ("invoice", "ISSUE_DATE", "2023-02-29"),
        ("invoice", "ISSUE_DATE", "15.03.2026"),
        ("invoice", "ISSUE_DATE", "20260315"),
        ("invoice", "CURRENCY", "€"),
        ("invoice", "TYPE_CODE", "384"),
        ("invoice", "SELLER_NAME", " ACME"),
        ("invoice", "SELLER_NAME", "Mu\u0308ller"),
        ("invoice", "SELLER_NAME", "a\u200bb"),
        ("invoice", "LINE/001", None),
        ("invoice", "LINE/1/LINE_NET", "1.00"),
        ("invoice", "LINE/001/BALANCE", "1.00"),
        ("invoice", "LINE/001/LINE_NET/X", "1.00"),
        ("invoice", "REL/CO-10", "true"),
        ("invoice", "SCHEMA", None),
    ],
)
def test_anything_else_is_a_fault(family: Family, key: str, expected: str | None) -> None:
    """Another family's key, or a spelling that a grader would have to guess at."""
    assert fault(family, key, expected) != ""
