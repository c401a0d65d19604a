"""The printed form of every published number, and the element that says where it comes from.

A page never prints a number of its own making: it prints a column of a published row, comparison,
rank or cost, in the one form given here, inside an element whose `data-ref` names that column.
`reproduce.py` recomputes the column and compares the element's text.
"""

from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any

from markupsafe import Markup

from publish.kills import Trial
from publish.redteam import Caught
from records.agreement import Agreement
from records.audit import AuditCell
from records.coverage import CoverageCell
from records.row import Comparison, Cost, Loss, Rank, Row
from records.run import Run
from records.undetected import UndetectedError

Recorded = Row | Comparison | Rank | Loss | Cost | AuditCell | CoverageCell | Trial | Caught | Run | Agreement | UndetectedError

TENTH = Decimal("0.1")
HUNDREDTH = Decimal("0.01")
THOUSANDTH = Decimal("0.001")
MINUS = "\u2212"
NO_FIGURE = "\u2013"

FRACTIONS = frozenset({"point", "low", "high", "disagreement"})
POINTS = frozenset({"difference", "low", "high"})
#: Sizes of differences in points, which have no sign: printed in the form of percentages. The documents needed to separate,
#: and ranks, are counts and print as they are.
UNSIGNED_POINTS = frozenset({"smallest_detectable", "margin"})
COEFFICIENTS = frozenset({"tau", "low", "high"})
#: Amounts of money, each in its record's own currency.
MONEY = frozenset({"total", "least", "median", "most", "low", "high", "payable_total"})
PROBABILITIES = frozenset({"p", "q"})


def percent(fraction: str) -> str:
    """A fraction (six-decimal text) as a percentage with one decimal, half to even.

    Values near the ends never print as the end itself.

    >>> percent("0.966000"), percent("0.999900"), percent("0.000100"), percent("1.000000")
    ('96.6', '>99.9', '<0.1', '100.0')
    """
    value = Decimal(fraction)
    text = str((value * 100).quantize(TENTH, rounding=ROUND_HALF_EVEN))
    if value < 1 and text == "100.0":
        return ">99.9"
    return "<0.1" if value > 0 and text == "0.0" else text


def points(fraction: str) -> str:
    """A difference of fractions as signed percentage points with one decimal; the minus is U+2212.

    >>> points("0.012000"), points("-0.004000"), points("-0.000400")
    ('+1.2', '−0.4', '0.0')
    """
    value = (Decimal(fraction) * 100).quantize(TENTH, rounding=ROUND_HALF_EVEN)
    if value == 0:
        return "0.0"
    return f"+{value}" if value > 0 else f"{MINUS}{-value}"


def probability(text: str) -> str:
    """A p or q value with three decimals, half to even; below 0.001 as "<0.001".

    >>> probability("0.049500"), probability("0.000400")
    ('0.050', '<0.001')
    """
    value = Decimal(text)
    return "<0.001" if value < THOUSANDTH else str(value.quantize(THOUSANDTH, rounding=ROUND_HALF_EVEN))


def coefficient(text: str) -> str:
    """A coefficient of agreement with two decimals, half to even; the minus is U+2212.

    >>> coefficient("0.333333"), coefficient("-1.000000")
    ('0.33', '−1.00')
    """
    value = Decimal(text).quantize(HUNDREDTH, rounding=ROUND_HALF_EVEN)
    return f"{MINUS}{-value}" if value < 0 else str(abs(value))


def money(amount: str) -> str:
    """An amount with a comma after every three digits.

    >>> money("1234567.50")
    '1,234,567.50'
    """
    whole, _, part = amount.partition(".")
    return f"{int(whole):,}.{part}"


def printed(record: Recorded, column: str) -> str | None:
    """The printed form of one column, or None where the record has no evidence for it."""
    value = _value(record, column)
    if value is None:
        return None
    if isinstance(value, int):
        return str(value)
    if isinstance(record, Rank) and column == "tied":
        return standing(record.system, record.tied)
    if isinstance(record, Agreement) and column in COEFFICIENTS:
        return coefficient(value)
    if isinstance(record, UndetectedError) and column in MONEY:
        return money(value)
    if isinstance(record, Row) and column in FRACTIONS:
        return percent(value)
    if isinstance(record, Comparison) and column in UNSIGNED_POINTS:
        return percent(value)
    if isinstance(record, Comparison | Loss) and column in POINTS:
        return points(value)
    return probability(value) if column in PROBABILITIES else str(value)


def _value(record: Recorded, column: str) -> Any:
    """A column's value; those of a run's check of determinism are called `determinism_documents` and the like."""
    outer, _, inner = column.partition("_")
    if isinstance(record, Run) and outer == "determinism":
        return getattr(record.determinism, inner, None)
    return getattr(record, column)


def standing(system: str, tied: Sequence[str]) -> str | None:
    """What a tie group says of one system, in words; None where there is no group.

    >>> standing("a", ["a"]), standing("a", ["a", "b"]), standing("b", ["a", "b"]), standing("c", ["a", "b"])
    ('leads', 'leads, tied', 'tied with the leader', 'behind the leader')
    """
    if not tied:
        return None
    if system == tied[0]:
        return "leads" if len(tied) == 1 else "leads, tied"
    return "tied with the leader" if system in tied else "behind the leader"


#: What a `data-ref` calls each kind of record that has an id.
KINDS: dict[type, str] = {
    Row: "row",
    Comparison: "cmp",
    Loss: "loss",
    UndetectedError: "undetected",
    Rank: "rank",
    CoverageCell: "cover",
    Trial: "kill",
    Caught: "red",
    Agreement: "agree",
    AuditCell: "audit",
    Run: "run",
}


def reference(record: Recorded) -> str:
    """What a `data-ref` calls a record: its kind and its id."""
    if isinstance(record, Cost):
        return f"cost:{record.system}/{record.family}/{record.condition}"
    return f"{KINDS[type(record)]}:{record.id}"


def figure(record: Recorded | None, column: str) -> Markup:
    """The numeral of one column inside an element that names its source; a dash where there is none."""
    text = None if record is None else printed(record, column)
    if record is None or text is None:
        return Markup('<span class="none">{}</span>').format(NO_FIGURE)
    return Markup('<span data-ref="{}#{}">{}</span>').format(reference(record), column, text)


def interval(record: Row | Comparison | Loss | Agreement | UndetectedError | None) -> Markup:
    """Both ends of a record's interval, each its own accountable numeral; empty without evidence.

    Ends are joined by a dash, or by "to" where a sign beside a dash would be misread.
    """
    if record is None or record.low is None:
        return Markup("")
    signed = not isinstance(record, Row) or any((printed(record, end) or "")[:1] in "<>" for end in ("low", "high"))
    return figure(record, "low") + (" to " if signed else "\u2013") + figure(record, "high")


def place_among(rank: Rank | None) -> Markup:
    """Where a system stands, such as "1\u20132 of 4", each numeral accountable; a dash where that is not known.

    A rank interval of one rank is printed as that one rank.
    """
    if rank is None or rank.best is None or rank.worst is None:
        return figure(rank, "best")
    ends = figure(rank, "best") if rank.best == rank.worst else figure(rank, "best") + "\u2013" + figure(rank, "worst")
    return ends + Markup(' <span class="span">of {}</span>').format(figure(rank, "of"))
