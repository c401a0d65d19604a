"""The rules on pages set otherwise: values before labels, leaders, copies of earlier applications, headings of two lines."""

import pytest

from systems.readers import Page
from systems.rules import extract
from systems.rules.labels import is_no_item
from systems.rules.numbers import conventions
from tests.systems.rules.test_pages import page

INVOICE = (60.0, [(50.0, "Harbour Pump & Valve Ltd"), (400.0, "INVOICE")])


def summary(number: str, sum_: str) -> list[tuple[float, list[tuple[float, str]]]]:
    """The head of an application: its number and one line of its summary."""
    return [
        (80.0, [(50.0, f"Application No.: {number}")]),
        (100.0, [(50.0, "Line 3: Revised contract sum (line 1 plus line 2)"), (450.0, sum_)]),
    ]


def test_a_copy_of_the_earlier_application_is_no_answer() -> None:
    """It stands before or behind the present one and says what it is in its head."""
    copy = [(50.0, [(50.0, "Copy of the previous application (no. 4)")]), *summary("4", "900.00")]
    for pages in ([page(*copy), page(*summary("5", "950.00"), number=2)], [page(*summary("5", "950.00")), page(*copy, number=2)]):
        found = extract(pages, "pay_application")
        assert (found["APPLICATION_NUMBER"], found["CONTRACT_SUM_TO_DATE"]) == ("5", "950.00")


@pytest.mark.parametrize("heads", [("Previous application", "This application"), ("Application 4", "Application 5")])
def test_a_column_of_the_earlier_application_is_no_answer(heads: tuple[str, str]) -> None:
    """By its words, or by the lower number; on whichever side it stands."""
    earlier, present = heads
    for places in ((300.0, 450.0), (450.0, 300.0)):
        head = [(place + 60 - 5 * len(text.replace(" ", "")) - 2.5, text) for place, text in zip(places, (earlier, present), strict=True)]
        values = [(places[0] + 30, "900.00"), (places[1] + 30, "950.00")]
        found = extract([page((80.0, sorted(head)), (100.0, [(50.0, "Adjusted contract sum"), *sorted(values)]))], "pay_application")
        assert found["CONTRACT_SUM_TO_DATE"] == "950.00"


def test_leaders_and_notes_stand_between_a_label_and_its_value() -> None:
    """Dots lead to the figure, and a note in brackets says where it comes from."""
    rows = [
        (100.0, [(50.0, "Line 4: Gross valuation to date (schedule, col. G) ........ £2,213")]),
        (120.0, [(50.0, "Line 5: Retention held (Line 5a plus 5b)"), (400.0, "£109")]),
    ]
    found = extract([page(*rows)], "pay_application")
    assert (found["TOTAL_COMPLETED_AND_STORED"], found["RETAINAGE"]) == ("2213", "109")


def test_a_figure_may_stand_before_its_label() -> None:
    """Totals set with the figures left."""
    rows = [(100.0, [(250.0, "£1,200.00 Net total")]), (115.0, [(260.0, "£240.00"), (330.0, "VAT total")])]
    found = extract([page(INVOICE, *rows)], "invoice")
    assert (found["TOTAL_WITHOUT_VAT"], found["TOTAL_VAT"]) == ("1200.00", "240.00")


def test_the_title_may_carry_number_and_date() -> None:
    """As a letter does; a dot in the middle of the line parts values."""
    rows = [(60.0, [(50.0, "Rechnung 4711 – 01.06.2024")]), (80.0, [(50.0, "Ihre Bestellung PO-9 · Lieferdatum 24.05.2024")])]
    found = extract([page(*rows)], "invoice")
    assert (found["INVOICE_NUMBER"], found["ISSUE_DATE"], found["PURCHASE_ORDER"]) == ("4711", "2024-06-01", "PO-9")


def nets(*rows: tuple[float, list[tuple[float, str]]]) -> list[tuple[str | None, ...]]:
    """Description, quantity and net of the items of a page."""
    lines = extract([page(INVOICE, *rows)], "invoice")["LINES"]
    return [(line["LINE_ITEM_DESCRIPTION"], line["QUANTITY"], line["LINE_NET"]) for line in lines]


def test_a_heading_goes_on_from_the_line_above() -> None:
    """The amount before the discount is not the net, the price's base is not the price."""
    above = (290.0, [(250.0, "Price"), (330.0, "List")])
    head = (
        301.0,
        [(50.0, "Description"), (150.0, "Qty"), (200.0, "Price"), (260.0, "per"), (330.0, "amount"), (420.0, "Disc. %"), (500.0, "Amount")],
    )
    row = (320.0, [(50.0, "Copper pipe"), (160.0, "2"), (205.0, "70.00"), (265.0, "100"), (335.0, "1.40"), (440.0, "10"), (510.0, "1.26")])
    assert nets(above, head, row) == [("Copper pipe", "2", "1.26")]


def test_two_tables_side_by_side_are_read_one_after_the_other() -> None:
    """Every heading comes twice in the row."""
    head = (300.0, [(50.0, "Item"), (150.0, "Qty"), (200.0, "Net"), (300.0, "Item"), (400.0, "Qty"), (450.0, "Net")])
    rows = [
        (320.0, [(50.0, "Pipe"), (160.0, "2"), (190.0, "14.00"), (300.0, "Travel"), (410.0, "1"), (440.0, "66.00")]),
        (335.0, [(50.0, "Bolt"), (160.0, "3"), (190.0, "15.00")]),
    ]
    assert nets(head, *rows) == [("Pipe", "2", "14.00"), ("Bolt", "3", "15.00"), ("Travel", "1", "66.00")]


def test_an_item_may_take_two_rows_under_two_rows_of_headings() -> None:
    """The text above, the figures below; the title of a group and its sum are no text of an item."""
    heads = [
        (300.0, [(50.0, "Pos."), (90.0, "Description"), (500.0, "Line total")]),
        (312.0, [(130.0, "Item code"), (260.0, "Qty"), (330.0, "Unit"), (420.0, "Rate")]),
    ]
    rows = [
        (330.0, [(50.0, "Preparation")]),
        (345.0, [(50.0, "1"), (90.0, "Ball valve, brass")]),
        (357.0, [(130.0, "D77"), (270.0, "2"), (330.0, "pcs"), (420.0, "7.00"), (530.0, "14.00")]),
        (372.0, [(90.0, "Total Preparation"), (530.0, "14.00")]),
    ]
    assert nets(*heads, *rows) == [("Ball valve, brass", "2", "14.00")]


def test_total_station_is_no_total() -> None:
    """A sum's text begins with whole words."""
    assert not is_no_item("Total station survey and setting out")
    assert is_no_item("Totals to date")
    assert is_no_item("Subtotal Earthwork and site")


def test_whole_amounts_tell_the_decimal_mark_by_their_groups() -> None:
    """Dates with dots tell nothing."""
    assert conventions(["54.500", "134.000", "08.09.23"]).decimal == ","
    assert conventions(["54,500", "134,000"]).decimal == "."


def schedule_page(rows: list[tuple[float, list[tuple[float, str]]]]) -> Page:
    """A schedule of five columns of figures."""
    head = [
        (50.0, "Pos."),
        (100.0, "Leistung"),
        (240.0, "Auftragswert"),
        (330.0, "Bisher"),
        (390.0, "Zeitraum"),
        (450.0, "Gesamt"),
        (520.0, "Rest"),
    ]
    return page((100.0, head), *rows)


def test_titles_of_groups_are_no_part_of_an_item() -> None:
    """A wrapped line stands closer than a row; a number in pairs of digits is one; a minus may stand behind the currency."""

    def figures(*texts: str) -> list[tuple[float, str]]:
        return [
            (edge - 5.0 * len(text.replace(" ", "")) - 2.5 * text.count(" "), text)
            for edge, text in zip((300, 360, 430, 480, 540), texts, strict=True)
        ]

    rows = [
        (120.0, [(50.0, "01 02 00"), (100.0, "Mauerwerk"), *figures("90,00", "40,00", "10,00", "50,00", "40,00")]),
        (130.5, [(100.0, "und Putz")]),
        (145.0, [(100.0, "Ausbau")]),
        (160.0, [(50.0, "N1"), (100.0, "Entfall"), *figures("20,00 €-", "5,00 €-", "0,00 €", "5,00 €-", "15,00 €-")]),
        (175.0, [(50.0, "N2"), (100.0, "Zulage"), *figures("20,00", "5,00", "0,00", "5,00", "15,00")]),
    ]
    lines = extract([schedule_page(rows)], "pay_application")["LINES"]
    assert [(line["ITEM"], line["LINE_ITEM_DESCRIPTION"], line["SCHEDULED_VALUE"]) for line in lines] == [
        ("01 02 00", "Mauerwerk und Putz", "90.00"),
        ("N1", "Entfall", "-20.00"),
        ("N2", "Zulage", "20.00"),
    ]
