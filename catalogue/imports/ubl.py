"""OASIS UBL 2.1 Invoice and CreditNote."""

from collections.abc import Iterator

from catalogue.imports.tree import Node
from records.invoice import Adjustment, InvoiceFacts, InvoiceLine, InvoiceTotals, Syntax, VatGroup

NAMESPACES: dict[str, Syntax] = {
    "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2": "ubl",
    "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2": "ubl-credit-note",
}


def read(root: Node, syntax: Syntax) -> InvoiceFacts:
    """The facts of a UBL document. Raises GroundTruthError where an amount is no decimal."""
    seller, buyer = root.first("AccountingSupplierParty", "Party"), root.first("AccountingCustomerParty", "Party")
    representative = root.first("TaxRepresentativeParty")
    currency = root.text("DocumentCurrencyCode")
    own = list(_tax_ids(seller)) + list(_tax_ids(representative))
    return InvoiceFacts(
        syntax=syntax,
        profile=root.text("CustomizationID"),
        number=root.text("ID"),
        type_code=root.text("InvoiceTypeCode|CreditNoteTypeCode"),
        issue_date=root.date_iso("IssueDate"),
        due_date=root.date_iso("DueDate") or root.date_iso("PaymentMeans", "PaymentDueDate"),
        currency=currency,
        purchase_order=root.text("OrderReference", "ID"),
        seller_name=seller.text("PartyLegalEntity", "RegistrationName"),
        seller_country=seller.text("PostalAddress", "Country", "IdentificationCode"),
        seller_vat_id=next((text for scheme, text in _tax_ids(seller) if scheme == "VAT"), None),
        seller_tax_ids=len(own),
        vat_ids=tuple(text for party in (seller, buyer, representative) for scheme, text in _tax_ids(party) if scheme == "VAT"),
        buyer_name=buyer.text("PartyLegalEntity", "RegistrationName"),
        ibans=tuple(_accounts(root)),
        totals=_totals(root),
        lines=tuple(_line(node) for node in root.all("InvoiceLine", "CreditNoteLine")),
        vat=tuple(_vat(root, currency)),
        adjustments=tuple(_adjustments(root)),
    )


def _tax_ids(party: Node) -> Iterator[tuple[str, str]]:
    for scheme in party.all("PartyTaxScheme"):
        text = scheme.text("CompanyID")
        if text:
            yield scheme.text("TaxScheme", "ID") or "", text


def _accounts(root: Node) -> Iterator[str]:
    for means in root.all("PaymentMeans"):
        text = means.text("PayeeFinancialAccount", "ID")
        if text:
            yield text


def _totals(root: Node) -> InvoiceTotals:
    node = root.first("LegalMonetaryTotal")
    taxes = [(tax.first("TaxAmount").attribute("currencyID"), tax.decimal("TaxAmount")) for tax in root.all("TaxTotal")]
    return InvoiceTotals(
        line_nets=node.decimal("LineExtensionAmount"),
        allowances=node.decimal("AllowanceTotalAmount"),
        charges=node.decimal("ChargeTotalAmount"),
        without_vat=node.decimal("TaxExclusiveAmount"),
        with_vat=node.decimal("TaxInclusiveAmount"),
        prepaid=node.decimal("PrepaidAmount"),
        rounding=node.decimal("PayableRoundingAmount"),
        due=node.decimal("PayableAmount"),
        vat=tuple((currency, amount) for currency, amount in taxes if amount is not None),
    )


def _line(node: Node) -> InvoiceLine:
    quantity = "InvoicedQuantity|CreditedQuantity"
    tax = node.first("Item", "ClassifiedTaxCategory")
    return InvoiceLine(
        number=node.text("ID") or "",
        name=node.text("Item", "Name"),
        quantity=node.decimal(quantity),
        unit=node.first(quantity).attribute("unitCode") or None,
        price=node.decimal("Price", "PriceAmount"),
        net=node.decimal("LineExtensionAmount"),
        category=tax.text("ID") or "",
        rate=tax.decimal("Percent"),
        adjustments=tuple(_adjustments(node)),
    )


def _vat(root: Node, currency: str | None) -> Iterator[VatGroup]:
    """The breakdown of the VAT total in the invoice's currency; the accounting currency's total has none."""
    for total in root.all("TaxTotal"):
        if total.first("TaxAmount").attribute("currencyID") not in {"", currency}:
            continue
        for node in total.all("TaxSubtotal"):
            category = node.first("TaxCategory")
            yield VatGroup(
                basis=node.decimal("TaxableAmount"),
                tax=node.decimal("TaxAmount"),
                category=category.text("ID") or "",
                rate=category.decimal("Percent"),
                exemption=bool(category.text("TaxExemptionReason") or category.text("TaxExemptionReasonCode")),
            )


def _adjustments(node: Node) -> Iterator[Adjustment]:
    for entry in node.all("AllowanceCharge"):
        amount = entry.decimal("Amount")
        if amount is not None:
            tax = entry.first("TaxCategory")
            yield Adjustment(entry.text("ChargeIndicator") in {"true", "1"}, amount, tax.text("ID") or "", tax.decimal("Percent"))
