"""Cells of line items made wrong in one way each: columns exchanged, figures changed."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from graders.deterministic import dates, exact, numeric
from graders.deterministic.schema import ROWS
from graders.gold import answer_text
from graders.kill.amount_mutants import CENT
from graders.kill.case import Case, Changed, can_exchange, with_cell, with_field
from graders.kill.mutants import mutant
from graders.prior import value_before
from records.money import decimal_text


def _cell(case: Case, make: Callable[[Decimal], Decimal | None], *wanted: Any, alone: bool = True) -> Changed | None:
    """One cell made another number, which (`alone`) no other amount of its row is."""
    made = []
    for index, key, text in case.cells(*wanted):
        value = make(Decimal(text))
        beside = {Decimal(other) for at, name, other in case.cells("amount") if at == index and name != key}
        if value is not None and value != Decimal(text) and not (alone and value in beside):
            made.append((index, key, decimal_text(value)))
    found = case.pick(made)
    return None if found is None else with_cell(case, *found)


@mutant("previous and this period exchanged (D for E)", numeric.NAME, "F", "column_swap")
def columns_d_and_e(case: Case) -> Changed | None:
    """Right numbers, wrong columns."""
    return _exchange_cells(case, "PREVIOUS", "THIS_PERIOD")


@mutant("scheduled value and balance exchanged (C for H)", numeric.NAME, "F", "column_swap")
def columns_c_and_h(case: Case) -> Changed | None:
    """Right numbers, wrong columns."""
    return _exchange_cells(case, "SCHEDULED_VALUE", "BALANCE")


@mutant("unit price and line net exchanged", numeric.NAME, "F", "column_swap")
def price_and_net(case: Case) -> Changed | None:
    """Right numbers, wrong columns."""
    return _exchange_cells(case, "UNIT_PRICE", "LINE_NET")


def _exchange_cells(case: Case, one: str, other: str) -> Changed | None:
    answer = case.answer()
    rows = [index for index, row in enumerate(answer[ROWS]) if can_exchange(row, one, other)]
    index = case.pick(rows)
    if index is None:
        return None
    row = answer[ROWS][index]
    row[one], row[other] = row[other], row[one]
    name = case.rows()[index]
    return Changed(answer_text(answer), (f"{name}/{one}", f"{name}/{other}"))


@mutant("a total in place of this period (G for E)", numeric.NAME, "F", "column_swap")
def total_for_period(case: Case) -> Changed | None:
    """The running total for what was done."""
    answer = case.answer()
    rows = [index for index, row in enumerate(answer[ROWS]) if can_exchange(row, "THIS_PERIOD", "COMPLETED_AND_STORED")]
    index = case.pick(rows)
    return None if index is None else with_cell(case, index, "THIS_PERIOD", answer[ROWS][index]["COMPLETED_AND_STORED"])


@mutant("the prior application's total", numeric.NAME, "F", "prior_period", "role_swap", "repaired", "scale_100x", "sign_flip")
def prior_total(case: Case) -> Changed | None:
    """Last month's line 4: the sum of column D."""
    total = case.decimal("TOTAL_COMPLETED_AND_STORED")
    previous = [Decimal(text) for _, key, text in case.cells("amount") if key == "PREVIOUS"]
    if total is None or not previous or sum(previous) == total:
        return None
    answer = case.answer() | {"TOTAL_COMPLETED_AND_STORED": decimal_text(sum(previous, Decimal(0)))}
    return Changed(answer_text(answer), ("TOTAL_COMPLETED_AND_STORED",))


@mutant("the net of the next row", numeric.NAME, "F", "wrong", "column_swap", "sign_flip", "scale_100x", "cent_off", "repaired")
def next_rows_amount(case: Case) -> Changed | None:
    """Right column, wrong row."""
    found = [(at, key, text) for at, key, text in case.cells("amount") if key in ("LINE_NET", "SCHEDULED_VALUE")]
    pairs = [(at, key, other) for (at, key, text), (_, _, other) in zip(found, found[1:], strict=False) if Decimal(text) != Decimal(other)]
    pair = case.pick(pairs)
    return None if pair is None else with_cell(case, *pair)


@mutant("the sign of a cell turned", numeric.NAME, "F", "sign_flip")
def cell_sign(case: Case) -> Changed | None:
    """A deduction read as an addition."""
    return _cell(case, lambda value: -value if value else None, "amount")


@mutant("a cell one cent off", numeric.NAME, "F", "cent_off")
def cell_cent(case: Case) -> Changed | None:
    """Tolerance is 0."""
    return _cell(case, lambda value: value + Decimal("0.01"), "amount")


@mutant("a cell's decimal mark lost", numeric.NAME, "F", "scale_100x")
def cell_hundred_times(case: Case) -> Changed | None:
    """15000 for 150.00."""
    return _cell(case, lambda value: value * 100 if value else None, "amount")


@mutant("a unit price cut to two decimals", numeric.NAME, "F", "wrong", "cent_off", "column_swap")
def price_cut(case: Case) -> Changed | None:
    """0.05 for 0.052: unit prices keep their decimals."""
    prices = [(at, key, Decimal(text)) for at, key, text in case.cells("amount") if key == "UNIT_PRICE"]
    found = case.pick((at, key, cut) for at, key, price in prices if (cut := price.quantize(CENT)) != price)
    return None if found is None else with_cell(case, found[0], found[1], decimal_text(found[2]))


@mutant("a fraction for percent points", numeric.NAME, "F", "unit_100x")
def fraction_for_percent(case: Case) -> Changed | None:
    """0.75 for 75."""
    return _cell(case, lambda value: value / 100 if value else None, "percent", alone=False)


@mutant("a quantity ten times too large", numeric.NAME, "F", "scale_10x")
def quantity_ten_times(case: Case) -> Changed | None:
    """30 for 3."""
    return _cell(case, lambda value: value * 10 if value else None, "quantity", alone=False)


@mutant("the unit in the quantity", numeric.NAME, "F", "unparsed")
def unit_in_quantity(case: Case) -> Changed | None:
    """3 hrs: the unit has its own column."""
    found = case.pick(case.cells("quantity"))
    return None if found is None else with_cell(case, found[0], found[1], f"{found[2]} hrs")


@mutant("another unit", exact.NAME, "F", "wrong", "case", "cut_short", "ocr_confusable")
def other_unit(case: Case) -> Changed | None:
    """days for hrs."""
    found = case.pick([cell for cell in case.cells("code") if cell[2] != "pallets"])
    return None if found is None else with_cell(case, found[0], found[1], "pallets")


@mutant("an item number with a look-alike", exact.NAME, "F", "ocr_confusable", "leading_zeros")
def look_alike_item(case: Case) -> Changed | None:
    """l for 1."""
    found = case.pick([cell for cell in case.cells("identifier") if "1" in cell[2]])
    return None if found is None else with_cell(case, found[0], found[1], found[2].replace("1", "l", 1))


@mutant("a cell's value null", "", "M", "missed")
def null_cell(case: Case) -> Changed | None:
    """Omitted in a row that is there."""
    found = case.pick(case.cells("amount", "quantity", "percent"))
    return None if found is None else with_cell(case, found[0], found[1], None)


@mutant("what was done before for what is done this period (D read for E)", numeric.NAME, "F", "column_swap")
def previous_for_period(case: Case) -> Changed | None:
    """One column taken for its neighbour."""
    answer = case.answer()
    rows = [at for at, row in enumerate(answer[ROWS]) if can_exchange(row, "THIS_PERIOD", "PREVIOUS")]
    index = case.pick(rows)
    return None if index is None else with_cell(case, index, "THIS_PERIOD", answer[ROWS][index]["PREVIOUS"])


@mutant("the prior application's number", exact.NAME, "F", "prior_period")
def prior_number(case: Case) -> Changed | None:
    """6 for 7, which stands on the pages behind."""
    before = value_before("APPLICATION_NUMBER", case.expected)
    taken = {text for key, text in case.fields("identifier") if key != "APPLICATION_NUMBER"}
    return None if before is None or before in taken else with_field(case, "APPLICATION_NUMBER", before)


@mutant("the prior application's period", dates.NAME, "F", "prior_period")
def prior_period(case: Case) -> Changed | None:
    """The end of the month before."""
    before = value_before("PERIOD_TO", case.expected)
    taken = {text for key, text in case.fields("date") if key != "PERIOD_TO"}
    swapped = dates.swapped(case.expected["PERIOD_TO"] or "") if before else None
    return None if before is None or before in taken or before == swapped else with_field(case, "PERIOD_TO", before)
