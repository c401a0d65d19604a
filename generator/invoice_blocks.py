"""What invoice layouts share beside the entries of `generator.blocks`: the form of their table, parties, sentences, slips."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Literal

from generator.blocks import Entry, breakdown_height, list_height, payment_entries, terms, totals_height
from generator.sheet import Align, Sheet
from generator.table import Form, Look

#: A text, and the key whose value it is ("" for words between).
Part = tuple[str, str]
Party = Literal["seller", "buyer", "ship", "remit"]
_NAMES: dict[Party, str] = {"seller": "SELLER_NAME", "buyer": "BUYER_NAME", "ship": "ship-name", "remit": "remit-name"}
_LOOKS: tuple[Look, ...] = ("ruled", "lines", "unruled", "zebra")


def line_form(sheet: Sheet, look: Look, *, bottom: float, size: float, leading: float = 6, fill: float | None = None) -> Form:
    """The form of a table of lines: a layout's own look more often than another, closer set where lines are many.

    Sums are carried forward in two documents of five, and wrapped rows go on overleaf in every second.
    """
    drawn = sheet.draw.child("look").choice((look, look, look, *_LOOKS))
    many = sheet.facts.rows > 25
    return Form(
        look=drawn,
        bottom=bottom,
        size=min(size, 7.75) if many else size,
        leading=min(leading, 3.5) if many else leading,
        carry="LINE_NET" if sheet.flag("carry", 2, 5) else "",
        head_fill=fill,
        head_bold=sheet.flag("bold-titles", 3, 4),
        split=sheet.flag("split"),
    )


def tail(sheet: Sheet, y: float, height: float, bottom: float, overleaf: Callable[[], tuple[float, float]]) -> float:
    """Where what follows the table begins: below it, or overleaf where its height has no room above the bottom."""
    return y if y + height <= bottom else overleaf()[0]


def foot_height(sheet: Sheet, width: float, *, beside: bool = False) -> float:
    """The height of totals, breakdown, payment details and terms one below the other; `beside` sets the breakdown beside the totals."""
    below = list_height(sheet, payment_entries(sheet), sheet.width - 120) + 70
    totals, breakdown = totals_height(sheet, width), breakdown_height(sheet)
    return below + (max(totals, breakdown) if beside else totals + breakdown)


def draw_party(
    sheet: Sheet, party: Party, x: float, y: float, width: float, *, size: float = 0, bold: bool = True, grey: float = 0
) -> float:
    """A party's name and address, a label only where it is seller or buyer; returns the baseline after it."""
    facts, name = sheet.facts, _NAMES[party]
    text = facts.values[name].text if name.isupper() else facts.notes[name]
    y = sheet.paragraph(x, y, text, width, size=size, bold=bold, grey=grey, key=name if name.isupper() else "")
    return sheet.paragraph(x, y, facts.notes[f"{party}-address"], width, size=size, grey=grey)


def title_of(sheet: Sheet) -> str:
    """The title of the document: invoice or credit note."""
    return sheet.say(f"title-{sheet.facts.values['TYPE_CODE'].value}")


def due_key(sheet: Sheet) -> str:
    """The key of the amount to pay, as this document prints it."""
    return "AMOUNT_DUE" if sheet.has("AMOUNT_DUE") else "TOTAL_WITH_VAT"


def draw_sentence(sheet: Sheet, parts: Sequence[Part], x: float, y: float, width: float, *, size: float = 0, bold: bool = False) -> float:
    """Words and values as running text; a value is never broken. Returns the baseline after the last line."""
    size = size or sheet.size
    space = sheet.measure(" ", size=size)
    at = x
    for text, key in _pieces(parts):
        strong = bold and bool(key)
        used = sheet.measure(text, size=size, bold=strong)
        if at > x and at + used > x + width:
            at, y = x, y + size * 1.35
        sheet.text(at, y, text, size=size, bold=strong, key=key)
        at += used + space
    return y + size * 1.35


def _pieces(parts: Sequence[Part]) -> list[Part]:
    """The parts word by word, values whole; a mark that closes a sentence stays with what it follows."""
    found: list[Part] = []
    for text, key in parts:
        found += [(text, key)] if key else [(word, "") for word in text.split(" ") if word]
    return found


def pay_parts(sheet: Sheet) -> list[Part]:
    """Parts of "Please transfer AMOUNT by DATE to account IBAN": the date and the account where the document has them."""
    values, key = sheet.facts.values, due_key(sheet)
    parts: list[Part] = [(sheet.say("pay-sentence"), ""), (values[key].text, key)]
    if sheet.has("DUE_DATE"):
        parts += [(sheet.say("pay-until"), ""), (values["DUE_DATE"].text, "DUE_DATE")]
    if sheet.has("PAYEE_IBAN"):
        parts += [(f"{sheet.say('pay-to')} {sheet.say('PAYEE_IBAN')}", ""), (values["PAYEE_IBAN"].text, "PAYEE_IBAN")]
    return parts


def draw_closing(sheet: Sheet, x: float, y: float, width: float, *, size: float = 0) -> float:
    """Terms of payment, by draw the rate of exchange, and a courtesy; returns the baseline after them."""
    size = size or sheet.size - 1
    facts = sheet.facts
    y = sheet.paragraph(x, y, terms(sheet), width, size=size)
    if "exchange" in facts.notes:
        currency = facts.style.conventions.currency
        text = sheet.say("rate-of-exchange", currency=currency, rate=facts.notes["exchange"])
        y = sheet.paragraph(x, y, text, width, size=size)
    if sheet.flag("courtesy", 2, 3):
        y = sheet.paragraph(x, y, sheet.say("thanks"), width, size=size, grey=0.25)
    return _small_print(sheet, x, y, width) if sheet.flag("small-print", 2, 5) else y


def _small_print(sheet: Sheet, x: float, y: float, width: float) -> float:
    """General terms below everything: a rate and amounts that belong to no figure of the document."""
    style = sheet.facts.style
    text = sheet.say(
        "small-print",
        rate=style.percent(Decimal("9")),
        amount=style.amount(Decimal("40.00")),
        fee=style.amount(Decimal("12.50")),
    )
    return sheet.paragraph(x, y, text, width, size=6.5, grey=0.3)


def draw_running_head(sheet: Sheet, x: float, y: float, *, size: float = 7.5, align: Align = "left") -> None:
    """What a following page says of the document it belongs to: seller, number, and by draw the date."""
    facts = sheet.facts
    texts = [facts.values["SELLER_NAME"].text, title_of(sheet), facts.values["INVOICE_NUMBER"].text]
    if sheet.flag("head-date"):
        texts.append(facts.values["ISSUE_DATE"].text)
    sheet.text(x, y, "  ".join(texts), size=size, grey=0.3, align=align)


def draw_running(sheet: Sheet, entries: Sequence[Entry], left: float, right: float, y: float, *, size: float = 0) -> float:
    """Entries running on in lines, parted by dots, as many on a line as fit; returns the baseline after them."""
    size = size or sheet.size
    x = left
    for entry in entries:
        text = entry.text or sheet.facts.values[entry.key].text
        width = sheet.measure(f"{entry.wording} ", size=size) + sheet.measure(text, size=size)
        if x > left and x + width + 12 > right:
            x, y = left, y + size * 1.4
        if x > left:
            x += sheet.text(x + 3, y, "\u00b7", size=size, grey=0.3) + 6
        x += sheet.text(x, y, f"{entry.wording} ", size=size, grey=0.25)
        x += sheet.text(x, y, text, size=size, key=entry.key)
    return y + size * 1.4
