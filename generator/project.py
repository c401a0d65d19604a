"""A construction project as data: its applications for payment, one after the other, to the cent (or the whole unit).

Every identity of GRADING.md §5 holds here, in a single application and across applications:

    G = D + E + F        H = C - G             D(n) = D(n-1) + E(n-1), stored material left out
    L3 = L1 + L2 = sum C L4 = sum G            L5 = L5a + L5b (= sum I where retainage is kept by line)
    L6 = L4 - L5         L7(n) = sum of what was certified before n
    L8 = L6 - L7         L9 = L3 - L6

Retainage by line is rounded half up on every line and summed; retainage on the whole is rounded
once. It may step down for all work once half of the contract is complete. Defects are not here.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

ZERO = Decimal("0.00")
CENT = Decimal("0.01")


@dataclass(frozen=True)
class Terms:
    """What the contract says of retainage: percents on completed work and on stored material.

    `unit` is what amounts are rounded to: the cent, or one of the currency. `after` replaces `completed`
    once half of the contract's value is complete (None: it never does).
    `reduced` holds percents on completed work of single items, by item, where retainage is kept by line.
    """

    per_line: bool
    completed: Decimal
    stored: Decimal
    after: Decimal | None = None
    reduced: tuple[tuple[str, Decimal], ...] = ()
    unit: Decimal = CENT


@dataclass(frozen=True)
class Item:
    """A row of the schedule before anything is done. `change` is the application that first lists it; 0: the contract itself."""

    item: str
    text: str
    division: str
    value: Decimal
    change: int = 0


@dataclass(frozen=True)
class Line:
    """A row at one application: C, D, E and F, of F what lies off site, and its retainage on work and on stored material."""

    item: Item
    value: Decimal
    previous: Decimal
    period: Decimal
    stored: Decimal = ZERO
    held_completed: Decimal = ZERO
    held_stored: Decimal = ZERO

    @property
    def work(self) -> Decimal:
        """D + E."""
        return self.previous + self.period

    @property
    def total(self) -> Decimal:
        """Column G."""
        return self.work + self.stored

    @property
    def balance(self) -> Decimal:
        """Column H."""
        return self.value - self.total

    @property
    def retained(self) -> Decimal:
        """Column I."""
        return self.held_completed + self.held_stored


@dataclass(frozen=True)
class Application:
    """One application for payment: its lines, and lines 1 to 9 of its summary.

    `changes` are the amounts of change orders with the application that approved each; `rate` is the
    percent of retainage on completed work in force; `certified` is what this application was certified at.
    """

    number: int
    lines: tuple[Line, ...]
    original: Decimal
    changes: tuple[tuple[int, Decimal], ...]
    rate: Decimal
    held_completed: Decimal
    held_stored: Decimal
    previous: Decimal
    certified: Decimal = ZERO

    @property
    def change(self) -> Decimal:
        """Line 2."""
        return sum((amount for _, amount in self.changes), ZERO)

    @property
    def contract(self) -> Decimal:
        """Line 3."""
        return self.original + self.change

    @property
    def total(self) -> Decimal:
        """Line 4."""
        return sum((line.total for line in self.lines), ZERO)

    @property
    def retainage(self) -> Decimal:
        """Line 5."""
        return self.held_completed + self.held_stored

    @property
    def earned(self) -> Decimal:
        """Line 6."""
        return self.total - self.retainage

    @property
    def due(self) -> Decimal:
        """Line 8; negative where more was certified than is earned."""
        return self.earned - self.previous

    @property
    def balance(self) -> Decimal:
        """Line 9."""
        return self.contract - self.earned

    def added(self, *, before: bool) -> Decimal:
        """Change orders added, of earlier applications or of this one."""
        return sum((amount for when, amount in self.changes if amount > 0 and (when < self.number) is before), ZERO)

    def deducted(self, *, before: bool) -> Decimal:
        """Change orders deducted, as a positive amount."""
        return -sum((amount for when, amount in self.changes if amount < 0 and (when < self.number) is before), ZERO)


@dataclass(frozen=True)
class Project:
    """A project's applications from the first, and its terms."""

    terms: Terms
    applications: tuple[Application, ...]

    def application(self, number: int) -> Application:
        """The application of a number, from 1. Raises IndexError on one that was not played."""
        if not 1 <= number <= len(self.applications):
            raise IndexError(f"no application {number}")
        return self.applications[number - 1]

    @property
    def last(self) -> Application:
        """The last application played."""
        return self.applications[-1]


def to_unit(value: Decimal, unit: Decimal) -> Decimal:
    """Rounded half up to a unit, with as many places as the unit has.

    >>> to_unit(Decimal("2.50"), Decimal(1))
    Decimal('3')
    """
    return value.quantize(unit, ROUND_HALF_UP)


def rate_in_force(terms: Terms, lines: tuple[Line, ...]) -> Decimal:
    """The percent on completed work: the step-down counts from half of the contract's value complete, stored material left out."""
    done, value = sum((line.work for line in lines), ZERO), sum((line.value for line in lines), ZERO)
    return terms.after if terms.after is not None and 2 * done >= value else terms.completed


def retain(terms: Terms, line: Line, rate: Decimal) -> Line:
    """A line with its retainage, each part rounded half up."""
    own = dict(terms.reduced).get(line.item.item, rate)
    return Line(
        line.item,
        line.value,
        line.previous,
        line.period,
        line.stored,
        to_unit(line.work * own / 100, terms.unit),
        to_unit(line.stored * terms.stored / 100, terms.unit),
    )


def account(
    terms: Terms,
    number: int,
    lines: tuple[Line, ...],
    *,
    original: Decimal,
    changes: tuple[tuple[int, Decimal], ...],
    previous: Decimal,
) -> Application:
    """The application that a set of lines comes to; what it is certified at is not yet known."""
    rate = rate_in_force(terms, lines)
    held = tuple(retain(terms, line, rate) for line in lines)
    if terms.per_line:
        completed, stored = sum((line.held_completed for line in held), ZERO), sum((line.held_stored for line in held), ZERO)
    else:
        completed = to_unit(sum((line.work for line in held), ZERO) * rate / 100, terms.unit)
        stored = to_unit(sum((line.stored for line in held), ZERO) * terms.stored / 100, terms.unit)
    return Application(number, held, original, changes, rate, completed, stored, previous)
