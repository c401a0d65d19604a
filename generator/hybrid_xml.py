"""An invoice's facts as Cross Industry Invoice XML in the profile EN 16931, every printed value as its label has it.

The standard wants a few things that a page may leave out: totals that follow from those printed, the
countries of the parties, a code for each unit, a rate for each line. They come from the facts, not
from the page. Amounts are written as decimals, never through a float.
"""

from decimal import Decimal
from xml.etree.ElementTree import Element, SubElement, indent, register_namespace, tostring

from generator.facts import Facts, country_of
from records.money import decimal_text

PROFILE = "urn:cen.eu:en16931:2017"
NAMESPACES = {
    "rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
    "ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
    "udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
}
#: Units of UN/ECE Recommendations 20 and 21 for the units that pages print; any other is C62, "one".
UNITS = {
    "pcs": "H87", "Stk": "H87", "pce": "H87", "m": "MTR", "m2": "MTK", "m3": "MTQ", "hrs": "HUR", "Std": "HUR", "h": "HUR", "day": "DAY",
    "Tag": "DAY", "jour": "DAY", "yr": "ANN", "Jahr": "ANN", "an": "ANN", "box": "XBX", "Pck": "XPK", "bte": "XBX", "roll": "XRO",
    "Rolle": "XRO", "pallet": "XPX", "job": "LS", "psch": "LS", "kg": "KGM", "l": "LTR",
}  # fmt: skip
ZERO = Decimal(0)


def invoice_xml(facts: Facts) -> bytes:
    """The UTF-8 bytes of the invoice's XML. Raises KeyError where the facts lack what every invoice has."""
    for prefix, uri in NAMESPACES.items():
        register_namespace(prefix, uri)
    root = Element(_name("rsm:CrossIndustryInvoice"))
    context = _add(root, "rsm:ExchangedDocumentContext")
    _add(_add(context, "ram:GuidelineSpecifiedDocumentContextParameter"), "ram:ID", PROFILE)
    header = _add(root, "rsm:ExchangedDocument")
    _add(header, "ram:ID", _text(facts, "INVOICE_NUMBER"))
    _add(header, "ram:TypeCode", _text(facts, "TYPE_CODE"))
    _date(_add(header, "ram:IssueDateTime"), _text(facts, "ISSUE_DATE"))
    deal = _add(root, "rsm:SupplyChainTradeTransaction")
    for row in range(1, facts.rows + 1):
        _line(deal, facts, row)
    _agreement(_add(deal, "ram:ApplicableHeaderTradeAgreement"), facts)
    place = _add(_add(deal, "ram:ApplicableHeaderTradeDelivery"), "ram:ShipToTradeParty")
    _party(place, facts, facts.notes["ship-name"], "ship-address", country_of(facts.style.locale), None)
    _settlement(_add(deal, "ram:ApplicableHeaderTradeSettlement"), facts)
    indent(root)
    return bytes(tostring(root, encoding="UTF-8", xml_declaration=True)) + b"\n"


def _line(deal: Element, facts: Facts, row: int) -> None:
    key = f"LINE/{row:03d}"
    line = _add(deal, "ram:IncludedSupplyChainTradeLineItem")
    _add(_add(line, "ram:AssociatedDocumentLineDocument"), "ram:LineID", str(row))
    _add(_add(line, "ram:SpecifiedTradeProduct"), "ram:Name", _text(facts, f"{key}/LINE_ITEM_DESCRIPTION"))
    unit = UNITS.get(_text(facts, f"{key}/UNIT"), "C62")
    price = _add(_add(line, "ram:SpecifiedLineTradeAgreement"), "ram:NetPriceProductTradePrice")
    _add(price, "ram:ChargeAmount", _text(facts, f"{key}/UNIT_PRICE"))
    per = facts.parts.get(f"{key}/per", Decimal(1))
    if per != 1:
        _add(price, "ram:BasisQuantity", decimal_text(per), unitCode=unit)
    _add(_add(line, "ram:SpecifiedLineTradeDelivery"), "ram:BilledQuantity", _text(facts, f"{key}/QUANTITY"), unitCode=unit)
    settlement = _add(line, "ram:SpecifiedLineTradeSettlement")
    _category(_add(settlement, "ram:ApplicableTradeTax"), facts.parts[f"{key}/rate"])
    discount = _line_discount(facts, key, per)
    if discount:
        _adjustment(settlement, discount, "Discount", None, charge=False)
    summation = _add(settlement, "ram:SpecifiedTradeSettlementLineMonetarySummation")
    _add(summation, "ram:LineTotalAmount", _text(facts, f"{key}/LINE_NET"))


def _line_discount(facts: Facts, key: str, per: Decimal) -> Decimal:
    """BT-136: what the line's discount takes from quantity times price."""
    if not facts.parts.get(f"{key}/discount"):
        return ZERO
    quantity, price, net = (facts.decimal(f"{key}/{name}") or ZERO for name in ("QUANTITY", "UNIT_PRICE", "LINE_NET"))
    return (quantity * price / per).quantize(Decimal("0.01"), "ROUND_HALF_UP") - net


def _agreement(agreement: Element, facts: Facts) -> None:
    country = country_of(facts.style.locale)
    _party(
        _add(agreement, "ram:SellerTradeParty"),
        facts,
        _text(facts, "SELLER_NAME"),
        "seller-address",
        country,
        _value(facts, "SELLER_VAT_ID"),
    )
    _party(_add(agreement, "ram:BuyerTradeParty"), facts, _text(facts, "BUYER_NAME"), "buyer-address", country, None)
    order = _value(facts, "PURCHASE_ORDER")
    if order:
        _add(_add(agreement, "ram:BuyerOrderReferencedDocument"), "ram:IssuerAssignedID", order)


def _party(party: Element, facts: Facts, name: str, address: str, country: str, vat_id: str | None) -> None:
    _add(party, "ram:Name", name)
    place = _add(party, "ram:PostalTradeAddress")
    street, _, town = facts.notes[address].partition("\n")
    _add(place, "ram:LineOne", street)
    _add(place, "ram:CityName", town or street)
    _add(place, "ram:CountryID", country)
    if vat_id:
        _add(_add(party, "ram:SpecifiedTaxRegistration"), "ram:ID", vat_id, schemeID="VA")


def _settlement(settlement: Element, facts: Facts) -> None:
    _add(settlement, "ram:InvoiceCurrencyCode", _text(facts, "CURRENCY"))
    iban = _value(facts, "PAYEE_IBAN")
    if iban:
        means = _add(settlement, "ram:SpecifiedTradeSettlementPaymentMeans")
        _add(means, "ram:TypeCode", "58")
        _add(_add(means, "ram:PayeePartyCreditorFinancialAccount"), "ram:IBANID", iban)
    for rate, (basis, tax) in breakdown(facts).items():
        group = _add(settlement, "ram:ApplicableTradeTax")
        _add(group, "ram:CalculatedAmount", _money(tax))
        _add(group, "ram:TypeCode", "VAT")
        _add(group, "ram:BasisAmount", _money(basis))
        _add(group, "ram:CategoryCode", "S" if rate else "Z")
        _add(group, "ram:RateApplicablePercent", decimal_text(rate))
    main = Decimal(facts.rates[0])
    for kind, charge in (("allowance", False), ("charge", True)):
        for reason, amount in adjustments(facts, kind):
            _adjustment(settlement, amount, reason, main, charge=charge)
    terms = _add(settlement, "ram:SpecifiedTradePaymentTerms")
    due = _value(facts, "DUE_DATE")
    if due:
        _date(_add(terms, "ram:DueDateDateTime"), due)
    else:
        _add(terms, "ram:Description", f"Net {facts.notes['days']}")
    _totals(_add(settlement, "ram:SpecifiedTradeSettlementHeaderMonetarySummation"), facts)


def totals(facts: Facts) -> dict[str, Decimal]:
    """The totals by key: as printed, else as they follow from what is printed."""

    def stated(key: str, otherwise: Decimal) -> Decimal:
        value = facts.decimal(key)
        return otherwise if value is None else value

    lines = sum((facts.decimal(f"LINE/{row:03d}/LINE_NET") or ZERO for row in range(1, facts.rows + 1)), ZERO)
    found = {"SUM_OF_LINE_NETS": stated("SUM_OF_LINE_NETS", lines)}
    for key in ("ALLOWANCES", "CHARGES", "PREPAID", "ROUNDING"):
        found[key] = stated(key, ZERO)
    found["TOTAL_WITHOUT_VAT"] = stated("TOTAL_WITHOUT_VAT", found["SUM_OF_LINE_NETS"] - found["ALLOWANCES"] + found["CHARGES"])
    found["TOTAL_VAT"] = stated("TOTAL_VAT", sum((tax for _, tax in breakdown(facts).values()), ZERO))
    found["TOTAL_WITH_VAT"] = stated("TOTAL_WITH_VAT", found["TOTAL_WITHOUT_VAT"] + found["TOTAL_VAT"])
    found["AMOUNT_DUE"] = stated("AMOUNT_DUE", found["TOTAL_WITH_VAT"] - found["PREPAID"] + found["ROUNDING"])
    return found


def _totals(summation: Element, facts: Facts) -> None:
    found = totals(facts)
    _add(summation, "ram:LineTotalAmount", _money(found["SUM_OF_LINE_NETS"]))
    for tag, key in (("ram:ChargeTotalAmount", "CHARGES"), ("ram:AllowanceTotalAmount", "ALLOWANCES")):
        if key in facts.values:
            _add(summation, tag, _money(found[key]))
    _add(summation, "ram:TaxBasisTotalAmount", _money(found["TOTAL_WITHOUT_VAT"]))
    _add(summation, "ram:TaxTotalAmount", _money(found["TOTAL_VAT"]), currencyID=_text(facts, "CURRENCY"))
    if "ROUNDING" in facts.values:
        _add(summation, "ram:RoundingAmount", _money(found["ROUNDING"]))
    _add(summation, "ram:GrandTotalAmount", _money(found["TOTAL_WITH_VAT"]))
    if "PREPAID" in facts.values:
        _add(summation, "ram:TotalPrepaidAmount", _money(found["PREPAID"]))
    _add(summation, "ram:DuePayableAmount", _money(found["AMOUNT_DUE"]))


def breakdown(facts: Facts) -> dict[Decimal, tuple[Decimal, Decimal]]:
    """Basis and tax by rate: as printed, else from the lines and the VAT total."""
    found: dict[Decimal, tuple[Decimal, Decimal]] = {}
    for text in facts.rates:
        basis, tax = facts.decimal(f"VAT/{text}/BASIS"), facts.decimal(f"VAT/{text}/TAX")
        rate = Decimal(text)
        found[rate] = (bases(facts)[rate] if basis is None else basis, (facts.decimal("TOTAL_VAT") or ZERO) if tax is None else tax)
    return found


def bases(facts: Facts) -> dict[Decimal, Decimal]:
    """The basis of each rate from its lines; allowances and charges of the document belong to the first rate."""
    found = {Decimal(text): ZERO for text in facts.rates}
    for row in range(1, facts.rows + 1):
        found[facts.parts[f"LINE/{row:03d}/rate"]] += facts.decimal(f"LINE/{row:03d}/LINE_NET") or ZERO
    found[Decimal(facts.rates[0])] += (facts.decimal("CHARGES") or ZERO) - (facts.decimal("ALLOWANCES") or ZERO)
    return found


def adjustments(facts: Facts, kind: str) -> list[tuple[str, Decimal]]:
    """The document's allowances or charges with their reasons; one alone is its total."""
    several = [name for name in facts.parts if name.startswith(f"{kind}/")]
    if several:
        return [(facts.notes[f"{name}/reason"], facts.parts[name]) for name in several]
    total = facts.decimal("ALLOWANCES" if kind == "allowance" else "CHARGES")
    return [("Discount" if kind == "allowance" else "Freight", total)] if total else []


def _adjustment(parent: Element, amount: Decimal, reason: str, rate: Decimal | None, *, charge: bool) -> None:
    entry = _add(parent, "ram:SpecifiedTradeAllowanceCharge")
    _add(_add(entry, "ram:ChargeIndicator"), "udt:Indicator", "true" if charge else "false")
    _add(entry, "ram:ActualAmount", _money(amount))
    _add(entry, "ram:Reason", reason)
    if rate is not None:
        _category(_add(entry, "ram:CategoryTradeTax"), rate)


def _category(tax: Element, rate: Decimal) -> None:
    _add(tax, "ram:TypeCode", "VAT")
    _add(tax, "ram:CategoryCode", "S" if rate else "Z")
    _add(tax, "ram:RateApplicablePercent", decimal_text(rate))


def _date(parent: Element, iso: str) -> None:
    _add(parent, "udt:DateTimeString", iso.replace("-", ""), format="102")


def _add(parent: Element, name: str, text: str | None = None, **attributes: str) -> Element:
    element = SubElement(parent, _name(name), attributes)
    element.text = text
    return element


def _name(name: str) -> str:
    prefix, _, local = name.partition(":")
    return f"{{{NAMESPACES[prefix]}}}{local}"


def _text(facts: Facts, key: str) -> str:
    return facts.values[key].value


def _value(facts: Facts, key: str) -> str | None:
    printed = facts.values.get(key)
    return None if printed is None else printed.value


def _money(value: Decimal) -> str:
    return decimal_text(value)
