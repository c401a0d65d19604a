"""A payment slip in the manner of Swiss bills: receipt at the left, payment part at the right, a code field between.

The slip spells the amount and the account again, in groups of its own, and names payee and payer:
repetitions that are no other values. Its reference is no invoice number.
"""

from generator.draw import Draw
from generator.invoice_blocks import due_key
from generator.sheet import Sheet

SLIP_HEIGHT = 298.0
_RECEIPT = 176.0
_MODULES = 33


def draw_slip(sheet: Sheet) -> None:
    """Draw the slip at the foot of the page."""
    top = sheet.height - SLIP_HEIGHT
    sheet.rule(0, top, sheet.width, top, weight=0.4, grey=0.4)
    sheet.rule(_RECEIPT, top, _RECEIPT, sheet.height, weight=0.4, grey=0.4)
    sheet.text(15, top + 24, sheet.say("receipt"), size=11, bold=True)
    _parties(sheet, 15, top + 42, _RECEIPT - 26, 7.5)
    _amount(sheet, 15, top + 210, 8)
    sheet.text(_RECEIPT - 12, sheet.height - 42, sheet.say("acceptance"), size=6, bold=True, align="right")
    sheet.text(_RECEIPT + 15, top + 24, sheet.say("payment-part"), size=11, bold=True)
    _code(sheet, _RECEIPT + 15, top + 44, 130)
    _amount(sheet, _RECEIPT + 15, top + 210, 9.5)
    _parties(sheet, _RECEIPT + 165, top + 24, sheet.width - _RECEIPT - 180, 9)


def _parties(sheet: Sheet, x: float, y: float, width: float, size: float) -> float:
    """Account and payee, reference, payer."""
    facts = sheet.facts
    sheet.text(x, y, sheet.say("payable-to"), size=size - 1.5, bold=True)
    y += size * 1.3
    if sheet.has("PAYEE_IBAN"):
        text = facts.values["PAYEE_IBAN"].text
        while size > 5 and sheet.measure(text, size=size) > width:
            size -= 0.25
        sheet.value("PAYEE_IBAN", x, y, size=size)
    else:
        sheet.text(x, y, facts.notes["account"], size=size)
    y += size * 1.3
    for text in (facts.values["SELLER_NAME"].text, facts.notes["seller-address"]):
        y = sheet.paragraph(x, y, text, width, size=size)
    sheet.text(x, y + 6, sheet.say("slip-reference"), size=size - 1.5, bold=True)
    y = sheet.paragraph(x, y + 6 + size * 1.3, facts.notes["slip-reference"], width, size=size)
    sheet.text(x, y + 6, sheet.say("payable-by"), size=size - 1.5, bold=True)
    y += 6 + size * 1.3
    for text in (facts.values["BUYER_NAME"].text, facts.notes["buyer-address"]):
        y = sheet.paragraph(x, y, text, width, size=size)
    return y


def _amount(sheet: Sheet, x: float, y: float, size: float) -> None:
    """Currency and amount to pay, the latter in groups parted by spaces and with a point, as slips are."""
    value = sheet.facts.decimal(due_key(sheet))
    sheet.text(x, y, sheet.say("slip-currency"), size=size - 1.5, bold=True)
    sheet.text(x + 52, y, sheet.say("slip-amount"), size=size - 1.5, bold=True)
    currency = sheet.facts.style.conventions.currency
    sheet.text(x, y + size * 1.4, currency, size=size, key="CURRENCY")
    sheet.text(x + 52, y + size * 1.4, f"{value:,.2f}".replace(",", " "), size=size)


def _code(sheet: Sheet, x: float, y: float, side: float) -> None:
    """A field of dark and light modules where a slip has its code; it holds nothing."""
    draw: Draw = sheet.draw.child("code field")
    step = side / _MODULES
    for row in range(_MODULES):
        bits = int.from_bytes(draw.bytes(5), "big")
        start = None
        for column in range(_MODULES + 1):
            dark = column < _MODULES and bool(bits >> column & 1)
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                sheet.box(x + start * step, y + row * step, x + column * step, y + (row + 1) * step, weight=0, fill=0)
                start = None
