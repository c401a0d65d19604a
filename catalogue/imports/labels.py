"""From what a third party's file states to labels in our keys, each with what its truth is worth.

A key that the file does not state gets a label of authority `unpopulated` that is never scored: an
XML that says nothing of a purchase order does not say that the page has none.
"""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from typing import Literal

from records.document import Authority, Label
from records.fields import FIELDS, LINE_FIELDS
from records.invoice import InvoiceFacts, InvoiceLine
from records.money import decimal_text

NOT_STATED = "the file does not state it, which does not say that the page lacks it"
TWICE = "two VAT groups share the rate, so the key names neither"
OTHER_TYPE = "the rubric asks for 380 or 381"
NO_DAY = "the date is not in the calendar"
ASKED_TYPES = frozenset({"380", "381"})
CENT = Decimal("0.01")
Kind = Literal["field", "line_item_structure"]


def invoice_labels(document: str, facts: InvoiceFacts, authority: Authority = "issuer_embedded") -> list[Label]:
    """A label for every key of the family, for every line's cells, and for every VAT rate.

    Amounts are plain decimals of at least two places, quantities and rates without idle zeros.
    """
    stated = invoice_values(facts)
    found = [_label(document, field.key, "field", stated.get(field.key), authority) for field in FIELDS["invoice"]]
    for number, line in enumerate(facts.lines, start=1):
        row = f"LINE/{number:03d}"
        cells = line_values(line)
        found.append(Label(document=document, key=row, kind="line_item_structure", expected="row", authority=authority))
        found += [
            _label(document, f"{row}/{field.key}", "line_item_structure", cells.get(field.key), authority)
            for field in LINE_FIELDS["invoice"]
        ]
    return [_excluded(label, facts) for label in found] + list(_vat_labels(document, facts, authority))


def invoice_values(facts: InvoiceFacts) -> dict[str, str | None]:
    """The stated header fields by key, in canonical spelling."""
    totals = facts.totals
    return {
        "INVOICE_NUMBER": facts.number,
        "ISSUE_DATE": facts.issue_date.iso if facts.issue_date else None,
        "TYPE_CODE": facts.type_code,
        "CURRENCY": facts.currency,
        "DUE_DATE": facts.due_date.iso if facts.due_date else None,
        "PURCHASE_ORDER": facts.purchase_order,
        "SELLER_NAME": _one_line(facts.seller_name),
        "SELLER_VAT_ID": facts.seller_vat_id,
        "BUYER_NAME": _one_line(facts.buyer_name),
        "PAYEE_IBAN": facts.ibans[0] if facts.ibans else None,
        "SUM_OF_LINE_NETS": money(totals.line_nets),
        "ALLOWANCES": money(totals.allowances),
        "CHARGES": money(totals.charges),
        "TOTAL_WITHOUT_VAT": money(totals.without_vat),
        "TOTAL_VAT": money(facts.vat_total),
        "TOTAL_WITH_VAT": money(totals.with_vat),
        "PREPAID": money(totals.prepaid),
        "ROUNDING": money(totals.rounding),
        "AMOUNT_DUE": money(totals.due),
    }


def line_values(line: InvoiceLine) -> dict[str, str | None]:
    """The stated cells of a line by key."""
    return {
        "LINE_ITEM_DESCRIPTION": _one_line(line.name),
        "QUANTITY": shortest(line.quantity),
        "UNIT": line.unit,
        "UNIT_PRICE": money(line.price),
        "LINE_NET": money(line.net),
    }


def money(value: Decimal | None) -> str | None:
    """An amount as a label spells it: two places, more only where they say something.

    >>> money(Decimal("5")), money(Decimal("0.0520")), money(Decimal("-0.0"))
    ('5.00', '0.052', '0.00')
    """
    if value is None:
        return None
    short = value.normalize()
    return decimal_text(short.quantize(CENT) if int(short.as_tuple().exponent) > -2 else short)


def shortest(value: Decimal | None) -> str | None:
    """A quantity or rate without idle zeros: 1.0000 is 1."""
    return None if value is None else decimal_text(value.normalize() + 0)


def _one_line(text: str | None) -> str | None:
    return None if text is None else " ".join(text.split())


def _label(document: str, key: str, kind: Kind, value: str | None, authority: Authority) -> Label:
    if value is None:
        return Label(
            document=document, key=key, kind=kind, expected=None, authority="unpopulated", scored=False, exclusion_reason=NOT_STATED
        )
    return Label(document=document, key=key, kind=kind, expected=value, authority=authority)


def _excluded(label: Label, facts: InvoiceFacts) -> Label:
    """Exclusions that follow from the file alone."""
    if label.key == "TYPE_CODE" and label.expected is not None and label.expected not in ASKED_TYPES:
        return exclude(label, OTHER_TYPE)
    if (label.key, bool(facts.issue_date)) == ("ISSUE_DATE", True) and label.expected is None:
        return exclude(label, NO_DAY)
    if (label.key, bool(facts.due_date)) == ("DUE_DATE", True) and label.expected is None:
        return exclude(label, NO_DAY)
    return label


def exclude(label: Label, reason: str) -> Label:
    """The label out of the denominator, its value dropped: what the page does not bear out is no truth."""
    expected = label.expected if label.key.count("/") == 1 and label.key.startswith("LINE/") else None
    return label.model_copy(update={"scored": False, "exclusion_reason": reason, "expected": expected})


def _vat_labels(document: str, facts: InvoiceFacts, authority: Authority) -> Iterator[Label]:
    rates = Counter(shortest(group.rate) or "0" for group in facts.vat)
    for rate in sorted(rates):
        group = next(group for group in facts.vat if (shortest(group.rate) or "0") == rate)
        for key, value in (("BASIS", money(group.basis)), ("TAX", money(group.tax))):
            label = _label(document, f"VAT/{rate}/{key}", "line_item_structure", value, authority)
            yield exclude(label, TWICE) if rates[rate] > 1 else label
