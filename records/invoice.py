"""An invoice as its XML states it: every figure that EN 16931's arithmetic needs, as declared.

What the standard calls BT-n is named here in words, with the number beside it. Amounts keep the
decimals they were written with; what the XML does not state is None, never zero.
"""

from decimal import Decimal
from typing import Literal, NamedTuple

#: ZUGFeRD 1, the CII of EN 16931, UBL Invoice and UBL CreditNote.
Syntax = Literal["cii-1", "cii", "ubl", "ubl-credit-note"]


class StatedDate(NamedTuple):
    """A date as written, and the day it is in the calendar: None where it is none (20260230)."""

    text: str
    iso: str | None


class Adjustment(NamedTuple):
    """An allowance or charge of a document (BG-20, BG-21) or of a line (BG-27, BG-28)."""

    charge: bool
    amount: Decimal
    category: str = ""
    rate: Decimal | None = None


class InvoiceLine(NamedTuple):
    """One invoice line (BG-25)."""

    number: str
    name: str | None  # BT-153
    quantity: Decimal | None  # BT-129
    unit: str | None  # BT-130
    price: Decimal | None  # BT-146
    net: Decimal | None  # BT-131
    category: str = ""  # BT-151
    rate: Decimal | None = None  # BT-152
    adjustments: tuple[Adjustment, ...] = ()


class VatGroup(NamedTuple):
    """One entry of the VAT breakdown (BG-23)."""

    basis: Decimal | None  # BT-116
    tax: Decimal | None  # BT-117
    category: str  # BT-118
    rate: Decimal | None  # BT-119
    exemption: bool = False  # whether BT-120 or BT-121 gives a reason


class InvoiceTotals(NamedTuple):
    """The document's totals (BG-22); `vat` holds each VAT total with the currency it is stated in ("" where none)."""

    line_nets: Decimal | None  # BT-106
    allowances: Decimal | None  # BT-107
    charges: Decimal | None  # BT-108
    without_vat: Decimal | None  # BT-109
    with_vat: Decimal | None  # BT-112
    prepaid: Decimal | None  # BT-113
    rounding: Decimal | None  # BT-114
    due: Decimal | None  # BT-115
    vat: tuple[tuple[str, Decimal], ...] = ()  # BT-110, BT-111


class InvoiceFacts(NamedTuple):
    """All that the importers read of an invoice."""

    syntax: Syntax
    profile: str | None  # BT-24
    number: str | None  # BT-1
    type_code: str | None  # BT-3
    issue_date: StatedDate | None  # BT-2
    due_date: StatedDate | None  # BT-9
    currency: str | None  # BT-5
    purchase_order: str | None  # BT-13
    seller_name: str | None  # BT-27
    seller_country: str | None  # BT-40
    seller_vat_id: str | None  # BT-31
    seller_tax_ids: int  # how many of BT-31, BT-32 and BT-63 are stated
    vat_ids: tuple[str, ...]  # BT-31, BT-48, BT-63
    buyer_name: str | None  # BT-44
    ibans: tuple[str, ...]  # BT-84
    totals: InvoiceTotals
    lines: tuple[InvoiceLine, ...]
    vat: tuple[VatGroup, ...]
    adjustments: tuple[Adjustment, ...]

    @property
    def has_lines(self) -> bool:
        """Whether the profile carries lines at all: MINIMUM and BASIC WL do not."""
        return not (self.profile or "").lower().endswith(("minimum", "basicwl"))

    @property
    def is_minimum(self) -> bool:
        """Whether the profile carries the totals of the standard in part only."""
        return (self.profile or "").lower().endswith("minimum")

    @property
    def vat_total(self) -> Decimal | None:
        """BT-110: the VAT total in the invoice's own currency; one without a currency counts where it is the only one."""
        own = [amount for code, amount in self.totals.vat if code == self.currency]
        if not own and len(self.totals.vat) == 1 and not self.totals.vat[0][0]:
            own = [self.totals.vat[0][1]]
        return own[0] if len(own) == 1 else None
