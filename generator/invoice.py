"""The facts of an invoice or credit note, in the terms of EN 16931 (GRADING.md §1).

Every identity of the standard holds in what is drawn here; defects are planted afterwards
(`generator.defects`), never in the arithmetic. Amounts of a credit note are printed all positive or
all negative, by draw. This file draws type, parties and references; lines and totals are drawn in
`generator.invoice_lines` and `generator.invoice_totals`.

Look-alikes are notes: numbers, dates, parties and amounts that stand beside a labelled value, with
a wording of their own, and are none of the values asked for.
"""

from datetime import date, timedelta

from generator.draw import Draw
from generator.facts import Facts, address, bic, country_of, firm, has_iban, iban, language_of, vat_id
from generator.invoice_axes import pin_axes
from generator.invoice_lines import draw_lines
from generator.invoice_totals import draw_totals
from generator.style import Style, national_currency
from generator.vocabulary import BANKS

INVOICE_LOCALES = (
    *("en-US",) * 4,
    *("en-GB",) * 3,
    *("en-IE", "en-DE", "en-CH", "en-CA", "en-AU", "en-IN"),
    *("de-DE",) * 3,
    *("de-AT", "de-CH"),
    *("fr-FR",) * 2,
    *("fr-CH", "fr-BE"),
)


def invoice_facts(draw: Draw, style: Style) -> Facts:
    """The facts of one invoice in a style. Deterministic in the draw's seed."""
    facts = Facts("invoice", style)
    sign = _draw_type(draw.child("type"), facts)
    issued = _draw_dates(draw.child("dates"), facts)
    _draw_parties(draw.child("parties"), facts)
    _draw_ids(draw.child("ids"), facts)
    _draw_references(draw.child("references"), facts, issued)
    nets = draw_lines(draw.child("lines"), facts, sign, issued)
    draw_totals(draw.child("totals"), facts, nets, sign, issued)
    pin_axes(facts)
    return facts


def _draw_type(draw: Draw, facts: Facts) -> int:
    """The type code; returns -1 where a credit note prints its amounts negative."""
    code = "381" if draw.chance(1, 8) else "380"
    facts.text("TYPE_CODE", code)
    currency, locale = facts.style.conventions.currency, facts.style.locale
    facts.text("CURRENCY", currency)
    negative = code == "381" and draw.chance(1, 2)
    if code == "381":
        facts.tags += ("credit-note", "credit-note-negative" if negative else "credit-note-positive")
    home = national_currency(locale)
    if currency != home:
        facts.notes["foreign"] = home
        facts.tags += ("currency-of-abroad",)
    elif currency in {"GBP", "CHF", "CAD", "INR"} and draw.chance(1, 4):
        facts.notes["foreign"] = "USD" if currency in {"CAD", "INR"} else "EUR"
    return -1 if negative else 1


def _draw_dates(draw: Draw, facts: Facts) -> date:
    """The date of issue and those around it; returns the former."""
    style = facts.style
    issued = date(draw.choice((2024, 2025, 2025, 2026)), 1, 1) + timedelta(days=draw.integer(0, 320))
    facts.day("ISSUE_DATE", issued)
    days = draw.choice((10, 14, 30, 30, 30, 45, 60))
    if draw.chance(17, 20):
        facts.day("DUE_DATE", issued + timedelta(days=days))
    begins = issued - timedelta(days=draw.integer(28, 95))
    facts.notes |= {
        "days": str(days),
        "order-date": style.day(issued - timedelta(days=draw.integer(9, 40))),
        "delivery-date": style.day(issued - timedelta(days=draw.integer(1, 8))),
        "discount-day": style.day(issued + timedelta(days=max(3, days - draw.choice((4, 7, 9))))),
        "period": f"{style.day(begins)} \u2013 {style.day(issued - timedelta(days=draw.integer(1, 6)))}",
        "paid-day": style.day(issued - timedelta(days=draw.integer(10, 26))),
    }
    return issued


def _draw_parties(draw: Draw, facts: Facts) -> None:
    """Seller and buyer, and the addresses that are near them and are neither."""
    locale = facts.style.locale
    seller = firm(draw, locale)
    buyer = firm(draw, locale)
    while set(buyer.split()) & set(seller.split()) - {"&"} - set(buyer.split()[-1:]):
        buyer = firm(draw, locale)
    facts.text("SELLER_NAME", seller)
    facts.text("BUYER_NAME", buyer)
    sites = {
        "en": ("Warehouse", "Plant 2", "Site office"),
        "de": ("Lager", "Werk 2", "Baustelle"),
        "fr": ("Entrepôt", "Atelier 2", "Chantier"),
    }
    services = {
        "en": ("Accounts", "Factoring", "Receivables"),
        "de": ("Buchhaltung", "Factoring", "Inkasso"),
        "fr": ("Comptabilité", "Affacturage", "Recouvrement"),
    }
    language = language_of(locale)
    facts.notes |= {
        "seller-address": address(draw, locale),
        "buyer-address": address(draw, locale),
        "ship-name": f"{_short(buyer, language)} {draw.choice(sites[language])}",
        "ship-address": address(draw, locale),
        "remit-name": f"{_short(seller, language)} {draw.choice(services[language])}",
        "remit-address": address(draw, locale),
        "branch-address": address(draw, locale).replace("\n", ", "),
    }


def _short(name: str, language: str) -> str:
    """A firm's own name without its trade and legal form."""
    words = name.split()
    return " ".join(words[-3:-1]) if language == "fr" else " ".join(words[:1])


def _draw_ids(draw: Draw, facts: Facts) -> None:
    """Tax ids and accounts: the seller's, and those that look like them."""
    locale, language = facts.style.locale, facts.style.language
    country = country_of(locale)
    if locale != "en-US":
        suffix = "TVA" if language == "fr" else "MWST"
        if draw.chance(19, 20):
            facts.text("SELLER_VAT_ID", vat_id(draw, country, suffix=suffix))
        facts.notes["buyer-vat"] = vat_id(draw, country, suffix=suffix)
    if has_iban(country) and draw.chance(4, 5):
        facts.text("PAYEE_IBAN", iban(draw, country))
        facts.notes["bic"] = bic(draw, country)
    else:
        facts.notes["account"] = f"{draw.digits(4)} {draw.digits(4)}"
        facts.notes["routing"] = draw.choice((draw.digits(9), f"{draw.digits(3)}-{draw.digits(3)}"))
    facts.notes["bank-name"] = draw.choice(BANKS[language])
    facts.notes["tax-number"] = draw.choice((f"{draw.digits(2)}/{draw.digits(3)}/{draw.digits(5)}", draw.digits(9)))
    facts.notes["register"] = draw.choice((draw.digits(8), f"HRB {draw.digits(5)}", f"{draw.digits(3)}-{draw.digits(4)}"))
    facts.notes["phone"] = f"0{draw.digits(3)} {draw.digits(3)}-{draw.digits(2)}"


def _draw_references(draw: Draw, facts: Facts, issued: date) -> None:
    year = issued.year
    number = draw.choice(
        (
            f"{draw.choice(('INV', 'RE', 'SI', 'F', 'R'))}-{year}-{draw.integer(1, 9999):04d}",
            draw.digits(6),
            f"{year % 100}{draw.integer(1, 99999):05d}",
            f"{draw.choice('ABKMRT')}{draw.digits(5)}/{draw.integer(1, 12):02d}",
            f"00{draw.digits(4)}",
            f"{year}/{draw.integer(1, 9999):04d}",
            f"{draw.digits(3)} {draw.digits(3)} {draw.digits(3)}",
        )
    )
    facts.text("INVOICE_NUMBER", number)
    if draw.chance(7, 10):
        forms = (
            f"PO-{draw.digits(5)}",
            f"45{draw.digits(8)}",
            f"{draw.choice('BCPQ')}{draw.digits(4)}-{draw.integer(1, 40)}",
            draw.digits(7),
        )
        facts.text("PURCHASE_ORDER", draw.choice(forms))
    facts.notes |= {
        "order": draw.choice((f"SO-{draw.digits(5)}", f"A{draw.digits(6)}", draw.digits(6))),
        "customer": draw.choice((f"C-{draw.digits(4)}", draw.digits(5), f"K{draw.digits(5)}")),
        "delivery-note": draw.choice((f"DN-{draw.digits(5)}", f"L{draw.digits(6)}", f"{year % 100}{draw.digits(5)}")),
        "contract": draw.choice((f"CT-{draw.digits(4)}/{year % 100}", draw.digits(8))),
        "reference": draw.choice((f"{draw.choice('ABCD')}{draw.choice('KLM')}/{draw.digits(3)}", draw.digits(5))),
        "meter": draw.digits(8),
        "slip-reference": " ".join((draw.digits(2), draw.digits(5), draw.digits(5), draw.digits(5), draw.digits(5))),
    }
