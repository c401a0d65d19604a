"""Alignment on generated tables: the order of either side changes nothing but the reported order (GRADING.md §4)."""

import json
import time
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.align import Alignment, TableRows, align, checked_threshold
from graders.dispatch import grade
from graders.judgement import Judgement
from records.document import Conventions, Label
from records.errors import GroundTruthError
from records.plan import GradingPlan

KEYS = ("QUANTITY", "UNIT", "UNIT_PRICE", "LINE_NET")
PLAN = GradingPlan(two_digit_year_pivot=69, amount_tolerance="0", alignment_threshold="0.5")
DECLARED = Conventions(decimal_mark=".", grouping=",", date_order="DMY", currency="EUR")
WORDS = ("Pump", "Valve", "Pipe", "Elbow", "Labour", "Travel to site", "Steel beam HEA 200", "Membrane", "Pump service")

Cells = dict[str, str | None]
CELLS = st.fixed_dictionaries(
    {
        "LINE_ITEM_DESCRIPTION": st.sampled_from(WORDS) | st.none(),
        "QUANTITY": st.sampled_from(["1", "2", "10"]) | st.none(),
        "UNIT": st.sampled_from(["pcs", "hrs"]) | st.none(),
        "UNIT_PRICE": st.sampled_from(["5.00", "7.50", "10.00"]),
        "LINE_NET": st.sampled_from(["5.00", "10.00", "15.00", "75.00", "100.00"]),
    }
)
TABLES = st.lists(CELLS, max_size=6)


def labels_of(rows: Sequence[Cells]) -> list[Label]:
    """Labels of the rows, in their order on the page."""
    found = []
    for number, row in enumerate(rows, start=1):
        name = f"LINE/{number:03d}"
        found.append(Label(document="doc-1", key=name, kind="line_item_structure", expected="row"))
        found += [Label(document="doc-1", key=f"{name}/{key}", kind="line_item_structure", expected=text) for key, text in row.items()]
    return found


def graded(rows: Sequence[Cells], answered: Sequence[Cells]) -> list[Judgement]:
    """The judgements of an answer's rows."""
    return grade("invoice", DECLARED, labels_of(rows), "ok", json.dumps({"LINES": list(answered)}), PLAN)


def by_row(rows: Sequence[Cells], found: list[Judgement]) -> Counter[tuple[Any, ...]]:
    """What became of each true row, with its content in place of its number; and of the rows that are none."""
    groups: dict[str, list[tuple[str, str, str]]] = {}
    for one in found:
        name, _, key = one.label.removeprefix("LINE/").partition("/")
        reason = "" if one.reason == "out_of_order" else one.reason
        groups.setdefault(name, []).append((key, one.outcome, reason))
    return Counter(
        (tuple(sorted(rows[int(name) - 1].items())) if name.isdigit() else "+", *sorted(letters)) for name, letters in groups.items()
    )


@given(TABLES, TABLES, st.data())
def test_the_order_of_the_answers_rows_changes_nothing_else(rows: list[Cells], answered: list[Cells], data: st.DataObject) -> None:
    """Neither a letter nor a class of any label."""
    shuffled = data.draw(st.permutations(answered))

    def letters(given_: Sequence[Cells]) -> Counter[tuple[str, str, str]]:
        found = graded(rows, given_)
        return Counter((one.label if "+" not in one.label else "+", one.outcome, one.reason.replace("out_of_order", "")) for one in found)

    assert letters(answered) == letters(shuffled)


@given(TABLES, TABLES, st.data())
def test_the_order_of_the_pages_rows_changes_nothing_else(rows: list[Cells], answered: list[Cells], data: st.DataObject) -> None:
    """Each row keeps its letters wherever it stands on the page, but for merging, which is of neighbours, and sums."""
    shuffled = data.draw(st.permutations(rows))

    def letters(page: Sequence[Cells]) -> Counter[tuple[Any, ...]]:
        return by_row(page, [one for one in graded(page, answered) if "+" not in one.label])

    assert letters(rows) == letters(shuffled)


@given(TABLES, TABLES)
def test_rows_are_matched_one_to_one_and_counted_once(rows: list[Cells], answered: list[Cells]) -> None:
    """Found and missed are the page's rows, found and invented the answer's."""
    found = graded(rows, answered)
    letters = Counter(one.outcome for one in found if one.label.count("/") == 1)
    assert letters["P"] + letters["M"] == len(rows)
    assert letters["P"] + letters["I"] == len(answered)
    assert letters["P"] <= min(len(rows), len(answered))


@given(TABLES, st.data())
def test_right_rows_in_any_order_are_all_found_and_all_right(rows: list[Cells], data: st.DataObject) -> None:
    """Repeated rows included; out of order is said of a row, never held against it."""
    found = graded(rows, data.draw(st.permutations(rows)))
    assert {one.outcome for one in found} <= {"P", "A", "U"}
    assert {one.reason for one in found if one.label.count("/") == 1} <= {"", "out_of_order"}


@given(TABLES, st.data())
def test_a_row_left_out_is_one_row_missed(rows: list[Cells], data: st.DataObject) -> None:
    """And every cell of it; the others stay right."""
    if not rows:
        return
    at = data.draw(st.integers(0, len(rows) - 1))
    found = graded(rows, rows[:at] + rows[at + 1 :])
    letters = Counter(one.outcome for one in found if one.label.count("/") == 1)
    assert (letters["P"], letters["M"], letters["I"]) == (len(rows) - 1, 1, 0)
    assert {one.outcome for one in found if one.label.count("/") == 2} <= set("PAUMX")


@given(TABLES, CELLS, st.data())
def test_a_row_put_in_is_one_row_invented(rows: list[Cells], extra: Cells, data: st.DataObject) -> None:
    """Whatever it holds, and though it be a row of the page once more."""
    at = data.draw(st.integers(0, len(rows)))
    found = graded(rows, [*rows[:at], extra, *rows[at:]])
    letters = Counter(one.outcome for one in found if one.label.count("/") == 1)
    assert (letters["P"], letters["M"], letters["I"]) == (len(rows), 0, 1)


@given(TABLES, TABLES)
def test_gold_beside_noise_is_found_first(rows: list[Cells], noise: list[Cells]) -> None:
    """Rows equal in every cell are never given up for rows that are not."""
    found = graded(rows, [*noise, *rows])
    assert all(one.outcome in "PAU" for one in found if "+" not in one.label)


def wide(count: int) -> list[tuple[list[Any], str]]:
    """A schedule of many rows, all different."""
    return [
        (
            [f"{at:03d}", *(Decimal(at * 1000 + column * 7) for column in range(7))],
            f"Division {at % 9} work package {at}, supply and installation complete",
        )
        for at in range(1, count + 1)
    ]


def table(rows: Sequence[tuple[list[Any], str | None]]) -> TableRows:
    """Rows to compare."""
    return TableRows([cells for cells, _ in rows], [text for _, text in rows], [[cell is not None for cell in cells] for cells, _ in rows])


def aligned(rows: Sequence[tuple[list[Any], str | None]], answered: Sequence[tuple[list[Any], str | None]]) -> Alignment:
    """Two tables aligned at the plan's threshold."""
    return align(table(rows), table(answered), 5000, list(range(1, 8)))


def test_a_hundred_and_twenty_rows_take_little_time() -> None:
    """The longest schedule against itself reversed, and against two thousand rows of nothing."""
    rows = wide(120)
    started = time.process_time()
    found = aligned(rows, rows[::-1])
    assert time.process_time() - started < 0.5  # measured: 0.01 s
    assert found.pairs == tuple((at, 119 - at) for at in range(120))
    assert len(found.out_of_order) == 119
    started = time.process_time()
    noise: list[tuple[list[Any], str | None]] = [([None] * 8, "nothing")] * 2000
    assert aligned(rows, noise).pairs == ()
    assert time.process_time() - started < 5


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_wrapped_descriptions_do_not_lose_rows(cut: int) -> None:
    """Each description cut after a few words, the rest a row without figures: every row is found, every rest is invented."""
    rows = wide(40)
    answered: list[tuple[list[Any], str | None]] = []
    for cells, text in rows:
        words = text.split()
        answered += [(cells, " ".join(words[:cut])), ([None] * len(cells), " ".join(words[cut:]))]
    found = aligned(rows, answered)
    assert found.pairs == tuple((at, 2 * at) for at in range(40))
    assert (len(found.missed), len(found.extra)) == (0, 40)


def test_merged_rows_earn_nothing_wherever_they_stand() -> None:
    """Every second row merged into the one before: two missed and one extra for each pair."""
    rows = [(cells, f"Item {'abcdefghij'[at]} of kind {at}") for at, (cells, _) in enumerate(wide(10))]
    answered: list[tuple[list[Any], str | None]] = [
        ([one[0], *(a + b for a, b in zip(one[1:], other[1:], strict=True))], f"{text} {more}")
        for (one, text), (other, more) in zip(rows[::2], rows[1::2], strict=True)
    ]
    found = aligned(rows, answered)
    assert (found.pairs, len(found.missed), len(found.extra), len(found.merged)) == ((), 10, 5, 5)


@pytest.mark.parametrize("threshold", ["0", "0.0", "-0.1", "1.01", "2"])
def test_a_threshold_that_matches_everything_or_nothing_is_refused(threshold: str) -> None:
    """At 0 every row is a match; above 1 none is."""
    with pytest.raises(GroundTruthError, match="alignment_threshold"):
        checked_threshold(threshold)
    with pytest.raises(GroundTruthError):
        grade("invoice", DECLARED, [], "ok", "{}", PLAN.model_copy(update={"alignment_threshold": threshold}))
