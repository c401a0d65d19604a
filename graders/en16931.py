"""The rules of EN 16931 on an invoice as its XML states it: which of them it breaks.

Sums go through `graders.relations`, the same functions that judge answers; what the XML leaves out
of the four optional totals is zero, since the standard says so (an answer's missing figure never
is). Decimals are exact, rounded half toward +infinity at two places. Names are those of the
standard's own rules; CALENDAR and FR-DUE are ours (see `_dates`).
"""

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal, localcontext

from graders.deterministic.arithmetic import to_cent
from graders.deterministic.codes import CURRENCIES
from graders.deterministic.en16931_codes import COUNTRIES, CREDIT_NOTES, TYPES
from graders.relations import EXACT_DIGITS, Cells, Figures, Relation, evaluate_document
from records.invoice import Adjustment, InvoiceFacts, VatGroup

ZERO = Decimal(0)
#: VAT categories: the name of their rules, whether tax is due, whether an exemption needs its reason.
CATEGORIES: dict[str, tuple[str, bool, bool]] = {
    "S": ("S", True, False), "L": ("AF", True, False), "M": ("AG", True, False), "Z": ("Z", False, False), "E": ("E", False, True),
    "AE": ("AE", False, True), "K": ("IC", False, True), "G": ("G", False, True), "O": ("O", False, True),
}  # fmt: skip


def broken(facts: InvoiceFacts) -> frozenset[str]:
    """The names of the rules that an invoice breaks; empty where it keeps all that are checked here.

    ZUGFeRD 1 is older than the standard: only its arithmetic is checked.
    """
    with localcontext() as context:
        context.prec = EXACT_DIGITS
        found = {name for name, relation in footing(facts).items() if relation.status == "fails"} - {"BR-CO-17-CENT"}
        checks = () if facts.syntax == "cii-1" else (_presence, _codes, _dates, _lines, _decimals, _categories)
        return frozenset(found.union(*(check(facts) for check in checks)))


def footing(facts: InvoiceFacts) -> dict[str, Relation]:
    """BR-CO-10 to BR-CO-17 on what the XML states; a rule whose figure the profile does not carry is not evaluable.

    BR-CO-17-CENT is the tax to the cent, which no rule asks: it is reported here and never counts as broken.
    """
    with localcontext() as context:
        context.prec = EXACT_DIGITS
        stated = figures(facts)
        return {f"BR-{name}": _as_written(stated, relation) for name, relation in evaluate_document(stated).items()}


def _as_written(stated: Figures, relation: Relation) -> Relation:
    """A figure stated with more than two decimals is compared as it is written: 0.001 is no 0.00."""
    figure = stated.fields.get(relation.stated_key)
    return relation._replace(status="fails") if relation.status == "holds" and figure != relation.computed else relation


def figures(facts: InvoiceFacts) -> Figures:
    """The amounts of an invoice for `graders.relations`; no VAT total at all is a VAT total of zero (BR-CO-15).

    The profile MINIMUM does not carry the optional totals, so what it leaves out is not known there.
    """
    totals = facts.totals
    unstated = None if facts.is_minimum else ZERO
    fields: dict[str, Decimal | None] = {
        "SUM_OF_LINE_NETS": totals.line_nets,
        "ALLOWANCES": unstated if totals.allowances is None else totals.allowances,
        "CHARGES": unstated if totals.charges is None else totals.charges,
        "TOTAL_WITHOUT_VAT": totals.without_vat,
        "TOTAL_VAT": facts.vat_total if totals.vat else ZERO,
        "TOTAL_WITH_VAT": totals.with_vat,
        "PREPAID": unstated if totals.prepaid is None else totals.prepaid,
        "ROUNDING": unstated if totals.rounding is None else totals.rounding,
        "AMOUNT_DUE": totals.due,
    }
    return Figures(
        fields,
        rows=[{"QUANTITY": line.quantity, "UNIT_PRICE": line.price, "LINE_NET": line.net} for line in facts.lines],
        vat=[{"BASIS": group.basis, "RATE": group.rate or ZERO, "TAX": group.tax} for group in facts.vat],
        allowances=_listed(facts, totals.allowances, charge=False),
        charges=_listed(facts, totals.charges, charge=True),
    )


def _listed(facts: InvoiceFacts, stated: Decimal | None, *, charge: bool) -> list[Cells]:
    """The document's allowances or charges; where a total is stated and none is listed, their sum is zero, unless the
    profile lists none at all."""
    amounts = [entry.amount for entry in facts.adjustments if entry.charge == charge]
    if not facts.has_lines:
        return []
    return [{"AMOUNT": amount} for amount in amounts] or ([] if stated is None else [{"AMOUNT": ZERO}])


def doubtful(facts: InvoiceFacts) -> frozenset[str]:
    """What no rule forbids and a careful reader still reports: FR-VAT-KEY, a French VAT id whose two check digits are wrong."""
    return frozenset("FR-VAT-KEY" for text in facts.vat_ids if _bad_french_key(text.replace(" ", "")))


def _bad_french_key(text: str) -> bool:
    """A French VAT id is FR, two check digits, and the nine of the company: (12 + 3 x company mod 97) mod 97."""
    digits = text[2:]
    if not (text.startswith("FR") and len(digits) == 11 and digits.isascii() and digits.isdigit()):
        return False
    return int(digits[:2]) != (12 + 3 * (int(digits[2:]) % 97)) % 97


def _presence(facts: InvoiceFacts) -> Iterator[str]:
    due = {
        "BR-01": facts.profile, "BR-02": facts.number, "BR-03": facts.issue_date, "BR-04": facts.type_code, "BR-05": facts.currency,
        "BR-06": facts.seller_name, "BR-07": facts.buyer_name, "BR-13": facts.totals.without_vat, "BR-14": facts.totals.with_vat,
        "BR-15": facts.totals.due,
    }  # fmt: skip
    yield from (name for name, value in due.items() if value is None)
    if facts.has_lines:
        if facts.totals.line_nets is None:
            yield "BR-12"
        if not facts.lines:
            yield "BR-16"
        if not facts.vat:
            yield "BR-CO-18"


def _codes(facts: InvoiceFacts) -> Iterator[str]:
    if facts.type_code and facts.type_code not in (CREDIT_NOTES if facts.syntax == "ubl-credit-note" else TYPES):
        yield "BR-CL-01"
    if facts.currency and facts.currency not in CURRENCIES:
        yield "BR-CL-04"
    if any(text[:2] not in COUNTRIES for text in facts.vat_ids):
        yield "BR-CO-09"


def _dates(facts: InvoiceFacts) -> Iterator[str]:
    """CII-DT-097 is what the standard's own files test, a pattern with months to 12 and days to 31. CALENDAR is ours: the
    day must exist. FR-DUE: a French seller's invoice is due no earlier than it is issued, but for the types of down payments."""
    stated = [date for date in (facts.issue_date, facts.due_date) if date is not None]
    for date in stated:
        if facts.syntax == "cii" and not _looks_like_102(date.text):
            yield "CII-DT-097"
        elif date.iso is None:
            yield "CALENDAR"
    days = [date.iso for date in stated if date.iso]
    if facts.seller_country == "FR" and len(days) == 2 and days[1] < days[0] and facts.type_code not in {"386", "500", "503"}:
        yield "FR-DUE"


def _looks_like_102(text: str) -> bool:
    return len(text) == 8 and text.isascii() and text.isdigit() and 1 <= int(text[4:6]) <= 12 and 1 <= int(text[6:]) <= 31


def _lines(facts: InvoiceFacts) -> Iterator[str]:
    for line in facts.lines:
        due = {"BR-21": line.number or None, "BR-22": line.quantity, "BR-23": line.unit, "BR-24": line.net, "BR-25": line.name}
        yield from (name for name, value in due.items() if value is None)
        if line.price is None:
            yield "BR-26"
        elif line.price < 0:
            yield "BR-27"


def _decimals(facts: InvoiceFacts) -> Iterator[str]:
    """BR-DEC: two decimals at most, counted as written."""
    totals = facts.totals
    vat = {code: amount for code, amount in totals.vat}
    stated: list[tuple[str, Decimal | None]] = [
        ("BR-DEC-09", totals.line_nets), ("BR-DEC-10", totals.allowances), ("BR-DEC-11", totals.charges),
        ("BR-DEC-12", totals.without_vat), ("BR-DEC-13", vat.get(facts.currency or "", vat.get(""))), ("BR-DEC-14", totals.with_vat),
        ("BR-DEC-16", totals.prepaid), ("BR-DEC-17", totals.rounding), ("BR-DEC-18", totals.due),
    ]  # fmt: skip
    stated += [("BR-DEC-15", amount) for code, amount in totals.vat if code not in {"", facts.currency}]
    stated += [("BR-DEC-05" if entry.charge else "BR-DEC-01", entry.amount) for entry in facts.adjustments]
    stated += [pair for group in facts.vat for pair in (("BR-DEC-19", group.basis), ("BR-DEC-20", group.tax))]
    stated += [("BR-DEC-23", line.net) for line in facts.lines]
    stated += [("BR-DEC-27" if entry.charge else "BR-DEC-24", entry.amount) for line in facts.lines for entry in line.adjustments]
    yield from (name for name, amount in stated if amount is not None and -int(amount.as_tuple().exponent) > 2)


def _categories(facts: InvoiceFacts) -> Iterator[str]:
    """The rules of each VAT category: the seller's id, the basis as the sum of its parts, the tax, the reason."""
    used = {line.category for line in facts.lines} | {entry.category for entry in facts.adjustments}
    if "S" in used and not facts.seller_tax_ids:
        yield "BR-S-02"
    parts = _parts(facts)
    for group in facts.vat:
        if group.category not in CATEGORIES:
            continue
        name, taxed, reasoned = CATEGORIES[group.category]
        key = (group.category, (group.rate or ZERO) if taxed else ZERO)
        if facts.lines and group.basis is not None and to_cent(parts[key]) != to_cent(group.basis):
            yield f"BR-{name}-08"
        if group.tax is not None and not _taxed_rightly(group, taxed=taxed):
            yield f"BR-{name}-09"
        if group.exemption != reasoned and (reasoned or group.category in {"S", "Z", "L", "M"}):
            yield f"BR-{name}-10"


def _parts(facts: InvoiceFacts) -> dict[tuple[str, Decimal], Decimal]:
    """Line nets, plus charges, less allowances, by category and rate (20 and 20.00 are one rate)."""
    parts: dict[tuple[str, Decimal], Decimal] = defaultdict(lambda: ZERO)

    def add(category: str, rate: Decimal | None, amount: Decimal) -> None:
        taxed = CATEGORIES.get(category, ("", True, False))[1]
        parts[category, (rate or ZERO) if taxed else ZERO] += amount

    for line in facts.lines:
        add(line.category, line.rate, line.net or ZERO)
    for entry in facts.adjustments:
        add(entry.category, entry.rate, _signed(entry))
    return parts


def _signed(entry: Adjustment) -> Decimal:
    return entry.amount if entry.charge else -entry.amount


def _taxed_rightly(group: VatGroup, *, taxed: bool) -> bool:
    """A taxed group's tax lies less than one unit from basis times rate; any other group has none."""
    if not taxed or group.tax is None or group.basis is None or group.rate is None:
        return not group.tax
    return abs(group.tax - to_cent(group.basis * group.rate / 100)) < 1
