"""UN/CEFACT Cross Industry Invoice, as Factur-X, ZUGFeRD 2 and XRechnung use it, and ZUGFeRD 1's older form of it."""

from collections.abc import Iterator

from catalogue.imports.tree import Node
from records.invoice import Adjustment, InvoiceFacts, InvoiceLine, InvoiceTotals, StatedDate, Syntax, VatGroup

NAMESPACES: dict[str, Syntax] = {
    "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100": "cii",
    "urn:ferd:CrossIndustryDocument:invoice:1p0": "cii-1",
}
_RATE = "RateApplicablePercent|ApplicablePercent"
_CONTEXT = "ExchangedDocumentContext|SpecifiedExchangedDocumentContext"
_DEAL = "SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction"


def read(root: Node, syntax: Syntax) -> InvoiceFacts:
    """The facts of a CII document. Raises GroundTruthError where an amount is no decimal."""
    header = root.first("ExchangedDocument|HeaderExchangedDocument")
    deal = root.first(_DEAL)
    agreement = deal.first("ApplicableHeaderTradeAgreement|ApplicableSupplyChainTradeAgreement")
    settlement = deal.first("ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement")
    seller, buyer = agreement.first("SellerTradeParty"), agreement.first("BuyerTradeParty")
    representative = agreement.first("SellerTaxRepresentativeTradeParty")
    order = agreement.first("BuyerOrderReferencedDocument")
    own = list(_tax_ids(seller)) + list(_tax_ids(representative))
    return InvoiceFacts(
        syntax=syntax,
        profile=root.text(_CONTEXT, "GuidelineSpecifiedDocumentContextParameter", "ID"),
        number=header.text("ID"),
        type_code=header.text("TypeCode"),
        issue_date=header.date_102("IssueDateTime"),
        due_date=next(_due_dates(settlement), None),
        currency=settlement.text("InvoiceCurrencyCode"),
        purchase_order=order.text("IssuerAssignedID") or order.text("ID"),
        seller_name=seller.text("Name"),
        seller_country=seller.text("PostalTradeAddress", "CountryID"),
        seller_vat_id=next((text for scheme, text in _tax_ids(seller) if scheme == "VA"), None),
        seller_tax_ids=len(own),
        vat_ids=tuple(text for party in (seller, buyer, representative) for scheme, text in _tax_ids(party) if scheme == "VA"),
        buyer_name=buyer.text("Name"),
        ibans=tuple(_ibans(settlement)),
        totals=_totals(settlement.first("SpecifiedTradeSettlementHeaderMonetarySummation|SpecifiedTradeSettlementMonetarySummation")),
        lines=tuple(_lines(deal)),
        vat=tuple(_vat_group(node) for node in settlement.all("ApplicableTradeTax")),
        adjustments=tuple(_adjustments(settlement)),
    )


def _due_dates(settlement: Node) -> Iterator[StatedDate]:
    for terms in settlement.all("SpecifiedTradePaymentTerms"):
        stated = terms.date_102("DueDateDateTime")
        if stated:
            yield stated


def _tax_ids(party: Node) -> Iterator[tuple[str, str]]:
    for registration in party.all("SpecifiedTaxRegistration"):
        text = registration.text("ID")
        if text:
            yield registration.first("ID").attribute("schemeID"), text


def _ibans(settlement: Node) -> Iterator[str]:
    for means in settlement.all("SpecifiedTradeSettlementPaymentMeans"):
        text = means.text("PayeePartyCreditorFinancialAccount", "IBANID")
        if text:
            yield text


def _totals(node: Node) -> InvoiceTotals:
    taxes = [(tax.attribute("currencyID"), tax.decimal()) for tax in node.all("TaxTotalAmount")]
    return InvoiceTotals(
        line_nets=node.decimal("LineTotalAmount"),
        allowances=node.decimal("AllowanceTotalAmount"),
        charges=node.decimal("ChargeTotalAmount"),
        without_vat=node.decimal("TaxBasisTotalAmount"),
        with_vat=node.decimal("GrandTotalAmount"),
        prepaid=node.decimal("TotalPrepaidAmount"),
        rounding=node.decimal("RoundingAmount"),
        due=node.decimal("DuePayableAmount"),
        vat=tuple((currency, amount) for currency, amount in taxes if amount is not None),
    )


def _lines(deal: Node) -> Iterator[InvoiceLine]:
    """The invoice lines; ZUGFeRD 1 also writes notes as lines, which have no number and no figures."""
    for node in deal.all("IncludedSupplyChainTradeLineItem"):
        line = _line(node)
        if line.number or (line.net, line.quantity, line.price) != (None, None, None):
            yield line


def _line(node: Node) -> InvoiceLine:
    agreement = node.first("SpecifiedLineTradeAgreement|SpecifiedSupplyChainTradeAgreement")
    delivery = node.first("SpecifiedLineTradeDelivery|SpecifiedSupplyChainTradeDelivery")
    settlement = node.first("SpecifiedLineTradeSettlement|SpecifiedSupplyChainTradeSettlement")
    summation = settlement.first("SpecifiedTradeSettlementLineMonetarySummation|SpecifiedTradeSettlementMonetarySummation")
    tax = settlement.first("ApplicableTradeTax")
    return InvoiceLine(
        number=node.text("AssociatedDocumentLineDocument", "LineID") or "",
        name=node.text("SpecifiedTradeProduct", "Name"),
        quantity=delivery.decimal("BilledQuantity"),
        unit=delivery.first("BilledQuantity").attribute("unitCode") or None,
        price=agreement.decimal("NetPriceProductTradePrice", "ChargeAmount"),
        net=summation.decimal("LineTotalAmount"),
        category=tax.text("CategoryCode") or "",
        rate=tax.decimal(_RATE),
        adjustments=tuple(_adjustments(settlement)),
    )


def _vat_group(node: Node) -> VatGroup:
    return VatGroup(
        basis=node.decimal("BasisAmount"),
        tax=node.decimal("CalculatedAmount"),
        category=node.text("CategoryCode") or "",
        rate=node.decimal(_RATE),
        exemption=bool(node.text("ExemptionReason") or node.text("ExemptionReasonCode")),
    )


def _adjustments(settlement: Node) -> Iterator[Adjustment]:
    for node in settlement.all("SpecifiedTradeAllowanceCharge"):
        amount = node.decimal("ActualAmount")
        if amount is not None:
            tax = node.first("CategoryTradeTax")
            charge = node.text("ChargeIndicator", "Indicator") in {"true", "1"}
            yield Adjustment(charge, amount, tax.text("CategoryCode") or "", tax.decimal(_RATE))
    for node in settlement.all("SpecifiedLogisticsServiceCharge"):
        amount = node.decimal("AppliedAmount")
        if amount is not None:
            tax = node.first("AppliedTradeTax")
            yield Adjustment(True, amount, tax.text("CategoryCode") or "", tax.decimal(_RATE))
