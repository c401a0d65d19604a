"""What the application before said, as far as the labels of this one tell: a right number of another period.

Line 4 was the sum of column D, line 6 is what line 7 deducts (both where no material was stored and
all was certified in full), the number was one less, and the period ended a month before.
"""

import calendar
from collections.abc import Mapping
from datetime import date
from decimal import Decimal, localcontext

from graders.relations import EXACT_DIGITS

Expected = Mapping[str, str | None]


def value_before(key: str, expected: Expected) -> str | Decimal | None:
    """The value a key of a pay application had in the application before, in the form answers are compared in, or None.

    >>> value_before("APPLICATION_NUMBER", {"APPLICATION_NUMBER": "007"}), value_before("PERIOD_TO", {"PERIOD_TO": "2024-03-31"})
    ('006', '2024-02-29')
    """
    text = expected.get(key)
    if text is None:
        return None
    if key == "APPLICATION_NUMBER":
        return f"{int(text) - 1:0{len(text)}d}" if text.isascii() and text.isdigit() and int(text) > 1 else None
    if key == "PERIOD_TO":
        return _month_before(date.fromisoformat(text)).isoformat()
    if key == "TOTAL_COMPLETED_AND_STORED":
        return _sum_of_previous(expected)
    earned = expected.get("LESS_PREVIOUS_CERTIFICATES") if key == "EARNED_LESS_RETAINAGE" else None
    return None if earned is None else Decimal(earned)


def _month_before(day: date) -> date:
    """The same day of the month before; from the last day of a month to the last day."""
    year, month = (day.year, day.month - 1) if day.month > 1 else (day.year - 1, 12)
    last = calendar.monthrange(year, month)[1]
    at_end = day.day == calendar.monthrange(day.year, day.month)[1]
    return date(year, month, last if at_end else min(day.day, last))


def _sum_of_previous(expected: Expected) -> Decimal | None:
    """The sum of column D; an empty cell adds nothing, an empty column is none."""
    found = [Decimal(text) for key, text in expected.items() if key.startswith("LINE/") and key.endswith("/PREVIOUS") and text is not None]
    with localcontext() as context:
        context.prec = EXACT_DIGITS
        return sum(found, Decimal(0)) if any(found) else None
