"""arithmetic: rounding, tax and cross-application rules that `relations` is built from.

Decimals throughout, tolerance 0 unless a rule of EN 16931 has its own band. A missing operand
leaves a rule not evaluable. Two legal roundings of VAT exist; only the declared one is right.
"""

from collections.abc import Sequence
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Literal, NamedTuple

NAME = "arithmetic"
CENT = Decimal("0.01")
HALF = Decimal("0.5")
#: EN 16931 BR-CO-17 accepts a tax within one currency unit of basis times rate.
TAX_BAND = Decimal(1)

Status = Literal["holds", "fails", "not_evaluable"]


def to_cent(value: Decimal) -> Decimal:
    """Rounded half toward +infinity at two decimals, as XPath round() does in the rules of EN 16931.

    >>> to_cent(Decimal("-0.125")), to_cent(Decimal("0.125"))
    (Decimal('-0.12'), Decimal('0.13'))
    """
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and exponent >= -2:
        return value  # nothing to round: the common case
    return (value * 100 + HALF).to_integral_value(ROUND_FLOOR) / 100


def half_up(value: Decimal) -> Decimal:
    """Rounded half away from zero at two decimals, as retainage is, line by line."""
    return value.quantize(CENT, ROUND_HALF_UP)


class TaxCheck(NamedTuple):
    """A tax against basis times rate: inside the band of the standard, and exact to the cent."""

    band: Status
    strict_cent: Status


def tax_check(basis: Decimal | None, rate: Decimal | None, tax: Decimal | None) -> TaxCheck:
    """CO-17: tax = basis x rate / 100 within 1.00, with the strict cent reported apart.

    >>> tax_check(Decimal(100), Decimal(19), Decimal("19.01"))
    TaxCheck(band='holds', strict_cent='fails')
    """
    if basis is None or rate is None or tax is None:
        return TaxCheck("not_evaluable", "not_evaluable")
    due = to_cent(basis * rate / 100)
    return TaxCheck("holds" if abs(tax - due) <= TAX_BAND else "fails", "holds" if tax == due else "fails")


def gross(nets: Sequence[Decimal], rate: Decimal, method: Literal["per_line", "global"]) -> Decimal:
    """The total with VAT of unrounded line nets, rounded on each line or once at the end."""
    if method == "per_line":
        return sum((half_up(net) + half_up(half_up(net) * rate / 100) for net in nets), Decimal(0))
    total = sum(nets, Decimal(0))
    return half_up(total + total * rate / 100)


def check_gross(stated: Decimal, nets: Sequence[Decimal], rate: Decimal, declared: Literal["per_line", "global"]) -> str:
    """`holds` by the declared rounding only; `rounding_method` where the other one explains the figure."""
    other: Literal["per_line", "global"] = "global" if declared == "per_line" else "per_line"
    if stated == gross(nets, rate, declared):
        return "holds"
    return "rounding_method" if stated == gross(nets, rate, other) else "fails"


def vat_total(totals: Sequence[tuple[str, Decimal]], currency: str) -> Decimal | None:
    """The VAT total stated in the invoice's own currency; None where there is none or more than one.

    >>> vat_total([("EUR", Decimal("20.00")), ("GBP", Decimal("17.00"))], "GBP")
    Decimal('17.00')
    """
    found = [amount for code, amount in totals if code == currency]
    return found[0] if len(found) == 1 else None


def payment_due(earned: Decimal | None, previous: Decimal | None) -> Decimal | None:
    """L8 = L6 - L7; None where an operand is missing, and negative where less is due than was certified."""
    return None if earned is None or previous is None else earned - previous


def previous_certificates(
    certified: Sequence[Decimal | None], prior_earned: Decimal | None
) -> tuple[Decimal | None, Literal["holds", "fails", "not_evaluable", "not_applicable"]]:
    """L7 = the sum of what was certified, and whether it equals the prior L6.

    That identity applies only where everything was certified in full: a short certification makes
    L7 smaller, rightly. A missing certificate leaves both open.
    """
    known = [amount for amount in certified if amount is not None]
    if len(known) != len(certified) or prior_earned is None:
        return None, "not_evaluable"
    total = sum(known, Decimal(0))
    if total < prior_earned:
        return total, "not_applicable"
    return total, "holds" if total == prior_earned else "fails"


def carried_forward(previous: Decimal | None, before: tuple[Decimal | None, Decimal | None]) -> Status:
    """D(n) = D(n-1) + E(n-1), row by row across applications."""
    if previous is None or before[0] is None or before[1] is None:
        return "not_evaluable"
    return "holds" if previous == before[0] + before[1] else "fails"


def percent_complete(completed: Decimal | None, scheduled: Decimal | None) -> Decimal | None:
    """G / C in percent points, unrounded; None where a part is missing or nothing is scheduled."""
    return None if completed is None or not scheduled else completed * 100 / scheduled
