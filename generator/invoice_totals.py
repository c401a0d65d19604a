"""The totals of an invoice: allowances and charges, VAT by rate, prepayments, rounding, and what stands beside them.

Allowances and charges of the document belong to its first VAT rate; where several are printed their sum is
printed too (BT-107, BT-108), so that CO-11 and CO-12 can be checked. A zero is printed by some documents
and left out by others.

Wording decides the key where a page prints one figure that could be two: a document without
allowances or charges may print its net total only as TOTAL_WITHOUT_VAT, and one without
prepayment or rounding its gross total only as TOTAL_WITH_VAT.
"""

from datetime import date, timedelta
from decimal import ROUND_FLOOR, Decimal

from generator.draw import Draw
from generator.facts import CENT, Facts, cents, from_cents
from generator.goods import ALLOWANCE_REASONS, CHARGE_REASONS

ZERO = Decimal("0.00")
#: To what an amount payable is rounded, by currency; the others are rounded to five cents, and rarely.
_STEPS = {"CHF": Decimal("0.05"), "INR": Decimal("1.00"), "AUD": Decimal("0.05"), "CAD": Decimal("0.05")}
#: The range of a rate of exchange, in hundred thousandths of the second currency for one of the first.
_EXCHANGE = {
    ("GBP", "EUR"): (114000, 121000),
    ("CHF", "EUR"): (101000, 108000),
    ("CAD", "USD"): (69000, 76000),
    ("INR", "USD"): (1130, 1240),
    ("USD", "EUR"): (84000, 96000),
    ("EUR", "GBP"): (82000, 88000),
    ("USD", "GBP"): (73000, 80000),
    ("EUR", "CHF"): (92000, 98000),
    ("USD", "CAD"): (132000, 145000),
}


def draw_totals(draw: Draw, facts: Facts, nets: dict[str, Decimal], sign: int, issued: date) -> None:
    """Draw every figure below the lines. `nets` are the sums of line nets by VAT rate; `sign` is -1 on a negative credit note."""
    total = sum(nets.values(), ZERO)
    base = abs(nets[facts.rates[0]])
    allowances = _draw_allowances(draw.child("allowances"), facts, base) * sign
    charges = _draw_charges(draw.child("charges"), facts) * sign
    _signed_parts(facts, sign)
    net = total - allowances + charges
    vat = _draw_breakdown(draw.child("breakdown"), facts, nets, charges - allowances)
    gross = net + vat
    prepaid = _draw_prepaid(draw.child("prepaid"), facts, gross, issued)
    rounding = _draw_rounding(draw.child("rounding"), facts, gross - prepaid)
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
    zeros = draw.chance(3, 5) if prepaid or rounding else draw.chance(1, 8)
    if prepaid or zeros:
        facts.amount("PREPAID", prepaid)
    if rounding or zeros:
        facts.amount("ROUNDING", rounding)
    due = gross - prepaid + rounding
    if prepaid or rounding or zeros or draw.chance(3, 4):
        facts.amount("AMOUNT_DUE", due)
    _draw_memos(draw.child("memos"), facts, total, vat, gross, due)
    _draw_account(draw.child("account"), facts)


def _draw_allowances(draw: Draw, facts: Facts, base: Decimal) -> Decimal:
    """The sum of the document's allowances, unsigned: none, one, or two and three that are printed one by one."""
    if not draw.chance(1, 3):
        return ZERO
    count = draw.choice((1, 1, 2, 2, 3))
    reasons = draw.shuffled(ALLOWANCE_REASONS[facts.style.language])
    for number in range(1, count + 1):
        percent = Decimal(draw.choice((1, 2, 3, 5, 7)))
        reason = reasons[number - 1].format(rate=facts.style.percent(percent))
        _part(facts, f"allowance/{number}", reason, cents(base * percent / 100))
    return _total(facts, "allowance", count)


def _draw_charges(draw: Draw, facts: Facts) -> Decimal:
    """The sum of the document's charges, unsigned."""
    if not draw.chance(1, 3):
        return ZERO
    count = draw.choice((1, 1, 2, 2, 3))
    reasons = draw.shuffled(CHARGE_REASONS[facts.style.language])
    for number in range(1, count + 1):
        amount = from_cents(draw.choice((950, 1250, 2500, 4800, draw.integer(500, 19900))))
        _part(facts, f"charge/{number}", reasons[number - 1], amount)
    return _total(facts, "charge", count)


def _part(facts: Facts, name: str, reason: str, amount: Decimal) -> None:
    facts.parts[name] = amount
    facts.notes[f"{name}/reason"] = reason


def _total(facts: Facts, kind: str, count: int) -> Decimal:
    """The sum of the parts of a kind; a single part is printed under the total's own wording and is forgotten."""
    total = sum((facts.parts[f"{kind}/{number}"] for number in range(1, count + 1)), ZERO)
    if count == 1:
        del facts.parts[f"{kind}/1"], facts.notes[f"{kind}/1/reason"]
    else:
        facts.tags += (f"several-{kind}s",)
    return total


def _signed_parts(facts: Facts, sign: int) -> None:
    """Give single allowances and charges the document's sign, and their spelling."""
    for name in [name for name in facts.parts if name.startswith(("allowance/", "charge/"))]:
        facts.parts[name] *= sign
        facts.notes[name] = facts.style.amount(facts.parts[name])


def _draw_breakdown(draw: Draw, facts: Facts, nets: dict[str, Decimal], adjustment: Decimal) -> Decimal:
    """Tax by rate and its total; the breakdown is printed where rates are several, else by draw."""
    total = ZERO
    printed = len(nets) > 1 or draw.chance(1, 2)
    for index, (rate, net) in enumerate(nets.items()):
        basis = net + (adjustment if index == 0 else 0)
        tax = to_cent(basis * Decimal(rate) / 100)
        total += tax
        facts.notes[f"VAT/{rate}/RATE"] = facts.style.percent(Decimal(rate))
        if printed:
            facts.amount(f"VAT/{rate}/BASIS", basis)
            facts.amount(f"VAT/{rate}/TAX", tax)
    if printed:
        facts.notes["breakdown"] = "yes"
    return total


def _draw_prepaid(draw: Draw, facts: Facts, gross: Decimal, issued: date) -> Decimal:
    """What was paid in advance: nothing, one payment, or several that are printed one by one."""
    if not draw.chance(1, 5):
        return ZERO
    parts = draw.choice(((50,), (10,), (30,), (20, 20), (30, 25), (10, 20, 30)))
    amounts = [cents(gross * part / 100) for part in parts]
    if len(amounts) > 1:
        for number, amount in enumerate(amounts, start=1):
            facts.parts[f"prepaid/{number}"] = amount
            facts.notes[f"prepaid/{number}"] = facts.style.amount(amount)
            facts.notes[f"prepaid/{number}/day"] = facts.style.day(
                issued - timedelta(days=20 * (len(amounts) - number) + draw.integer(6, 20))
            )
        facts.tags += ("several-prepayments",)
    return sum(amounts, ZERO)


def _draw_rounding(draw: Draw, facts: Facts, value: Decimal) -> Decimal:
    """What brings the amount payable to the nearest step of its currency, where a document rounds."""
    currency = facts.style.conventions.currency
    if not draw.chance(2, 3) if currency in _STEPS else not draw.chance(1, 12):
        return ZERO
    step = _STEPS.get(currency, Decimal("0.05"))
    steps = (value / step).quantize(Decimal(1), rounding="ROUND_HALF_UP")
    return (steps * step).quantize(CENT) - value


def _draw_memos(draw: Draw, facts: Facts, total: Decimal, vat: Decimal, gross: Decimal, due: Decimal) -> None:
    """Rows that repeat a part of a figure and are none themselves: "of which", a second currency, an early payment."""
    style = facts.style
    if "SUM_OF_LINE_NETS" in facts.values and draw.chance(1, 5):
        facts.notes["after/SUM_OF_LINE_NETS"] = style.amount(cents(total * draw.integer(11, 67) / 100))
        facts.tags += ("memo-row",)
    if "AMOUNT_DUE" in facts.values and facts.values["TYPE_CODE"].value == "380" and draw.chance(1, 6):
        facts.notes["after/AMOUNT_DUE"] = style.amount(cents(due * 98 / 100))
        facts.tags += ("early-payment",)
    currency = facts.notes.get("foreign")
    if currency:
        low, high = _EXCHANGE[style.conventions.currency, currency]
        rate = Decimal(draw.integer(low, high)).scaleb(-5)
        facts.notes["exchange"] = style.number(rate)
        facts.notes["after/TOTAL_VAT"] = style.foreign(cents(vat * rate), currency)
        if draw.chance(1, 2):
            facts.notes["after/TOTAL_WITH_VAT"] = style.foreign(cents(gross * rate), currency)
        facts.tags += ("second-currency",)


def _draw_account(draw: Draw, facts: Facts) -> None:
    """What an account statement on a bill says of the time before it: nothing of it is owed any more."""
    amount = from_cents(draw.integer(2900, 89900))
    facts.notes["previous"] = facts.style.amount(amount)
    facts.notes["payment-received"] = facts.style.amount(-amount)
    facts.notes["forward"] = facts.style.amount(ZERO)


def to_cent(value: Decimal) -> Decimal:
    """Rounded half toward +infinity to the cent, as EN 16931 rounds.

    >>> to_cent(Decimal("0.125")), to_cent(Decimal("-0.125"))
    (Decimal('0.13'), Decimal('-0.12'))
    """
    return (value * 100 + Decimal("0.5")).quantize(Decimal(1), ROUND_FLOOR).scaleb(-2)
