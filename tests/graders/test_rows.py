"""Line items and VAT entries in an answer: matched, missed, invented, merged."""

from typing import Any

import pytest

from graders.judgement import Judgement

DESCRIBED = "LINE_ITEM_DESCRIPTION"
LINE_KEYS = ("LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT", "UNIT_PRICE", "LINE_NET")
ROWS = [
    ("Steel beam", "2", "pcs", "50.00", "100.00"),
    ("Concrete", "3", "m3", "80.00", "240.00"),
    ("Labour", "8", "hrs", "45.50", "364.00"),
]


def expected(rows: list[tuple[str | None, ...]] = ROWS) -> dict[str, str | None]:  # type: ignore[assignment]
    """Expected texts of some rows."""
    return {f"LINE/{at:03d}/{key}": text for at, row in enumerate(rows, start=1) for key, text in zip(LINE_KEYS, row, strict=True)}


def answered(rows: list[tuple[Any, ...]]) -> dict[str, Any]:
    """An answer with some rows."""
    return {"LINES": [dict(zip(LINE_KEYS, row, strict=True)) for row in rows]}


def letters(found: dict[str, Judgement], prefix: str) -> str:
    """The letters of labels under a prefix, in order."""
    return "".join(one.outcome for key, one in found.items() if key.startswith(prefix))


def test_right_rows_pass_in_any_order(make_labels: Any, grade_answer: Any) -> None:
    """Order is reported apart."""
    found = grade_answer("invoice", make_labels("invoice", expected()), answered(ROWS[::-1]))
    assert letters(found, "LINE/") == "PUPPPP" * 3


def test_a_missed_row_is_missed_with_its_cells(make_labels: Any, grade_answer: Any) -> None:
    """The description stays unjudged; a cell the page does not have is excluded."""
    truth = expected() | {"LINE/002/UNIT": None}
    found = grade_answer("invoice", make_labels("invoice", truth), answered([ROWS[0], ROWS[2]]))
    assert letters(found, "LINE/002") == "MUMXMM"
    assert {one.reason for key, one in found.items() if key.startswith("LINE/002") and one.outcome != "U"} == {"row_missed"}


def test_an_invented_row_has_its_own_label(make_labels: Any, grade_answer: Any) -> None:
    """Numbered in the answer's order."""
    extra = ("Subtotal", None, None, None, "704.00")
    found = grade_answer("invoice", make_labels("invoice", expected()), answered([extra, *ROWS, extra]))
    assert [found[f"LINE/+00{number}"][1:] for number in (1, 2)] == [("I", "align", "row_subtotal")] * 2
    assert letters(found, "LINE/0") == "PUPPPP" * 3


@pytest.mark.parametrize("nets", [("150.00",), ("100.00",), ("100.00 240.00",)])
def test_a_merged_row_earns_nothing(make_labels: Any, grade_answer: Any, nets: tuple[str]) -> None:
    """Two missed, one extra, whatever its amounts."""
    merged = ("Steel beam\nConcrete", "2", "pcs", "50.00", *nets)
    found = grade_answer("invoice", make_labels("invoice", expected()), answered([merged, ROWS[2]]))
    assert (letters(found, "LINE/001")[0], letters(found, "LINE/002")[0], found["LINE/+001"].reason) == ("M", "M", "row_merged")


def test_a_row_split_by_a_line_break_is_one_row_and_one_extra(make_labels: Any, grade_answer: Any) -> None:
    """The continuation is a row the page does not have."""
    rows = [("Steel beam HEA 200", "2", "pcs", "50.00", "100.00")]
    halves = [("Steel beam", "2", "pcs", "50.00", "100.00"), ("HEA 200", None, None, None, None)]
    found = grade_answer("invoice", make_labels("invoice", expected(rows)), answered(halves))
    assert letters(found, "LINE/") == "PUPPPPI"


def test_a_wrong_cell_does_not_lose_its_row(make_labels: Any, grade_answer: Any) -> None:
    """Right row, wrong net."""
    rows = [ROWS[0], (*ROWS[1][:4], "204.00"), ROWS[2]]
    found = grade_answer("invoice", make_labels("invoice", expected()), answered(rows))
    assert letters(found, "LINE/002") == "PUPPPF"
    assert found["LINE/002/LINE_NET"].reason == "wrong"


def test_a_swap_of_columns_is_named(make_labels: Any, grade_answer: Any) -> None:
    """Unit price for line net and the reverse."""
    rows = [(*ROWS[0][:3], "100.00", "50.00"), *ROWS[1:]]
    found = grade_answer("invoice", make_labels("invoice", expected()), answered(rows))
    assert [found[f"LINE/001/{key}"].reason for key in ("UNIT_PRICE", "LINE_NET")] == ["column_swap", "column_swap"]


def test_a_shifted_table_is_a_table_of_column_swaps(make_labels: Any, grade_answer: Any) -> None:
    """The scheduled values run into the descriptions, and all that follows stands one column too far left."""
    keys = ("SCHEDULED_VALUE", "PREVIOUS", "THIS_PERIOD", "COMPLETED_AND_STORED", "BALANCE", "LINE_RETAINAGE")
    rows = [("900.00", "100.00", "250.00", "350.00", "550.00", "35.00"), ("700.00", "120.00", "80.00", "200.00", "500.00", "20.00")]
    truth = {f"LINE/00{at}/{key}": text for at, row in enumerate(rows, start=1) for key, text in zip(keys, row, strict=True)}
    names = ("Structural steel", "Interior painting")
    truth |= {f"LINE/00{at}/{key}": text for at, name in enumerate(names, start=1) for key, text in (("ITEM", str(at)), (DESCRIBED, name))}
    shifted = [
        dict(zip(keys, (*row[1:], None), strict=True)) | {"ITEM": str(at), DESCRIBED: f"{names[at - 1]} {row[0]}"}
        for at, row in enumerate(rows, start=1)
    ]
    found = grade_answer("pay_application", make_labels("pay_application", truth), {"LINES": shifted})
    assert {found[f"LINE/00{at}"].outcome for at in (1, 2)} == {"P"}
    assert {found[f"LINE/00{at}/{key}"].reason for at in (1, 2) for key in keys[:-1]} == {"column_swap"}


def test_a_repaired_row_is_named(make_labels: Any, grade_answer: Any) -> None:
    """G printed wrong on the page, right in the answer: wrong."""
    cells = {
        "ITEM": "1",
        "SCHEDULED_VALUE": "100.00",
        "PREVIOUS": "10.00",
        "THIS_PERIOD": "20.00",
        "STORED": "0.00",
        "COMPLETED_AND_STORED": "35.00",
    }
    labels = make_labels("pay_application", {f"LINE/001/{key}": text for key, text in cells.items()})
    found = grade_answer("pay_application", labels, {"LINES": [cells | {"COMPLETED_AND_STORED": "30.00"}]})
    assert found["LINE/001/COMPLETED_AND_STORED"][1:] == ("F", "numeric_tolerance", "repaired")


@pytest.mark.parametrize("listed", [None, {}, "rows", 5, True, [], [None], ["a"], [[]], [{"LINE_NET": {"x": []}}], [{"NOTE": 1}] * 3])
def test_lists_of_anything_lose_the_rows_and_nothing_else(make_labels: Any, grade_answer: Any, listed: Any) -> None:
    """Fields are judged as ever, and each listed item is a row that is not there."""
    labels = make_labels("invoice", expected() | {"TOTAL_VAT": "19.00"})
    found = grade_answer("invoice", labels, {"TOTAL_VAT": "19.00", "LINES": listed, "VAT_BREAKDOWN": listed})
    assert found["TOTAL_VAT"].outcome == "P"
    assert letters(found, "LINE/0") == "MUMMMM" * 3
    assert letters(found, "LINE/+") == "I" * (len(listed) if isinstance(listed, list) else 0)


VAT = {"VAT/19/BASIS": "100.00", "VAT/19/TAX": "19.00", "VAT/7/BASIS": "50.00", "VAT/7/TAX": "3.50"}


def rate(rate: Any, basis: Any, tax: Any) -> dict[str, Any]:
    """One answered VAT entry."""
    return {"RATE": rate, "BASIS": basis, "TAX": tax}


@pytest.mark.parametrize("spelled", ["19", "19.0", "19.00", "19 %", "19%", 19])
def test_vat_entries_are_matched_by_rate(make_labels: Any, grade_answer: Any, spelled: Any) -> None:
    """By value, in any order."""
    answer = {"VAT_BREAKDOWN": [rate("7", "50.00", "3.50"), rate(spelled, "100.00", "19.00")]}
    assert letters(grade_answer("invoice", make_labels("invoice", VAT), answer), "VAT/") == "PPPP"


def test_vat_entries_missed_invented_and_doubled(make_labels: Any, grade_answer: Any) -> None:
    """A fraction is not the rate in points; an entry twice says nothing certain."""
    labels = make_labels("invoice", VAT)
    found = grade_answer("invoice", labels, {"VAT_BREAKDOWN": [rate("0.19", "100.00", "19.00"), rate("7", "50.00", "3.50")]})
    assert letters(found, "VAT/19") == "MM"
    assert letters(found, "VAT/+001") == "II"
    found = grade_answer(
        "invoice", labels, {"VAT_BREAKDOWN": [rate("19", "100.00", "19.00"), rate("19", None, None), rate("7", "3.50", "50.00")]}
    )
    assert [found[key].reason for key in VAT] == ["ambiguous", "ambiguous", "column_swap", "column_swap"]
    found = grade_answer("invoice", labels, {"VAT_BREAKDOWN": [rate(None, None, "9.99"), rate("19", None, "19.00")]})
    assert letters(found, "VAT/") == "MPMMI"


def test_a_list_left_out_says_so(make_labels: Any, grade_answer: Any) -> None:
    """Another class than a row that was looked for and not found."""
    found = grade_answer("invoice", make_labels("invoice", expected() | VAT), {})
    assert {one.reason for key, one in found.items() if key.startswith(("LINE/", "VAT/")) and one.outcome == "M"} == {"schema_missing_key"}
