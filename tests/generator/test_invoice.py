"""The facts of invoices: every identity, rounding and rule of printing, over many seeds."""

from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from functools import cache

from generator.document import make_facts
from generator.facts import Facts
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


def test_line_nets_are_quantity_times_price_rounded_half_up() -> None:
    """BT-131 is BT-129 times BT-146, to the cent."""
    for facts in sound():
        for row in range(1, facts.rows + 1):
            product = amount(facts, f"LINE/{row:03d}/QUANTITY") * amount(facts, f"LINE/{row:03d}/UNIT_PRICE")
            assert amount(facts, f"LINE/{row:03d}/LINE_NET") == product.quantize(Decimal("0.01"), ROUND_HALF_UP)


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
    """A credit note prints all its totals positive or none; an invoice's lines are always positive."""
    seen = Counter[str]()
    for facts in sound():
        signs = {amount(facts, key) < 0 for key in TOTALS if key != "ROUNDING" and facts.decimal(key)}
        assert len(signs) == 1
        seen[facts.values["TYPE_CODE"].value + ("-" if True in signs else "+")] += 1
    assert seen["380-"] == 0
    assert min(seen["380+"], seen["381+"], seen["381-"]) > 3


def test_currencies_have_the_fields_of_their_countries() -> None:
    """Invoices from the United States have no VAT id and no IBAN; most European ones have both."""
    for facts in sound():
        if facts.style.locale == "en-US":
            assert not {"SELLER_VAT_ID", "PAYEE_IBAN"} & set(facts.values)
    european = [facts for facts in sound() if facts.style.locale != "en-US"]
    assert sum("SELLER_VAT_ID" in facts.values for facts in european) > 0.8 * len(european)
    assert sum("PAYEE_IBAN" in facts.values for facts in european) > 0.6 * len(european)


def test_every_kind_of_variety_is_drawn() -> None:
    """Each optional figure, several rates, both languages and lengths from 1 to 25 lines occur."""
    facts = sound()
    for key in ("ALLOWANCES", "CHARGES", "PREPAID", "ROUNDING", "PURCHASE_ORDER", "DUE_DATE", "AMOUNT_DUE", "SUM_OF_LINE_NETS"):
        held = sum(key in one.values for one in facts)
        assert 10 < held < len(facts) - 10, key
    assert sum(len(one.rates) > 1 for one in facts) > 20
    assert {one.style.language for one in facts} == {"en", "de"}
    assert min(one.rows for one in facts) == 1
    assert max(one.rows for one in facts) == 25
    assert {"memo-row", "second-currency"} <= {tag for one in facts for tag in one.tags}


def test_every_row_has_every_cell() -> None:
    """The facts hold all five cells of every line; leaving one out is a layout's business."""
    for facts in sound():
        assert all(f"LINE/{row:03d}/{field.key}" in facts.values for row in range(1, facts.rows + 1) for field in INVOICE_LINE_FIELDS)
