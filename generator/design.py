"""The design of a split: which layout, damages, defect, language and length each document gets.

Fixed by the document's number, not drawn, so that no planned cell of the coverage is empty:

- layouts take turns, so that each is used equally often, to one;
- the damages of a document are a line of the Fano plane, the seven points being the seven damages:
  every two damages meet in about equally many documents, and the first three documents of a layout
  go through all seven;
- defects are spread at the plan's share over layouts and damages, kinds taking turns, and long tables
  at theirs over layouts, damages and sound and defective documents;
- languages take turns, shifted from one round of layouts to the next.

A split that must not tell which document is which hands in its layouts, damages and defects in a
secret order, and its numbers permuted (`generator.private.edition`).
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from records.document import SCANS, Condition

#: The seven lines of the Fano plane: any two meet in one point, any two points lie on one.
LINES: tuple[tuple[int, int, int], ...] = tuple((start, (start + 1) % 7, (start + 3) % 7) for start in range(7))
#: The turns of a layout, as steps from its first line. The first three (0, 4 and 6) meet in one point, so that
#: three documents of a layout go through every damage.
_TURNS = (0, 4, 6, 1, 2, 3, 5)


#: The turns of languages: three documents in five are English.
LANGUAGES = ("en", "de", "en", "fr", "en")


class Shares(NamedTuple):
    """The parts of documents with a planted defect, and with a long table."""

    defects: Fraction
    long: Fraction


class Place(NamedTuple):
    """A document's place in the design: layout, three pictures, defect (None: sound), language, and whether its table is long.

    A language or length that is None is left to the facts.
    """

    layout: str
    damages: tuple[Condition, ...]
    defect: str | None
    language: str | None = None
    long: bool | None = None

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Every condition the document is rendered in, in the usual order."""
        return ("clean", "garbled", *(scan for scan in SCANS if scan in self.damages))


def place(
    number: int,
    count: int,
    layouts: Sequence[str],
    defects: Sequence[str],
    shares: Shares,
    damages: Sequence[Condition] = SCANS,
) -> Place:
    """The place of document `number` (from 0) of `count` of one family.

    `layouts` and `defects` are names in the order of their turns. Raises ValueError where the number is
    outside, a list is empty or the damages are not seven.

    >>> place(0, 60, ("a", "b"), ("x",), Shares(Fraction(1, 3), Fraction(1, 10))).damages
    ('light', 'heavy', 'fax')
    """
    if not 0 <= number < count:
        raise ValueError(f"no document {number} of {count}")
    return design(count, tuple(layouts), tuple(defects), shares, tuple(damages))[number]


@lru_cache(maxsize=32)
def design(
    count: int, layouts: tuple[str, ...], defects: tuple[str, ...], shares: Shares, damages: tuple[Condition, ...] = SCANS
) -> tuple[Place, ...]:
    """Every place of one family in a split, in order of number. Raises ValueError as `place`."""
    if not layouts or not defects or len(set(damages)) != len(LINES):
        raise ValueError("a design needs layouts, defects and seven damages")
    lines = _lines(count, len(layouts))
    planted = _spread_over(count, len(layouts), shares.defects, lines, [0] * count)
    kinds = {number: defects[turn % len(defects)] for turn, number in enumerate(planted)}
    long = _spread_over(count, len(layouts), shares.long, lines, [int(number in kinds) for number in range(count)])
    return tuple(
        Place(
            layouts[number % len(layouts)],
            tuple(damages[point] for point in LINES[lines[number]]),
            kinds.get(number),
            LANGUAGES[(number % len(layouts) + number // len(layouts)) % len(LANGUAGES)],
            number in long,
        )
        for number in range(count)
    )


def _lines(count: int, layouts: int) -> list[int]:
    """The line of each number: a layout's first line is the one that keeps all lines evenly used, its others follow by turns."""
    used: Counter[int] = Counter()
    firsts = []
    for layout in range(layouts):
        turns = range(len(range(layout, count, layouts)))
        first = min(range(7), key=lambda start: (_spread(used, [(start + _TURNS[turn % 7]) % 7 for turn in turns]), (start - layout) % 7))
        used.update((first + _TURNS[turn % 7]) % 7 for turn in turns)
        firsts.append(first)
    return [(firsts[number % layouts] + _TURNS[number // layouts % 7]) % 7 for number in range(count)]


def _spread(used: Counter[int], more: Sequence[int]) -> int:
    """How unevenly the lines would be used: the sum of squares of their counts."""
    after = used + Counter(more)
    return sum(count * count for count in after.values())


def _spread_over(count: int, layouts: int, share: Fraction, lines: Sequence[int], groups: Sequence[int]) -> list[int]:
    """`share` of the numbers, each next one where its layout, its group, then its damages, have had fewest."""
    by_layout, by_group, by_damage, found = Counter[int](), Counter[int](), Counter[int](), []
    left = list(range(count))
    sizes = Counter(groups)

    def had(number: int) -> tuple[int, Fraction, int, int]:
        group = groups[number]
        damages = sum(by_damage[point] for point in LINES[lines[number]])
        return by_layout[number % layouts], Fraction(by_group[group], sizes[group]), damages, number

    for _ in range(count * share.numerator // share.denominator):
        number = min(left, key=had)
        left.remove(number)
        found.append(number)
        by_layout[number % layouts] += 1
        by_group[groups[number]] += 1
        by_damage.update(LINES[lines[number]])
    return found
