"""The identities of EN 16931 and of the schedule and summary, on any set of figures.

Invoice: CO-10 and CO-13 to CO-17 (CO-11 and CO-12 add single allowances and charges, which no answer
holds: `evaluate_document`). Pay application: G, H and PERCENT on every row, L3 to L9, and L3-C, the
sum of scheduled values. Computed figures are rounded half toward +infinity to the cent, then
compared with tolerance 0; CO-17 alone has the standard's band, and CO-17-CENT is the strict cent
reported apart. A missing operand is never taken for zero and never recomputed: the relation is not
evaluable and says which operand is missing (GRADING.md §5).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal, localcontext
from typing import Literal, NamedTuple

from graders.deterministic.arithmetic import tax_check, to_cent
from records.fields import Family

Status = Literal["holds", "fails", "not_evaluable"]
Cells = Mapping[str, Decimal | None]


class Figures(NamedTuple):
    """The amounts of one document or answer: fields by key, rows in order, VAT breakdown entries."""

    fields: Cells
    rows: Sequence[Cells] = ()
    vat: Sequence[Cells] = ()
    allowances: Sequence[Cells] = ()
    charges: Sequence[Cells] = ()


class Relation(NamedTuple):
    """What a relation comes to. `computed` is what the stated figure should be, where one figure is stated."""

    status: Status
    missing: tuple[str, ...] = ()
    stated_key: str = ""
    computed: Decimal | None = None


#: Digits that hold any sum of answered amounts exactly (numeric.MOST_DIGITS on either side of the mark).
EXACT_DIGITS = 100

Rule = Callable[[Figures], Relation]


def _total(stated: str, *terms: tuple[int, str]) -> Rule:
    """stated = the signed sum of other fields."""

    def rule(figures: Figures) -> Relation:
        return _compare(figures, stated, [(sign, key, figures.fields.get(key)) for sign, key in terms])

    return rule


def _sum_of(stated: str, table: Literal["rows", "vat", "allowances", "charges"], column: str) -> Rule:
    """stated = the sum of a column over all rows of a table; over no rows there is no sum."""

    def rule(figures: Figures) -> Relation:
        rows: Sequence[Cells] = getattr(figures, table)
        return _compare(figures, stated, [(1, column, row.get(column)) for row in rows] or [(1, column, None)])

    return rule


def _every_row(stated: str, *terms: tuple[int, str]) -> Rule:
    """stated = the signed sum of other columns, on every row; one row that fails is a failure."""

    def rule(figures: Figures) -> Relation:
        found = [_compare(Figures(row), stated, [(sign, key, row.get(key)) for sign, key in terms]) for row in figures.rows]
        return _joined(found, (stated,))

    return rule


def _joined(found: Sequence[Relation], stated: tuple[str, ...]) -> Relation:
    """One failure fails them all; else one missing operand leaves them open, and so does having none."""
    if any(relation.status == "fails" for relation in found):
        return Relation("fails")
    missing = tuple(sorted({key for relation in found for key in relation.missing})) if found else stated
    return Relation("not_evaluable", missing) if missing else Relation("holds")


def _tax(part: Literal["band", "strict_cent"]) -> Rule:
    """TAX = BASIS x RATE / 100 on every entry of the VAT breakdown, in the standard's band or to the cent."""

    def rule(figures: Figures) -> Relation:
        return _joined([_row(entry, _TAX, lambda entry: _check(entry, part)) for entry in figures.vat], ("TAX",))

    return rule


_TAX = ("BASIS", "RATE", "TAX")
_SHARE = ("COMPLETED_AND_STORED", "PERCENT", "SCHEDULED_VALUE")


def _check(entry: Cells, part: Literal["band", "strict_cent"]) -> bool:
    checked = tax_check(entry["BASIS"], entry["RATE"], entry["TAX"])
    return (checked.band if part == "band" else checked.strict_cent) == "holds"


def _row(cells: Cells, keys: Sequence[str], holds: Callable[[Cells], bool]) -> Relation:
    """One row against a rule, or the operands it lacks."""
    missing = tuple(key for key in keys if cells.get(key) is None)
    return Relation("not_evaluable", missing) if missing else Relation("holds" if holds(cells) else "fails")


def _percent(figures: Figures) -> Relation:
    """% = G / C on every row, to half of the last place that any percent of the column needs."""
    places = max((_places(row.get("PERCENT")) for row in figures.rows), default=0)
    slack = Decimal(5).scaleb(-places - 1)
    return _joined([_row(row, _SHARE, lambda row: _is_share(row, slack)) for row in figures.rows], ("PERCENT",))


def _places(value: Decimal | None) -> int:
    """Decimals a value needs: zeros at the end are spelling."""
    text = "" if value is None else format(value, "f")
    return len(text.partition(".")[2].rstrip("0"))


def _is_share(row: Cells, slack: Decimal) -> bool:
    """Multiplied out, so that nothing is rounded; of nothing scheduled, nothing is completed."""
    part, percent, whole = (row[key] or Decimal(0) for key in _SHARE)
    return abs(percent * whole - 100 * part) <= slack * abs(whole)


def _retainage(figures: Figures) -> Relation:
    """L5 = L5a + L5b where both are there, else the sum of the lines' retainage."""
    parts = [(1, key, figures.fields.get(key)) for key in ("RETAINAGE_COMPLETED", "RETAINAGE_STORED")]
    if any(value is None for _, _, value in parts):
        return _sum_of("RETAINAGE", "rows", "LINE_RETAINAGE")(figures)
    return _compare(figures, "RETAINAGE", parts)


def _compare(figures: Figures, stated: str, terms: Iterable[tuple[int, str, Decimal | None]]) -> Relation:
    figure = figures.fields.get(stated)
    missing = {stated} if figure is None else set()
    total = Decimal(0)
    for sign, key, value in terms:
        if value is None:
            missing.add(key)
        else:
            total += sign * value
    if missing or figure is None:
        return Relation("not_evaluable", tuple(sorted(missing)), stated)
    computed = to_cent(total)
    return Relation("holds" if to_cent(figure) == computed else "fails", (), stated, computed)


RULES: dict[Family, dict[str, Rule]] = {
    "invoice": {
        "CO-10": _sum_of("SUM_OF_LINE_NETS", "rows", "LINE_NET"),
        "CO-13": _total("TOTAL_WITHOUT_VAT", (1, "SUM_OF_LINE_NETS"), (-1, "ALLOWANCES"), (1, "CHARGES")),
        "CO-14": _sum_of("TOTAL_VAT", "vat", "TAX"),
        "CO-15": _total("TOTAL_WITH_VAT", (1, "TOTAL_WITHOUT_VAT"), (1, "TOTAL_VAT")),
        "CO-16": _total("AMOUNT_DUE", (1, "TOTAL_WITH_VAT"), (-1, "PREPAID"), (1, "ROUNDING")),
        "CO-17": _tax("band"),
        "CO-17-CENT": _tax("strict_cent"),
    },
    "pay_application": {
        "G": _every_row("COMPLETED_AND_STORED", (1, "PREVIOUS"), (1, "THIS_PERIOD"), (1, "STORED")),
        "H": _every_row("BALANCE", (1, "SCHEDULED_VALUE"), (-1, "COMPLETED_AND_STORED")),
        "PERCENT": _percent,
        "L3": _total("CONTRACT_SUM_TO_DATE", (1, "ORIGINAL_CONTRACT_SUM"), (1, "NET_CHANGE_BY_CHANGE_ORDERS")),
        "L3-C": _sum_of("CONTRACT_SUM_TO_DATE", "rows", "SCHEDULED_VALUE"),
        "L4": _sum_of("TOTAL_COMPLETED_AND_STORED", "rows", "COMPLETED_AND_STORED"),
        "L5": _retainage,
        "L6": _total("EARNED_LESS_RETAINAGE", (1, "TOTAL_COMPLETED_AND_STORED"), (-1, "RETAINAGE")),
        "L8": _total("CURRENT_PAYMENT_DUE", (1, "EARNED_LESS_RETAINAGE"), (-1, "LESS_PREVIOUS_CERTIFICATES")),
        "L9": _total("BALANCE_TO_FINISH", (1, "CONTRACT_SUM_TO_DATE"), (-1, "EARNED_LESS_RETAINAGE")),
    },
}

#: What a document's own data can say beyond an answer: the single allowances and charges of EN 16931.
DOCUMENT_RULES: dict[str, Rule] = {
    "CO-11": _sum_of("ALLOWANCES", "allowances", "AMOUNT"),
    "CO-12": _sum_of("CHARGES", "charges", "AMOUNT"),
}


def evaluate(family: Family, figures: Figures) -> dict[str, Relation]:
    """Every relation of a family on a set of figures."""
    with localcontext() as context:
        context.prec = EXACT_DIGITS
        return {name: rule(figures) for name, rule in RULES[family].items()}


def evaluate_document(figures: Figures) -> dict[str, Relation]:
    """Every rule of EN 16931 on an invoice whose single allowances and charges are known: CO-10 to CO-17."""
    with localcontext() as context:
        context.prec = EXACT_DIGITS
        return evaluate("invoice", figures) | {name: rule(figures) for name, rule in DOCUMENT_RULES.items()}


def relations(family: Family, figures: Figures) -> dict[str, Status]:
    """The status of every relation of a family on a set of figures."""
    return {name: relation.status for name, relation in evaluate(family, figures).items()}


def operands(family: Family, name: str) -> tuple[str, ...]:
    """Every field and column a relation takes in, its stated figure included: those it misses in nothing at all."""
    missing = RULES[family][name](Figures({}, [{}], [{}])).missing
    return missing + (("RETAINAGE_COMPLETED", "RETAINAGE_STORED") if name == "L5" else ())
