"""The layouts: one small file each, drawn with the kit in `generator.sheet`, `table` and `blocks`.

Some layouts are drawn for the private split only: a system that memorised the public ones shows it there.
"""

from generator.layouts import (
    inv_bill,
    inv_cards,
    inv_centred,
    inv_classic,
    inv_cover,
    inv_flow,
    inv_freight,
    inv_grid,
    inv_ledger,
    inv_letter,
    inv_mirror,
    inv_panel,
    inv_parties,
    inv_rail,
    inv_slip,
    inv_stacked,
    inv_trade,
    inv_twoline,
    inv_window,
    pay_bills,
    pay_board,
    pay_certificate,
    pay_columns,
    pay_compare,
    pay_divisions,
    pay_form,
    pay_ledger,
    pay_letter,
    pay_memo,
    pay_sheet,
    pay_single,
    pay_stacked,
    pay_valuation,
)
from generator.layouts.layout import Layout
from records.document import Split
from records.fields import Family

LAYOUTS: tuple[Layout, ...] = (
    inv_classic.LAYOUT,
    inv_stacked.LAYOUT,
    inv_window.LAYOUT,
    inv_grid.LAYOUT,
    inv_parties.LAYOUT,
    inv_ledger.LAYOUT,
    inv_cover.LAYOUT,
    inv_bill.LAYOUT,
    inv_trade.LAYOUT,
    inv_freight.LAYOUT,
    inv_slip.LAYOUT,
    inv_letter.LAYOUT,
    inv_panel.LAYOUT,
    inv_twoline.LAYOUT,
    inv_flow.LAYOUT,
    inv_rail.LAYOUT,
    inv_centred.LAYOUT,
    inv_cards.LAYOUT,
    inv_mirror.LAYOUT,
    pay_form.LAYOUT,
    pay_single.LAYOUT,
    pay_stacked.LAYOUT,
    pay_ledger.LAYOUT,
    pay_columns.LAYOUT,
    pay_letter.LAYOUT,
    pay_sheet.LAYOUT,
    pay_divisions.LAYOUT,
    pay_compare.LAYOUT,
    pay_valuation.LAYOUT,
    pay_board.LAYOUT,
    pay_memo.LAYOUT,
    pay_certificate.LAYOUT,
    pay_bills.LAYOUT,
)


def layouts_of(family: Family, split: Split) -> tuple[Layout, ...]:
    """The layouts a document of a family may have in a split, in a fixed order."""
    return tuple(layout for layout in LAYOUTS if layout.family == family and (split == "private" or not layout.private_only))


def layout_named(name: str) -> Layout:
    """The layout of a name. Raises KeyError where there is none."""
    return {layout.name: layout for layout in LAYOUTS}[name]
