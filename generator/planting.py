"""What plants share: changing a printed value, in the spelling of its document."""

from decimal import Decimal

from generator.facts import Facts
from records.document import Axis


def shift(facts: Facts, key: str, by: Decimal) -> bool:
    """Add to a printed amount; False where it is not printed."""
    value = facts.decimal(key)
    if value is None:
        return False
    moved = value + by
    if by == by.to_integral_value():
        moved = moved.quantize(value)  # a whole amount more has no more places than what is printed
    facts.amount(key, moved, on_line=key.startswith("LINE/"))
    return True


def shift_all(facts: Facts, shifts: tuple[tuple[str, Decimal], ...]) -> bool:
    """Add to several amounts; False where none is printed."""
    return any([shift(facts, key, by) for key, by in shifts])


def pin(facts: Facts, key: str, axis: Axis) -> None:
    """Pin one more axis of a label."""
    if axis not in facts.axes.get(key, ()):
        facts.axes[key] = (axis, *facts.axes.get(key, ()))
