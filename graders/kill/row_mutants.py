"""Line items and VAT entries made wrong in one way each."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from graders.deterministic import exact, numeric
from graders.deterministic.reading import Json
from graders.deterministic.schema import ROWS, VAT_ROWS
from graders.gold import answer_text
from graders.kill.case import Case, Changed, with_cell
from graders.kill.mutants import CENT, mutant
from graders.rows import DESCRIPTION, ROW_GRADER
from graders.truth import AMOUNTS, kinds
from records.fields import LINE_FIELDS
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
    rows = [index for index, row in enumerate(answer[ROWS]) if _can_exchange(row, one, other)]
    index = case.pick(rows)
    if index is None:
        return None
    row = answer[ROWS][index]
    row[one], row[other] = row[other], row[one]
    name = case.rows()[index]
    return Changed(answer_text(answer), (f"{name}/{one}", f"{name}/{other}"))


def _can_exchange(row: dict[str, Json], one: str, other: str) -> bool:
    """Both are there, differ, and are not better named as a sign, a scale or a repair."""
    if row.get(one) is None or row.get(other) is None:
        return False
    left, right = Decimal(row[one]), Decimal(row[other])
    return left not in (right, -right, right * 100, right / 100)


@mutant("a total in place of this period (G for E)", numeric.NAME, "F", "column_swap")
def total_for_period(case: Case) -> Changed | None:
    """The running total for what was done."""
    answer = case.answer()
    rows = [index for index, row in enumerate(answer[ROWS]) if _can_exchange(row, "THIS_PERIOD", "COMPLETED_AND_STORED")]
    index = case.pick(rows)
    return None if index is None else with_cell(case, index, "THIS_PERIOD", answer[ROWS][index]["COMPLETED_AND_STORED"])


@mutant("the prior application's total", numeric.NAME, "F", "wrong", "role_swap", "scale_100x", "sign_flip", "cent_off")
def prior_total(case: Case) -> Changed | None:
    """Last month's line 4: the sum of column D."""
    total = case.decimal("TOTAL_COMPLETED_AND_STORED")
    previous = [Decimal(text) for _, key, text in case.cells("amount") if key == "PREVIOUS"]
    if total is None or not previous or sum(previous) == total:
        return None
    answer = case.answer() | {"TOTAL_COMPLETED_AND_STORED": decimal_text(sum(previous, Decimal(0)))}
    return Changed(answer_text(answer), ("TOTAL_COMPLETED_AND_STORED",))


@mutant("a row left out", "", "M", "row_missed")
def row_left_out(case: Case) -> Changed | None:
    """The row and its cells are missed."""
    index = case.pick(range(len(case.rows())))
    if index is None:
        return None
    answer = case.answer()
    del answer[ROWS][index]
    gone = _partnerless(case, index)
    return Changed(answer_text(answer), case.row_keys(gone), case.row_cells(gone))


def _partnerless(case: Case, index: int) -> int:
    """Of rows equal to the one left out, the last is the one that finds no partner."""
    rows = case.answer()[ROWS]
    return max(at for at, row in enumerate(rows) if row == rows[index])


@mutant("all rows after the middle left out, as after a page break", "", "M", "row_missed")
def second_half_left_out(case: Case) -> Changed | None:
    """Recall falls row by row."""
    count = len(case.rows())
    answer = case.answer()
    kept = answer[ROWS][: count // 2]
    if count < 2 or any(row in kept for row in answer[ROWS][count // 2 :]):
        return None
    answer[ROWS] = kept
    gone = range(count // 2, count)
    return Changed(answer_text(answer), case.row_keys(*gone), case.row_cells(*gone))


@mutant("two rows in one, amounts added", "", "MI", "row_missed", "row_merged")
def rows_merged(case: Case) -> Changed | None:
    """A merged row earns nothing: two missed, one extra."""
    return _merge(case, lambda first, second, amount: _added(first, second) if amount else first)


@mutant("two rows in one, the first row's amounts kept", "", "MI", "row_missed", "row_merged")
def rows_merged_keeping_first(case: Case) -> Changed | None:
    """Even then: two missed, one extra."""
    return _merge(case, lambda first, second, amount: first)


@mutant("two rows in one, both written in every cell", "", "MI", "row_missed", "row_merged")
def rows_merged_written_out(case: Case) -> Changed | None:
    """100.00 200.00 is no amount."""
    return _merge(case, lambda first, second, amount: f"{first} {second}" if first and second else first or second)


def _merge(case: Case, join: Callable[[str | None, str | None, bool], str | None]) -> Changed | None:
    answer = case.answer()
    rows = answer[ROWS]
    places = [at for at in range(len(rows) - 1) if rows[at][DESCRIPTION] and rows[at + 1][DESCRIPTION]]
    at = case.pick(places)
    if at is None or any(rows.count(row) > 1 for row in rows[at : at + 2]):
        return None
    table = kinds(LINE_FIELDS, case.family)
    merged = {key: join(rows[at][key], rows[at + 1][key], kind in AMOUNTS) for key, kind in table.items()}
    merged[DESCRIPTION] = f"{rows[at][DESCRIPTION]} {rows[at + 1][DESCRIPTION]}"
    answer[ROWS] = [*rows[:at], merged, *rows[at + 2 :]]
    return Changed(answer_text(answer), (*case.row_keys(at, at + 1), "LINE/+001"), case.row_cells(at, at + 1))


def _added(first: str | None, second: str | None) -> str | None:
    return first if first is None or second is None else decimal_text(Decimal(first) + Decimal(second))


@mutant("a subtotal as a row", ROW_GRADER, "I", "row_invented")
def subtotal_row(case: Case) -> Changed | None:
    """Subtotals are not items."""
    return _with_row(case, "Subtotal")


@mutant("a carried-forward row", ROW_GRADER, "I", "row_invented")
def carried_forward(case: Case) -> Changed | None:
    """Nor is what the next page repeats."""
    return _with_row(case, "Carried forward", first=True)


def _with_row(case: Case, description: str, *, first: bool = False) -> Changed | None:
    answer = case.answer()
    rows = answer[ROWS]
    if len(rows) < 2:
        return None
    table = kinds(LINE_FIELDS, case.family)
    sums = {
        key: decimal_text(sum((Decimal(row[key]) for row in rows if row[key] is not None), Decimal(0)))
        for key, kind in table.items()
        if kind == "amount" and any(row[key] is not None for row in rows)
    }
    extra = dict.fromkeys(table) | sums | {DESCRIPTION: description}
    answer[ROWS] = [extra, *rows] if first else [*rows, extra]
    return Changed(answer_text(answer), ("LINE/+001",))


@mutant("a row twice", ROW_GRADER, "I", "row_invented")
def row_twice(case: Case) -> Changed | None:
    """[A, A] against [A] invents one."""
    answer = case.answer()
    index = case.pick(range(len(answer[ROWS])))
    if index is None:
        return None
    answer[ROWS].insert(index, dict(answer[ROWS][index]))
    return Changed(answer_text(answer), ("LINE/+001",))


@mutant("an empty row", ROW_GRADER, "I", "row_invented")
def empty_row(case: Case) -> Changed | None:
    """A row that says nothing is a row."""
    answer = case.answer()
    answer[ROWS].append(dict.fromkeys(kinds(LINE_FIELDS, case.family)))
    return Changed(answer_text(answer), ("LINE/+001",))


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


@mutant("a quantity ten times too large", numeric.NAME, "F", "wrong")
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


def _vat(case: Case) -> list[str]:
    return [key.split("/")[1] for key in case.expected if key.startswith("VAT/") and key.endswith("/TAX")]


@mutant("a VAT rate left out", numeric.NAME, "M", "row_missed")
def rate_left_out(case: Case) -> Changed | None:
    """Both its amounts are missed."""
    rates = _vat(case)
    rate = case.pick(rates)
    if rate is None:
        return None
    answer = case.answer()
    answer[VAT_ROWS] = [row for row in answer[VAT_ROWS] if row["RATE"] != rate]
    return Changed(answer_text(answer), (f"VAT/{rate}/BASIS", f"VAT/{rate}/TAX"))


@mutant("VAT basis and tax exchanged", numeric.NAME, "F", "column_swap")
def basis_and_tax(case: Case) -> Changed | None:
    """Right numbers, wrong columns."""
    answer = case.answer()
    found = case.pick([row for row in answer.get(VAT_ROWS, []) if row["RATE"] in _vat(case) and _can_exchange(row, "BASIS", "TAX")])
    if found is None:
        return None
    found["BASIS"], found["TAX"] = found["TAX"], found["BASIS"]
    return Changed(answer_text(answer), (f"VAT/{found['RATE']}/BASIS", f"VAT/{found['RATE']}/TAX"))


@mutant("a VAT rate that is not there", ROW_GRADER, "I", "row_invented")
def rate_invented(case: Case) -> Changed | None:
    """An entry the page does not have."""
    if case.family != "invoice":
        return None
    answer = case.answer()
    answer[VAT_ROWS].append({"RATE": "3.7", "BASIS": "100.00", "TAX": "3.70"})
    return Changed(answer_text(answer), ("VAT/+001/BASIS", "VAT/+001/TAX"))


@mutant("a VAT rate twice", numeric.NAME, "F", "ambiguous")
def rate_twice(case: Case) -> Changed | None:
    """Two entries for one rate say nothing certain."""
    answer = case.answer()
    found = case.pick([row for row in answer.get(VAT_ROWS, []) if row["RATE"] in _vat(case)])
    if found is None:
        return None
    answer[VAT_ROWS].append(found | {"TAX": "0.00"})
    return Changed(answer_text(answer), tuple(f"VAT/{found['RATE']}/{key}" for key in ("BASIS", "TAX") if found[key] is not None))


@mutant("a cell's value null", "", "M", "missed")
def null_cell(case: Case) -> Changed | None:
    """Omitted in a row that is there."""
    found = case.pick(case.cells("amount", "quantity", "percent"))
    return None if found is None else with_cell(case, found[0], found[1], None)
