"""Rows of an answer that are no rows of the page: always invented, under the name of what they are."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from graders.extra_rows import class_of_extra
from graders.judgement import Judgement
from records.document import Label

MakeLabels = Callable[..., list[Label]]
GradeAnswer = Callable[..., dict[str, Judgement]]
D = Decimal

NETS = ("10.00", "20.00", "30.00", "40.00")
ROWS = [{"LINE_ITEM_DESCRIPTION": f"Part {net}", "QUANTITY": "2", "UNIT": "pcs", "LINE_NET": net} for net in NETS]
LABELS = {f"LINE/{at:03d}/{key}": text for at, row in enumerate(ROWS, start=1) for key, text in row.items()}


def row(description: str | None, net: str | None, **more: Any) -> dict[str, Any]:
    """An answered row."""
    return {"LINE_ITEM_DESCRIPTION": description, "LINE_NET": net} | more


CASES: dict[str, tuple[dict[str, Any], str]] = {
    "total": (row("Total", "100.00"), "row_subtotal"),
    "subtotal of two": (row("Subtotal", "30.00", QUANTITY="9"), "row_subtotal"),
    "subtotal in the middle": (row("Zwischensumme", "50.00"), "row_subtotal"),
    "carried forward": (row("Report", "60.00"), "row_subtotal"),
    "by value, whatever it is called": (row("Lift hire", "70.00"), "row_subtotal"),
    "a cent beside a sum": (row("Subtotal", "60.01"), "row_invented"),
    "two rows that are no neighbours": (row("Subtotal", "61.00"), "row_invented"),
    "of which": (row("of which freight", "7.00"), "row_memo"),
    "davon": (row("davon Fracht", "7.00"), "row_memo"),
    "dont": (row("Dont transport", "7.00"), "row_memo"),
    "once more": (ROWS[1], "row_repeated"),
    "once more without words": (ROWS[1] | {"LINE_ITEM_DESCRIPTION": None}, "row_repeated"),
    "nothing": (row(None, None), "row_empty"),
    "no words either": (row(" - ", None), "row_empty"),
    "not read": (row(None, "a lot"), "row_invented"),
    "something else": (row("Crane", "999.00"), "row_invented"),
}


@pytest.mark.parametrize("name", CASES)
def test_extra_rows_are_named(make_labels: MakeLabels, grade_answer: GradeAnswer, name: str) -> None:
    """Beside the four right rows, which all stay found."""
    extra, due = CASES[name]
    for at in (0, 2, 4):
        judged = grade_answer("invoice", make_labels("invoice", LABELS), {"LINES": [*ROWS[:at], extra, *ROWS[at:]]})
        assert (judged["LINE/+001"].outcome, judged["LINE/+001"].grader, judged["LINE/+001"].reason) == ("I", "align", due)
        assert [judged[f"LINE/{number:03d}"].outcome for number in range(1, 5)] == ["P"] * 4


def test_a_schedule_adds_up_in_all_its_columns() -> None:
    """One run has all the sums; two columns of different runs are no subtotal."""
    truth = [{"C": D(at), "E": D(10 * at)} for at in (1, 2, 4)]
    assert class_of_extra({"C": D(3), "E": D(30)}, 2, None, truth, ["C", "E"]) == "row_subtotal"
    assert class_of_extra({"C": D(3), "E": D(60)}, 2, None, truth, ["C", "E"]) == "row_invented"
    assert class_of_extra({"C": D(3), "E": None}, 1, None, truth, ["C", "E"]) == "row_subtotal"


def test_zeros_and_single_rows_are_no_sums() -> None:
    """A row of zeros adds up nothing; one row's amount is another row's, not a sum."""
    truth = [{"C": D(5)}, {"C": D(0)}, {"C": D(0)}, {"C": D(7)}]
    assert class_of_extra({"C": D(0)}, 1, "None", truth, ["C"]) == "row_repeated"
    assert class_of_extra({"C": D(0)}, 1, "None", truth[:1] + truth[3:], ["C"]) == "row_invented"
    assert class_of_extra({"C": D(7), "X": "a"}, 2, None, [{"C": D(1), "X": "b"}, {"C": D(7), "X": "c"}], ["C"]) == "row_invented"


def test_empty_cells_add_nothing() -> None:
    """A row without an amount does not break a sum."""
    truth: list[dict[str, Any]] = [{"C": D(5)}, {"C": None}, {"C": D(6)}]
    assert class_of_extra({"C": D(11)}, 1, None, truth, ["C"]) == "row_subtotal"
