"""The schedule of a pay application as facts: which columns it has, and every cell as printed.

Which columns there are is a fact, not a layout's choice: a schedule whose retainage is kept on the
whole has no column for it, some print no percentage or no balance, and one without any stored material
may have no column for that. What is not printed is no label, and relations over it are not evaluable.
"""

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from generator.draw import Draw
from generator.facts import Facts
from generator.project import ZERO, Application, Line, Project, to_unit
from records.document import Axis

AMOUNTS = ("SCHEDULED_VALUE", "PREVIOUS", "THIS_PERIOD", "STORED", "COMPLETED_AND_STORED", "BALANCE", "LINE_RETAINAGE")
_PERIODS = frozenset({"PREVIOUS", "THIS_PERIOD", "COMPLETED_AND_STORED"})


class ScheduleForm(NamedTuple):
    """How a document prints its schedule: columns left out, blank zeros, places and sign of percents, memo rows, the unit of amounts."""

    columns: tuple[str, ...]
    blank: bool
    places: Decimal
    percent_sign: str
    memos: bool
    unit: Decimal


def draw_form(draw: Draw, project: Project) -> ScheduleForm:
    """The form of one document's schedule."""
    left_out = set()
    if not project.terms.per_line:
        left_out.add("LINE_RETAINAGE")
    if draw.chance(1, 8):
        left_out.add("PERCENT")
    if draw.chance(1, 10):
        left_out.add("BALANCE")
    if all(line.stored == 0 for one in project.applications[-2:] for line in one.lines) and draw.chance(1, 3):
        left_out.add("STORED")
    if draw.chance(1, 12):
        left_out.add("ITEM")
    columns = tuple(key for key in ("ITEM", *AMOUNTS[:5], "PERCENT", *AMOUNTS[5:]) if key not in left_out)
    places = draw.choice((Decimal(1), Decimal("0.1"), Decimal("0.01")))
    return ScheduleForm(columns, draw.chance(1, 6), places, draw.choice(("%", "\u00a0%", "")), draw.chance(1, 3), project.terms.unit)


def amounts_of(line: Line) -> dict[str, Decimal]:
    """The amounts of a line by column."""
    cells = (line.value, line.previous, line.period, line.stored, line.total, line.balance, line.retained)
    return dict(zip(AMOUNTS, cells, strict=True))


def write_schedule(facts: Facts, application: Application, form: ScheduleForm, *, prefix: str = "LINE") -> None:
    """Write every cell below `prefix`, the column totals and the division of each row as notes."""
    lines = application.lines
    if prefix == "LINE":
        facts.rows = len(lines)
    facts.notes["columns"] = ",".join(form.columns)
    facts.notes[f"{prefix}/rows"] = str(len(lines))
    for index, line in enumerate(lines, start=1):
        _write_line(facts, line, form, f"{prefix}/{index:03d}")
    sums = {key: sum((amounts_of(line)[key] for line in lines), ZERO) for key in AMOUNTS if key in form.columns}
    facts.notes |= {f"{prefix}/total/{key}": facts.style.amount(to_unit(value, form.unit), on_line=True) for key, value in sums.items()}
    facts.notes[f"{prefix}/total/PERCENT"] = facts.style.number(_percent(lines, form)) + form.percent_sign
    if form.memos:
        _write_memos(facts, lines, prefix, form.unit)


def _write_line(facts: Facts, line: Line, form: ScheduleForm, key: str) -> None:
    if "ITEM" in form.columns:
        facts.text(f"{key}/ITEM", line.item.item)
    facts.text(f"{key}/LINE_ITEM_DESCRIPTION", line.item.text)
    facts.notes[f"{key}/division"] = line.item.division
    for column, value in amounts_of(line).items():
        optional = column in {"PREVIOUS", "THIS_PERIOD", "STORED"}
        if column in form.columns and (value or not (form.blank and optional)):
            facts.amount(f"{key}/{column}", to_unit(value, form.unit), on_line=True)
            axes: tuple[Axis, ...] = ("sign",) if value < 0 else ()
            facts.axes[f"{key}/{column}"] = (*axes, "period") if column in _PERIODS else axes
    if "PERCENT" in form.columns:
        facts.number(f"{key}/PERCENT", _percent([line], form), form.percent_sign)
        facts.axes[f"{key}/PERCENT"] = ("unit",)


def _percent(lines: Iterable[Line], form: ScheduleForm) -> Decimal:
    found = list(lines)
    done, value = sum((line.total for line in found), ZERO), sum((line.value for line in found), ZERO)
    return (done * 100 / value).quantize(form.places, ROUND_HALF_UP)


def _write_memos(facts: Facts, lines: tuple[Line, ...], prefix: str, unit: Decimal) -> None:
    """Up to three rows that say what part of the row above is: they are no items and add to nothing."""
    told = 0
    for index, line in enumerate(lines, start=1):
        part, concept = (line.stored, "memo/stored") if line.stored else (line.period, "memo/work")
        if part > 2000 and told < 3 and (line.stored or index % 4 == 0):
            told += 1
            amount = to_unit((part * (index % 3 + 1) / 4).quantize(Decimal(1)), unit)
            facts.notes[f"{prefix}/{index:03d}/memo"] = concept
            facts.notes[f"{prefix}/{index:03d}/memo-column"] = "STORED" if line.stored else "THIS_PERIOD"
            facts.notes[f"{prefix}/{index:03d}/memo-amount"] = facts.style.amount(amount, on_line=True)
    if told and prefix == "LINE":
        facts.tags += ("memo-rows",)
