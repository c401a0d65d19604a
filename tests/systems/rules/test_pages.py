"""The rules on small pages set by hand: each shows one thing a page can do."""

from systems.readers import Page, Word
from systems.rules import extract

HEIGHT = 10.0
LETTER = 5.0


def page(*rows: tuple[float, list[tuple[float, str]]], number: int = 1, slope: float = 0.0) -> Page:
    """A page of rows at given heights, each a list of (left edge, text); words are as wide as their letters."""
    words = []
    for y, cells in rows:
        for x, text in cells:
            for word in text.split(" "):
                rise = slope * x
                words.append(Word(word, x, y + rise, x + LETTER * len(word), y + HEIGHT + rise, number))
                x += LETTER * len(word) + 2.5
    return Page(595.0, 842.0, tuple(words))


HEAD = (60.0, [(50.0, "Harbour Pump & Valve Ltd"), (400.0, "INVOICE")])
TABLE = [
    (300.0, [(50.0, "Pos"), (90.0, "Description"), (300.0, "Qty"), (330.0, "Unit"), (400.0, "Price"), (500.0, "Amount")]),
    (320.0, [(50.0, "1"), (90.0, "Ball valve DN 25,"), (310.0, "3"), (330.0, "pcs"), (395.0, "22.68"), (505.0, "68.04")]),
    (332.0, [(90.0, "brass")]),
    (350.0, [(50.0, "2"), (90.0, "Site labour"), (300.0, "2.5"), (330.0, "hrs"), (395.0, "40.00"), (500.0, "100.00")]),
]
TOTALS = [
    (400.0, [(300.0, "Goods total"), (500.0, "168.04")]),
    (414.0, [(300.0, "VAT total (20%)"), (500.0, "33.61")]),
    (428.0, [(300.0, "Grand total"), (500.0, "201.65")]),
]


def test_values_stand_beside_labels() -> None:
    """With a colon or without, near or far."""
    found = extract([page(HEAD, (90.0, [(50.0, "Invoice no: 4711"), (300.0, "Due date"), (450.0, "2024-05-06")]))], "invoice")
    assert (found["INVOICE_NUMBER"], found["DUE_DATE"], found["SELLER_NAME"]) == ("4711", "2024-05-06", "Harbour Pump & Valve Ltd")


def test_values_stand_below_labels() -> None:
    """A row of labels over a row of values, each value under its own label."""
    labels = (90.0, [(50.0, "Invoice #"), (180.0, "Order ref."), (300.0, "Issue date"), (420.0, "Purchase order")])
    values = (104.0, [(50.0, "4711"), (180.0, "SO-1"), (300.0, "2024-05-06"), (420.0, "PO-9")])
    found = extract([page(HEAD, labels, values)], "invoice")
    assert (found["INVOICE_NUMBER"], found["ISSUE_DATE"], found["PURCHASE_ORDER"]) == ("4711", "2024-05-06", "PO-9")


def test_what_is_not_there_is_null() -> None:
    """A sales order is no purchase order, and nothing is invented from a neighbour."""
    found = extract([page(HEAD, (90.0, [(50.0, "Order ref.: SO-1")]), (104.0, [(50.0, "Customer No.: C-7")]))], "invoice")
    assert (found["PURCHASE_ORDER"], found["AMOUNT_DUE"], found["PAYEE_IBAN"], found["LINES"]) == (None, None, None, [])


def test_line_items_are_rows_under_the_header() -> None:
    """Wrapped descriptions join their row; totals are no items; quantities keep their decimals."""
    found = extract([page(HEAD, *TABLE, *TOTALS)], "invoice")
    assert [[line[key] for key in ("LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT", "UNIT_PRICE", "LINE_NET")] for line in found["LINES"]] == [
        ["Ball valve DN 25, brass", "3", "pcs", "22.68", "68.04"],
        ["Site labour", "2.5", "hrs", "40.00", "100.00"],
    ]
    assert (found["SUM_OF_LINE_NETS"], found["TOTAL_VAT"], found["TOTAL_WITH_VAT"]) == ("168.04", "33.61", "201.65")


def test_sums_carried_over_are_no_items() -> None:
    """A table that goes on over a page break has the carried sum twice and every item once."""
    first = page(HEAD, *TABLE, (370.0, [(90.0, "Carried forward"), (500.0, "168.04")]))
    header = TABLE[0]
    more = (350.0, [(50.0, "3"), (90.0, "Travel"), (310.0, "1"), (330.0, "trip"), (395.0, "66.37"), (505.0, "66.37")])
    second = page(header, (320.0, [(90.0, "Brought forward"), (500.0, "168.04")]), more, number=2)
    found = extract([first, second], "invoice")
    assert [line["LINE_NET"] for line in found["LINES"]] == ["68.04", "100.00", "66.37"]


def test_a_page_that_is_askew_reads_the_same() -> None:
    """Half a degree left over after straightening moves no word into another row."""
    rows = [HEAD, *TABLE, *TOTALS]
    assert extract([page(*rows, slope=0.009)], "invoice") == extract([page(*rows)], "invoice")


def test_columns_are_found_by_header_text_not_by_place() -> None:
    """Unit before quantity, price last but one: the header says which is which."""
    header = (300.0, [(50.0, "Item"), (200.0, "UoM"), (270.0, "Quantity"), (400.0, "Rate"), (500.0, "Net")])
    row = (320.0, [(50.0, "Travel"), (200.0, "trip"), (300.0, "20"), (395.0, "66.37"), (485.0, "1,327.40")])
    line = extract([page(HEAD, header, row)], "invoice")["LINES"][0]
    assert (line["UNIT"], line["QUANTITY"], line["UNIT_PRICE"], line["LINE_NET"]) == ("trip", "20", "66.37", "1327.40")


def test_a_vat_breakdown_has_rate_basis_and_tax() -> None:
    """Beside the totals block, each rate a row."""
    rows = [
        (400.0, [(50.0, "VAT %"), (120.0, "On net"), (200.0, "VAT"), (330.0, "Grand total"), (500.0, "201.65")]),
        (414.0, [(50.0, "20%"), (120.0, "100.00"), (200.0, "20.00")]),
        (428.0, [(50.0, "5%"), (120.0, "72.80"), (200.0, "3.64")]),
    ]
    found = extract([page(HEAD, *rows)], "invoice")
    assert found["VAT_BREAKDOWN"] == [{"RATE": "20", "BASIS": "100.00", "TAX": "20.00"}, {"RATE": "5", "BASIS": "72.80", "TAX": "3.64"}]


def test_a_credit_note_says_so_in_its_title() -> None:
    """The type is 381 where the head says credit note, else 380."""
    assert extract([page((60.0, [(50.0, "Credit note")]))], "invoice")["TYPE_CODE"] == "381"
    assert extract([page(HEAD)], "invoice")["TYPE_CODE"] == "380"


SCHEDULE = [
    (
        100.0,
        [(90.0, ""), (215.0, "Scheduled"), (305.0, "This"), (395.0, "Previous"), (480.0, "Completed"), (555.0, ""), (600.0, "Balance")],
    ),
    (
        112.0,
        [
            (50.0, "Item"),
            (90.0, "Work"),
            (235.0, "value"),
            (295.0, "period"),
            (375.0, "applications"),
            (475.0, "and stored"),
            (550.0, "%"),
            (605.0, "to finish"),
        ],
    ),
    (
        130.0,
        [
            (50.0, "01"),
            (90.0, "Masonry"),
            (220.0, "1,000.00"),
            (295.0, "100.00"),
            (395.0, "400.00"),
            (485.0, "500.00"),
            (540.0, "50.0"),
            (610.0, "500.00"),
        ],
    ),
    (
        145.0,
        [
            (50.0, "CO-1"),
            (90.0, "Omit canopy"),
            (220.0, "-200.00"),
            (305.0, "0.00"),
            (390.0, "-50.00"),
            (480.0, "-50.00"),
            (540.0, "25.0"),
            (605.0, "-150.00"),
        ],
    ),
    (
        160.0,
        [
            (90.0, "Grand total"),
            (225.0, "800.00"),
            (295.0, "100.00"),
            (395.0, "350.00"),
            (485.0, "450.00"),
            (540.0, "56.3"),
            (610.0, "350.00"),
        ],
    ),
]


def test_schedule_columns_are_found_by_the_words_above() -> None:
    """This period stands left of previous here: a reader by letters D and E would swap them. Totals are no item."""
    lines = extract([page(*SCHEDULE)], "pay_application")["LINES"]
    assert [(line["ITEM"], line["SCHEDULED_VALUE"], line["THIS_PERIOD"], line["PREVIOUS"]) for line in lines] == [
        ("01", "1000.00", "100.00", "400.00"),
        ("CO-1", "-200.00", "0.00", "-50.00"),
    ]
    assert [(line["COMPLETED_AND_STORED"], line["PERCENT"], line["BALANCE"]) for line in lines] == [
        ("500.00", "50.0", "500.00"),
        ("-50.00", "25.0", "-150.00"),
    ]
    assert {line["STORED"] for line in lines} == {None}


def test_summary_lines_are_found_by_their_words() -> None:
    """Numbers before a label are its line, and a label in a second column stops the first one's value."""
    rows = [
        (60.0, [(50.0, "APPLICATION FOR PAYMENT")]),
        (100.0, [(50.0, "1"), (70.0, "Original contract sum"), (350.0, "5"), (370.0, "Retainage held")]),
        (114.0, [(200.0, "$1,000.00"), (480.0, "$50.00")]),
        (140.0, [(50.0, "2 Change orders, net"), (200.0, "($20.00)")]),
    ]
    found = extract([page(*rows)], "pay_application")
    assert (found["ORIGINAL_CONTRACT_SUM"], found["RETAINAGE"], found["NET_CHANGE_BY_CHANGE_ORDERS"]) == ("1000.00", "50.00", "-20.00")
