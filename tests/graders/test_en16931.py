"""The rules of EN 16931 one by one: a sound invoice keeps them all, and each change breaks exactly what it should."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from graders.en16931 import broken, doubtful, figures, footing
from records.invoice import Adjustment, InvoiceFacts, InvoiceLine, InvoiceTotals, StatedDate, VatGroup

D = Decimal
Change = Callable[[InvoiceFacts], InvoiceFacts]

SOUND = InvoiceFacts(
    syntax="cii",
    profile="urn:cen.eu:en16931:2017",
    number="R-1",
    type_code="380",
    issue_date=StatedDate("20260301", "2026-03-01"),
    due_date=StatedDate("20260331", "2026-03-31"),
    currency="EUR",
    purchase_order=None,
    seller_name="Seller",
    seller_country="FR",
    seller_vat_id="FR83404833048",
    seller_tax_ids=1,
    vat_ids=("FR83404833048",),
    buyer_name="Buyer",
    ibans=(),
    totals=InvoiceTotals(
        line_nets=D("100.00"), allowances=D("10.00"), charges=D("5.00"), without_vat=D("95.00"), with_vat=D("114.00"), prepaid=D("14.00"),
        rounding=None, due=D("100.00"), vat=(("EUR", D("19.00")), ("GBP", D("17.00"))),
    ),
    lines=(
        InvoiceLine("1", "Bolts", D(2), "H87", D("20.00"), D("40.00"), "S", D("20.00")),
        InvoiceLine("2", "Nuts", D(1), "H87", D("60.00"), D("60.00"), "S", D(20)),
    ),
    vat=(VatGroup(D("95.00"), D("19.00"), "S", D(20)),),
    adjustments=(Adjustment(False, D("10.00"), "S", D(20)), Adjustment(True, D("5.00"), "S", D(20))),
)  # fmt: skip


def totals(**values: Decimal | None) -> Change:
    """A change of totals."""
    return lambda facts: facts._replace(totals=facts.totals._replace(**values))  # type: ignore[arg-type]


def facts(**values: object) -> Change:
    """A change of the header."""
    return lambda sound: sound._replace(**values)


def line(**values: object) -> Change:
    """A change of the first line."""
    return lambda sound: sound._replace(lines=(sound.lines[0]._replace(**values), *sound.lines[1:]))


def group(**values: object) -> Change:
    """A change of the VAT breakdown's only entry."""
    return lambda sound: sound._replace(vat=(sound.vat[0]._replace(**values),))


def in_category(category: str, *, reason: bool, tax: str = "0.00") -> Change:
    """The whole invoice in an untaxed category, its totals following."""

    def change(sound: InvoiceFacts) -> InvoiceFacts:
        return sound._replace(
            lines=tuple(one._replace(category=category, rate=D(0)) for one in sound.lines),
            adjustments=tuple(one._replace(category=category, rate=D(0)) for one in sound.adjustments),
            vat=(VatGroup(D("95.00"), D(tax), category, D(0), reason),),
            totals=sound.totals._replace(vat=(("EUR", D(tax)),), with_vat=D("95.00") + D(tax), prepaid=None, due=D("95.00") + D(tax)),
        )

    return change


def test_a_sound_invoice_keeps_every_rule() -> None:
    """Allowance, charge, prepayment, two VAT totals, one rate written in two ways: nothing is broken, CO-10 to CO-17 hold."""
    assert broken(SOUND) == frozenset()
    assert {name: relation.status for name, relation in footing(SOUND).items()} == {
        f"BR-CO-{rule}": "holds" for rule in ("10", "11", "12", "13", "14", "15", "16", "17", "17-CENT")
    }


@pytest.mark.parametrize(
    ("change", "rules"),
    [
        (totals(line_nets=D("100.01")), {"BR-CO-10", "BR-CO-13"}),
        (totals(allowances=D("10.01")), {"BR-CO-11", "BR-CO-13"}),
        (totals(charges=D("5.01")), {"BR-CO-12", "BR-CO-13"}),
        (totals(without_vat=D("95.01")), {"BR-CO-13", "BR-CO-15"}),
        (totals(vat=(("EUR", D("19.01")),)), {"BR-CO-14", "BR-CO-15"}),  # type: ignore[arg-type]
        (totals(with_vat=D("114.01")), {"BR-CO-15", "BR-CO-16"}),
        (totals(prepaid=D("14.01")), {"BR-CO-16"}),
        (totals(rounding=D("0.01")), {"BR-CO-16"}),
        (totals(due=D("100.01")), {"BR-CO-16"}),
        (totals(due=D("100.001")), {"BR-CO-16", "BR-DEC-18"}),
        (totals(due=D("100.000")), {"BR-DEC-18"}),
        (totals(line_nets=None), {"BR-12"}),
        (totals(without_vat=None), {"BR-13"}),
        (totals(with_vat=None), {"BR-14"}),
        (totals(due=None), {"BR-15"}),
        (facts(profile=None), {"BR-01"}),
        (facts(number=None), {"BR-02"}),
        (facts(issue_date=None), {"BR-03"}),
        (facts(type_code=None), {"BR-04"}),
        (facts(currency=None), {"BR-05"}),
        (facts(seller_name=None), {"BR-06"}),
        (facts(buyer_name=None), {"BR-07"}),
        (facts(type_code="999"), {"BR-CL-01"}),
        (facts(syntax="ubl-credit-note"), {"BR-CL-01"}),
        (facts(vat_ids=("XX1",)), {"BR-CO-09"}),
        (facts(vat_ids=("F",)), {"BR-CO-09"}),
        (facts(issue_date=StatedDate("2026-03-01", None)), {"CII-DT-097"}),
        (facts(issue_date=StatedDate("20260230", None)), {"CALENDAR"}),
        (facts(due_date=StatedDate("20260228", "2026-02-28")), {"FR-DUE"}),
        (facts(seller_tax_ids=0), {"BR-S-02"}),
        (facts(lines=()), {"BR-16"}),
        (facts(vat=()), {"BR-CO-18"}),
        (line(quantity=None), {"BR-22"}),
        (line(unit=None), {"BR-23"}),
        (line(number=""), {"BR-21"}),
        (line(name=None), {"BR-25"}),
        (line(price=None), {"BR-26"}),
        (line(price=D("-20.00")), {"BR-27"}),
        (line(net=None), {"BR-24", "BR-S-08"}),
        (line(net=D("40.000")), {"BR-DEC-23"}),
        (line(rate=D("19.99")), {"BR-S-08"}),
        (group(tax=D("19.50")), {"BR-CO-14"}),
        (group(tax=D("20.00")), {"BR-CO-14", "BR-S-09"}),
        (group(tax=D("20.01")), {"BR-CO-14", "BR-CO-17", "BR-S-09"}),
        (group(basis=D("95.01")), {"BR-S-08"}),
        (group(exemption=True), {"BR-S-10"}),
        (in_category("E", reason=True), set()),
        (in_category("E", reason=False), {"BR-E-10"}),
        (in_category("Z", reason=False), set()),
        (in_category("Z", reason=True), {"BR-Z-10"}),
        (in_category("AE", reason=True, tax="0.50"), {"BR-AE-09"}),
        (in_category("K", reason=False), {"BR-IC-10"}),
        (in_category("O", reason=True), set()),
    ],
)
def test_a_change_breaks_exactly_its_rules(change: Change, rules: set[str]) -> None:
    """By the texts of the standard; 20.00 and 20 are one rate, 100.000 has a decimal too many and is no other amount."""
    assert broken(change(SOUND)) == rules


def test_sums_round_half_toward_plus_infinity() -> None:
    """0.005 is 0.01 and -0.005 is 0.00, as XPath rounds; in exact decimals, where doubles see 100.00 in 100.005."""

    def summed(net: str, stated: str) -> str:
        change = SOUND._replace(
            lines=(InvoiceLine("1", "x", D(1), "H87", D(1), D(net), "S", D(20)),), totals=SOUND.totals._replace(line_nets=D(stated))
        )
        return footing(change)["BR-CO-10"].status

    assert (summed("0.005", "0.01"), summed("-0.005", "0.00"), summed("100.005", "100.01")) == ("holds", "holds", "holds")
    assert (summed("0.005", "0.00"), summed("-0.005", "-0.01"), summed("100.005", "100.00")) == ("fails", "fails", "fails")


def test_the_vat_total_is_the_one_in_the_invoices_currency() -> None:
    """Neither the first nor the larger; one without a currency counts where it is alone."""
    assert figures(SOUND).fields["TOTAL_VAT"] == D("19.00")
    assert broken(SOUND._replace(currency="GBP")) == {"BR-CO-14", "BR-CO-15"}
    alone = SOUND._replace(totals=SOUND.totals._replace(vat=(("", D("19.00")),)))
    assert broken(alone) == frozenset()


def test_what_a_profile_does_not_carry_is_not_known() -> None:
    """MINIMUM states four totals: what was prepaid is missing and never zero. In a full profile it is zero."""
    short = SOUND._replace(profile="urn:factur-x.eu:1p0:minimum", lines=(), vat=(), adjustments=())
    short = short._replace(totals=InvoiceTotals(None, None, None, D("95.00"), D("114.00"), None, None, D("100.00"), (("EUR", D("19.00")),)))
    assert footing(short)["BR-CO-16"] == ("not_evaluable", ("PREPAID", "ROUNDING"), "AMOUNT_DUE", None)
    assert broken(short) == frozenset()
    full = SOUND._replace(totals=SOUND.totals._replace(prepaid=None, due=D("114.00")))
    assert footing(full)["BR-CO-16"].status == "holds"


def test_french_check_digits_are_only_reported() -> None:
    """(12 + 3 x 404833048 mod 97) mod 97 = 83; an id with letters for digits has another rule and is left alone."""
    assert doubtful(SOUND) == frozenset() and doubtful(SOUND._replace(vat_ids=("FR84404833048",))) == {"FR-VAT-KEY"}
    assert doubtful(SOUND._replace(vat_ids=("FRX1404833048", "DE84404833048"))) == frozenset()
