"""Which slices one document's letters enter, checked by hand."""

from collections import Counter

import pytest

from analysis.slices import band_of, crossing, entries, is_apart
from records.document import Label

#: Two replicates: row 1 is found and exact in the first only, row 2 is missed in the second.
LETTERS = {
    "AMOUNT_DUE": "PF",
    "DUE_DATE": "MM",
    "PREPAID": "AI",
    "LINE/001": "PP",
    "LINE/001/LINE_NET": "PF",
    "LINE/001/LINE_ITEM_DESCRIPTION": "UU",
    "LINE/002": "PM",
    "LINE/002/LINE_NET": "FM",
    "LINE/+001": "IX",
    "REL/CO-10": "PP",
    "REL/UNDETECTED": "PF",
}


def counted(crosses: bool | None = None) -> dict[str, tuple[int, int]]:
    """k and n of every slice, in letters."""
    passes: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    for entry in entries(LETTERS, crosses):
        name = f"{entry.eval_class}/{entry.slice}"
        passes[name] += entry.outcome.count(entry.passing)
        totals[name] += sum(letter in entry.counted for letter in entry.outcome)
    return {name: (passes[name], totals[name]) for name in totals | passes}


@pytest.mark.parametrize(
    ("slice_", "k", "n"),
    [
        ("document_extraction/ALL", 1, 4),
        ("document_extraction/OMITTED", 2, 4),
        ("document_extraction/WRONG", 1, 4),
        ("document_extraction/INVENTED", 1, 2),
        ("line_item_structure/OMITTED", 1, 4),
        ("line_item_structure/WRONG", 2, 4),
        ("line_item_structure/ROW", 3, 4),
        ("line_item_structure/ROW.1-5", 3, 4),
        ("line_item_structure/ROW_EXACT", 1, 4),
        ("line_item_structure/CELLS_MATCHED", 1, 3),
        ("line_item_structure/ROWS_INVENTED", 1, 4),
        ("line_item_structure/ROWS_INVENTED.1-5", 1, 4),
        ("product_logic/ALL", 2, 2),
        ("product_logic/UNDETECTED", 1, 2),
    ],
)
def test_what_one_document_adds(slice_: str, k: int, n: int) -> None:
    """Numerator and denominator in letters, counted on paper from LETTERS."""
    assert counted()[slice_] == (k, n)


def test_omitted_wrong_and_right_are_the_whole() -> None:
    """P, F and M share one denominator, so the three add up to it."""
    found = counted()
    for eval_class in ("document_extraction", "line_item_structure"):
        right, omitted, wrong = (found[f"{eval_class}/{name}"] for name in ("ALL", "OMITTED", "WRONG"))
        assert right[0] + omitted[0] + wrong[0] == right[1] == omitted[1] == wrong[1]


def test_a_page_break_is_counted_only_where_it_is_known() -> None:
    """Private documents publish no pages, so their rows are in neither slice."""
    assert "line_item_structure/ROW.page-break" not in counted(None)
    assert counted(True)["line_item_structure/ROW.page-break"] == (3, 4)
    assert counted(False)["line_item_structure/ROW.one-page"] == (3, 4)


@pytest.mark.parametrize(("rows", "band"), [(0, None), (1, "1-5"), (5, "1-5"), (6, "6-25"), (25, "6-25"), (26, "26+"), (120, "26+")])
def test_bands_have_no_gap(rows: int, band: str | None) -> None:
    """Every number of rows a document can have is in one band; none is in none."""
    assert band_of(rows) == band


def test_slices_that_count_again_are_no_part_of_all() -> None:
    """A sum over slices leaves out whatever counts the same letters a second time."""
    for name in ("ALL", "OMITTED", "WRONG", "INVENTED", "ROW", "ROW.26+", "ROW_EXACT", "CELLS_MATCHED", "ROWS_INVENTED.1-5", "UNDETECTED"):
        assert is_apart(name)
    assert not any(map(is_apart, ("LINE_NET", "AMOUNT_DUE", "CO-10", "VAT_TAX")))


def test_a_table_crosses_pages_where_its_evidence_does() -> None:
    """A summary on page 1 and the whole table on page 2 is no page break; no evidence is no answer."""

    def label(document: str, key: str, page: int | None) -> Label:
        evidence = None if page is None else (page, "0", "0", "1", "1")
        return Label(document=document, key=key, kind="line_item_structure", expected="1", evidence=evidence)

    labels = [
        label("a", "LINE/001/LINE_NET", 1),
        label("a", "LINE/002/LINE_NET", 2),
        label("b", "TOTAL_VAT", 1),
        label("b", "LINE/001/LINE_NET", 2),
        label("c", "LINE/001/LINE_NET", None),
    ]
    assert crossing(labels) == {"a": True, "b": False}
