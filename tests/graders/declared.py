"""What a value is read under, for tests."""

from decimal import Decimal
from typing import Any

from graders.deterministic.reading import Setting
from records.document import Conventions

#: The plan's two-digit pivot: 68 is 2068, 69 is 1969.
PIVOT = 69


def setting(decimal: str = ".", **declared: Any) -> Setting:
    """The setting of a document with a decimal mark, the other mark grouping, and anything else as given."""
    plain = {"decimal_mark": decimal, "grouping": "," if decimal == "." else ".", "date_order": "DMY", "currency": "EUR"}
    return Setting(Conventions.model_validate(plain | declared), PIVOT, Decimal(0))
