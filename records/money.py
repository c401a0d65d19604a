"""Money is Decimal, and a decimal in a file is fixed-width text."""

from decimal import Decimal, InvalidOperation


def decimal_text(value: Decimal) -> str:
    """The plain text of a finite decimal: no exponent, no leading plus, "-0.00" never.

    >>> decimal_text(Decimal("1E+3"))
    '1000'
    """
    if not value.is_finite():
        raise ValueError("not a finite decimal")
    text = format(value, "f")
    return text.lstrip("-") if not value else text


def decimal_from_text(text: str) -> Decimal:
    """A decimal from the plain form that `decimal_text` writes. Raises ValueError on anything else.

    >>> decimal_from_text("12.50")
    Decimal('12.50')
    """
    body = text.removeprefix("-")
    whole, _, part = body.partition(".")
    if not (whole.isascii() and whole.isdigit() and (not part or (part.isascii() and part.isdigit()))) or body.endswith("."):
        raise ValueError(f"{text[:40]!r} is not a plain decimal")
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ValueError(f"{text[:40]!r} is not a plain decimal") from None
