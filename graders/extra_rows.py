"""What an answered row that is no row of the page is: its class, by what it equals. Its letter is I whatever it is.

Subtotals, totals and what a page carries forward are no items, nor is a row said twice or an "of which"
line. A sum shows by its amounts, a repetition by its cells; a memo line only by its words, for its
amount is a part of a row and stands nowhere else.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal, localcontext

from graders.align import squeeze
from graders.relations import EXACT_DIGITS

Value = str | Decimal | None
Row = Mapping[str, Value]

#: How memo lines begin, letters alone and case folded: English, German, French.
_MEMO = ("ofwhich", "thereof", "davon", "darin", "hiervon", "dont", "ycompris")


def class_of_extra(row: Row, filled: int, description: str | None, truth: Sequence[Row], amounts: Sequence[str]) -> str:
    """The class of a row that is no row of the page.

    `row` holds the cells that could be read, `filled` is the number of those that hold anything, `truth`
    the rows of the page in its order, and `amounts` the columns of money that add up.

    >>> class_of_extra({"NET": Decimal(3)}, 1, "Subtotal", [{"NET": Decimal(1)}, {"NET": Decimal(2)}], ["NET"])
    'row_subtotal'
    """
    if not filled and not squeeze(description):
        return "row_empty"
    if len(row) == filled and any(_repeats(row, one) for one in truth):
        return "row_repeated"
    stated = {key: value for key in amounts if isinstance(value := row.get(key), Decimal)}
    if any(stated.values()) and _adds_up(stated, truth):
        return "row_subtotal"
    return "row_memo" if squeeze(description).startswith(_MEMO) else "row_invented"


def _repeats(row: Row, true: Row) -> bool:
    """Whether all that a row says is said by a row of the page, and is at least half of what that one says."""
    said = sum(value is not None for value in true.values())
    return 2 * len(row) >= said > 0 and all(true.get(key) == value for key, value in row.items())


def _adds_up(stated: Mapping[str, Decimal], truth: Sequence[Row]) -> bool:
    """Whether one run of two rows or more has all the stated amounts as its sums; an empty cell adds nothing."""
    with localcontext() as context:
        context.prec = EXACT_DIGITS
        runs: set[tuple[int, int]] | None = None
        for key, value in stated.items():
            found = _runs([row.get(key) for row in truth], value)
            runs = found if runs is None else runs & found
            if not runs:
                return False
        return bool(runs)


def _runs(column: Sequence[Value], total: Decimal) -> set[tuple[int, int]]:
    """The runs (first, one past the last) of two rows or more of a column that add up to a total."""
    begun: dict[Decimal, list[int]] = {}
    found: set[tuple[int, int]] = set()
    so_far = Decimal(0)
    before: list[Decimal] = []
    for at, value in enumerate(column):
        before.append(so_far)
        if at:
            begun.setdefault(before[at - 1], []).append(at - 1)
        so_far += value if isinstance(value, Decimal) else Decimal(0)
        found.update((start, at + 1) for start in begun.get(so_far - total, ()))
    return found
