"""A document's labels as the graders need them: rows, VAT rates, figures."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from graders.relations import Figures
from records.document import Label
from records.fields import FIELDS, LINE_FIELDS, Family, Field, ValueKind

AMOUNTS: frozenset[ValueKind] = frozenset({"amount", "quantity", "percent"})


def kinds(table: Mapping[Family, Sequence[Field]], family: Family) -> dict[str, ValueKind]:
    """The value kind of every key of a family's fields or line fields."""
    return {field.key: field.kind for field in table[family]}


def true_rows(labels: Sequence[Label]) -> dict[str, dict[str, str | None]]:
    """The expected cells of every row label, by row label and field key."""
    found: dict[str, dict[str, str | None]] = {}
    for label in labels:
        parts = label.key.split("/")
        if parts[0] == "LINE":
            row = found.setdefault(f"LINE/{parts[1]}", {})
            if len(parts) == 3:
                row[parts[2]] = label.expected
    return found


def true_rates(labels: Sequence[Label]) -> dict[str, dict[str, str | None]]:
    """The expected BASIS and TAX of every VAT rate, by the rate as the labels spell it."""
    found: dict[str, dict[str, str | None]] = {}
    for label in labels:
        if label.key.startswith("VAT/"):
            _, rate, key = label.key.split("/")
            found.setdefault(rate, {})[key] = label.expected
    return found


def true_figures(family: Family, expected: Mapping[str, str | None]) -> Figures:
    """The amounts of a document from its labels: fields, rows and VAT entries."""
    rows: dict[str, dict[str, Decimal | None]] = {}
    vat: dict[str, dict[str, Decimal | None]] = {}
    fields: dict[str, Decimal | None] = {}
    columns = kinds(LINE_FIELDS, family)
    amounts = kinds(FIELDS, family)
    for key, text in expected.items():
        parts = key.split("/")
        if parts[0] == "LINE":
            row = rows.setdefault(parts[1], {})
            if len(parts) == 3 and columns[parts[2]] in AMOUNTS and text is not None:
                row[parts[2]] = Decimal(text)
        elif parts[0] == "VAT" and text is not None:
            vat.setdefault(parts[1], {"RATE": Decimal(parts[1])})[parts[2]] = Decimal(text)
        elif amounts.get(key) in AMOUNTS and text is not None:
            fields[key] = Decimal(text)
    return Figures(fields, [rows[name] for name in sorted(rows)], [vat[rate] for rate in sorted(vat)])
