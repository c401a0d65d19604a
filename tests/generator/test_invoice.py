"""The facts of invoices: every identity, rounding and rule of printing, over many seeds."""

from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from functools import cache

from generator.document import make_facts
from generator.facts import Facts
from generator.invoice import INVOICE_LOCALES
from generator.style import LOCALES
from records.fields import INVOICE_LINE_FIELDS

SEEDS = [f"invoice {number}".encode() for number in range(300)]
TOTALS = (
    "SUM_OF_LINE_NETS",
    "ALLOWANCES",
    "CHARGES",
    "TOTAL_WITHOUT_VAT",
    "TOTAL_VAT",
    "TOTAL_WITH_VAT",
    "PREPAID",
    "ROUNDING",
    "AMOUNT_DUE",
)
TAGS = (
    "credit-note-negative",
    "credit-note-positive",
    "currency-of-abroad",
    "early-payment",
    "grouped-lines",
    "line-discounts",
    "memo-row",
    "price-per-hundred",
    "second-currency",
    "several-allowances",
    "several-charges",
    "several-prepayments",
    "subtotal-rows",
    "wrapped-descriptions",
)


@cache
def sound() -> tuple[Facts, ...]:
    """The facts of every seed that no defect was planted in."""
    found = [make_facts(seed, "invoice") for seed in SEEDS]
    return tuple(facts for facts in found if not any(tag.startswith("defect:") for tag in facts.tags))


def amount(facts: Facts, key: str) -> Decimal:
    """A figure, zero where the facts leave it out (which the generator only does when it is)."""
    return facts.decimal(key) or Decimal(0)


def test_totals_follow_from_the_lines() -> None:
    """BR-CO-10, 13, 15 and 16 of EN 16931 hold to the cent, an omitted optional figure being zero."""
    for facts in sound():
        lines = sum(amount(facts, f"LINE/{row:03d}/LINE_NET") for row in range(1, facts.rows + 1))
        net = lines - amount(facts, "ALLOWANCES") + amount(facts, "CHARGES")
        gross = net + amount(facts, "TOTAL_VAT")
        assert amount(facts, "TOTAL_WITHOUT_VAT") == net
        assert facts.decimal("SUM_OF_LINE_NETS") in {lines, None}
        assert amount(facts, "TOTAL_WITH_VAT") == gross
        assert facts.decimal("AMOUNT_DUE") in {gross - amount(facts, "PREPAID") + amount(facts, "ROUNDING"), None}


def test_line_nets_are_quantity_times_price_by_base_less_discount() -> None:
    """BT-131 is BT-129 times BT-146 by the price's base quantity, rounded half up, less the discount of the line, rounded too."""
    bases, discounts = Counter[int](), Counter[int]()
    for facts in sound():
        for row in (f"LINE/{row:03d}" for row in range(1, facts.rows + 1)):
            base = facts.parts.get(f"{row}/per", Decimal(1))
            percent = facts.parts.get(f"{row}/discount", Decimal(0))
            gross = cent(amount(facts, f"{row}/QUANTITY") * amount(facts, f"{row}/UNIT_PRICE") / base)
            assert amount(facts, f"{row}/LINE_NET") == gross - cent(gross * percent / 100)
            assert (f"{row}/per" in facts.notes) == ("price-per-hundred" in facts.tags)
            assert (f"{row}/discount" in facts.notes) == ("line-discounts" in facts.tags)
            bases[int(base)] += 1
            discounts[int(percent)] += 1
    assert min(bases[base] for base in (1, 100, 1000)) > 20
    assert min(discounts[percent] for percent in (0, 5, 10, 15, 20, 25)) > 20


def test_single_allowances_charges_and_payments_sum_to_their_totals() -> None:
    """BR-CO-11 and BR-CO-12: several are printed with their sum, BT-107, BT-108 (and BT-113), and its sign."""
    seen = Counter[str]()
    for facts in sound():
        for kind, key in (("allowance", "ALLOWANCES"), ("charge", "CHARGES"), ("prepaid", "PREPAID")):
            parts = [value for name, value in facts.parts.items() if name.startswith(f"{kind}/")]
            if parts:
                assert len(parts) > 1
                assert sum(parts) == facts.decimal(key)
                assert len({part < 0 for part in parts if part}) == 1
                assert f"several-{'prepayment' if kind == 'prepaid' else kind}s" in facts.tags
                seen[kind] += 1
    assert min(seen[kind] for kind in ("allowance", "charge", "prepaid")) > 10


def cent(value: Decimal) -> Decimal:
    """Rounded half up to the cent."""
    return value.quantize(Decimal("0.01"), ROUND_HALF_UP)


def test_breakdown_sums_to_its_totals_and_each_tax_is_its_basis_times_rate() -> None:
    """BR-CO-14, and BR-CO-17 within half a cent; several rates are always broken down."""
    broken_down = 0
    for facts in sound():
        if f"VAT/{facts.rates[0]}/TAX" not in facts.values:
            assert len(facts.rates) == 1
            continue
        broken_down += 1
        bases = {rate: amount(facts, f"VAT/{rate}/BASIS") for rate in facts.rates}
        taxes = {rate: amount(facts, f"VAT/{rate}/TAX") for rate in facts.rates}
        assert sum(taxes.values()) == amount(facts, "TOTAL_VAT")
        assert sum(bases.values()) == amount(facts, "TOTAL_WITHOUT_VAT")
        assert all(abs(bases[rate] * Decimal(rate) / 100 - taxes[rate]) <= Decimal("0.005") for rate in facts.rates)
    assert broken_down > 100


def test_credit_notes_come_in_both_sign_styles() -> None:
    """A credit note prints all its totals positive or none; an invoice's totals are always positive."""
    seen = Counter[str]()
    for facts in sound():
        signs = {amount(facts, key) < 0 for key in TOTALS if key != "ROUNDING" and facts.decimal(key)}
        assert len(signs) == 1
        seen[facts.values["TYPE_CODE"].value + ("-" if True in signs else "+")] += 1
    assert seen["380-"] == 0
    assert min(seen["380+"], seen["381+"], seen["381-"]) > 3


def test_documents_have_the_ids_of_their_countries() -> None:
    """No IBAN outside the countries that have them, no VAT id in the United States; most European documents have both."""
    without = {"en-US", "en-CA", "en-AU", "en-IN"}
    for facts in sound():
        if facts.style.locale in without:
            assert "PAYEE_IBAN" not in facts.values
            assert facts.notes["account"]
        assert (facts.style.locale == "en-US") <= ("SELLER_VAT_ID" not in facts.values)
    european = [facts for facts in sound() if facts.style.locale not in without]
    assert sum("SELLER_VAT_ID" in facts.values for facts in european) > 0.8 * len(european)
    assert sum("PAYEE_IBAN" in facts.values for facts in european) > 0.6 * len(european)


def test_every_kind_of_variety_is_drawn() -> None:
    """Each optional figure, one to three rates, three languages, every locale and lengths from 1 to more than 100 lines occur."""
    facts = sound()
    for key in ("ALLOWANCES", "CHARGES", "PREPAID", "ROUNDING", "PURCHASE_ORDER", "DUE_DATE", "AMOUNT_DUE", "SUM_OF_LINE_NETS"):
        held = sum(key in one.values for one in facts)
        assert 10 < held < len(facts) - 10, key
    assert {len(one.rates) for one in facts} == {1, 2, 3}
    assert {one.style.language for one in facts} == {"en", "de", "fr"}
    assert {one.style.locale for one in facts} == set(INVOICE_LOCALES) == set(LOCALES)
    lengths = [one.rows for one in facts]
    assert min(lengths) == 1
    assert 100 < max(lengths) <= 120
    assert 0.05 < sum(length > 25 for length in lengths) / len(lengths) < 0.16
    tags = Counter(tag for one in facts for tag in one.tags)
    assert min(tags[tag] for tag in TAGS) > 5


def test_some_lines_take_back_or_are_free_and_totals_stay_positive() -> None:
    """Returned goods have a negative quantity and net beside a positive price; free lines are zero; neither turns the document."""
    negative = free = 0
    for facts in sound():
        if facts.values["TYPE_CODE"].value == "381":
            continue
        assert amount(facts, "TOTAL_WITHOUT_VAT") > 0
        for row in (f"LINE/{row:03d}" for row in range(1, facts.rows + 1)):
            assert amount(facts, f"{row}/UNIT_PRICE") >= 0
            negative += amount(facts, f"{row}/LINE_NET") < 0
            free += amount(facts, f"{row}/UNIT_PRICE") == 0
    assert negative > 10
    assert free > 10


def test_groups_cover_the_lines_from_the_first() -> None:
    """Titles of groups stand before rows of the document, the first before the first."""
    grouped = [facts for facts in sound() if facts.groups]
    assert len(grouped) > 30
    for facts in grouped:
        assert min(facts.groups) == 1
        assert max(facts.groups) <= facts.rows
        assert len(set(facts.groups.values())) == len(facts.groups)


def test_look_alikes_are_no_values() -> None:
    """No number, date or name that only stands beside a value is the value itself."""
    for facts in sound():
        numbers = {
            facts.values[key].text for key in ("INVOICE_NUMBER", "PURCHASE_ORDER", "SELLER_VAT_ID", "PAYEE_IBAN") if key in facts.values
        }
        beside = {
            facts.notes[note]
            for note in ("order", "customer", "delivery-note", "contract", "reference", "buyer-vat", "tax-number")
            if note in facts.notes
        }
        assert not numbers & beside
        dates = {facts.values[key].text for key in ("ISSUE_DATE", "DUE_DATE") if key in facts.values}
        assert not dates & {facts.notes[note] for note in ("order-date", "delivery-date", "discount-day", "paid-day")}
        names = {facts.values[key].text for key in ("SELLER_NAME", "BUYER_NAME")}
        assert len(names) == 2
        assert not names & {facts.notes["ship-name"], facts.notes["remit-name"]}


def test_every_row_has_every_cell() -> None:
    """The facts hold all five cells of every line; leaving one out is a layout's business."""
    for facts in sound():
        assert all(f"LINE/{row:03d}/{field.key}" in facts.values for row in range(1, facts.rows + 1) for field in INVOICE_LINE_FIELDS)
