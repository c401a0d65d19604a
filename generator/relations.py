"""What every relation of a document comes to, from the figures it prints and nothing else.

The rule, the same for truth and (in the graders) for an answer:

invoice   CO-10 SUM_OF_LINE_NETS = sum of LINE_NET over all lines
          CO-13 TOTAL_WITHOUT_VAT = SUM_OF_LINE_NETS - ALLOWANCES + CHARGES
          CO-14 TOTAL_VAT = sum of TAX over the VAT breakdown
          CO-15 TOTAL_WITH_VAT = TOTAL_WITHOUT_VAT + TOTAL_VAT
          CO-16 AMOUNT_DUE = TOTAL_WITH_VAT - PREPAID + ROUNDING
          CO-17 on every VAT entry TAX = BASIS x rate within 1.00; CO-17-CENT the same to the cent
pay       G  on every row COMPLETED_AND_STORED = PREVIOUS + THIS_PERIOD + STORED
          H  on every row BALANCE = SCHEDULED_VALUE - COMPLETED_AND_STORED
          PERCENT  on every row PERCENT = COMPLETED_AND_STORED / SCHEDULED_VALUE, to half of the
             last place that any percent of the column needs
          L3 CONTRACT_SUM_TO_DATE = ORIGINAL_CONTRACT_SUM + NET_CHANGE_BY_CHANGE_ORDERS
          L3-C CONTRACT_SUM_TO_DATE = sum of SCHEDULED_VALUE over all rows
          L4 TOTAL_COMPLETED_AND_STORED = sum of COMPLETED_AND_STORED over all rows
          L5 RETAINAGE = RETAINAGE_COMPLETED + RETAINAGE_STORED where both are printed,
             else the sum of LINE_RETAINAGE over all rows
          L6 EARNED_LESS_RETAINAGE = TOTAL_COMPLETED_AND_STORED - RETAINAGE
          L8 CURRENT_PAYMENT_DUE = EARNED_LESS_RETAINAGE - LESS_PREVIOUS_CERTIFICATES
          L9 BALANCE_TO_FINISH = CONTRACT_SUM_TO_DATE - EARNED_LESS_RETAINAGE

and, where the application before is printed too (its figures stand under PRIOR/):

pay       D-PRIOR  on every row that was there before, PREVIOUS = PRIOR PREVIOUS + PRIOR THIS_PERIOD:
             stored material is no part of it
          L7-PRIOR  LESS_PREVIOUS_CERTIFICATES = PRIOR LESS_PREVIOUS_CERTIFICATES + PRIOR CERTIFIED_AMOUNT:
             the prior line 6 only where that was certified in full

Equal to the cent, tolerance 0 but for CO-17. An operand that is not printed makes the relation not evaluable:
it is never taken for zero, not even one the standard leaves optional (GRADING.md §5). So does a
sum over no rows. CO-11 and CO-12 need single allowances, which no answer holds, and are left out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import ROUND_FLOOR, Decimal
from typing import Literal

from records.fields import Family

Standing = Literal["holds", "fails", "not_evaluable"]
Values = Mapping[str, str | None]

HALF = Decimal("0.5")
INVOICE_RELATIONS = ("CO-10", "CO-13", "CO-14", "CO-15", "CO-16", "CO-17", "CO-17-CENT")
PAY_RELATIONS = ("G", "H", "PERCENT", "L3", "L3-C", "L4", "L5", "L6", "L8", "L9")


#: Across two applications; an answer has no place for the earlier one, so these are true of the page and judged of nobody.
PRIOR_RELATIONS = ("D-PRIOR", "L7-PRIOR")


def relations(family: Family, values: Values) -> dict[str, Standing]:
    """Every relation of the family by name, from canonical values by label key (None: not printed)."""
    return _invoice(values) if family == "invoice" else _pay_application(values)


def _invoice(values: Values) -> dict[str, Standing]:
    get = _reader(values)
    return {
        "CO-10": _equal(get("SUM_OF_LINE_NETS"), _sum(get(f"{row}/LINE_NET") for row in _rows(values))),
        "CO-13": _equal(get("TOTAL_WITHOUT_VAT"), _signed(get("SUM_OF_LINE_NETS"), -1, get("ALLOWANCES"), 1, get("CHARGES"))),
        "CO-14": _equal(get("TOTAL_VAT"), _sum(get(key) for key in values if key.startswith("VAT/") and key.endswith("/TAX"))),
        "CO-15": _equal(get("TOTAL_WITH_VAT"), _signed(get("TOTAL_WITHOUT_VAT"), 1, get("TOTAL_VAT"))),
        "CO-16": _equal(get("AMOUNT_DUE"), _signed(get("TOTAL_WITH_VAT"), -1, get("PREPAID"), 1, get("ROUNDING"))),
        "CO-17": _tax(values, Decimal(1)),
        "CO-17-CENT": _tax(values, Decimal(0)),
    }


def _pay_application(values: Values) -> dict[str, Standing]:
    get, rows = _reader(values), _rows(values)
    parts = (get("RETAINAGE_COMPLETED"), get("RETAINAGE_STORED"))
    retained = _sum(get(f"{row}/LINE_RETAINAGE") for row in rows) if None in parts else _sum(parts)
    earned = get("EARNED_LESS_RETAINAGE")
    return {
        "G": _every(
            _equal(get(f"{row}/COMPLETED_AND_STORED"), _sum(get(f"{row}/{key}") for key in ("PREVIOUS", "THIS_PERIOD", "STORED")))
            for row in rows
        ),
        "H": _every(
            _equal(get(f"{row}/BALANCE"), _signed(get(f"{row}/SCHEDULED_VALUE"), -1, get(f"{row}/COMPLETED_AND_STORED"))) for row in rows
        ),
        "PERCENT": _percent([tuple(get(f"{row}/{key}") for key in ("COMPLETED_AND_STORED", "PERCENT", "SCHEDULED_VALUE")) for row in rows]),
        "L3": _equal(get("CONTRACT_SUM_TO_DATE"), _signed(get("ORIGINAL_CONTRACT_SUM"), 1, get("NET_CHANGE_BY_CHANGE_ORDERS"))),
        "L3-C": _equal(get("CONTRACT_SUM_TO_DATE"), _sum(get(f"{row}/SCHEDULED_VALUE") for row in rows)),
        "L4": _equal(get("TOTAL_COMPLETED_AND_STORED"), _sum(get(f"{row}/COMPLETED_AND_STORED") for row in rows)),
        "L5": _equal(get("RETAINAGE"), retained),
        "L6": _equal(earned, _signed(get("TOTAL_COMPLETED_AND_STORED"), -1, get("RETAINAGE"))),
        "L8": _equal(get("CURRENT_PAYMENT_DUE"), _signed(earned, -1, get("LESS_PREVIOUS_CERTIFICATES"))),
        "L9": _equal(get("BALANCE_TO_FINISH"), _signed(get("CONTRACT_SUM_TO_DATE"), -1, earned)),
    }


def prior_relations(values: Values) -> dict[str, Standing]:
    """The relations between a pay application and the one before it, by name, from canonical values by label key."""
    get = _reader(values)
    before = (get("PRIOR/LESS_PREVIOUS_CERTIFICATES"), get("PRIOR/CERTIFIED_AMOUNT"))
    return {
        "D-PRIOR": _every(
            _equal(get(f"LINE/{row}/PREVIOUS"), _sum((get(f"PRIOR/{row}/PREVIOUS"), get(f"PRIOR/{row}/THIS_PERIOD"))))
            for row in _rows_before(values)
        ),
        "L7-PRIOR": _equal(get("LESS_PREVIOUS_CERTIFICATES"), _sum(before)),
    }


def missing_operands(name: str, values: Values) -> tuple[str, ...]:
    """The operands that keep a relation between two applications from being evaluated: keys, with * for any row."""
    if name == "L7-PRIOR":
        needed = ("LESS_PREVIOUS_CERTIFICATES", "PRIOR/LESS_PREVIOUS_CERTIFICATES", "PRIOR/CERTIFIED_AMOUNT")
        return tuple(key for key in needed if values.get(key) is None)
    rows = _rows_before(values)
    columns = (("LINE", "PREVIOUS"), ("PRIOR", "PREVIOUS"), ("PRIOR", "THIS_PERIOD"))
    absent = [(part, key) for part, key in columns if not rows or any(values.get(f"{part}/{row}/{key}") is None for row in rows)]
    return tuple(f"{part}/*/{key}" for part, key in absent if rows or part == "PRIOR")


def _rows_before(values: Values) -> list[str]:
    """The numbers of the rows that the application before prints."""
    return sorted({key.split("/")[1] for key in values if key.startswith("PRIOR/") and key.count("/") == 2})


def _tax(values: Values, band: Decimal) -> Standing:
    """Every entry of the VAT breakdown against its rate, half a cent going up."""
    get = _reader(values)
    standings: list[Standing] = []
    for rate in sorted({key.split("/")[1] for key in values if key.startswith("VAT/")}):
        basis, tax = get(f"VAT/{rate}/BASIS"), get(f"VAT/{rate}/TAX")
        due = None if basis is None else (basis * Decimal(rate) + HALF).to_integral_value(ROUND_FLOOR) / 100
        standings.append("not_evaluable" if due is None or tax is None else "holds" if abs(tax - due) <= band else "fails")
    return _every(standings)


def _percent(rows: Sequence[tuple[Decimal | None, ...]]) -> Standing:
    """Percents against G / C; the column's places are those its percents need, zeros at the end aside."""
    places = max((len(f"{percent:f}".partition(".")[2].rstrip("0")) for _, percent, _ in rows if percent is not None), default=0)
    standings: list[Standing] = []
    for total, percent, scheduled in rows:
        if total is None or percent is None or scheduled is None:
            standings.append("not_evaluable")
        else:
            off = abs(percent * scheduled - 100 * total) * 2 * 10**places
            standings.append("holds" if off <= abs(scheduled) else "fails")
    return _every(standings)


def _reader(values: Values) -> Callable[[str], Decimal | None]:
    """A look-up of a printed value as a decimal."""

    def get(key: str) -> Decimal | None:
        text = values.get(key)
        return None if text is None else Decimal(text)

    return get


def _rows(values: Values) -> list[str]:
    return sorted({"/".join(key.split("/")[:2]) for key in values if key.startswith("LINE/")})


def _sum(terms: Iterable[Decimal | None]) -> Decimal | None:
    found = list(terms)
    known = [term for term in found if term is not None]
    return sum(known, Decimal(0)) if found and len(known) == len(found) else None


def _signed(first: Decimal | None, *rest: int | Decimal | None) -> Decimal | None:
    """first + sign * term + ..., or None where an operand is."""
    total = first
    for sign, term in zip(rest[::2], rest[1::2], strict=True):
        if total is None or term is None or sign is None:
            return None
        total += sign * term
    return total


def _equal(stated: Decimal | None, computed: Decimal | None) -> Standing:
    if stated is None or computed is None:
        return "not_evaluable"
    return "holds" if stated == computed else "fails"


def _every(standings: Iterable[Standing]) -> Standing:
    """One failing row fails the relation; else one row that cannot be evaluated leaves it open."""
    found = set(standings)
    if "fails" in found:
        return "fails"
    return "not_evaluable" if "not_evaluable" in found or not found else "holds"
