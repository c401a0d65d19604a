"""The facts of an invoice or credit note, in the terms of EN 16931 (GRADING.md §1).

Every identity of the standard holds in what is drawn here; defects are planted afterwards
(`generator.defects`), never in the arithmetic. Allowances and charges of the document belong to
its first VAT rate; a zero is printed by some documents and left out by others. Amounts of a
credit note are printed all positive or all negative, by draw.

Wording decides the key where a page prints one figure that could be two: a document without
allowances or charges may print its net total only as TOTAL_WITHOUT_VAT, and one without
prepayment or rounding its gross total only as TOTAL_WITH_VAT.
"""

from datetime import date, timedelta
from decimal import Decimal

from generator.draw import Draw
from generator.facts import Facts, address, cents, firm, from_cents, iban, vat_id
from generator.style import Style
from generator.vocabulary import GOODS, Goods

INVOICE_LOCALES = ("en-US",) * 5 + ("en-GB",) * 3 + ("en-IE", "en-DE", "en-DE", "en-CH") + ("de-DE",) * 3 + ("de-CH",)
_RATES = {
    "en-GB": (("20",), ("20", "5")),
    "en-IE": (("23",), ("23", "13.5")),
    "en-DE": (("19",), ("19", "7")),
    "de-DE": (("19",), ("19", "7")),
    "en-CH": (("8.1",), ("8.1", "2.6")),
    "de-CH": (("8.1",), ("8.1", "2.6")),
}
_US_RATES = ("6.25", "7", "8.25", "8.875", "5.5")


def invoice_facts(draw: Draw, style: Style) -> Facts:
    """The facts of one invoice in a style. Deterministic in the draw's seed."""
    facts = Facts("invoice", style)
    sign = _draw_type(draw.child("type"), facts)
    _draw_parties(draw.child("parties"), facts)
    _draw_references(draw.child("references"), facts)
    nets = _draw_lines(draw.child("lines"), facts, sign)
    _draw_totals(draw.child("totals"), facts, nets, sign)
    return facts


def _draw_type(draw: Draw, facts: Facts) -> int:
    """The type code; returns -1 where a credit note prints its amounts negative."""
    code = "381" if draw.chance(1, 9) else "380"
    facts.text("TYPE_CODE", code)
    currency = facts.style.conventions.currency
    facts.text("CURRENCY", currency)
    negative = code == "381" and draw.chance(1, 2)
    if code == "381":
        facts.tags += ("credit-note", "credit-note-negative" if negative else "credit-note-positive")
    return -1 if negative else 1


def _draw_parties(draw: Draw, facts: Facts) -> None:
    locale = facts.style.locale
    seller = firm(draw, locale)
    buyer = firm(draw, locale)
    while buyer.split()[0] == seller.split()[0]:
        buyer = firm(draw, locale)
    facts.text("SELLER_NAME", seller)
    facts.text("BUYER_NAME", buyer)
    facts.notes["seller-address"] = address(draw, locale)
    facts.notes["buyer-address"] = address(draw, locale)
    sites = ("Lager", "Werk 2", "Baustelle") if locale.startswith("de") else ("Warehouse", "Plant 2", "Site office")
    facts.notes["ship-name"] = f"{buyer.split()[0]} {draw.choice(sites)}"
    facts.notes["ship-address"] = address(draw, locale)
    if locale != "en-US":
        country = {"en-DE": "DE", "en-CH": "CH"}.get(locale, locale[-2:])
        if draw.chance(19, 20):
            facts.text("SELLER_VAT_ID", vat_id(draw, country))
        if draw.chance(4, 5):
            facts.text("PAYEE_IBAN", iban(draw, country))


def _draw_references(draw: Draw, facts: Facts) -> None:
    year = draw.choice((2024, 2025, 2025, 2026))
    issued = date(year, 1, 1) + timedelta(days=draw.integer(0, 320))
    number = draw.choice(
        (
            f"{draw.choice(('INV', 'RE', 'SI', 'F', 'R'))}-{year}-{draw.integer(1, 9999):04d}",
            draw.digits(6),
            f"{year % 100}{draw.integer(1, 99999):05d}",
            f"{draw.choice('ABKMRT')}{draw.digits(5)}/{draw.integer(1, 12):02d}",
            f"00{draw.digits(4)}",
        )
    )
    facts.text("INVOICE_NUMBER", number)
    facts.day("ISSUE_DATE", issued)
    days = draw.choice((10, 14, 30, 30, 30, 45, 60))
    if draw.chance(17, 20):
        facts.day("DUE_DATE", issued + timedelta(days=days))
    if draw.chance(7, 10):
        forms = (
            f"PO-{draw.digits(5)}",
            f"45{draw.digits(8)}",
            f"{draw.choice('BCPQ')}{draw.digits(4)}-{draw.integer(1, 40)}",
            draw.digits(7),
        )
        facts.text("PURCHASE_ORDER", draw.choice(forms))
    style = facts.style
    facts.notes["days"] = str(days)
    facts.notes["order"] = draw.choice((f"SO-{draw.digits(5)}", f"A{draw.digits(6)}", draw.digits(6)))
    facts.notes["customer"] = draw.choice((f"C-{draw.digits(4)}", draw.digits(5), f"K{draw.digits(5)}"))
    facts.notes["order-date"] = style.day(issued - timedelta(days=draw.integer(9, 40)))
    facts.notes["delivery-date"] = style.day(issued - timedelta(days=draw.integer(1, 8)))


def _draw_lines(draw: Draw, facts: Facts, sign: int) -> dict[str, Decimal]:
    """Draw the lines; returns the sum of nets by VAT rate, the first rate first."""
    locale = facts.style.locale
    taxed = (draw.choice(_US_RATES),) if locale == "en-US" else draw.choice(_RATES[locale])
    facts.rows = draw.choice((1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 14, 17, 21, 25))
    goods = draw.shuffled(GOODS[facts.style.language])
    nets: dict[str, Decimal] = dict.fromkeys(taxed, Decimal("0.00"))
    deep = draw.chance(1, 5)
    for row in range(1, facts.rows + 1):
        item = goods[(row - 1) % len(goods)]
        rate = taxed[0] if row == 1 else draw.choice(taxed + taxed[:1])
        nets[rate] += _draw_line(draw, facts, f"LINE/{row:03d}", item, sign, deep)
        facts.notes[f"LINE/{row:03d}/rate"] = facts.style.number(Decimal(rate))
    used = {rate: net for rate, net in nets.items() if net}
    facts.rates = tuple(used)
    return used


def _draw_line(draw: Draw, facts: Facts, row: str, item: Goods, sign: int, deep: bool) -> Decimal:
    price = from_cents(draw.integer(item.low, item.high))
    if deep and price < 20:
        price = Decimal(draw.integer(item.low * 100, item.high * 100)).scaleb(-4)
    quantity = Decimal(draw.choice((1, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 24, 40, 60, 120) if price < 200 else (1, 1, 1, 2, 3, 4, 5)))
    if item.unit in {"hrs", "Std", "m", "m2", "m3"} and draw.chance(2, 5):
        quantity = Decimal(draw.integer(5, 400) * 25).scaleb(-2) if draw.chance(1, 2) else Decimal(draw.integer(11, 900)).scaleb(-1)
    net = cents(quantity * price) * sign
    facts.text(f"{row}/LINE_ITEM_DESCRIPTION", item.text)
    facts.number(f"{row}/QUANTITY", quantity * sign)
    facts.text(f"{row}/UNIT", item.unit)
    facts.amount(f"{row}/UNIT_PRICE", price, on_line=True)
    facts.amount(f"{row}/LINE_NET", net, on_line=True)
    facts.notes[f"{row}/code"] = f"{draw.choice('ABCDEFGH')}{draw.digits(4)}"
    return net


def _draw_totals(draw: Draw, facts: Facts, nets: dict[str, Decimal], sign: int) -> None:
    zero = Decimal("0.00")
    total = sum(nets.values(), zero)
    first = facts.rates[0]
    allowances = cents(abs(nets[first]) * draw.choice((2, 3, 5, 10)) / 100) * sign if draw.chance(3, 10) else zero
    charges = from_cents(draw.choice((950, 1250, 2500, 4800, draw.integer(500, 19900)))) * sign if draw.chance(3, 10) else zero
    net = total - allowances + charges
    vat = _draw_breakdown(draw, facts, nets, charges - allowances)
    gross = net + vat
    prepaid = cents(abs(gross) * draw.choice((10, 20, 25, 30, 50)) / 100) * sign if draw.chance(1, 6) else zero
    rounding = _rounding(gross - prepaid) if draw.chance(2, 3) and facts.style.conventions.currency == "CHF" else zero
    zeros = draw.chance(3, 5) if allowances or charges else draw.chance(1, 8)
    if allowances or charges or zeros or draw.chance(13, 20):
        facts.amount("SUM_OF_LINE_NETS", total)
    if allowances or zeros:
        facts.amount("ALLOWANCES", allowances)
    if charges or zeros:
        facts.amount("CHARGES", charges)
    facts.amount("TOTAL_WITHOUT_VAT", net)
    facts.amount("TOTAL_VAT", vat)
    facts.amount("TOTAL_WITH_VAT", gross)
    _draw_memos(draw.child("memos"), facts, total, vat)
    zeros = draw.chance(3, 5) if prepaid or rounding else draw.chance(1, 8)
    if prepaid or zeros:
        facts.amount("PREPAID", prepaid)
    if rounding or zeros:
        facts.amount("ROUNDING", rounding)
    if prepaid or rounding or zeros or draw.chance(3, 4):
        facts.amount("AMOUNT_DUE", gross - prepaid + rounding)


def _draw_memos(draw: Draw, facts: Facts, total: Decimal, vat: Decimal) -> None:
    """Rows that repeat a part of a figure and are none themselves: "of which", and the tax in a second currency."""
    if "SUM_OF_LINE_NETS" in facts.values and draw.chance(1, 7):
        facts.notes["after/SUM_OF_LINE_NETS"] = facts.style.amount(cents(total * draw.integer(11, 67) / 100))
        facts.tags += ("memo-row",)
    if facts.style.conventions.currency in {"GBP", "CHF"} and draw.chance(1, 6):
        facts.notes["after/TOTAL_VAT"] = facts.style.number(cents(vat * draw.integer(9300, 11900) / 10000))
        facts.tags += ("second-currency",)


def _draw_breakdown(draw: Draw, facts: Facts, nets: dict[str, Decimal], adjustment: Decimal) -> Decimal:
    """Tax by rate and its total; the breakdown is printed where rates are several, else by draw."""
    total = Decimal("0.00")
    printed = len(nets) > 1 or draw.chance(1, 2)
    for index, (rate, net) in enumerate(nets.items()):
        basis = net + (adjustment if index == 0 else 0)
        tax = cents(basis * Decimal(rate) / 100)
        total += tax
        facts.notes[f"VAT/{rate}/RATE"] = facts.style.percent(Decimal(rate))
        if printed:
            facts.amount(f"VAT/{rate}/BASIS", basis)
            facts.amount(f"VAT/{rate}/TAX", tax)
    if printed:
        facts.notes["breakdown"] = "yes"
    return total


def _rounding(value: Decimal) -> Decimal:
    """What brings a Swiss total to the nearest five centimes."""
    twentieths = (value * 20).quantize(Decimal(1), rounding="ROUND_HALF_UP")
    return (twentieths / 20).quantize(Decimal("0.01")) - value
