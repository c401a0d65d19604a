"""What the labels of an invoice pin beside the value (GRADING.md §4): each where the page itself shows it.

- sign: amounts and quantities that are negative, and all of a credit note, whose sign style is its own;
- currency: amounts printed with a mark that proves one (a bare `$` does not);
- unit: quantities, where a unit is printed; scale: prices of a hundred or a thousand;
- role: names, dates, references and totals, each of which stands beside another of its kind.
"""

from decimal import Decimal

from generator.facts import Facts
from records.document import Axis
from records.fields import INVOICE_FIELDS, INVOICE_LINE_FIELDS

_ROLES = {"identifier", "name", "date", "amount"}
_KINDS = {field.key: field.kind for field in (*INVOICE_FIELDS, *INVOICE_LINE_FIELDS)} | {"BASIS": "amount", "TAX": "amount"}
_LINE = {field.key for field in INVOICE_LINE_FIELDS}


def pin_axes(facts: Facts) -> None:
    """Set the axes of every value of an invoice."""
    for key in facts.values:
        facts.axes[key] = (*facts.axes.get(key, ()), *_axes(facts, key))


def _axes(facts: Facts, key: str) -> tuple[Axis, ...]:
    name = key.rsplit("/", 1)[-1]
    kind = _KINDS[name]
    found: list[Axis] = []
    if kind in {"amount", "quantity"} and _signed(facts, key, name):
        found.append("sign")
    if kind == "amount" and _marked(facts, key):
        found.append("currency")
    if name == "QUANTITY":
        found.append("unit")
    if kind in _ROLES and name not in _LINE and "/" not in key:
        found.append("role")
    return tuple(found)


def _signed(facts: Facts, key: str, name: str) -> bool:
    """Whether the sign of a figure says something: it is negative, or could be on a credit note."""
    value = Decimal(facts.values[key].value)
    return value < 0 or (bool(value) and name != "UNIT_PRICE" and facts.values["TYPE_CODE"].value == "381")


def _marked(facts: Facts, key: str) -> bool:
    """Whether an amount is printed with a mark that proves its currency."""
    style, text = facts.style, facts.values[key].text
    return style.conventions.currency in text or (style.symbol != "$" and style.symbol in text)
