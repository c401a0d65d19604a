"""The summary of a pay application as facts: lines 1 to 9, the certificate, and the figures beside them."""

from decimal import Decimal

from generator.draw import Draw
from generator.facts import Facts
from generator.project import ZERO, Application, Project, to_unit
from records.document import Axis

#: The rate of tax on a payment by country, for the lines after line 8 (a look-alike of it).
_TAX = {"GB": "20", "IE": "23", "DE": "19", "CH": "8.1", "AT": "20", "FR": "20", "BE": "21", "CA": "5", "AU": "10"}
_PERIODS = frozenset({"TOTAL_COMPLETED_AND_STORED", "EARNED_LESS_RETAINAGE", "LESS_PREVIOUS_CERTIFICATES", "CURRENT_PAYMENT_DUE"})


def lines_of(application: Application, unit: Decimal) -> dict[str, Decimal]:
    """Lines 1 to 9 by key, with the places of the unit."""
    lines = {
        "ORIGINAL_CONTRACT_SUM": application.original,
        "NET_CHANGE_BY_CHANGE_ORDERS": application.change,
        "CONTRACT_SUM_TO_DATE": application.contract,
        "TOTAL_COMPLETED_AND_STORED": application.total,
        "RETAINAGE_COMPLETED": application.held_completed,
        "RETAINAGE_STORED": application.held_stored,
        "RETAINAGE": application.retainage,
        "EARNED_LESS_RETAINAGE": application.earned,
        "LESS_PREVIOUS_CERTIFICATES": application.previous,
        "CURRENT_PAYMENT_DUE": application.due,
        "BALANCE_TO_FINISH": application.balance,
    }
    return {key: to_unit(value, unit) for key, value in lines.items()}


def write_summary(draw: Draw, facts: Facts, project: Project) -> None:
    """Write the summary of the project's last application."""
    application = project.last
    parts = draw.chance(3, 4)
    facts.notes["parts"] = "yes" if parts else ""
    facts.notes["unit"] = str(project.terms.unit)
    facts.tags += ("whole-amounts",) if project.terms.unit == 1 else ()
    for key, value in lines_of(application, project.terms.unit).items():
        if parts or key not in {"RETAINAGE_COMPLETED", "RETAINAGE_STORED"}:
            facts.amount(key, value)
            facts.axes[key] = _axes(key, value)
    _write_rates(facts, project)
    _write_changes(facts, application)
    _write_beside(draw.child("beside"), facts, project)
    _write_certificate(draw.child("certificate"), facts, project)


def write_prior_summary(facts: Facts, before: Application, *, printed: bool) -> None:
    """The summary of the application before, under `PRIOR/`; its header is kept only where its pages are `printed`."""
    unit = Decimal(facts.notes["unit"])
    for key, value in lines_of(before, unit).items():
        if key in facts.values:
            facts.amount(f"PRIOR/{key}", value)
    facts.amount("PRIOR/CERTIFIED_AMOUNT", to_unit(before.certified, unit))
    facts.notes["prior"] = facts.values["PRIOR/APPLICATION_NUMBER"].text
    if not printed:
        for key in ("APPLICATION_NUMBER", "PERIOD_TO", "APPLICATION_DATE"):
            del facts.values[f"PRIOR/{key}"]


def _axes(key: str, value: Decimal) -> tuple[Axis, ...]:
    signed: tuple[Axis, ...] = ("sign",) if value < 0 or (key == "NET_CHANGE_BY_CHANGE_ORDERS" and value) else ()
    return (*signed, "period", "role") if key in _PERIODS else (*signed, "role")


def _write_rates(facts: Facts, project: Project) -> None:
    """The rates before lines 5a and 5b, where one rate holds for all; the step-down as a note."""
    terms, percent = project.terms, facts.style.percent
    facts.notes["rate-completed"] = "" if terms.reduced else percent(project.last.rate)
    facts.notes["rate-stored"] = percent(terms.stored)
    facts.tags += ("retainage-by-line" if terms.per_line else "retainage-on-the-whole",)
    if terms.reduced:
        facts.tags += ("retainage-reduced-rows",)
    if terms.after is not None:
        facts.notes["rate-first"], facts.notes["rate-after"] = percent(terms.completed), percent(terms.after)
        facts.tags += ("retainage-steps-down",)


def _write_changes(facts: Facts, application: Application) -> None:
    """The texts of the change order summary: added and deducted, earlier and this month."""
    added = (application.added(before=True), application.added(before=False))
    deducted = (application.deducted(before=True), application.deducted(before=False))
    for row, plus, minus in (
        ("previous-months", added[0], deducted[0]),
        ("this-month", added[1], deducted[1]),
        ("changes", sum(added, ZERO), sum(deducted, ZERO)),
    ):
        facts.notes[f"{row}/additions"], facts.notes[f"{row}/deductions"] = _plain(facts, plus), _plain(facts, minus)
    facts.notes["changes/net"] = _plain(facts, application.change)
    facts.tags += ("deductive-changes",) if application.change < 0 else ()


def _plain(facts: Facts, value: Decimal) -> str:
    """An amount without a mark, with the places of the unit."""
    return facts.style.number(to_unit(value, Decimal(facts.notes["unit"])))


def _write_beside(draw: Draw, facts: Facts, project: Project) -> None:
    """Figures that stand beside the lines and are none of them: tax, earlier certificates, what is stored, the share done."""
    application, style, unit = project.last, facts.style, project.terms.unit
    rate = _TAX.get(style.locale[-2:])
    if rate is not None and (facts.notes["wording"] != "en" or draw.chance(1, 2)):
        tax = to_unit(application.due * Decimal(rate) / 100, unit)
        facts.notes["vat-rate"] = style.percent(Decimal(rate))
        facts.notes["vat-line"], facts.notes["with-vat"] = style.amount(tax), style.amount(to_unit(application.due + tax, unit))
    if draw.chance(1, 4):
        facts.notes["memo/L4"] = style.amount(to_unit(sum((line.stored for line in application.lines), ZERO), unit))
    if 1 < application.number <= 5 and draw.chance(1, 2):
        for one in project.applications[:-1]:
            facts.notes[f"certificate/{one.number}"] = style.amount(to_unit(one.certified, unit))
    if draw.chance(1, 5):
        share = (application.total * 100 / application.contract).quantize(Decimal("0.1"))
        facts.notes["percent-line"] = style.percent(share)


def _write_certificate(draw: Draw, facts: Facts, project: Project) -> None:
    """The amount certified, or none yet; whether an earlier certificate or this one is short."""
    application, unit = project.last, project.terms.unit
    if application.number > 1 and application.previous < project.application(application.number - 1).earned:
        facts.tags += ("certified-short-before",)
    facts.notes["applied-for"] = facts.style.amount(to_unit(application.due, unit))
    if draw.chance(1, 4):
        facts.tags += ("not-yet-certified",)
        return
    facts.amount("CERTIFIED_AMOUNT", to_unit(application.certified, unit))
    facts.axes["CERTIFIED_AMOUNT"] = _axes("CERTIFIED_AMOUNT", application.certified)
    if application.certified < application.due:
        facts.tags += ("certified-short",)
