"""Line items left out, merged, doubled and invented."""

from collections.abc import Callable
from decimal import Decimal

from graders.deterministic.schema import ROWS
from graders.gold import answer_text
from graders.kill.case import Case, Changed
from graders.kill.mutants import mutant
from graders.rows import ADDS_TO_NOTHING, DESCRIPTION, ROW_GRADER
from graders.truth import AMOUNTS, kinds
from records.fields import LINE_FIELDS
from records.money import decimal_text


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


@mutant("a total as a row", ROW_GRADER, "I", "row_subtotal")
def total_row(case: Case) -> Changed | None:
    """Totals are not items."""
    return _with_sum(case, "Total", 0, len(case.rows()), len(case.rows()))


@mutant("a subtotal as a row", ROW_GRADER, "I", "row_subtotal")
def subtotal_row(case: Case) -> Changed | None:
    """Nor are subtotals, under the rows they add up."""
    return _with_sum(case, "Subtotal", 1, len(case.rows()), len(case.rows()))


@mutant("a carried-forward row", ROW_GRADER, "I", "row_subtotal")
def carried_forward(case: Case) -> Changed | None:
    """Nor is what the next page repeats of the one before."""
    half = (len(case.rows()) + 1) // 2
    return _with_sum(case, "Carried forward", 0, half, half)


def _with_sum(case: Case, description: str, first: int, end: int, at: int) -> Changed | None:
    """A row before index `at` with the sums of the rows from `first` up to `end`."""
    answer = case.answer()
    rows = answer[ROWS]
    table = kinds(LINE_FIELDS, case.family)
    added = [key for key, kind in table.items() if kind == "amount" and key not in ADDS_TO_NOTHING]
    sums = {key: sum((Decimal(row[key]) for row in rows[first:end] if row[key] is not None), Decimal(0)) for key in added}
    if end - first < 2 or not any(sums.values()):
        return None
    extra = dict.fromkeys(table) | {key: decimal_text(value) for key, value in sums.items()} | {DESCRIPTION: description}
    answer[ROWS] = [*rows[:at], extra, *rows[at:]]
    return Changed(answer_text(answer), ("LINE/+001",))


@mutant("an of-which line as a row", ROW_GRADER, "I", "row_memo")
def memo_row(case: Case) -> Changed | None:
    """A part of the row above is no item."""
    answer = case.answer()
    table = kinds(LINE_FIELDS, case.family)
    column = "LINE_NET" if case.family == "invoice" else "SCHEDULED_VALUE"
    at = case.pick(range(len(answer[ROWS])))
    if at is None:
        return None
    answer[ROWS].insert(at + 1, dict.fromkeys(table) | {DESCRIPTION: "of which freight", column: "7.13"})
    return Changed(answer_text(answer), ("LINE/+001",))


@mutant("a row twice", ROW_GRADER, "I", "row_repeated")
def row_twice(case: Case) -> Changed | None:
    """[A, A] against [A] invents one."""
    answer = case.answer()
    index = case.pick(range(len(answer[ROWS])))
    if index is None:
        return None
    answer[ROWS].insert(index, dict(answer[ROWS][index]))
    return Changed(answer_text(answer), ("LINE/+001",))


@mutant("an empty row", ROW_GRADER, "I", "row_empty")
def empty_row(case: Case) -> Changed | None:
    """A row that says nothing is a row."""
    answer = case.answer()
    answer[ROWS].append(dict.fromkeys(kinds(LINE_FIELDS, case.family)))
    return Changed(answer_text(answer), ("LINE/+001",))


@mutant("a wrapped description as a row of its own", ROW_GRADER, "I", "row_invented")
def row_split(case: Case) -> Changed | None:
    """The row is found by its figures; what is left of its words is no row."""
    answer = case.answer()
    rows = answer[ROWS]
    at = case.pick(at for at, row in enumerate(rows) if len((row[DESCRIPTION] or "").split()) > 3)
    if at is None:
        return None
    words = rows[at][DESCRIPTION].split()
    rest = dict.fromkeys(rows[at]) | {DESCRIPTION: " ".join(words[2:])}
    answer[ROWS] = [*rows[:at], rows[at] | {DESCRIPTION: " ".join(words[:2])}, rest, *rows[at + 1 :]]
    return Changed(answer_text(answer), ("LINE/+001",))
