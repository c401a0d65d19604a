"""The facts of pay applications: the schedule's and the summary's identities, over many seeds."""

from decimal import ROUND_HALF_UP, Decimal
from functools import cache

from generator.document import make_facts
from generator.facts import Facts

SEEDS = [f"pay {number}".encode() for number in range(300)]


@cache
def sound() -> tuple[Facts, ...]:
    """The facts of every seed that no defect was planted in."""
    found = [make_facts(seed, "pay_application") for seed in SEEDS]
    return tuple(facts for facts in found if not any(tag.startswith("defect:") for tag in facts.tags))


def cell(facts: Facts, row: int, column: str) -> Decimal:
    """A cell of the schedule; a blank is a zero that the document leaves out."""
    return facts.decimal(f"LINE/{row:03d}/{column}") or Decimal("0.00")


def total(facts: Facts, column: str) -> Decimal:
    """The sum of a column."""
    return sum((cell(facts, row, column) for row in range(1, facts.rows + 1)), Decimal("0.00"))


def test_rows_foot() -> None:
    """G = D + E + F, H = C - G, and the percentage is G / C to the printed places."""
    for facts in sound():
        for row in range(1, facts.rows + 1):
            done = sum((cell(facts, row, column) for column in ("PREVIOUS", "THIS_PERIOD", "STORED")), Decimal("0.00"))
            value = cell(facts, row, "SCHEDULED_VALUE")
            percent = facts.decimal(f"LINE/{row:03d}/PERCENT")
            assert percent is not None
            assert cell(facts, row, "COMPLETED_AND_STORED") == done
            assert cell(facts, row, "BALANCE") == value - done
            assert percent == (done * 100 / value).quantize(percent, ROUND_HALF_UP)
            assert abs(done) <= abs(value)


def test_summary_foots() -> None:
    """Lines 3 to 9 follow from lines 1, 2, 7 and the schedule."""
    for facts in sound():
        line = {key: facts.decimal(key) or Decimal("0.00") for key in facts.values if not key.startswith("LINE/") and key in AMOUNTS}
        assert (
            line["CONTRACT_SUM_TO_DATE"]
            == line["ORIGINAL_CONTRACT_SUM"] + line["NET_CHANGE_BY_CHANGE_ORDERS"]
            == total(facts, "SCHEDULED_VALUE")
        )
        assert line["TOTAL_COMPLETED_AND_STORED"] == total(facts, "COMPLETED_AND_STORED")
        assert line["EARNED_LESS_RETAINAGE"] == line["TOTAL_COMPLETED_AND_STORED"] - line["RETAINAGE"]
        assert line["CURRENT_PAYMENT_DUE"] == line["EARNED_LESS_RETAINAGE"] - line["LESS_PREVIOUS_CERTIFICATES"]
        assert line["BALANCE_TO_FINISH"] == line["CONTRACT_SUM_TO_DATE"] - line["EARNED_LESS_RETAINAGE"]


AMOUNTS = {
    "ORIGINAL_CONTRACT_SUM", "NET_CHANGE_BY_CHANGE_ORDERS", "CONTRACT_SUM_TO_DATE", "TOTAL_COMPLETED_AND_STORED", "RETAINAGE",
    "EARNED_LESS_RETAINAGE", "LESS_PREVIOUS_CERTIFICATES", "CURRENT_PAYMENT_DUE", "BALANCE_TO_FINISH",
}  # fmt: skip


def test_retainage_is_the_sum_of_its_parts_and_of_its_rows() -> None:
    """Line 5 equals 5a + 5b where they are printed, and the sum of column I where it is."""
    parts = rows = 0
    for facts in sound():
        held = facts.decimal("RETAINAGE")
        if "RETAINAGE_COMPLETED" in facts.values:
            parts += 1
            assert held == (facts.decimal("RETAINAGE_COMPLETED") or 0) + (facts.decimal("RETAINAGE_STORED") or 0)
        if "LINE/001/LINE_RETAINAGE" in facts.values:
            rows += 1
            assert held == total(facts, "LINE_RETAINAGE")
    assert min(parts, rows) > 100


def test_a_first_application_prints_that_nothing_was_certified_before() -> None:
    """Application 1: column D and line 7 are zero, and line 7 is printed as 0.00."""
    first = [facts for facts in sound() if int(facts.values["APPLICATION_NUMBER"].value) == 1]
    assert len(first) > 20
    for facts in first:
        assert facts.values["LESS_PREVIOUS_CERTIFICATES"].value == "0.00"
        assert total(facts, "PREVIOUS") == 0


def test_previous_certificates_are_earlier_work_less_its_retainage() -> None:
    """Certified in full, line 7 is column D less what is retained of it: between 85 and 100 percent of it."""
    for facts in sound():
        before = total(facts, "PREVIOUS")
        if before > 0 and "certified-short-before" not in facts.tags:
            assert Decimal("0.85") <= (facts.decimal("LESS_PREVIOUS_CERTIFICATES") or Decimal(0)) / before <= 1


def test_certificates_come_full_short_and_blank() -> None:
    """The amount certified is line 8, less than it where tagged, or not there."""
    kinds = set()
    for facts in sound():
        certified, due = facts.decimal("CERTIFIED_AMOUNT"), facts.decimal("CURRENT_PAYMENT_DUE")
        assert due is not None
        kind = "blank" if certified is None else "full" if certified == due else "short"
        kinds.add(kind)
        assert (kind == "blank") == ("not-yet-certified" in facts.tags)
        assert (kind == "short") == ("certified-short" in facts.tags)
        assert certified is None or certified <= due
    assert kinds == {"blank", "full", "short"}


def test_change_orders_are_added_and_deducted() -> None:
    """Net changes of both signs and none at all occur, and deducted rows are negative."""
    changes = [facts.decimal("NET_CHANGE_BY_CHANGE_ORDERS") or Decimal(0) for facts in sound()]
    assert min(sum(change > 0 for change in changes), sum(change < 0 for change in changes), sum(change == 0 for change in changes)) > 15


def test_schedules_have_five_to_twenty_seven_rows() -> None:
    """5 to 24 rows of work and up to three change orders."""
    rows = [facts.rows for facts in sound()]
    assert min(rows) == 5
    assert 24 <= max(rows) <= 27
    assert sum(6 <= count <= 14 for count in rows) > len(rows) / 2
