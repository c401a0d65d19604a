"""Charts as SVG text: presentation attributes only, hidden from assistive technology.

The figures stand as text beside each strip; the strip only shows where they lie. One scale serves
every strip of a table, and its axis labels are HTML in the table's head.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from markupsafe import Markup

from records.row import Row

WIDTH = 84
HEIGHT = 20
PAD = 4
HUNDRED = Decimal(100)


@dataclass(frozen=True, slots=True)
class Scale:
    """A percentage axis from `low` to 100, with the ticks that are labelled and ruled."""

    low: int
    ticks: tuple[int, ...]

    def x(self, fraction: str | int) -> str:
        """Where a fraction (six-decimal text) or a tick (percent) stands, in SVG units with one decimal."""
        value = Decimal(fraction) if isinstance(fraction, int) else Decimal(fraction) * 100
        share = (max(value, Decimal(self.low)) - self.low) / (HUNDRED - self.low)
        return str((PAD + share * (WIDTH - 2 * PAD)).quantize(Decimal("0.1")))


def scale(rows: Iterable[Row | None]) -> Scale:
    """The one scale of a table: from the decade below its lowest interval to 100."""
    lows = [Decimal(row.low) * 100 for row in rows if row is not None and row.low is not None]
    low = min(90, int(min(lows, default=HUNDRED) // 10) * 10)
    if low == 90:
        return Scale(low, (90, 95, 100))
    middle = (low + 100) // 2
    return Scale(low, (low, middle, 100))


def strip(row: Row | None, axis: Scale) -> Markup:
    """Point and interval of one row on the table's scale; a dashed line where there is no evidence."""
    middle = HEIGHT // 2
    parts = [Markup('<path class="tick" d="M{0} 0V{1}"/>').format(axis.x(tick), HEIGHT) for tick in axis.ticks]
    if row is None or row.low is None or row.high is None or row.point is None:
        parts.append(Markup('<path class="void" stroke-dasharray="3 3" d="M{0} {1}H{2}"/>').format(axis.x(axis.low), middle, axis.x(100)))
    else:
        low, high = axis.x(row.low), axis.x(row.high)
        ends = Markup("M{0} {2}H{1}M{0} {3}v8M{1} {3}v8").format(low, high, middle, middle - 4)
        parts.append(Markup('<path class="whisker" d="{0}"/>').format(ends))
        parts.append(Markup('<circle class="dot" cx="{0}" cy="{1}" r="3.5"/>').format(axis.x(row.point), middle))
    frame = Markup('<svg class="strip" width="{0}" height="{1}" viewBox="0 0 {0} {1}" aria-hidden="true" focusable="false">{2}</svg>')
    return frame.format(WIDTH, HEIGHT, Markup("").join(parts))
