"""Identities across pay applications: a project of two, each figure moved by a cent in turn."""

from decimal import Decimal

import pytest

from graders.footing import pay_footing, project_footing
from records.pay import PayFacts, PayLine

D = Decimal


def line(item: str, previous: str, period: str) -> PayLine:
    """A row of 100.00 scheduled, with ten percent retainage."""
    completed = D(previous) + D(period)
    cells = {
        "SCHEDULED_VALUE": D("100.00"), "PREVIOUS": D(previous), "THIS_PERIOD": D(period), "STORED": D("0.00"),
        "COMPLETED_AND_STORED": completed, "PERCENT": completed, "BALANCE": D("100.00") - completed, "LINE_RETAINAGE": completed / 10,
    }  # fmt: skip
    return PayLine(item, "work", cells)


def application(number: int, lines: tuple[PayLine, ...], previous: str, certified: str) -> PayFacts:
    """An application whose summary follows from its lines."""
    total = sum((row.cells["COMPLETED_AND_STORED"] or D(0) for row in lines), D(0))
    scheduled = D(100) * len(lines)
    earned = total - total / 10
    fields = {
        "ORIGINAL_CONTRACT_SUM": scheduled, "NET_CHANGE_BY_CHANGE_ORDERS": D(0), "CONTRACT_SUM_TO_DATE": scheduled,
        "TOTAL_COMPLETED_AND_STORED": total, "RETAINAGE": total / 10, "EARNED_LESS_RETAINAGE": earned,
        "LESS_PREVIOUS_CERTIFICATES": D(previous), "CURRENT_PAYMENT_DUE": earned - D(previous), "BALANCE_TO_FINISH": scheduled - earned,
        "CERTIFIED_AMOUNT": D(certified),
    }  # fmt: skip
    return PayFacts(number, "USD", fields, lines, {"COMPLETED_AND_STORED": total})


def project(certified: str = "36.00") -> list[PayFacts]:
    """Two applications; the first is certified as asked unless said otherwise."""
    first = application(1, (line("1", "0", "40.00"),), "0", certified)
    return [first, application(2, (line("1", "40.00", "20.00"), line("2", "0", "10.00")), certified, "0")]


def test_a_sound_project_holds() -> None:
    """Every identity of both applications and across them; the row that a change order added begins at nothing."""
    for facts in project():
        assert set(pay_footing(facts).values()) == {"holds"}
    assert project_footing(project()) == {"2/D": "holds", "2/L7": "holds", "2/L7-L6": "holds"}


def test_line_7_follows_the_certificate() -> None:
    """Certified short, L7 is what was certified and rightly not the prior L6; certified beyond it, that is seen."""
    assert project_footing(project("30.00")) == {"2/D": "holds", "2/L7": "holds", "2/L7-L6": "holds"}
    assert project_footing(project("37.00"))["2/L7-L6"] == "fails"


@pytest.mark.parametrize(("key", "rules"), [("LESS_PREVIOUS_CERTIFICATES", {"2/L7"}), ("EARNED_LESS_RETAINAGE", set())])
def test_a_cent_on_the_second_summary(key: str, rules: set[str]) -> None:
    """What belongs to one application alone is not seen across."""
    first, second = project()
    second = second._replace(fields={**second.fields, key: second.fields[key] + D("0.01")})
    assert {name for name, status in project_footing([first, second]).items() if status == "fails"} == rules
    assert "fails" in pay_footing(second).values()


def test_column_d_is_checked_row_by_row() -> None:
    """A cent less on one row and a cent more on another add up to nothing and are both wrong; so is a new row that begins with work."""
    first, second = project()
    off = (line("1", "39.99", "20.00"), line("2", "0.01", "10.00"))
    assert project_footing([first, second._replace(lines=off)])["2/D"] == "fails"


def test_a_missing_certificate_leaves_it_open() -> None:
    """Nothing is taken for zero."""
    first, second = project()
    fields = {key: value for key, value in first.fields.items() if key != "CERTIFIED_AMOUNT"}
    found = project_footing([first._replace(fields=fields), second])
    assert (found["2/L7"], found["2/L7-L6"]) == ("not_evaluable", "not_evaluable")


def test_declared_global_retainage_replaces_the_sum_of_the_lines() -> None:
    """Ten percent of line 4, rounded half up once; the lines' own retainage then says nothing of line 5."""
    (first, _) = project()
    fields = {**first.fields, "RETAINAGE": D("4.01")}
    assert pay_footing(first._replace(fields=fields))["L5"] == "fails"
    declared = first._replace(global_retainage=D("10.0125"), fields={**first.fields, "RETAINAGE": D("4.01")})
    assert pay_footing(declared)["L5"] == "holds"


def test_the_totals_row_is_the_sum_of_its_columns() -> None:
    """A cent off, and a column with a missing cell."""
    (first, _) = project()
    assert pay_footing(first._replace(totals={"COMPLETED_AND_STORED": D("40.01")}))["TOTAL/COMPLETED_AND_STORED"] == "fails"
    assert pay_footing(first._replace(totals={"NOTHING": D("1.00")}))["TOTAL/NOTHING"] == "not_evaluable"
